import { consumeLogInOtpEmail, login, requestLogInOtp } from '@gatehouse/contract/signin.ts'
import { decodeJwt } from 'jose'
import { describe, expect, test } from 'vitest'
import { anAddress, PASSWORD, signIn } from '../../test/builders.ts'
import { authorize, browse, redeemCode, someoneWithOidc, useListening } from '../../test/relying-party.ts'
import type { Visitor } from '../../test/server.ts'
import { ACR } from './portal-session.ts'

const server = useListening()

const needing = (acr: object) => ({ claims: JSON.stringify({ id_token: { acr: { essential: true, ...acr } } }) })

/** A person who signed in by code alone. */
async function someoneByCode() {
  const { application, client, person } = await someoneWithOidc(server)
  const { rows } = await server.db.pool.query<{ email: string }>(
    'update users set code_only = true where id = $1 returning email',
    [person.id],
  )
  const visitor = server.visitor({ ip: anAddress() })
  await signInByCode(visitor, rows[0]?.email as string)
  return { application, client, person, visitor }
}

async function signInByCode(visitor: Visitor, email: string) {
  await visitor.call(requestLogInOtp, { email })
  const done = await visitor.call(consumeLogInOtpEmail, { email, otp: await server.codeFor(email) })
  if (done.status !== 200) throw new Error(`${done.status}: ${done.msg}`)
}

/** The acr of the ID token for the code of a redirect. */
async function acrOf(
  someone: Pick<Awaited<ReturnType<typeof someoneByCode>>, 'application'>,
  code: string,
  verifier: string,
) {
  return decodeJwt((await redeemCode(server, someone.application, code, verifier)).json().id_token).acr
}

describe('an essential acr', () => {
  test('is met by a session that has it', async () => {
    const someone = await someoneWithOidc(server)
    for (const acr of [{ values: [ACR.one, ACR.two] }, { value: ACR.two }, {}]) {
      const { reply, verifier } = await authorize(server, someone.visitor, someone.application, needing(acr))
      expect(await acrOf(someone, reply.params.code as string, verifier)).toBe(ACR.two)
    }
  })

  test('leads to a sign-in, which then meets it', async () => {
    const someone = await someoneByCode()
    const { visitor, application, person } = someone
    const { reply, verifier } = await authorize(server, visitor, application, needing({ values: [ACR.two] }))
    expect([reply.location?.pathname, reply.params.again]).toEqual(['/login', '1'])
    await signIn(server, visitor, person.email)
    const done = await browse(server, visitor, reply.params.returnTo as string)
    expect(await acrOf(someone, done.params.code as string, verifier)).toBe(ACR.two)
  })

  test('that a sign-in does not reach is an error for the application, without a code', async () => {
    const { visitor, application, person } = await someoneByCode()
    const { reply } = await authorize(server, visitor, application, needing({ values: [ACR.two] }))
    await signInByCode(visitor, person.email)
    const { location, params } = await browse(server, visitor, reply.params.returnTo as string)
    expect(`${location?.origin}${location?.pathname}`).toBe(application.redirectUrl)
    expect(params).toMatchObject({ error: 'unmet_authentication_requirements', state: 'state-1' })
    expect(params.code).toBeUndefined()
  })

  test('is not met by prompt=none', async () => {
    const { visitor, application } = await someoneByCode()
    const { reply } = await authorize(server, visitor, application, { ...needing({ value: ACR.two }), prompt: 'none' })
    expect(reply.params).toMatchObject({ error: 'login_required' })
  })

  test.each([
    ['that is unknown', { values: ['urn:mace:incommon:iap:gold'] }, 'unmet_authentication_requirements'],
    ['that is weaker than the session', { value: ACR.one }, 'unmet_authentication_requirements'],
    ['that is an empty list', { values: [] }, 'unmet_authentication_requirements'],
    ['that is not a list', { values: ACR.two }, 'invalid_request'],
    ['that is not a text', { values: [2] }, 'invalid_request'],
  ])('%s is refused at once', async (_what, acr, error) => {
    const { visitor, application } = await someoneWithOidc(server)
    const { reply } = await authorize(server, visitor, application, needing(acr))
    expect(reply.params).toMatchObject({ error, state: 'state-1' })
  })

  test('that cannot be reached is refused before a sign-in', async () => {
    const { application } = await someoneWithOidc(server)
    const { reply } = await authorize(server, server.visitor(), application, needing({ value: 'gold' }))
    expect(reply.params.error).toBe('unmet_authentication_requirements')
  })

  test('is required even if acr_values names another', async () => {
    const { visitor, application } = await someoneByCode()
    const asked = { ...needing({ value: ACR.two }), acr_values: ACR.one, prompt: 'none' }
    expect((await authorize(server, visitor, application, asked)).reply.params.error).toBe('login_required')
  })
})

test.each([1, 'x', true])('a request that asks %j of sub is refused, and no fault of the portal', async (sub) => {
  const { visitor, application } = await someoneWithOidc(server)
  for (const by of [visitor, server.visitor()]) {
    const { reply } = await authorize(server, by, application, { claims: JSON.stringify({ id_token: { sub } }) })
    expect(reply.params).toMatchObject({ error: 'invalid_request', state: 'state-1' })
  }
})

test('an acr that is only preferred is not required: the actual acr is reported', async () => {
  const someone = await someoneByCode()
  const wishes = [{ acr_values: ACR.two }, { claims: JSON.stringify({ id_token: { acr: { values: [ACR.two] } } }) }]
  for (const wish of wishes) {
    const { reply, verifier } = await authorize(server, someone.visitor, someone.application, wish)
    expect(await acrOf(someone, reply.params.code as string, verifier)).toBe(ACR.one)
  }
})

test.each([
  ['nothing', {}, undefined],
  ['the second level as a wish', { acr_values: ACR.two }, '2'],
  ['the first level as a wish', { acr_values: ACR.one }, undefined],
  ['the second level', needing({ values: [ACR.two] }), '2'],
  ['the first level', needing({ values: [ACR.one] }), undefined],
  ['a sign-in of now', { prompt: 'login' }, '2'],
  ['a recent sign-in', { max_age: '600' }, '2'],
])('a visitor is asked for both steps where the application wants %s', async (_, params, steps) => {
  const { application } = await someoneWithOidc(server)
  const { reply } = await authorize(server, server.visitor({ ip: anAddress() }), application, params)
  expect([reply.location?.pathname, reply.params.steps]).toEqual(['/login', steps])
})

test.each([
  ['a sign-in of now', { prompt: 'login' }],
  ['a recent sign-in', { max_age: '600' }],
])('%s is not one by the password alone in a remembered browser', async (_, params) => {
  const someone = await someoneWithOidc(server)
  const { application, person } = someone
  const visitor = server.visitor({ ip: anAddress() })
  await visitor.call(login, { email: person.email, password: PASSWORD })
  await visitor.call(consumeLogInOtpEmail, { otp: await server.codeFor(person.email), rememberBrowser: true })
  const byPassword = async () =>
    expect((await visitor.call(login, { email: person.email, password: PASSWORD })).data.next).toBe('signed-in')
  await byPassword()
  const silent = await authorize(server, visitor, application, { max_age: '600', prompt: 'none' })
  expect(silent.reply.params.error).toBe('login_required')

  const { reply, verifier } = await authorize(server, visitor, application, params)
  expect([reply.location?.pathname, reply.params.steps]).toEqual(['/login', '2'])
  await byPassword()
  const again = await browse(server, visitor, reply.params.returnTo as string)
  expect([again.location?.pathname, again.params.steps]).toEqual(['/login', '2'])
  await visitor.call(login, { email: person.email, password: PASSWORD, secondStep: true })
  await visitor.call(consumeLogInOtpEmail, { otp: await server.codeFor(person.email) })
  const done = await browse(server, visitor, again.params.returnTo as string)
  expect(await acrOf(someone, done.params.code as string, verifier)).toBe(ACR.two)
})
