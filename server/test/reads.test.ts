import { ENDPOINTS } from '@gatehouse/contract/endpoints.ts'
import { expect, test } from 'vitest'
import { getTokens, send, someoneWithOidc, useListening } from './relying-party.ts'

// Reading must not change anything.

const server = useListening()

/** Every row of every table, without the last use of sessions and the counts of rate limits. */
async function everyRow(): Promise<string> {
  const { rows: tables } = await server.db.pool.query<{ name: string }>(`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_name <> 'throttles' order by 1`)
  const parts: string[] = []
  for (const { name } of tables) {
    const { rows } = await server.db.pool.query<{ text: string }>(`
      select coalesce(string_agg(row, '' order by row), '') as text
      from (select (to_jsonb(t) - 'last_seen_at')::text as row from ${name} t) r`)
    parts.push(`${name}: ${rows[0]?.text}`)
  }
  return parts.join('\n')
}

const PAGES = [
  ...['/', '/login', '/dashboard/app', '/logout', '/signout', '/consent?request=x', '/setup/x', '/verifyemail'],
  ...['/resetpassword/3f2504e0-4f89-41d3-9a0c-0305e82c3301', '/appAuth?RedirectUrl=https://own.example.com'],
  ...['/healthz', '/readyz', '/openapi.json', '/docs', '/404', '/oauth2/jwks', '/.well-known/openid-configuration'],
  // These neither sign in nor out, because the request carries no proof and no parameters.
  ...['/oauth2/logout', '/oauth2/authorize', '/oauth2/token', '/oauth2/revoke', '/oauth2/introspect'],
]

test('a GET, HEAD or OPTIONS changes no row, however often it is sent (T008)', async () => {
  const { visitor, application, person } = await someoneWithOidc(server)
  await server.db.pool.query("update users set role_id = (select id from roles where system = 'admin') where id = $1", [
    person.id,
  ])
  await server.db.pool.query(
    "update sessions set role_id = (select id from roles where system = 'admin') where user_id = $1",
    [person.id],
  )
  const { access_token } = await getTokens(server, visitor, application)
  const asked = { id: application.id, userId: person.id, applicationId: application.id, page: '0', pageSize: '5' }
  const calls = ENDPOINTS.filter(({ method }) => method === 'GET').map(({ path, request }) => {
    // A GET refuses undeclared names.
    const { shape } = request._zod.def as unknown as { shape: Record<string, unknown> }
    const own = Object.entries(asked).filter(([name]) => name in shape && !path.includes(`:${name}`))
    return `${path.replace(/:\w+/g, application.id)}?${new URLSearchParams(own)}`
  })
  const cookie = Object.entries(visitor.cookies)
    .map((pair) => pair.join('='))
    .join('; ')
  // The first request makes the server create its keys.
  await send(server, '/api/session')
  const before = await everyRow()
  const statuses: number[] = []
  for (const path of [...calls, ...PAGES]) {
    for (const method of ['GET', 'GET', 'HEAD', 'OPTIONS'])
      statuses.push((await send(server, path, { method, headers: { cookie } })).status)
  }
  await send(server, '/oauth2/userinfo', { headers: { authorization: `Bearer ${access_token}` } })
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(calls.length)
  expect(statuses.filter((status) => status >= 500)).toEqual([])
  expect(await everyRow()).toBe(before)
})
