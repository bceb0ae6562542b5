import sql from 'sql-template-tag'
import { beforeAll, expect, test } from 'vitest'
import { useTestServer } from '../../../../test/server.ts'
import { matchesAnyPart } from './any-part.ts'

const server = useTestServer()
beforeAll(async () => {
  await server.db.execute(sql`
    insert into users (id, email, user_name, phone_number, first_name, last_name)
    select gen_random_uuid(), 'p' || i || '@example.com', 'user' || i, lpad(i::text, 10, '7'), 'First' || i, 'Last' || i
    from generate_series(1, 5000) i`)
  await server.db.execute(sql`analyze users`)
})

test.each([
  'last4321',
  'last4321 first4321',
  'p4321@example.com',
  'user4321',
  '+91 77777 74321',
  '77774321',
  'x',
  'nobody has this',
])('a search of all fields for %s, which few or no people match, uses the index', async (search) => {
  const { rows } = await server.db.execute<{ 'QUERY PLAN': string }>(sql`
    explain select t.id from users t where t.deleted_at is null and ${matchesAnyPart(search)}
    order by lower(t.last_name), t.id limit 10`)
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toContain('users_any_part')
  expect(plan).not.toContain('Seq Scan')
})
