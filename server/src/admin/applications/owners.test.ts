import { applications } from '@gatehouse/contract/admin/applications/applications.ts'
import type { Permission } from '@gatehouse/contract/permissions.ts'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { saveRequestRule } from '../../../test/access-requests.ts'
import { anApplication, aPerson } from '../../../test/builders.ts'
import { someoneWith, useAdministrator } from '../../../test/console.ts'
import { useTestServer } from '../../../test/server.ts'

const server = useTestServer()
const admin = useAdministrator(server)
const HIDDEN = { owners: [], createdBy: '', updatedBy: '' }

async function anOwnedApplication() {
  const [application, owner] = await Promise.all([anApplication(server), aPerson(server)])
  const saved = await saveRequestRule(admin, application.id, { owners: [owner.email] })
  expect(saved).toMatchObject({ status: 200, data: { owners: [owner.email], updatedBy: expect.stringMatching('@') } })
  const owners = async () => {
    const { rows } = await server.db.execute<{ id: string }>(
      sql`select user_id as id from application_owners where application_id = ${application.id} order by user_id`,
    )
    return rows.map(({ id }) => id)
  }
  return { id: application.id, owner, owners }
}

test('who may not read people reads no owner, creator or editor of an application, in whatever list or answer', async () => {
  const { id, owner, owners } = await anOwnedApplication()
  const { visitor } = await someoneWith(server, ['applications:read', 'applications:write'])
  for (const query of [{ id }, { id, page: 0, pageSize: 10 }]) {
    const { data } = await visitor.call(applications.list, query)
    const rows = Array.isArray(data) ? data : (data as { rows: object[] }).rows
    expect(rows).toMatchObject([HIDDEN])
    expect(JSON.stringify(rows)).not.toContain('@')
  }
  const conflict = await saveRequestRule(visitor, id, { version: 99 })
  expect(conflict).toMatchObject({ status: 409, data: { current: HIDDEN } })
  // A form sends what it was given.
  expect(await saveRequestRule(visitor, id, { owners: [] })).toMatchObject({ status: 200, data: HIDDEN })
  expect(await owners()).toEqual([owner.id])
  await admin.call(applications.remove, { id })
  const { data: deleted } = await visitor.call(applications.list, { id, deleted: true, page: 0 })
  expect((deleted as unknown as { rows: object[] }).rows).toMatchObject([{ ...HIDDEN, deletedBy: '' }])
  expect(await visitor.call(applications.restore, { id })).toMatchObject({ status: 200, data: HIDDEN })
})

test('who may neither read people nor assign applications learns of no address whether it is an owner', async () => {
  const { id, owner, owners } = await anOwnedApplication()
  const other = await aPerson(server)
  const { visitor } = await someoneWith(server, ['applications:read', 'applications:write'])
  for (const email of [owner.email, other.email, 'nobody@example.com'])
    expect(await saveRequestRule(visitor, id, { owners: [email] })).toMatchObject({
      ...{ status: 403, msg: 'Owners give access. To choose them you also need users:write.' },
    })
  expect(await saveRequestRule(visitor, id, { owners: [] })).toMatchObject({ status: 200, data: HIDDEN })
  expect(await owners()).toEqual([owner.id])
})

test('who may assign applications and not read people adds owners, and removes none', async () => {
  const { id, owner, owners } = await anOwnedApplication()
  const added = await aPerson(server)
  const needed: Permission[] = ['applications:read', 'applications:write', 'users:write']
  const { visitor } = await someoneWith(server, needed)
  for (const emails of [[], [added.email]])
    expect(await saveRequestRule(visitor, id, { owners: emails })).toMatchObject({ status: 200, data: HIDDEN })
  expect(await owners()).toEqual([owner.id, added.id].toSorted())
  const reader = await someoneWith(server, [...needed, 'users:read'])
  expect(await saveRequestRule(reader.visitor, id, { owners: [added.email] })).toMatchObject({
    data: { owners: [added.email], updatedBy: reader.person.email },
  })
  expect(await owners()).toEqual([added.id])
})
