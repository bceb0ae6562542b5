import { users } from '@gatehouse/contract/admin/people/users.ts'
import type { Page } from '@gatehouse/contract/paging.ts'
import sql, { raw } from 'sql-template-tag'
import { beforeAll, describe, expect, test } from 'vitest'
import { aClient, anApplication, anAssignment, someoneSignedIn } from '../../../test/builders.ts'
import { someoneWith, useAdministrator } from '../../../test/console.ts'
import { aRole } from '../../../test/roles.ts'
import { useTestServer } from '../../../test/server.ts'
import type { UserRow } from './store.ts'

const PEOPLE = 300

const server = useTestServer()
const admin = useAdministrator(server)
let everybody: UserRow[]
beforeAll(async () => {
  await generate(PEOPLE)
  // Names with characters that are special in a LIKE pattern.
  const odd = ['100%', 'a_b', 'back\\slash', "O'Neill", 'say "hi"', '😀 Smile', 'आशा', 'É', 'x;--']
  await server.db.execute(sql`
    update users set first_name = odd.name from unnest(${odd}::text[]) with ordinality as odd (name, number)
    where users.email = 'g' || odd.number || '@example.com'`)
  await server.db.execute(sql`update users set is_active = false where email like 'g%7@example.com'`)
  everybody = (await admin.call(users.list)).data as UserRow[]
})

/** Many people, inserted by one statement. Some have equal names. */
async function generate(count: number, prefix = 'g') {
  await server.db.execute(sql`
    insert into users (id, email, user_name, phone_number, first_name, last_name)
    select gen_random_uuid(), ${prefix} || i || '@example.com', ${prefix} || 'user' || i, lpad(i::text, 10, '7'),
      'First' || i % 7, 'Last' || i % 50 from generate_series(1, ${count}) i`)
}

const page = async (query: object) =>
  (await admin.call(users.list, { page: 0, pageSize: 100, ...query })).data as Page<UserRow>

const shown: Record<string, (row: UserRow) => string> = {
  firstName: ({ firstName }) => firstName,
  lastName: ({ lastName }) => lastName,
  phoneNumber: ({ phoneNumber }) => phoneNumber,
  email: ({ email }) => email,
  userName: ({ userName }) => userName,
  status: ({ isActive }) => (isActive ? 'ACTIVE' : 'INACTIVE'),
}
/** The searches one after the other, separated by blanks. */
const anyPart = (row: UserRow) =>
  ['', row.firstName, row.lastName, row.email, row.userName, row.phoneNumber].join(' ').toLowerCase()

/** In one order. Sets of rows would be compared each with each. */
const byId = (rows: UserRow[]) => rows.toSorted((one, other) => (one._id < other._id ? -1 : 1))

async function allPages(query: object, pageSize: number) {
  const rows: UserRow[] = []
  for (let number = 0; ; number++) {
    const { rows: some } = await page({ ...query, page: number, pageSize })
    rows.push(...some)
    if (some.length < pageSize) return rows
  }
}

describe('pages', () => {
  test.each(users.sorts)('sorted by %s contain each person once, forwards and backwards', async (sort) => {
    const ids = (rows: UserRow[]) => rows.map(({ _id }) => _id)
    const ascending = ids(await allPages({ sort, order: 'asc' }, 25))
    expect(ascending).toHaveLength(PEOPLE + 1)
    expect(new Set(ascending)).toEqual(new Set(ids(everybody)))
    expect(ids(await allPages({ sort, order: 'desc' }, 100))).toEqual(ascending.toReversed())
    const { rows, total, isEstimate } = await page({ sort, order: 'asc', page: -1, pageSize: 25 })
    expect({ ids: ids(rows), total, isEstimate }).toEqual({
      ids: ascending.slice(300),
      total: PEOPLE + 1,
      isEstimate: false,
    })
    expect(ids((await page({ sort, order: 'asc', page: -2, pageSize: 25 })).rows)).toEqual(ascending.slice(275, 300))
  })

  test('beyond the last are empty, and before the first are the first', async () => {
    expect(await page({ page: 1000 })).toMatchObject({ rows: [], total: PEOPLE + 1 })
    expect((await page({ page: -1000, pageSize: 5 })).rows).toEqual((await page({ pageSize: 5 })).rows)
    for (const wrong of [{ page: 1001 }, { page: -1001 }, { pageSize: 0 }, { pageSize: 101 }, { page: '1 or 1' }])
      expect(await admin.call(users.list, wrong)).toMatchObject({ status: 400 })
  })
})

describe('a search', () => {
  const parts = ['1', '99', 'last4', 'FIRST3', '@example', 'user12', '77', 'active', 'INACT', 'zzz']
  test.each(Object.keys(shown).flatMap((field) => parts.map((part) => [field, part] as const)))(
    'of %s for %s finds the people who contain it, ignoring case',
    async (field, search) => {
      const expected = everybody.filter((row) => shown[field]?.(row).toLowerCase().includes(search.toLowerCase()))
      const found = await page({ field, search })
      expect(found.total).toBe(expected.length)
      expect(byId(await allPages({ field, search }, 50))).toEqual(byId(expected))
      expect(((await admin.call(users.list, { field, search })).data as UserRow[]).length).toBe(expected.length)
    },
  )

  test.each([
    ['first3 last10'],
    ['LAST10  first3'],
    ['ast10 g10@'],
    ['guser12'],
    ['g12@example.com'],
    ['first3 nobody'],
    ['smile 😀'],
    ['आशा'],
    ["o'ne la"],
    ['fi l'],
    ['ir'],
    ['l'],
    ['7'],
    ['77 la'],
    ['😀'],
    ['%'],
    ['7777777123'],
  ])('of any field for %s finds the people with each word in some field', async (search) => {
    const words = search.toLowerCase().split(/\s+/)
    const expected = everybody.filter((row) =>
      words.every((word) => {
        // A word of one or two letters matches only the beginning of a field.
        const isShort = [...word].length < 3 && /^\p{L}+$/u.test(word)
        return anyPart(row).includes(isShort ? ` ${word}` : word)
      }),
    )
    expect(byId(await allPages({ field: 'any', search }, 100))).toEqual(byId(expected))
    expect((await page({ field: 'any', search })).total).toBe(expected.length)
  })

  test.each(['+91 77777 77123', '07777777123', '0091-7777-777-123', '77777-77123', '(777) 777 7123', '०७७७७७ ७७१२३'])(
    'of any field finds the phone number %s in any notation',
    async (search) => {
      const { rows } = await page({ field: 'any', search })
      expect(rows.map(({ phoneNumber }) => phoneNumber)).toEqual(['7777777123'])
    },
  )

  test.each(['0 7777 7712', '+91 7777777 12'])(
    'of any field finds a part of a phone number, such as %s',
    async (search) => {
      const { rows } = await page({ field: 'any', search })
      expect(rows.map(({ phoneNumber }) => phoneNumber)).toContain('7777777123')
    },
  )

  test('of any field is refused as a sort order', async () => {
    expect(await admin.call(users.list, { page: 0, sort: 'any' })).toMatchObject({ status: 400 })
  })

  test.each([
    '%',
    '_',
    '\\',
    '%%',
    'k\\s',
    "'",
    "O'N",
    '"',
    '"hi',
    '😀',
    '😀 ',
    '😀 S',
    'आ',
    'आशा',
    ';-',
    ';--',
    '$1',
    '\\%',
  ])('treats %s as plain text', async (search) => {
    const expected = everybody.filter(({ firstName }) => firstName.toLowerCase().includes(search.trim().toLowerCase()))
    expect((await page({ field: 'firstName', search })).rows.map(({ _id }) => _id).toSorted()).toEqual(
      expected.map(({ _id }) => _id).toSorted(),
    )
  })

  test('without a field or text finds all people', async () => {
    for (const query of [{ search: 'zzz' }, { field: 'email', search: '  ' }, { field: 'email' }])
      expect((await page(query)).total).toBe(PEOPLE + 1)
  })

  test.each([
    { search: 'a'.repeat(201), field: 'email' },
    { field: 'password_hash', search: 'a' },
    { search: 'a\u0000', field: 'email' },
  ])('is refused for %j', async (query) => {
    expect(await admin.call(users.list, { page: 0, ...query })).toMatchObject({ status: 400 })
  })
})

test('the list is filtered by application, client, role and status', async () => {
  const [one, other] = everybody as [UserRow, UserRow]
  const [application, second, client, role] = [
    await anApplication(server, { name: 'Aardvark' }),
    await anApplication(server, { name: 'Zebra' }),
    await aClient(server),
    await aRole(server, []),
  ]
  await anAssignment(server, one._id, application.id, client.id)
  await anAssignment(server, one._id, second.id, client.id)
  await anAssignment(server, other._id, second.id, client.id)
  await server.db.execute(sql`update users set role_id = ${role} where id = ${other._id}`)
  const ids = async (query: object) => (await page(query)).rows.map(({ _id }) => _id).toSorted()
  const both = [one._id, other._id].toSorted()
  expect(await ids({ applicationId: application.id })).toEqual([one._id])
  expect(await ids({ applicationId: second.id, clientId: client.id })).toEqual(both)
  expect(await ids({ clientId: client.id })).toEqual(both)
  expect(await ids({ roleId: role })).toEqual([other._id])
  expect((await page({ isActive: false })).total).toBe(everybody.filter(({ isActive }) => !isActive).length)
  expect(await ids({ roleId: role, applicationId: application.id })).toEqual([])

  const { rows } = await page({ sort: 'assignedApps', order: 'asc', pageSize: 2 })
  expect(rows.map(({ applicationData }) => applicationData.map(({ name }) => name.description))).toEqual([
    ['Aardvark', 'Zebra'],
    ['Zebra'],
  ])
})

test('without the permission to see people, a caller gets only themselves, whatever the filter (T079)', async () => {
  const { visitor, person } = await someoneSignedIn(server)
  for (const query of [
    {},
    { page: 0 },
    { userId: everybody[0]?._id },
    { userId: everybody[0]?._id, page: 0 },
    { deleted: true },
  ])
    expect(await visitor.call(users.list, query)).toMatchObject({ status: 403, data: null })
  for (const query of [{ userId: person.id }, { userId: person.id, page: 0 }]) {
    const { data } = await visitor.call(users.list, query)
    expect(Array.isArray(data) ? data : data.rows).toMatchObject([{ _id: person.id }])
  }
  // Nor what is planned for them: a filter would answer that.
  const own = { userId: person.id, page: 0 }
  for (const suspended of ['null', `now() + interval '2 days'`]) {
    await server.db.execute(sql`update users set suspended_from = ${raw(suspended)} where id = ${person.id}`)
    expect(await visitor.call(users.list, { ...own, state: 'suspended' })).toMatchObject({ status: 403 })
  }
  const reader = await someoneWith(server, ['users:read'])
  expect(((await reader.visitor.call(users.list)).data as UserRow[]).length).toBeGreaterThan(PEOPLE)
})

test('no list contains a secret of a person (T084)', async () => {
  expect(JSON.stringify(everybody)).not.toMatch(/argon2|password/i)
})

test('a list of more than 10,000 people needs pages', async () => {
  for (let batch = 0; batch < 10; batch++) await generate(1000, `many${batch}x`)
  expect(await admin.call(users.list)).toMatchObject({
    status: 400,
    msg: 'There are more than 10,000 rows. Request pages with page, pageSize, field, search, sort and order.',
  })
  expect(await admin.call(users.list, { search: 'zzz', field: 'email' })).toMatchObject({ status: 200, data: [] })
  const last = await page({ sort: 'email', order: 'asc', page: -1, pageSize: 5 })
  expect(last.isEstimate).toBe(true)
  expect(last.total).toBeGreaterThan(1000)
  const first = await page({ sort: 'email', order: 'desc', pageSize: 5 })
  expect(last.rows).toEqual(first.rows.toReversed())
})
