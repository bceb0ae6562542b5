import {
  attachPermissionToRecord,
  detachPermissionFromRecord,
  permissions,
  permissionsOfRecord,
} from '@gatehouse/contract/admin/permissions.ts'
import sql, { raw } from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aClient, someoneSignedIn } from '../../test/builders.ts'
import { anAdministrator, auditOf, someoneWith } from '../../test/console.ts'
import { startTestServer, type TestServer, type Visitor } from '../../test/server.ts'
import { newId } from '../crypto/ids.ts'

let server: TestServer
let admin: Visitor
let adminId: string
beforeAll(async () => {
  server = await startTestServer()
  const { visitor, person } = await anAdministrator(server)
  admin = visitor
  adminId = person.id
})
afterAll(() => server.close())

const KINDS = ['client', 'poc', 'clan'] as const
type Kind = (typeof KINDS)[number]

async function aRecord(kind: Kind) {
  const { id: clientId } = await aClient(server)
  if (kind === 'client') return { kind, id: clientId }
  const id = newId()
  await server.db.execute(
    kind === 'poc'
      ? sql`insert into pocs (id, client_id, name, alternate_name, email, alternate_email, contact, alternate_contact)
          values (${id}, ${clientId}, 'Meera', 'Rohan', 'a@example.com', 'b@example.com', '9876543210', '9876543211')`
      : sql`insert into clans (id, client_id, name, count, type) values (${id}, ${clientId}, 'North', 3, 'INTERNAL')`,
  )
  return { kind, id }
}

async function idOf(name: string) {
  const { rows } = await server.db.execute<{ id: string }>(sql`select id from permissions where name = ${name}`)
  return rows[0]?.id as string
}

const attached = async (record: { kind: Kind; id: string }) =>
  (await admin.call(permissionsOfRecord, record)).data.map(({ name }) => name)
const stored = async () => {
  const { rows } = await server.db.execute(sql`
    select (select count(*) from record_permissions) as attached, (select count(*) from audit_events) as audit`)
  return rows[0]
}
async function expectRefused(call: () => Promise<unknown>, expected: object) {
  const before = await stored()
  expect(await call()).toMatchObject(expected)
  expect(await stored()).toEqual(before)
}

describe.each(KINDS)('a permission on a %s', (kind) => {
  test('is attached, listed by name and detached, and each is told to the audit', async () => {
    const record = await aRecord(kind)
    expect(await attached(record)).toEqual([])
    for (const name of ['users:read', 'clients:read']) {
      const sent = { ...record, permissionId: await idOf(name) }
      expect(await admin.call(attachPermissionToRecord, sent)).toMatchObject({ status: 200, data: {} })
    }
    expect(await attached(record)).toEqual(['clients:read', 'users:read'])
    const gone = { ...record, permissionId: await idOf('users:read') }
    expect((await admin.call(detachPermissionFromRecord, gone)).status).toBe(200)
    expect(await attached(record)).toEqual(['clients:read'])
    expect(await auditOf(server, record.id)).toEqual([
      { event: 'records.permission-attached', actorId: adminId, detail: { kind, permission: 'users:read' } },
      { event: 'records.permission-attached', actorId: adminId, detail: { kind, permission: 'clients:read' } },
      { event: 'records.permission-detached', actorId: adminId, detail: { kind, permission: 'users:read' } },
    ])
  })

  test('is attached once, also when it is asked for twice', async () => {
    const sent = { ...(await aRecord(kind)), permissionId: await idOf('users:read') }
    const answers = await Promise.all([1, 2].map(() => admin.call(attachPermissionToRecord, sent)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await attached(sent)).toEqual(['users:read'])
    expect(await auditOf(server, sent.id)).toHaveLength(1)
  })

  test('cannot be detached where it is not attached', async () => {
    const record = await aRecord(kind)
    const sent = { ...record, permissionId: await idOf('users:read') }
    await expectRefused(() => admin.call(detachPermissionFromRecord, sent), { status: 404, msg: 'Not found' })
  })

  test('needs a record of that kind that exists', async () => {
    const permissionId = await idOf('users:read')
    const gone = await aRecord(kind)
    await server.db.execute(sql`update ${raw(`${kind}s`)} set deleted_at = now() where id = ${gone.id}`)
    const other = await aRecord(kind === 'client' ? 'poc' : 'client')
    for (const id of [gone.id, other.id, newId()]) {
      const sent = { kind, id, permissionId }
      await expectRefused(() => admin.call(attachPermissionToRecord, sent), { status: 400, msg: 'Id is required' })
    }
  })

  test('shows no longer once the permission was deleted', async () => {
    const { data } = await admin.call(permissions.create, {
      name: `survey:${kind}`,
      description: 'd',
      status: 'ACTIVE',
    })
    const record = await aRecord(kind)
    await admin.call(attachPermissionToRecord, { ...record, permissionId: data._id })
    expect(await attached(record)).toEqual([`survey:${kind}`])
    expect((await admin.call(permissions.remove, { permissionId: data._id })).status).toBe(200)
    expect(await attached(record)).toEqual([])
  })
})

describe('who attaches permissions to records', () => {
  const both = [attachPermissionToRecord, detachPermissionFromRecord]

  test('is no visitor, and nobody without the permissions for it', async () => {
    const sent = { ...(await aRecord('client')), permissionId: await idOf('users:read') }
    const visitor = server.visitor()
    for (const call of [...both, permissionsOfRecord])
      await expectRefused(() => visitor.call(call, sent), { status: 401, data: null })
    const { visitor: anybody } = await someoneSignedIn(server)
    for (const call of [...both, permissionsOfRecord])
      await expectRefused(() => anybody.call(call, sent), { status: 403, data: null })
    const { visitor: reader } = await someoneWith(server, [permissionsOfRecord.access])
    for (const call of both) await expectRefused(() => reader.call(call, sent), { status: 403 })
    expect((await reader.call(permissionsOfRecord, sent)).status).toBe(200)
  })

  test('gives and takes only what they hold themselves', async () => {
    const record = await aRecord('client')
    const { visitor } = await someoneWith(server, [attachPermissionToRecord.access, permissionsOfRecord.access])
    const own = { ...record, permissionId: await idOf(attachPermissionToRecord.access) }
    expect((await visitor.call(attachPermissionToRecord, own)).status).toBe(200)
    const foreign = { ...record, permissionId: await idOf('users:write') }
    const refusal = { status: 403, msg: 'You cannot grant what you do not hold yourself.' }
    await expectRefused(() => visitor.call(attachPermissionToRecord, foreign), refusal)
    await admin.call(attachPermissionToRecord, foreign)
    await expectRefused(() => visitor.call(detachPermissionFromRecord, foreign), refusal)
    expect(await attached(record)).toContain('users:write')
  })
})

describe('what is refused', () => {
  test.each<[change: object, status: number]>([
    [{ kind: 'user' }, 400],
    [{ kind: undefined }, 400],
    [{ id: 'none' }, 400],
    [{ id: undefined }, 400],
    [{ permissionId: 'none' }, 400],
    [{ permissionId: undefined }, 400],
    [{ permissionId: '018f0000-0000-7000-8000-000000000000' }, 404],
  ])('%j', async (change, status) => {
    const sent = { ...(await aRecord('client')), permissionId: await idOf('users:read'), ...change }
    for (const call of [attachPermissionToRecord, detachPermissionFromRecord])
      await expectRefused(() => admin.call(call, sent), { status })
  })
})
