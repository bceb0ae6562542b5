import { getEndedSession } from '@gatehouse/contract/session.ts'
import { describe, expect, test } from 'vitest'
import { NOT_OURS, OURS, OWN } from '../../test/address-corpus.ts'
import {
  authorizePath,
  browse,
  getTokens,
  ISSUER,
  type Reply,
  send,
  someoneWithOidc,
  useListening,
} from '../../test/relying-party.ts'

const server = useListening()

/** All addresses but the registered one, with other spellings of it. */
const OTHERS = [...NOT_OURS, ...OURS].filter((address) => address !== OWN && address !== '')

/** Expects that no redirect, form or link leads out of the portal. */
function expectStays(address: string, reply: Reply) {
  const { status, location, text } = reply
  expect.soft({ address, status, location }).toEqual({ address, status: 400, location: null })
  if (/\w{4}/.test(address)) expect.soft(text).not.toContain(address)
}

test('the corpus has at least sixty cases', () => expect(OTHERS.length).toBeGreaterThanOrEqual(60))

test('only the registered address is used after a logout', async () => {
  const someone = await someoneWithOidc(server, { post_logout_redirect_uris: [OWN] })
  const { id_token } = await getTokens(server, someone.visitor, someone.application)
  const logout = (address: string) =>
    `/oauth2/logout?${new URLSearchParams({ id_token_hint: id_token, post_logout_redirect_uri: address })}`
  for (const address of OTHERS) {
    expectStays(address, await browse(server, someone.visitor, logout(address)))
    // The session has ended, which must not make the address valid either.
    expectStays(address, await send(server, logout(address)))
  }
  expect((await browse(server, someone.visitor, logout(OWN))).location?.href).toBe(OWN)
})

test('a state that is too long for a cookie keeps no application from being notified by the browser', async () => {
  const someone = await someoneWithOidc(server, { post_logout_redirect_uris: [OWN], logout_uri: `${OWN}/frame` })
  const { id_token } = await getTokens(server, someone.visitor, someone.application)
  const asked = { id_token_hint: id_token, post_logout_redirect_uri: OWN, state: 's'.repeat(5000) }
  const { headers } = await browse(server, someone.visitor, `/oauth2/logout?${new URLSearchParams(asked)}`)
  for (const cookie of headers['set-cookie'] ?? []) expect(cookie.length).toBeLessThan(4096)
  const { applications, continueAt } = (await someone.visitor.call(getEndedSession)).data
  expect([applications.length, continueAt]).toEqual([1, null])
})

test('only the registered address gets an answer, with any other parameters', async () => {
  const { visitor, application } = await someoneWithOidc(server, { redirect_uris: [OWN] })
  const modes = [{}, { response_mode: 'form_post' }, { prompt: 'none' }, { response_type: 'token' }, { scope: '"' }]
  for (const [index, address] of OTHERS.entries()) {
    const asked = { redirect_uri: address, ...modes[index % modes.length] }
    expectStays(address, await browse(server, visitor, authorizePath(application, asked)))
  }
})

describe('a repeated parameter is refused', () => {
  const twice = (parameters: Record<string, string>, name: string) =>
    `${new URLSearchParams(parameters)}&${new URLSearchParams({ [name]: parameters[name] as string })}`

  test.each(['client_id', 'redirect_uri', 'state', 'scope', 'code_challenge'])(
    '%s in a posted request',
    async (name) => {
      const { visitor, application } = await someoneWithOidc(server)
      const { searchParams } = new URL(
        authorizePath(application, { code_challenge: 'A'.repeat(43), code_challenge_method: 'S256' }),
        ISSUER,
      )
      const form = twice(Object.fromEntries(searchParams), name)
      const bridged = await browse(server, visitor, '/oauth2/authorize', { form })
      expect(bridged.status).toBe(303)
      const reply = await browse(server, visitor, `${bridged.location?.pathname}${bridged.location?.search}`)
      expect(reply.params.code).toBeUndefined()
      if (['client_id', 'redirect_uri'].includes(name)) expect([reply.status, reply.location]).toEqual([400, null])
      else expect(reply.params.error).toBe('invalid_request')
    },
  )

  test.each(['client_id', 'redirect_uri'])('%s once in the address and once in the form', async (name) => {
    const { visitor, application } = await someoneWithOidc(server)
    const path = authorizePath(application)
    const bridged = await browse(server, visitor, path, { form: { [name]: 'https://evil.example/' } })
    const reply = await browse(server, visitor, `${bridged.location?.pathname}${bridged.location?.search}`)
    expect([reply.status, reply.location]).toEqual([400, null])
  })

  test.each(['code', 'redirect_uri', 'grant_type', 'code_verifier'])('%s in a token request', async (name) => {
    const { application } = await someoneWithOidc(server)
    const form = { grant_type: 'authorization_code', code: 'x', redirect_uri: OWN, code_verifier: 'A'.repeat(43) }
    const reply = await send(server, '/oauth2/token', {
      headers: { authorization: application.authorization },
      form: twice(form, name),
    })
    expect([reply.status, reply.json().error]).toEqual([400, 'invalid_request'])
  })

  test.each(['id_token_hint', 'post_logout_redirect_uri', 'state'])('%s in a logout request', async (name) => {
    const { visitor, application } = await someoneWithOidc(server, { post_logout_redirect_uris: [OWN] })
    const { id_token } = await getTokens(server, visitor, application)
    const parameters = { id_token_hint: id_token, post_logout_redirect_uri: OWN, state: 's' }
    const reply = await browse(server, visitor, `/oauth2/logout?${twice(parameters, name)}`)
    expect([reply.status, reply.location]).toEqual([400, null])
  })
})

describe('a redirect after a form is a 303', () => {
  test('at every step of signing in and out, and each answer names its issuer', async () => {
    const someone = await someoneWithOidc(server, { post_logout_redirect_uris: [OWN] })
    const { visitor, application } = someone
    const replies: Reply[] = []
    const go = async (path: string, call: Parameters<typeof browse>[3] = {}) => {
      const reply = await browse(server, visitor, path, call)
      replies.push(reply)
      return reply
    }
    const PROOF = { code_challenge: 'A'.repeat(43), code_challenge_method: 'S256' }
    const [path, query = ''] = authorizePath(application, PROOF).split('?')
    const bridged = await go(path as string, { form: query })
    const answered = await go(`${bridged.location?.pathname}${bridged.location?.search}`)
    const asked = await go(authorizePath(application, { ...PROOF, prompt: 'login' }))
    await go(asked.params.returnTo as string)
    await go(authorizePath(application, PROOF).replace('/oauth2/authorize', '/applogin'))
    const refused = await go(authorizePath(application, { ...PROOF, scope: 'openid "' }))
    await go('/oauth2/logout', { form: {} })
    await go('/oauth2/logout')
    const { id_token } = await getTokens(server, visitor, application)
    await go(`/oauth2/logout?${new URLSearchParams({ id_token_hint: id_token, post_logout_redirect_uri: OWN })}`)
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 303))
    for (const { params } of [answered, refused]) expect(params.iss).toBe(ISSUER)
  })

  test.each(['query', 'fragment', 'form_post'])('an answer by %s names its issuer', async (response_mode) => {
    const { visitor, application } = await someoneWithOidc(server)
    for (const scope of ['openid', 'openid "']) {
      const asked = { response_mode, scope, code_challenge: 'A'.repeat(43), code_challenge_method: 'S256' }
      const { location, text } = await browse(server, visitor, authorizePath(application, asked))
      const answered = `${location?.search}${location?.hash}${text}`
      expect(answered).toContain(
        response_mode === 'form_post' ? `name="iss" value="${ISSUER}"` : `iss=${encodeURIComponent(ISSUER)}`,
      )
    }
  })
})
