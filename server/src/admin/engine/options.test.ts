import { listOptions, type OPTION_KINDS, pageOfOptions } from '@gatehouse/contract/admin/engine/options.ts'
import { PERMISSIONS, type Permission } from '@gatehouse/contract/permissions.ts'
import sql, { raw } from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { aClient, anApplication, anAssignment, aPerson, someoneSignedIn } from '../../../test/builders.ts'
import { someoneWith, useAdministrator } from '../../../test/console.ts'
import { aRole } from '../../../test/roles.ts'
import { useTestServer, type Visitor } from '../../../test/server.ts'
import { newId } from '../../crypto/ids.ts'

type Kind = (typeof OPTION_KINDS)[number]

const server = useTestServer()
const admin = useAdministrator(server)

const ask = async (visitor: Visitor, query: object) => (await visitor.call(listOptions, query)).data
const namesOf = async (visitor: Visitor, query: object) => (await ask(visitor, query)).map(({ name }) => name)

/** An application for a client, with a page and a role. All their names contain `word`. */
async function aSet(word: string) {
  const application = await anApplication(server, { name: `${word} Desk` })
  const client = await aClient(server, { actualName: `${word} Insurance` })
  const [pages, applicationRoles, roles, permissions] = [newId(), newId(), newId(), newId()]
  await server.db.execute(
    sql`insert into pages (id, application_id, name) values (${pages}, ${application.id}, ${`${word} Page`})`,
  )
  await server.db.execute(sql`
    insert into application_roles (id, application_id, client_id, name, role_id)
    values (${applicationRoles}, ${application.id}, ${client.id}, ${`${word} Manager`}, 'M-1')`)
  await server.db.execute(sql`
    insert into roles (id, name, name_key, description) values (${roles}, ${`${word} Role`}, ${word}, 'Does it')`)
  await server.db.execute(sql`insert into permissions (id, name) values (${permissions}, ${`${word} Permission`})`)
  const people = await aPerson(server, { firstName: word, email: `${word.toLowerCase()}@example.com` })
  return {
    applications: application.id,
    clients: client.id,
    pages,
    applicationRoles,
    roles,
    permissions,
    people: people.id,
  }
}

const TABLES = {
  applications: 'applications',
  clients: 'clients',
  roles: 'roles',
  permissions: 'permissions',
  pages: 'pages',
  applicationRoles: 'application_roles',
  people: 'users',
} satisfies Record<Kind, string>
const KINDS = Object.keys(TABLES) as Kind[]

describe('options', () => {
  test('have an id, a name and a detail', async () => {
    const ids = await aSet('Falcon')
    const expected: Record<Kind, [name: string, detail: string]> = {
      applications: ['Falcon Desk', ''],
      clients: ['Falcon Insurance', 'Falcon Insurance'],
      roles: ['Falcon Role', 'Does it'],
      permissions: ['Falcon Permission', ''],
      pages: ['Falcon Page', 'Falcon Desk'],
      applicationRoles: ['Falcon Manager', 'M-1'],
      people: ['Falcon Rao', 'falcon@example.com'],
    }
    for (const kind of KINDS) {
      const [name, detail] = expected[kind]
      expect(await ask(admin, { kind, search: 'falcon' })).toEqual([{ _id: ids[kind], name, detail }])
    }
  })

  test.each(KINDS)(
    'of %s exclude inactive and deleted records, except an inactive one that a form already holds',
    async (kind) => {
      const word = `Gull${kind}`
      const { [kind]: id } = await aSet(word)
      const query = { kind, search: word }
      const table = raw(TABLES[kind])
      if (kind !== 'applicationRoles') {
        const off = raw(kind === 'people' ? 'is_active = false' : `status = 'INACTIVE'`)
        await server.db.execute(sql`update ${table} set ${off} where id = ${id}`)
        expect(await ask(admin, query)).toEqual([])
        expect(await ask(admin, { kind, id })).toHaveLength(1)
      }
      await server.db.execute(sql`update ${table} set deleted_at = now() where id = ${id}`)
      expect([await ask(admin, query), await ask(admin, { kind, id })]).toEqual([[], []])
    },
  )

  test('are at most 50, sorted by name', async () => {
    await server.db.execute(sql`
      insert into clients (id, actual_name, display_name)
      select gen_random_uuid(), 'Heron ' || n, 'heron ' || to_char(n, 'FM000') from generate_series(1, 60) n`)
    const names = await namesOf(admin, { kind: 'clients', search: 'HERON' })
    expect([names.length, names[0], names[49]]).toEqual([50, 'heron 001', 'heron 050'])
    expect(await ask(admin, { kind: 'clients' })).toHaveLength(50)
  })

  test('with `inactive` include inactive records, whose detail is the status', async () => {
    const { id } = await anApplication(server, { name: 'Dipper Desk' })
    const client = await aClient(server, { actualName: 'Dipper Insurance' })
    await server.db.execute(sql`update applications set status = 'Temporary BLOCKED' where id = ${id}`)
    await server.db.execute(sql`update clients set status = 'INACTIVE' where id = ${client.id}`)
    const dippers = (kind: Kind, inactive: boolean) =>
      ask(admin, { kind, search: 'Dipper', ...(inactive && { inactive }) })
    expect(await dippers('applications', false)).toEqual([])
    expect(await dippers('applications', true)).toMatchObject([{ _id: id, detail: 'Temporary BLOCKED' }])
    expect(await dippers('clients', false)).toEqual([])
    expect(await dippers('clients', true)).toMatchObject([{ _id: client.id, detail: 'INACTIVE' }])
    expect(await ask(admin, { kind: 'applicationRoles', search: 'Dipper', inactive: true })).toEqual([])
  })

  test('are sorted by the beginning first: a name that starts with the search precedes others', async () => {
    for (const name of ['Blue Ibis', 'Ibis Blue', 'A 100% Ibis']) await aClient(server, { actualName: name })
    expect(await namesOf(admin, { kind: 'clients', search: 'ibis' })).toEqual(['Ibis Blue', 'A 100% Ibis', 'Blue Ibis'])
    expect(await namesOf(admin, { kind: 'clients', search: '0% i' })).toEqual(['A 100% Ibis'])
    expect(await namesOf(admin, { kind: 'clients', search: '%' })).toEqual(['A 100% Ibis'])
  })

  test('of pages and application roles can be narrowed to an application and a client', async () => {
    const [one, other] = [await aSet('Kite'), await aSet('Lark')]
    const narrowed = (kind: Kind, query: object) => namesOf(admin, { kind, ...query })
    expect(await narrowed('pages', { applicationId: one.applications })).toEqual(['Kite Page'])
    expect(await narrowed('applicationRoles', { applicationId: one.applications })).toEqual(['Kite Manager'])
    expect(await narrowed('applicationRoles', { clientId: other.clients })).toEqual(['Lark Manager'])
    expect(await narrowed('applicationRoles', { applicationId: one.applications, clientId: other.clients })).toEqual([])
  })

  test('of people match a search word by word in first name, last name and email, and phone numbers', async () => {
    const { people: id } = await aSet('Mynah')
    await aPerson(server, { firstName: 'Zamynah', email: 'other@mynah.example' })
    for (const search of ['Mynah', 'MYNAH rao', 'rao mynah', 'mynah@ex', 'my ra'])
      expect((await ask(admin, { kind: 'people', search }))[0]?._id).toBe(id)
    await server.db.execute(sql`update users set phone_number = '9812345670' where id = ${id}`)
    for (const search of ['9812345670', '+91 98123 45670', '12345670', '098123-45670'])
      expect((await ask(admin, { kind: 'people', search }))[0]?._id).toBe(id)
    expect(await namesOf(admin, { kind: 'people', search: 'mynah' })).toEqual(['Mynah Rao', 'Zamynah Rao'])
    expect(await ask(admin, { kind: 'people', search: 'mynah nair' })).toEqual([])
    expect(await ask(admin, { kind: 'people', search: '%' })).toEqual([])
  })

  test.each([
    [{ kind: undefined }, 'Type is required'],
    [{ kind: 'sessions' }, 'Type is required'],
    [{ kind: 'clients', id: 'none' }, 'Id is required'],
    [{ kind: 'clients', search: 'x'.repeat(101) }, 'Too Long!'],
  ])('are refused for %j', async (query, msg) => {
    expect(await admin.call(listOptions, query)).toMatchObject({ status: 400, msg, data: { fields: {} } })
  })
})

describe('the options that a caller may read', () => {
  const RIGHTS: Record<'roles' | 'permissions' | 'people' | 'pages' | 'applicationRoles', Permission[]> = {
    roles: ['users:write', 'roles:read', 'roles:write', 'clients:write'],
    permissions: ['users:write', 'roles:read', 'roles:write', 'clients:write'],
    people: ['users:read'],
    pages: ['approvals:read', 'users:write', 'pages:write'],
    applicationRoles: ['approvals:read', 'users:write', 'pages:write'],
  }

  test('a visitor reads none', async () => {
    for (const kind of KINDS) expect((await server.visitor().call(listOptions, { kind })).status).toBe(401)
  })

  test('a person without permissions reads only what is assigned to them, also by id', async () => {
    const [own, other] = [await aSet('Osprey'), await aSet('Plover')]
    const { visitor, person } = await someoneSignedIn(server)
    const closed = { status: 403, msg: 'You are not allowed to do this.', data: null }
    for (const kind of ['applications', 'clients', 'pages', 'applicationRoles'] as const)
      expect(await ask(visitor, { kind })).toEqual([])
    await anAssignment(server, person.id, own.applications, own.clients)
    for (const kind of ['applications', 'clients', 'pages', 'applicationRoles'] as const) {
      expect((await ask(visitor, { kind })).map(({ _id }) => _id)).toEqual([own[kind]])
      expect(await ask(visitor, { kind, id: other[kind] })).toEqual([])
    }
    for (const kind of ['roles', 'permissions', 'people'] as const)
      expect(await visitor.call(listOptions, { kind, id: own[kind] })).toMatchObject(closed)
  })

  test('a person of one client reads nothing of another client in the same application', async () => {
    const own = await aSet('Rail')
    const other = await aClient(server, { actualName: 'Other Rail' })
    const theirs = newId()
    await server.db.execute(sql`
      insert into application_roles (id, application_id, client_id, name, role_id)
      values (${theirs}, ${own.applications}, ${other.id}, 'Their Manager', 'SECRET-1')`)
    const { visitor, person } = await someoneSignedIn(server)
    await anAssignment(server, person.id, own.applications, own.clients)
    const query = { kind: 'applicationRoles', applicationId: own.applications }
    expect(await namesOf(visitor, query)).toEqual(['Rail Manager'])
    expect(await ask(visitor, { ...query, clientId: other.id })).toEqual([])
    expect(await ask(visitor, { kind: 'applicationRoles', id: theirs })).toEqual([])
  })

  test('with `grantable`, roles and permissions are only those that the caller may grant', async () => {
    const { visitor, roleId } = await someoneWith(server, ['users:write', 'users:read'])
    const less = await aRole(server, ['users:read'])
    const more = await aRole(server, ['users:read', 'audit:read'])
    const offered = (await ask(visitor, { kind: 'roles', grantable: true, search: 'Role ' })).map(({ _id }) => _id)
    expect([offered.includes(less), offered.includes(roleId), offered.includes(more)]).toEqual([true, true, false])
    expect(await namesOf(visitor, { kind: 'roles', search: 'Admin' })).toEqual(['Admin'])
    expect(await namesOf(visitor, { kind: 'roles', grantable: true, search: 'Admin' })).toEqual([])
    const named = await namesOf(visitor, { kind: 'permissions', grantable: true })
    expect(named).toEqual(['users:read', 'users:write'])
  })

  test('the clients of an application are those with an application role of it', async () => {
    const own = await aSet('Stork')
    await aSet('Teal')
    expect(await namesOf(admin, { kind: 'clients', applicationId: own.applications })).toEqual(['Stork Insurance'])
    await server.db.execute(sql`update application_roles set deleted_at = now() where id = ${own.applicationRoles}`)
    expect(await ask(admin, { kind: 'clients', applicationId: own.applications })).toEqual([])
  })

  test('each permission opens exactly the kinds that its forms need', async () => {
    const ids = await aSet('Quail')
    for (const permission of Object.keys(PERMISSIONS) as Permission[]) {
      const { visitor } = await someoneWith(server, [permission])
      const opened = []
      for (const kind of KINDS) {
        const { status, data } = await visitor.call(listOptions, { kind, id: ids[kind] })
        if (status === 200 && data.length > 0) opened.push(kind)
      }
      const expected = KINDS.filter(
        (kind) => !(kind in RIGHTS) || RIGHTS[kind as keyof typeof RIGHTS].includes(permission),
      )
      expect([permission, opened]).toEqual([permission, expected])
    }
  })
})

test('pages of options have the total, and hold each record once', async () => {
  await server.db.execute(sql`
    insert into permissions (id, name) select gen_random_uuid(), 'Paged ' || n from generate_series(1, 66) n`)
  const pages = await Promise.all(
    [0, 1, 2].map(
      async (page) =>
        (await admin.call(pageOfOptions, { kind: 'permissions', search: 'paged', page: String(page) })).data,
    ),
  )
  expect(pages.map(({ rows, total }) => [rows.length, total])).toEqual([
    [50, 66],
    [16, 66],
    [0, 66],
  ])
  expect(new Set(pages.flatMap(({ rows }) => rows.map(({ _id }) => _id))).size).toBe(66)
})

test('among many people the first page is returned without a total', async () => {
  await server.db.execute(sql`
    insert into users (id, first_name, last_name, email, phone_number, user_name)
    select gen_random_uuid(), 'Crowd', 'Many', 'crowd' || n || '@example.com', '6' || lpad(n::text, 9, '0'), 'crowd' || n
    from generate_series(1, 51) n`)
  const { data } = await admin.call(pageOfOptions, { kind: 'people', search: 'crowd' })
  expect([data.rows.length, data.total]).toEqual([50, null])
})
