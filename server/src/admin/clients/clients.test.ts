import { clans } from '@gatehouse/contract/admin/clients/clans.ts'
import { clients } from '@gatehouse/contract/admin/clients/clients.ts'
import { pocs } from '@gatehouse/contract/admin/clients/pocs.ts'
import { listTiles, redeem } from '@gatehouse/contract/launch.ts'
import sql, { raw } from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { anApplication, anAssignment, aPerson, launch, someoneWithAccess } from '../../../test/builders.ts'
import { behavesAsResource } from '../../../test/conformance.ts'
import { auditOf, someoneWith, useAdministrator } from '../../../test/console.ts'
import { useTestServer } from '../../../test/server.ts'
import { newId } from '../../crypto/ids.ts'

const server = useTestServer()
const admin = useAdministrator(server)

let count = 0

/** As the specified call sends it (requirement A18). */
const aForm = (changes: object = {}) => ({
  actualName: `Meridian Assurance ${++count}`,
  displayName: `Meridian ${count}`,
  email: `desk${count}@meridian.example.com`,
  clientLogo: '',
  address: '4 Lake Road, Pune',
  officeContact: String(2_026_000_000 + count),
  daysData: '30',
  filterByCaseStatus: 'true',
  listCaseStatus: 'Open,Closed',
  uuid: `MER-${count}`,
  status: 'ACTIVE',
  schemaNames: 'motor,health',
  createdByNames: 'Asha Rao',
  ...changes,
})

behavesAsResource(() => server, {
  resource: clients,
  table: 'clients',
  form: async () => aForm(),
  change: { displayName: 'Meridian Group', officeContact: null, filterByCaseStatus: false, isDeleted: false },
  shown: (form) => ({
    ...form,
    officeContact: Number(form.officeContact),
    daysData: 30,
    filterByCaseStatus: true,
    isDeleted: false,
  }),
  changed: { displayName: 'Meridian Group', officeContact: null, filterByCaseStatus: false, isDeleted: false },
  values: {
    actualName: ({ actualName }) => actualName,
    displayName: ({ displayName }) => displayName,
    email: ({ email }) => email,
    // Rows without a number are sorted last.
    officeContact: ({ officeContact }) => officeContact ?? Number.MAX_SAFE_INTEGER,
    status: ({ status }) => status,
  },
  duplicate: async ({ actualName }) => aForm({ actualName: String(actualName).toUpperCase() }),
  refused: [
    [{ actualName: undefined }, 'Actual Name is required'],
    [{ actualName: ' ' }, 'Actual Name is required'],
    [{ actualName: 'x'.repeat(201) }, 'Too Long!'],
    [{ displayName: undefined }, 'Display Name is required'],
    [{ displayName: '' }, 'Display Name is required'],
    [{ status: undefined }, 'Status is required'],
    [{ status: 'Active' }, 'Status is required'],
    [{ email: 'desk' }, 'Email must be a valid email address'],
    [{ officeContact: 'ten' }, 'Enter a phone number, such as 022 4567 8901'],
    [{ officeContact: -1 }, 'Enter a phone number, such as 022 4567 8901'],
    [{ daysData: 1.5 }, 'Enter a whole number from 0 to 1,00,000'],
    [{ clientLogo: '/etc/passwd' }, 'please select file'],
    [{ clientLogo: 'http://evil.example.com/x.png' }, 'please select file'],
    [{ clientLogo: 'uploads/../../x' }, 'please select file'],
    [{ clientLogo: `/uploads/${'0'.repeat(32)}.png` }, 'please select file'],
  ],
})

const create = async (changes: object = {}) => (await admin.call(clients.create, aForm(changes))).data

describe('a client', () => {
  test('needs only two names and a status', async () => {
    const sent = { actualName: 'Bare Mutual', displayName: 'Bare', status: 'INACTIVE' }
    expect(await admin.call(clients.create, sent)).toMatchObject({
      status: 200,
      data: { ...sent, email: '', clientLogo: '', officeContact: null, daysData: null, filterByCaseStatus: false },
    })
  })

  test('is not deleted by the field isDeleted of a change', async () => {
    const row = await create()
    const { data } = await admin.call(clients.update, { ...aForm(), clientId: row._id, isDeleted: true })
    expect(data).toMatchObject({ isDeleted: false, deletedAt: null })
  })

  test('can have a logo only if it was uploaded', async () => {
    const id = 'ab'.repeat(16)
    const clientLogo = `/uploads/${id}.png`
    const row = await create()
    const change = { ...aForm(), clientId: row._id, clientLogo }
    expect(await admin.call(clients.update, change)).toMatchObject({ status: 400, msg: 'please select file' })
    await server.db.execute(sql`insert into uploads (id, content, created_by) values (${id}, '', ${newId()})`)
    expect(await admin.call(clients.update, change)).toMatchObject({ status: 200, data: { clientLogo } })
  })
})

describe('what uses a client', () => {
  test('blocks its deletion and is counted', async () => {
    const { _id: clientId } = await create()
    const { id: applicationId, name } = await anApplication(server)
    for (const firstName of ['Meera', 'Asha']) {
      const person = await aPerson(server, { firstName })
      await anAssignment(server, person.id, applicationId, clientId)
    }
    const gone = await aPerson(server, { firstName: 'Gone' })
    await anAssignment(server, gone.id, applicationId, clientId)
    await server.db.execute(sql`update users set deleted_at = now() where id = ${gone.id}`)
    await server.db.execute(sql`
      insert into application_roles (id, application_id, client_id, name, role_id)
      values (${newId()}, ${applicationId}, ${clientId}, 'Surveyor', 'S-1')`)
    await server.db.execute(sql`
      insert into templates (id, channel, client_id, template_id, name, body)
      values (${newId()}, 'email', ${clientId}, 'T-1', 'login-otp', 'Hello')`)
    await server.db.execute(sql`
      insert into email_configurations (id, client_id, from_address, host, port)
      values (${newId()}, ${clientId}, 'a@example.com', 'mail.example.com', 25)`)
    await server.db.execute(
      sql`insert into self_registrations (application_id, client_id) values (${applicationId}, ${clientId})`,
    )
    const uses = [
      { kind: 'people', effect: 'blocks', count: 2, names: ['Asha Rao', 'Meera Rao'] },
      { kind: 'application roles', effect: 'blocks', count: 1, names: ['Surveyor'] },
      { kind: 'templates', effect: 'blocks', count: 1, names: ['login-otp'] },
      { kind: 'configurations', effect: 'blocks', count: 1, names: ['mail.example.com'] },
      { kind: 'self-registrations', effect: 'detaches', count: 1, names: [name] },
    ]
    expect((await admin.call(clients.uses, { id: clientId })).data).toEqual(uses)
    expect(await admin.call(clients.remove, { clientId })).toMatchObject({
      status: 409,
      msg: 'In use by people (2), application roles (1), templates (1), configurations (1). Detach or delete them first.',
      data: { uses },
    })
    // A caller who may change the client but not read what uses it gets the numbers without names.
    const { visitor: helper } = await someoneWith(server, ['clients:read', 'clients:write', 'messages:read'])
    const counted = uses.map((use) =>
      ['templates', 'configurations'].includes(use.kind) ? use : { ...use, names: [] as string[] },
    )
    expect((await helper.call(clients.uses, { id: clientId })).data).toEqual(counted)
    expect((await helper.call(clients.remove, { clientId })).data).toEqual({ uses: counted })
    const { rows } = await server.db.execute(sql`
      select deleted_at as "deletedAt", version, (select count(*)::int from self_registrations where client_id = ${clientId}) as pairs
      from clients where id = ${clientId}`)
    expect(rows).toEqual([{ deletedAt: null, version: 1, pairs: 1 }])
  })

  test('contacts and clans are deleted and restored with it, but not those deleted before', async () => {
    const { _id: clientId } = await create()
    const contact = async (pocName: string) => {
      const names = { pocName, pocAlternateName: 'B', pocEmail: 'a@example.com', pocAlternateEmail: 'b@example.com' }
      const sent = { ...names, pocContact: '9876543210', pocAlternateContact: '9876543211', clientId }
      return (await admin.call(pocs.create, sent)).data
    }
    const [kept, before] = [await contact('Kept'), await contact('Deleted before')]
    const { data: clan } = await admin.call(clans.create, { clientId, name: 'North', count: 3, type: 'INTERNAL' })
    await admin.call(pocs.remove, { pocId: before._id })
    const { id: applicationId } = await anApplication(server)
    await server.db.execute(
      sql`insert into self_registrations (application_id, client_id) values (${applicationId}, ${clientId})`,
    )

    expect((await admin.call(clients.remove, { clientId })).status).toBe(200)
    expect((await auditOf(server, clientId)).at(-1)).toMatchObject({
      event: 'clients.deleted',
      detail: {
        detached: [
          { kind: 'points of contact', count: 1 },
          { kind: 'clans', count: 1 },
          { kind: 'self-registrations', count: 1 },
        ],
      },
    })
    const isLive = async (table: string, id: string) => {
      const { rows } = await server.db.execute<{ live: boolean }>(
        sql`select deleted_at is null as live from ${raw(table)} where id = ${id}`,
      )
      return rows[0]?.live
    }
    expect([await isLive('pocs', kept._id), await isLive('clans', clan._id)]).toEqual([false, false])
    expect((await admin.call(pocs.list, { clientId })).data).toEqual([])
    expect(await admin.call(pocs.restore, { id: kept._id })).toMatchObject({
      status: 409,
      msg: 'First restore the record that this belongs to.',
    })
    expect(await isLive('pocs', kept._id)).toBe(false)

    expect((await admin.call(clients.restore, { id: clientId })).status).toBe(200)
    expect(await Promise.all([kept, before].map(({ _id }) => isLive('pocs', _id)))).toEqual([true, false])
    expect(await isLive('clans', clan._id)).toBe(true)
    // The self-registrations of the deleted client are not restored with it.
    expect((await admin.call(clients.uses, { id: clientId })).data.map(({ kind }) => kind)).toEqual([
      'points of contact',
      'clans',
    ])
  })
})

describe('the launch and access tokens of a client', () => {
  const open = async () => {
    const someone = await someoneWithAccess(server)
    const { application, client } = someone
    const redeemIt = (token: string) =>
      server.visitor({ web: false }).call(redeem, { token }, { authorization: application.authorization })
    const { status } = await redeemIt((await launch(someone)).data.oAuthToken)
    if (status !== 200) throw new Error(`redeeming answered ${status}`)
    const waiting = (await launch(someone)).data.oAuthToken
    const isLive = async () => {
      const { rows } = await server.db.execute(sql`
        select 1 from access_tokens where client_id = ${client.id} and revoked_at is null`)
      return rows.length > 0
    }
    const setStatus = (status: string) => admin.call(clients.update, { ...aForm({ status }), clientId: client.id })
    return { ...someone, redeemIt, waiting, isLive, setStatus }
  }

  test('are revoked at once when it becomes inactive, and its tile disappears', async () => {
    const { visitor, waiting, redeemIt, isLive, setStatus } = await open()
    const bystander = await open()
    expect((await visitor.call(listTiles)).data).toHaveLength(1)
    expect((await setStatus('INACTIVE')).status).toBe(200)
    expect((await visitor.call(listTiles)).data).toEqual([])
    await setStatus('ACTIVE')
    expect(await isLive()).toBe(false)
    expect((await redeemIt(waiting)).status).toBe(400)
    expect(await bystander.isLive()).toBe(true)
    expect((await bystander.redeemIt(bystander.waiting)).status).toBe(200)
  })

  test('stay valid when something else changes', async () => {
    const { waiting, redeemIt, isLive, setStatus } = await open()
    await setStatus('ACTIVE')
    expect(await isLive()).toBe(true)
    expect((await redeemIt(waiting)).status).toBe(200)
  })

  test('are revoked when it is deleted', async () => {
    const { client, person, waiting, redeemIt, isLive } = await open()
    await server.db.execute(sql`delete from assignments where user_id = ${person.id}`)
    expect((await admin.call(clients.remove, { clientId: client.id })).status).toBe(200)
    await admin.call(clients.restore, { id: client.id })
    expect(await isLive()).toBe(false)
    expect((await redeemIt(waiting)).status).toBe(400)
  })
})

test('nobody without users:write gives a client the id that another one has in other systems', async () => {
  const { visitor } = await someoneWith(server, ['clients:read', 'clients:write'])
  const made = (uuid: string, by = visitor) => by.call(clients.create, aForm({ uuid }))
  const one = (await made('ACME-77')).data
  expect(one).toMatchObject({ uuid: 'ACME-77' })
  for (const uuid of ['ACME-77', ' acme-77', one._id]) expect((await made(uuid)).status, uuid).toBe(403)
  const { data: other } = await made('')
  const update = (client: { _id: string }, uuid: string) =>
    visitor.call(clients.update, { ...aForm({ uuid }), clientId: client._id })
  expect((await update(other, 'ACME-77')).status).toBe(403)
  await anAssignment(server, (await aPerson(server)).id, (await anApplication(server)).id, one._id)
  expect((await update(one, 'ACME-78')).status).toBe(403)
  const { data: unnamed } = await made('')
  await anAssignment(server, (await aPerson(server)).id, (await anApplication(server)).id, unnamed._id)
  expect((await update(unnamed, 'ELSEWHERE-7')).status).toBe(403)
  expect((await update(other, 'COAST-1')).status).toBe(200)
  expect((await made('ACME-77', admin)).status).toBe(200)
})
