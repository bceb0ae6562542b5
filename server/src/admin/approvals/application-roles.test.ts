import { applicationRoles } from '@gatehouse/contract/admin/approvals/application-roles.ts'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { aClient, anApplication, anAssignment, aPerson } from '../../../test/builders.ts'
import { behavesAsResource } from '../../../test/conformance.ts'
import { useAdministrator } from '../../../test/console.ts'
import { useTestServer } from '../../../test/server.ts'
import { newId } from '../../crypto/ids.ts'

const server = useTestServer()
const admin = useAdministrator(server)

let count = 0

async function aPair() {
  const [application, client] = [await anApplication(server), await aClient(server)]
  return { applicationId: application.id, clientId: client.id }
}

/** As the specified call sends it (requirement A18). */
const aForm = async (changes: object = {}) => ({
  ...(await aPair()),
  role: `Claims Manager ${++count}`,
  roleId: `CM-${count}`,
  regions: ['IN-KA', 'IN-TN', 'IN-KA'],
  sequence: count,
  actionOfRole: 'Approval',
  rangeFrom: 1000 * count,
  rangeTo: 10_000_000,
  ...changes,
})

const NOBODY = '018f0000-0000-7000-8000-000000000000'
const NUMBER = 'Enter a whole number from 0 to 1,000'
const RUPEES = 'Enter an amount in rupees, such as 25,000.50 or 5 lakh'
const UPSIDE_DOWN = 'The range cannot end below its start.'

behavesAsResource(() => server, {
  resource: applicationRoles,
  table: 'application_roles',
  form: aForm,
  change: { role: 'Regional Head', regions: ['All'], sequence: '7', rangeTo: '', clientId: undefined },
  shown: ({ role, roleId, sequence, actionOfRole, rangeFrom, rangeTo, applicationId, clientId }) => ({
    role,
    roleId,
    sequence,
    actionOfRole,
    rangeFrom,
    rangeTo,
    regions: ['IN-KA', 'IN-TN'],
    applicationData: { _id: applicationId },
    clientData: { _id: clientId },
    pageCount: 0,
  }),
  changed: { role: 'Regional Head', regions: ['All'], sequence: 7, rangeTo: null },
  values: {
    name: ({ role }) => role,
    application: ({ applicationName }) => applicationName,
    client: ({ clientData }) => clientData?.displayName ?? '',
    sequence: ({ sequence }) => sequence ?? Number.POSITIVE_INFINITY,
    rangeFrom: ({ rangeFrom }) => rangeFrom ?? Number.POSITIVE_INFINITY,
    rangeTo: ({ rangeTo }) => rangeTo ?? Number.POSITIVE_INFINITY,
    actionOfRole: ({ actionOfRole }) => actionOfRole,
    roleId: ({ roleId }) => roleId,
  },
  duplicate: async ({ applicationId, clientId, role }) =>
    aForm({ applicationId, clientId, role: String(role).toUpperCase() }),
  refused: [
    [{ applicationId: undefined }, 'Application is required'],
    [{ applicationId: NOBODY }, 'There is no such application'],
    [{ clientId: undefined }, 'Client Name is required'],
    [{ clientId: 'All' }, 'Client Name is required'],
    [{ clientId: NOBODY }, 'There is no such client'],
    [{ role: '' }, 'Role is required'],
    [{ role: undefined }, 'Role is required'],
    [{ roleId: ' ' }, 'Id is required'],
    [{ roleId: undefined }, 'Id is required'],
    [{ actionOfRole: 'Boss' }, 'Choose one from the list'],
    [{ regions: ['IN-KA', 'IN-XX'] }, 'Choose one from the list'],
    [{ sequence: 1.5 }, NUMBER],
    [{ sequence: -1 }, NUMBER],
    [{ sequence: 1001 }, NUMBER],
    [{ rangeFrom: 'ten' }, RUPEES],
    [{ rangeFrom: '10.505' }, RUPEES],
    [{ rangeFrom: 10.505 }, RUPEES],
    [{ rangeTo: -1 }, RUPEES],
    [{ rangeFrom: 2000, rangeTo: 1999 }, UPSIDE_DOWN],
  ],
})

const create = async (changes: object = {}) => (await admin.call(applicationRoles.create, await aForm(changes))).data

const update = async (id: string, changes: object) => {
  const { rows } = await server.db.execute<{ applicationId: string; role: string }>(sql`
    select application_id as "applicationId", name as role, role_id as "roleId" from application_roles where id = ${id}`)
  return admin.call(applicationRoles.update, { ...rows[0], ...changes, applicationRoleMasteId: id })
}

describe('an application role', () => {
  test('needs only its application, client, name and id', async () => {
    expect(
      await create({ regions: undefined, sequence: '', actionOfRole: '', rangeFrom: null, rangeTo: undefined }),
    ).toMatchObject({ regions: [], sequence: null, actionOfRole: '', rangeFrom: null, rangeTo: null })
  })

  test('has an id that no other role of the same application and client has', async () => {
    const pair = await aPair()
    const first = await create({ ...pair, roleId: 'RH' })
    const refused = {
      ...{ status: 400, msg: 'Another role of this application and client has this id.' },
      data: { fields: { roleId: 'Another role of this application and client has this id.' } },
    }
    expect(await admin.call(applicationRoles.create, await aForm({ ...pair, roleId: 'rh' }))).toMatchObject(refused)
    const other = await create(pair)
    expect(await update(other._id, { roleId: 'RH' })).toMatchObject(refused)
    // The same role for another client has the same id.
    const elsewhere = await create({ ...pair, clientId: (await aClient(server)).id, roleId: 'RH' })
    expect(await update(elsewhere._id, { clientId: pair.clientId })).toMatchObject(refused)

    await admin.call(applicationRoles.remove, { applicationRoleMasteId: first._id })
    expect(await update(other._id, { roleId: 'RH' })).toMatchObject({ status: 200 })
    expect(await admin.call(applicationRoles.restore, { id: first._id })).toMatchObject(refused)
    // Two that share one since before stay as they are.
    await server.db.execute(sql`update application_roles set deleted_at = null where id = ${first._id}`)
    expect(await update(first._id, { role: 'Renamed' })).toMatchObject({ status: 200 })
    const atOnce = await Promise.all(
      [1, 2, 3].map(async () => admin.call(applicationRoles.create, await aForm({ ...pair, roleId: 'ONE' }))),
    )
    expect(atOnce.map(({ status }) => status).toSorted()).toEqual([200, 400, 400])
  })

  test('may cover a range of amounts, or all amounts', async () => {
    expect(await create({ rangeFrom: 500, rangeTo: 500 })).toMatchObject({ rangeFrom: 500, rangeTo: 500 })
    expect(await create({ rangeFrom: 10_000_000_000, rangeTo: '' })).toMatchObject({
      rangeFrom: 10_000_000_000,
      rangeTo: null,
    })
  })

  test('takes amounts in rupees, as numbers or text, and stores them in paise', async () => {
    const { _id, ...role } = await create({ rangeFrom: '0.29', rangeTo: 250000.5, regions: ['karnataka', 'IN-TN'] })
    expect(role).toMatchObject({ rangeFrom: 0.29, rangeTo: 250000.5, regions: ['IN-KA', 'IN-TN'] })
    const { rows } = await server.db.execute(sql`
      select range_from::int as "from", range_to::int as "to" from application_roles where id = ${_id}`)
    expect(rows).toEqual([{ from: 29, to: 25_000_050 }])
  })

  test('applies in all regions by a flag, not by a copy of the list of regions', async () => {
    const { _id } = await create({ regions: ['All', 'IN-KA'] })
    const { rows } = await server.db.execute(sql`select all_regions, regions from application_roles where id = ${_id}`)
    expect(rows).toEqual([{ all_regions: true, regions: [] }])
  })

  test('is listed by its application and its client', async () => {
    const [one, other] = [await create(), await create()]
    const { data: ofApplication } = await admin.call(applicationRoles.list, { applicationId: one.applicationData._id })
    const { data: ofClient } = await admin.call(applicationRoles.list, { clientId: other.clientData?._id })
    expect([ofApplication, ofClient]).toEqual([[one], [other]])
  })

  test('is restored only after its application', async () => {
    const row = await create()
    await admin.call(applicationRoles.remove, { applicationRoleMasteId: row._id })
    await server.db.execute(sql`update applications set deleted_at = now() where id = ${row.applicationData._id}`)
    expect(await admin.call(applicationRoles.restore, { id: row._id })).toMatchObject({
      status: 409,
      msg: 'First restore the record that this belongs to.',
    })
    const { rows } = await server.db.execute(
      sql`select 1 from application_roles where id = ${row._id} and deleted_at is null`,
    )
    expect(rows).toEqual([])
  })
})

/** A role with a person who has it, a page, and an approval of that page. */
async function aUsedRole() {
  const form = await aForm()
  const { data: row } = await admin.call(applicationRoles.create, form)
  const { applicationId, clientId, role } = form
  const person = await aPerson(server)
  await anAssignment(server, person.id, applicationId, clientId, role)
  const pageId = newId()
  await server.db.execute(
    sql`insert into pages (id, application_id, name) values (${pageId}, ${applicationId}, 'Settlement')`,
  )
  await server.db.execute(
    sql`insert into application_role_pages (application_role_id, page_id) values (${row._id}, ${pageId})`,
  )
  await server.db.execute(sql`
    insert into document_approvals (id, application_role_id, page_id) values (${newId()}, ${row._id}, ${pageId})`)
  return { ...form, id: row._id, person, pageId }
}

const rolesOf = async (userId: string) => {
  const { rows } = await server.db.execute(sql`select role from assignments where user_id = ${userId}`)
  return rows
}

describe('an application role in use', () => {
  const uses = [
    { kind: 'people', effect: 'blocks', count: 1, names: ['Asha Rao'] },
    { kind: 'document approvals', effect: 'blocks', count: 1, names: ['Settlement'] },
    { kind: 'pages', effect: 'detaches', count: 1, names: ['Settlement'] },
  ]

  test('is not deleted, and the answer names what uses it', async () => {
    const { id } = await aUsedRole()
    expect((await admin.call(applicationRoles.uses, { id })).data).toEqual(uses)
    expect(await admin.call(applicationRoles.remove, { applicationRoleMasteId: id })).toMatchObject({
      status: 409,
      msg: 'In use by people (1), document approvals (1). Detach or delete them first.',
      data: { uses },
    })
    const { rows } = await server.db.execute(
      sql`select 1 from application_roles where id = ${id} and deleted_at is null`,
    )
    expect(rows).toHaveLength(1)
  })

  test('keeps its people when it is renamed, and leaves people of other pairs alone', async () => {
    const one = await aUsedRole()
    const other = await aUsedRole()
    await server.db.execute(sql`update assignments set role = ${one.role} where user_id = ${other.person.id}`)
    expect(await update(one.id, { role: 'Settlement Lead' })).toMatchObject({ status: 200 })
    expect(await rolesOf(one.person.id)).toEqual([{ role: 'Settlement Lead' }])
    expect(await rolesOf(other.person.id)).toEqual([{ role: one.role }])
  })

  test('cannot be moved to another application or client', async () => {
    const { id, person, role } = await aUsedRole()
    const elsewhere = await aPair()
    for (const change of [elsewhere, { applicationId: elsewhere.applicationId }, { clientId: elsewhere.clientId }])
      expect(await update(id, { role: 'Renamed', ...change })).toMatchObject({ status: 409, data: { uses } })
    expect(await rolesOf(person.id)).toEqual([{ role }])
  })

  test('can be moved once nothing uses it, but only to an existing pair', async () => {
    const { _id, applicationData } = await create()
    const gone = newId()
    await server.db.execute(sql`
      insert into pages (id, application_id, name, deleted_at) values (${gone}, ${applicationData._id}, 'Gone', now())`)
    await server.db.execute(
      sql`insert into application_role_pages (application_role_id, page_id) values (${_id}, ${gone})`,
    )
    const elsewhere = await aPair()
    expect(await update(_id, { ...elsewhere, clientId: NOBODY })).toMatchObject({
      status: 400,
      msg: 'There is no such client',
    })
    expect(await update(_id, elsewhere)).toMatchObject({
      status: 200,
      data: { applicationData: { _id: elsewhere.applicationId }, clientData: { _id: elsewhere.clientId } },
    })
    await server.db.execute(sql`update pages set deleted_at = null where id = ${gone}`)
    const { data } = await admin.call(applicationRoles.list, { clientId: elsewhere.clientId })
    expect(data).toMatchObject([{ pageCount: 0 }])
  })

  test('has its pages again after a restore, except those moved to another application', async () => {
    const { id, person, applicationId, pageId } = await aUsedRole()
    const moved = newId()
    const { applicationId: elsewhere } = await aPair()
    await server.db.execute(
      sql`insert into pages (id, application_id, name) values (${moved}, ${applicationId}, 'Survey')`,
    )
    await server.db.execute(
      sql`insert into application_role_pages (application_role_id, page_id) values (${id}, ${moved})`,
    )
    await server.db.execute(sql`delete from assignments where user_id = ${person.id}`)
    await server.db.execute(sql`delete from document_approvals where application_role_id = ${id}`)
    await admin.call(applicationRoles.remove, { applicationRoleMasteId: id })
    await server.db.execute(sql`update pages set application_id = ${elsewhere} where id = ${moved}`)
    expect(await admin.call(applicationRoles.restore, { id })).toMatchObject({ status: 200, data: { pageCount: 1 } })
    const { rows } = await server.db.execute(
      sql`select page_id from application_role_pages where application_role_id = ${id}`,
    )
    expect(rows).toEqual([{ page_id: pageId }])
  })
})
