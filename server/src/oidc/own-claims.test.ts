import { simulateRequest } from '@gatehouse/contract/admin/applications/simulate-request.ts'
import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { anAdministrator } from '../../test/console.ts'
import { getTokens, refresh, someoneWithOidc, useListening, userinfo } from '../../test/relying-party.ts'

const server = useListening()

const SCOPE = { scope: 'openid profile email access' }
const GRANTS = { oauth_grants: ['authorization_code', 'refresh_token'] }

test('the claims of the scopes are in the identity token of an application that is set to it', async () => {
  const { visitor, person, application } = await someoneWithOidc(server, {
    ...GRANTS,
    ...{ claims_in_id_token: true, groups_claim: 'role' },
  })
  const first = await getTokens(server, visitor, application, SCOPE)
  const renewed = (await refresh(server, application, first.refresh_token)).json()
  const known = { sub: person.id, email: person.email, given_name: 'Asha', groups: ['Manager'] }
  for (const { id_token, access_token } of [first, renewed]) {
    const said = decodeJwt(id_token)
    expect(said).toMatchObject(known)
    expect(said).not.toHaveProperty('phone_number')
    expect((await userinfo(server, access_token)).json()).toMatchObject(known)
  }
})

test('by default the claims are at userinfo only', async () => {
  const { visitor, application } = await someoneWithOidc(server, { groups_claim: 'role' })
  const { id_token, access_token } = await getTokens(server, visitor, application, SCOPE)
  expect(Object.keys(decodeJwt(id_token))).not.toEqual(expect.arrayContaining(['email']))
  expect((await userinfo(server, access_token)).json()).toMatchObject({ groups: ['Manager'] })
})

test.each([
  ['none', () => undefined],
  ['role', () => ['Manager']],
  ['role-id', () => ['R-7']],
  ['client-role', (client: string) => [`${client}/Manager`]],
  ['client', (client: string) => [client]],
  ['client-id', (_name: string, id: string) => [id]],
  ['pages', () => []],
] as const)('groups and roles follow the settings of the application: %s', async (source, expected) => {
  const { visitor, person, application, client } = await someoneWithOidc(server, {
    ...{ groups_claim: source, roles_claim: source, claims_in_id_token: true },
  })
  await server.db.pool.query(
    `insert into application_roles (id, application_id, client_id, name, role_id, action, regions, all_regions)
     values (gen_random_uuid(), $1, $2, 'manager', 'R-7', 'Approval', '{}', true)`,
    [application.id, client.id],
  )
  const { id_token, access_token } = await getTokens(server, visitor, application, SCOPE)
  const fromUserinfo = (await userinfo(server, access_token)).json()
  const wanted = expected(client.actualName, client.uuid)
  for (const claims of [decodeJwt(id_token), fromUserinfo])
    expect([claims.groups, claims.roles]).toEqual([wanted, wanted])
  // The console shows the same before anybody signs in.
  const { visitor: admin } = await anAdministrator(server)
  const { data } = await admin.call(simulateRequest, {
    ...{ applicationId: application.id, userId: person.id, scope: SCOPE.scope, redirectUri: application.redirectUrl },
  })
  expect(data.claims?.userinfo).toEqual(fromUserinfo)
  expect(decodeJwt(id_token)).toMatchObject(data.claims?.idToken ?? {})
})
