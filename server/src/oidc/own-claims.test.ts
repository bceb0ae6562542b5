import { simulateRequest } from '@gatehouse/contract/admin/applications/simulate-request.ts'
import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { anAdministrator } from '../../test/console.ts'
import { getTokens, refresh, send, someoneWithOidc, useListening, userinfo } from '../../test/relying-party.ts'

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
  ['page-actions', () => []],
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

test('pages come with their actions while they are few; then the claim says where all of them are', async () => {
  const { visitor, application, client } = await someoneWithOidc(server, {
    ...{ groups_claim: 'page-actions', claims_in_id_token: true },
  })
  const add = (first: number, last: number) =>
    server.db.pool.query(
      `with role as (
          insert into application_roles (id, application_id, client_id, name, role_id) values (gen_random_uuid(), $1, $2, 'manager', 'R-7')
          on conflict (application_id, client_id, lower(name)) where deleted_at is null do update set name = excluded.name returning id),
        page as (
          insert into pages (id, application_id, name, manifest_id, place)
          select gen_random_uuid(), $1, 'Page ' || n, 'p' || n, n from generate_series($3::int, $4::int) n returning id)
      insert into application_role_pages (application_role_id, page_id, actions)
      select role.id, page.id, '{export}' from role, page`,
      [application.id, client.id, first, last],
    )
  await add(1, 25)
  const few = await getTokens(server, visitor, application, SCOPE)
  const groups = (decodeJwt(few.id_token).groups ?? []) as string[]
  expect(groups.slice(0, 3)).toEqual(['p1', 'p1:export', 'p2'])
  expect(groups).toHaveLength(50)
  await add(26, 26)
  const many = await getTokens(server, visitor, application, SCOPE)
  const claims = decodeJwt(many.id_token)
  expect(claims).not.toHaveProperty('groups')
  const more = Object.entries(claims).find(([name]) => name.endsWith('/claims/more'))
  const answer = await send(server, new URL(String(more?.[1])).pathname, {
    headers: { authorization: `Bearer ${many.access_token}` },
  })
  expect(Object.entries(answer.json()).find(([name]) => name.endsWith('/page_actions'))?.[1]).toHaveLength(52)
})
