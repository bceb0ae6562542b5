import { deleteView, listViews, renameView, saveView, VIEWS_MAX } from '@gatehouse/contract/admin/engine/views.ts'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { anAdministrator, someoneWith, useAdministrator } from '../../../test/console.ts'
import { useTestServer, type Visitor } from '../../../test/server.ts'
import { countWaiting } from '../../../test/waiting.ts'

const server = useTestServer()
const admin = useAdministrator(server)

const QUERY = {
  search: 'rao',
  state: 'active',
  sort: 'email',
  order: 'desc',
  size: '25',
  columns: 'email,Last sign-in',
}
const save = (by: Visitor, name: string, query: object = QUERY, list = 'users') =>
  by.call(saveView, { list, name, query })
const namesOf = async (by: Visitor, list = 'users') => (await by.call(listViews, { list })).data.map(({ name }) => name)

test('a view is saved, listed by name, renamed and deleted, separately for each list', async () => {
  const { data } = await save(admin, ' Zeta ')
  await save(admin, 'alpha', {})
  await save(admin, 'Roles', { search: 'a', field: 'name' }, 'roles')
  expect((await admin.call(listViews, { list: 'users' })).data).toMatchObject([
    { name: 'alpha', query: {} },
    { _id: data._id, name: 'Zeta', query: QUERY },
  ])
  expect(await admin.call(renameView, { viewId: data._id, name: 'Beta' })).toMatchObject({ status: 200 })
  expect(await admin.call(renameView, { viewId: data._id, name: 'ALPHA' })).toMatchObject({ status: 409 })
  expect(await namesOf(admin)).toEqual(['alpha', 'Beta'])
  expect(await save(admin, 'beta')).toMatchObject({ status: 409 })
  expect(await admin.call(deleteView, { viewId: data._id })).toMatchObject({ status: 200 })
  expect(await admin.call(deleteView, { viewId: data._id })).toMatchObject({ status: 404 })
  expect(await namesOf(admin)).toEqual(['alpha'])
  expect(await namesOf(admin, 'roles')).toEqual(['Roles'])
})

test('a person sees and changes only their own views, of lists that they may read', async () => {
  const { data } = await save(admin, 'Mine')
  const other = (await someoneWith(server, ['roles:read'])).visitor
  expect(await namesOf(other)).toEqual([])
  expect(await other.call(renameView, { viewId: data._id, name: 'Theirs' })).toMatchObject({ status: 404 })
  expect(await other.call(deleteView, { viewId: data._id })).toMatchObject({ status: 404 })
  expect(await save(other, 'Clients', {}, 'clients')).toMatchObject({ status: 403 })
  expect(await save(other, 'Roles', {}, 'roles')).toMatchObject({ status: 200 })
  expect(await namesOf(admin)).toContain('Mine')
})

test.each([
  [{ name: '' }],
  [{ name: 'x'.repeat(61) }],
  [{ list: 'secrets' }],
  [{ query: { isActve: 'true' } }],
  [{ query: { page: '3' } }],
  [{ query: { size: '7' } }],
  [{ query: { sort: 'password_hash' } }],
  [{ query: { columns: '<script>' } }],
  [{ query: { search: 'x'.repeat(501) } }],
])('a view with %j is refused', async (changes) => {
  const { status } = await admin.call(saveView, { list: 'users', name: 'Odd', query: {}, ...changes })
  expect(status).toBe(400)
})

test('a person has at most twenty views of one list', async () => {
  const { visitor } = await anAdministrator(server)
  for (let number = 1; number <= VIEWS_MAX; number++)
    expect(await save(visitor, `View ${number}`)).toMatchObject({ status: 200 })
  expect(await save(visitor, 'One more')).toMatchObject({ status: 400 })
  expect(await save(visitor, 'Elsewhere', {}, 'roles')).toMatchObject({ status: 200 })
})

test('of five views saved at once, only as many as there is room for are saved', async () => {
  const { visitor, person } = await anAdministrator(server)
  for (let number = 1; number < VIEWS_MAX; number++) await save(visitor, `View ${number}`)
  // The lock holds up every view of this person, so that all five are under way before the first is saved.
  const saving = await server.db.transaction(async (tx) => {
    await tx.execute(sql`select 1 from users where id = ${person.id} for update`)
    const answers = Promise.all([1, 2, 3, 4, 5].map((number) => save(visitor, `At once ${number}`)))
    await expect.poll(() => countWaiting(server)).toBe(5)
    return { answers }
  })
  const statuses = (await saving.answers).map(({ status }) => status)
  expect(statuses.sort()).toEqual([200, 400, 400, 400, 400])
  expect(await namesOf(visitor)).toHaveLength(VIEWS_MAX)
})
