import { listOptions } from '@gatehouse/contract/admin/engine/options.ts'
import { users } from '@gatehouse/contract/admin/people/users.ts'
import { roles } from '@gatehouse/contract/admin/roles/roles.ts'
import type { Page } from '@gatehouse/contract/paging.ts'
import sql from 'sql-template-tag'
import { beforeAll, expect, test } from 'vitest'
import { useAdministrator } from '../../../../test/console.ts'
import { aRoleForm } from '../../../../test/roles.ts'
import { useTestServer } from '../../../../test/server.ts'
import { aUser } from '../../../../test/users.ts'
import { composeNames } from '../../../identity/compose-names.ts'

const COMPOSED = 'Zoë'.normalize('NFC')
const DECOMPOSED = COMPOSED.normalize('NFD')

const server = useTestServer()
const admin = useAdministrator(server)
/** The id of somebody whose name was entered decomposed; the address of one stored so by an earlier release. */
let entered: string
let earlier: string
beforeAll(async () => {
  entered = (await aUser(admin, { firstName: DECOMPOSED, lastName: 'Entered' })).id
  earlier = (await aUser(admin, { firstName: 'Former', lastName: 'Release', email: 'former@example.com' })).id
  await server.db.execute(sql`update users set first_name = ${DECOMPOSED}, last_name = 'Ünal' where id = ${earlier}`)
  await composeNames(server.db)
  await admin.call(roles.create, aRoleForm({ name: 'पढ़ाई' }))
})

const peopleFound = async (query: object) =>
  ((await admin.call(users.list, { page: 0, pageSize: 100, ...query })).data as Page<{ _id: string }>).rows.map(
    ({ _id }) => _id,
  )

test('a name is stored with composed letters', async () => {
  const { rows } = await server.db.execute(sql`select first_name from users where id = ${entered}`)
  expect(rows).toEqual([{ first_name: COMPOSED }])
})

test.each([
  ['composed', COMPOSED],
  ['decomposed', DECOMPOSED],
])('a person is found by the %s spelling, however the name is stored', async (_how, search) => {
  const both = [entered, earlier].toSorted()
  for (const field of ['any', 'firstName']) expect((await peopleFound({ field, search })).toSorted()).toEqual(both)
  expect(await peopleFound({ field: 'any', search: `${search} entered` })).toEqual([entered])
  for (const surname of ['Ünal', 'Ünal'.normalize('NFD')])
    expect(await peopleFound({ field: 'any', search: `${search} ${surname}` })).toEqual([earlier])
  const { data } = await admin.call(listOptions, { kind: 'people', search })
  expect(data.map(({ _id }) => _id).toSorted()).toEqual(both)
})

test('a name in Hindi is found by the letter of some keyboards that Unicode takes apart', async () => {
  const { data } = await admin.call(roles.list, { page: 0, field: 'name', search: 'प\u095dाई' })
  expect((data as Page<{ name: string }>).rows.map(({ name }) => name)).toEqual(['पढ\u093cाई'])
})

test('a person whose name was stored with such letters is found by either spelling', async () => {
  const { id } = await aUser(admin, { firstName: 'Mirza', lastName: 'Ghalib' })
  const { rows } = await server.db.execute(sql`
    update users set last_name = ${'ग\u093cालिब \u095eारसी'} where id = ${id} returning version, updated_at`)
  await composeNames(server.db)
  const after = await server.db.execute(sql`select version, updated_at from users where id = ${id}`)
  expect(after.rows).toEqual(rows)
  for (const search of ['\u095eारसी', '\u092b\u093cारसी']) {
    for (const field of ['any', 'lastName']) expect(await peopleFound({ field, search })).toEqual([id])
    const { data } = await admin.call(listOptions, { kind: 'people', search })
    expect(data.map(({ _id }) => _id)).toEqual([id])
  }
})

test('names of a former release wait until their index is built', async () => {
  const { id } = await aUser(admin, { firstName: 'Waits', lastName: 'Index' })
  await server.db.execute(sql`drop index users_not_composed`)
  await server.db.execute(sql`update users set first_name = ${DECOMPOSED} where id = ${id}`)
  const stored = async () => (await server.db.execute(sql`select first_name from users where id = ${id}`)).rows
  await composeNames(server.db)
  expect(await stored()).toEqual([{ first_name: DECOMPOSED }])
  await server.db.execute(sql`
    create index users_not_composed on users (id) where (first_name is not nfc normalized or last_name is not nfc normalized)`)
  await composeNames(server.db)
  expect(await stored()).toEqual([{ first_name: COMPOSED }])
})

test.each([DECOMPOSED, COMPOSED])(
  'a record is found whose texts an earlier release stored decomposed: %j',
  async (search) => {
    const name = `${DECOMPOSED} ${search.length}`
    const { _id: id } = (await admin.call(roles.create, aRoleForm({ name: `Plain ${search.length}` }))).data as {
      _id: string
    }
    await server.db.execute(sql`update roles set name = ${name}, description = ${`of ${DECOMPOSED}`} where id = ${id}`)
    for (const field of ['name', 'description']) {
      const { data } = await admin.call(roles.list, { page: 0, field, search })
      expect((data as Page<{ _id: string }>).rows.map(({ _id }) => _id)).toContain(id)
    }
    const { data } = await admin.call(listOptions, { kind: 'roles', search })
    expect(data.map(({ _id }) => _id)).toContain(id)
  },
)

test.each(['former@\u200bexample.com', '\ufeffformer@example.com\u200b', '\u202aformer@example.com\u202c'])(
  'an address that is pasted with characters that nobody sees is found: %j',
  async (search) => {
    expect(await peopleFound({ field: 'email', search })).toEqual([earlier])
    expect(await peopleFound({ field: 'any', search })).toEqual([earlier])
  },
)
