import { applications } from '@gatehouse/contract/admin/applications/applications.ts'
import { clients } from '@gatehouse/contract/admin/clients/clients.ts'
import { detachClient } from '@gatehouse/contract/admin/people/users.ts'
import { getWaitingRequest, listConsents } from '@gatehouse/contract/oidc.ts'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { aClient, anAssignment } from '../../test/builders.ts'
import { useAdministrator } from '../../test/console.ts'
import {
  type Application,
  anApi,
  aProof,
  authorize,
  authorizePath,
  basic,
  browse,
  changeApplication,
  consent,
  introspect,
  redeemCode,
  redeemFor,
  send,
  someoneWithOidc,
  useListening,
} from '../../test/relying-party.ts'
import type { Visitor } from '../../test/server.ts'

const server = useListening()
const admin = useAdministrator(server)

const WITH_REFRESH = { oauth_grants: ['authorization_code', 'refresh_token'] }

/** A person with tokens of an application for another application, both of which they may open. */
async function someoneCalling({ scope = 'openid' } = {}) {
  const someone = await someoneWithOidc(server, WITH_REFRESH)
  const api = await anApi(server)
  const apiClient = await aClient(server)
  await anAssignment(server, someone.person.id, api.id, apiClient.id)
  const answer = await redeemFor(server, someone, api.resource, scope)
  expect(answer.status).toBe(200)
  return { ...someone, api, apiClient, tokens: answer.json() }
}
type Calling = Awaited<ReturnType<typeof someoneCalling>>

const refresh = (application: Application, refresh_token: string, form: Record<string, string> = {}) =>
  send(server, '/oauth2/token', {
    headers: basic(application),
    form: { grant_type: 'refresh_token', refresh_token, ...form },
  })

/** An administrator changes an application. */
async function change({ id, redirectUrl }: Application, changes: object) {
  const name = { description: `Ledger ${id}`, applicationType: 'Web' }
  const form = { id, name, applicationRedirectUrl: redirectUrl, ...changes }
  expect(await admin.call(applications.update, form as never)).toMatchObject({ status: 200 })
}

async function changeClient(id: string, status: string) {
  const row = ((await admin.call(clients.list)).data as { _id: string }[]).find(({ _id }) => _id === id)
  const form = { ...row, status, clientId: id, _id: undefined, version: undefined }
  expect(await admin.call(clients.update, form as never)).toMatchObject({ status: 200 })
}

describe('a token for an application that the person may no longer open', () => {
  const closed: [string, (calling: Calling) => Promise<unknown>][] = [
    [
      'taken away',
      async ({ person, api, apiClient }) => {
        const ids = { userId: person.id, applicationId: api.id, clientId: apiClient.id }
        expect((await admin.call(detachClient, ids)).status).toBe(200)
      },
    ],
    [
      'for an inactive client alone',
      ({ apiClient }) => server.db.execute(sql`update clients set status = 'INACTIVE' where id = ${apiClient.id}`),
    ],
  ]

  test.each(closed)('(%s) is void at every endpoint', async (_how, close) => {
    const calling = await someoneCalling()
    const { api, tokens } = calling
    const asked = async () => {
      const { id: client_id, secret: client_secret } = api
      const directly = await introspect(server, api, tokens.access_token)
      const inForm = await send(server, '/oauth2/introspect', {
        form: { client_id, client_secret, token: tokens.access_token },
      })
      return [directly.json().active, inForm.json().active]
    }
    expect(await asked()).toEqual([true, true])
    await close(calling)
    expect(await asked()).toEqual([false, false])
  })

  test.each(closed)('(%s) is not issued again, and the refresh token is not used up', async (_how, close) => {
    const calling = await someoneCalling()
    const { api, application, tokens } = calling
    await close(calling)
    const refused = await refresh(application, tokens.refresh_token, { resource: api.resource })
    expect([refused.status, refused.json().error]).toEqual([400, 'invalid_target'])
    expect((await refresh(application, tokens.refresh_token)).status).toBe(200)
  })

  const reopened: [string, (calling: Calling) => Promise<unknown>, (calling: Calling) => Promise<unknown>][] = [
    [
      'taken away and given again',
      ({ person, api, apiClient }) =>
        admin.call(detachClient, { userId: person.id, applicationId: api.id, clientId: apiClient.id }),
      ({ person, api, apiClient }) => anAssignment(server, person.id, api.id, apiClient.id),
    ],
    [
      'blocked and unblocked',
      ({ api }) => change(api, { status: 'INACTIVE' }),
      ({ api }) => change(api, { status: 'ACTIVE' }),
    ],
    [
      'of a client that is blocked and unblocked',
      ({ apiClient }) => changeClient(apiClient.id, 'INACTIVE'),
      ({ apiClient }) => changeClient(apiClient.id, 'ACTIVE'),
    ],
  ]

  test.each(reopened)('(%s) stays void, and one is issued anew', async (_how, close, open) => {
    const calling = await someoneCalling()
    const { api, application, tokens } = calling
    await close(calling)
    await open(calling)
    expect((await introspect(server, api, tokens.access_token)).json()).toEqual({ active: false })
    const renewed = (await refresh(application, tokens.refresh_token, { resource: api.resource })).json()
    expect((await introspect(server, api, renewed.access_token)).json()).toMatchObject({ active: true, aud: api.id })
  })

  test('is not issued again if the refresh token is for nothing else', async () => {
    const calling = await someoneCalling({ scope: 'profile' })
    const { person, api, apiClient, application, tokens } = calling
    await admin.call(detachClient, { userId: person.id, applicationId: api.id, clientId: apiClient.id })
    const renew = () => refresh(application, tokens.refresh_token)
    expect((await renew()).json().error).toBe('invalid_target')
    await anAssignment(server, person.id, api.id, apiClient.id)
    const { access_token } = (await renew()).json()
    expect((await introspect(server, api, access_token)).json()).toMatchObject({ active: true, aud: api.id })
  })

  test('is not issued for an earlier code', async () => {
    const { visitor, person, application, api, apiClient } = await someoneCalling()
    const { resource } = api
    const { verifier, reply } = await authorize(server, visitor, application, { resource })
    await admin.call(detachClient, { userId: person.id, applicationId: api.id, clientId: apiClient.id })
    const answer = await redeemCode(server, application, reply.params.code as string, verifier, { resource })
    expect(answer.json().error).toBe('invalid_target')
  })
})

test('a refused token gives the reason: the resource is unknown, the person may not, or the application may not', async () => {
  const { visitor, person, application, api, apiClient } = await someoneCalling()
  const reason = async (resource: string) => {
    const { reply } = await authorize(server, visitor, application, { resource })
    return [reply.params.error, reply.params.error_description]
  }
  const unknown = 'resource is not the allowed URL of any active application'
  expect(await reason(`${api.resource}/`)).toEqual(['invalid_target', unknown])
  await admin.call(detachClient, { userId: person.id, applicationId: api.id, clientId: apiClient.id })
  expect(await reason(api.resource)).toEqual(['invalid_target', 'resource is not open to this person'])
  await changeApplication(server, application.id, { is_first_party: false })
  for (const resource of [api.resource, `${api.resource}/`])
    expect(await reason(resource)).toEqual(['invalid_target', 'this client may name no resource but itself'])
})

test('a request that names more than ten resources is refused before any is looked up', async () => {
  const { visitor, application, api, tokens } = await someoneCalling()
  const named = (times: number) => `&resource=${encodeURIComponent(api.resource)}`.repeat(times)
  const ask = async (by: Visitor, times: number) => {
    const proof = { code_challenge: aProof().challenge, code_challenge_method: 'S256' }
    return (await browse(server, by, authorizePath(application, proof) + named(times))).params
  }
  const many = { error: 'invalid_target', error_description: 'a request may name 10 resources at most' }
  expect(await ask(visitor, 10)).toMatchObject({ code: expect.any(String) })
  for (const by of [visitor, server.visitor()]) expect(await ask(by, 11)).toMatchObject(many)
  const form = `grant_type=refresh_token&refresh_token=${tokens.refresh_token}${named(11)}`
  expect((await send(server, '/oauth2/token', { headers: basic(application), form })).json()).toEqual(many)
  expect((await refresh(application, tokens.refresh_token, { resource: api.resource })).status).toBe(200)
})

describe('a third-party application', () => {
  const FOREIGN = { is_first_party: false }

  test('gets no code for another application, even if the person may open that', async () => {
    const { visitor, application, api } = await someoneCalling()
    await changeApplication(server, application.id, FOREIGN)
    const { reply } = await authorize(server, visitor, application, { resource: api.resource })
    expect(reply.params).toMatchObject({ error: 'invalid_target' })
  })

  test('cannot renew a token for another application that it got before, but keeps its own', async () => {
    const { application, api, tokens } = await someoneCalling()
    await changeApplication(server, application.id, FOREIGN)
    const refused = await refresh(application, tokens.refresh_token, { resource: api.resource })
    expect([refused.status, refused.json().error]).toEqual([400, 'invalid_target'])
    expect((await refresh(application, tokens.refresh_token)).status).toBe(200)
  })

  test('that was a first-party one begins anew, with the consent of each person', async () => {
    const { visitor, application, tokens, api } = await someoneCalling()
    await change(application, { isFirstParty: false })
    expect((await introspect(server, api, tokens.access_token)).json()).toEqual({ active: false })
    const refused = await refresh(application, tokens.refresh_token)
    expect([refused.status, refused.json().error]).toEqual([400, 'invalid_grant'])
    const { reply: asked } = await authorize(server, visitor, application)
    expect(asked.params.code).toBeUndefined()
    expect((await consent(server, visitor, asked)).params.code).toBeDefined()
  })

  test('gets tokens for itself only, also without a person', async () => {
    const [api, own] = [await anApi(server), await anApi(server, { ...FOREIGN, oauth_grants: ['client_credentials'] })]
    const ask = (resource: string) =>
      send(server, '/oauth2/token', {
        headers: basic(own),
        form: { grant_type: 'client_credentials', resource },
      })
    expect((await ask(api.resource)).json()).toMatchObject({ error: 'invalid_target' })
    const { access_token } = (await ask(own.resource)).json()
    expect((await introspect(server, own, access_token)).json()).toMatchObject({ active: true, aud: own.id })
  })

  test('asks for known scopes only, whatever else the request for a resource names', async () => {
    const { visitor, application } = await someoneWithOidc(server, FOREIGN)
    const { redirectUrl: resource } = application
    const ask = async (scope: string) => (await authorize(server, visitor, application, { resource, scope })).reply
    const asked = await ask('openid anything toString constructor __proto__')
    const { data } = await visitor.call(getWaitingRequest, { request: asked.params.request })
    expect(data.scopes).toEqual(['openid'])
    await consent(server, visitor, asked)
    expect((await visitor.call(listConsents)).data).toMatchObject([{ scopes: ['openid'] }])
    for (const scope of ['anything', 'toString']) expect((await ask(scope)).params.error).toBe('invalid_scope')
  })

  test('gets a token of a person for itself, with their consent', async () => {
    const { visitor, application } = await someoneWithOidc(server, FOREIGN)
    const resource = application.redirectUrl
    const { verifier, reply: asked } = await authorize(server, visitor, application, { resource })
    const reply = await consent(server, visitor, asked)
    const answer = await redeemCode(server, application, reply.params.code as string, verifier, { resource })
    const { access_token } = answer.json()
    expect((await introspect(server, application, access_token)).json()).toMatchObject({ aud: application.id })
  })
})
