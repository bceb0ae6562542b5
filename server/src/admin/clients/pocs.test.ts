import { pocs } from '@gatehouse/contract/admin/clients/pocs.ts'
import sql from 'sql-template-tag'
import { beforeAll, describe, expect, test } from 'vitest'
import { aClient } from '../../../test/builders.ts'
import { behavesAsResource } from '../../../test/conformance.ts'
import { anAdministrator } from '../../../test/console.ts'
import { useTestServer, type Visitor } from '../../../test/server.ts'
import { newId } from '../../crypto/ids.ts'

const server = useTestServer()
let admin: Visitor
let adminId: string
beforeAll(async () => {
  const { visitor, person } = await anAdministrator(server)
  admin = visitor
  adminId = person.id
})

let count = 0

/** As the specified call sends it (requirement A18). */
const aForm = async (changes: object = {}) => ({
  pocName: `Meera Nair ${++count}`,
  pocAlternateName: `Rohan Iyer ${count}`,
  pocEmail: `meera${count}@meridian.example.com`,
  pocAlternateEmail: `rohan${count}@meridian.example.com`,
  pocContact: String(9_000_000_000 + count),
  pocAlternateContact: String(8_000_000_000 + count),
  city: 'Pune',
  state: 'Maharashtra',
  country: 'India',
  zip: '411001',
  clientId: (await aClient(server)).id,
  createdBy: '018f0000-0000-7000-8000-000000000001',
  ...changes,
})

behavesAsResource(() => server, {
  resource: pocs,
  table: 'pocs',
  form: aForm,
  // The specified call has no field for the client.
  change: { pocName: 'Meera Menon', zip: '', clientId: undefined, updatedBy: 'somebody else' },
  shown: ({ createdBy: _, ...form }) => form,
  changed: { pocName: 'Meera Menon', zip: '', city: 'Pune' },
  values: {
    pocName: ({ pocName }) => pocName,
    pocAlternateName: ({ pocAlternateName }) => pocAlternateName,
    pocEmail: ({ pocEmail }) => pocEmail,
    pocAlternateEmail: ({ pocAlternateEmail }) => pocAlternateEmail,
    pocContact: ({ pocContact }) => pocContact,
    pocAlternateContact: ({ pocAlternateContact }) => pocAlternateContact,
  },
  refused: [
    [{ pocName: undefined }, 'Name is required'],
    [{ pocName: '  ' }, 'Name is required'],
    [{ clientId: undefined }, 'Name is required'],
    [{ clientId: 'none' }, 'Name is required'],
    [{ clientId: '018f0000-0000-7000-8000-000000000000' }, 'Name is required'],
    [{ pocAlternateName: undefined }, 'Alternate Name is required'],
    [{ pocEmail: undefined }, 'Email is required'],
    [{ pocEmail: '' }, 'Email is required'],
    [{ pocEmail: 'meera' }, 'Email must be a valid email address'],
    [{ pocAlternateEmail: undefined }, 'Alternate is required'],
    [{ pocAlternateEmail: '' }, 'Alternate is required'],
    [{ pocAlternateEmail: 'rohan' }, 'Alternate must be a valid email address'],
    [{ pocContact: undefined }, 'Contact Number'],
    [{ pocContact: '' }, 'Contact Number'],
    [{ pocContact: '987654321' }, 'Too Short!'],
    [{ pocContact: '98765432100' }, 'Too Long!'],
    [{ pocContact: '98765abcde' }, 'Contact Number'],
    [{ pocAlternateContact: undefined }, 'Contact Number'],
    [{ pocAlternateContact: '987654321' }, 'Too Short!'],
    [{ pocAlternateContact: '98765432100' }, 'Too Long!'],
  ],
})

describe('a point of contact', () => {
  const create = async (changes: object = {}) => (await admin.call(pocs.create, await aForm(changes))).data

  test('shows its client, its creator and its last editor', async () => {
    const client = await aClient(server)
    const row = await create({ clientId: client.id })
    expect(row).toMatchObject({ clientName: client.actualName, createdBy: adminId, updatedBy: adminId })
    const other = await anAdministrator(server)
    const { data } = await other.visitor.call(pocs.update, { ...(await aForm()), pocId: row._id })
    expect(data).toMatchObject({ createdBy: adminId, updatedBy: other.person.id })
  })

  test('can be moved to another client, and keeps its client when a change omits it', async () => {
    const [from, to] = [await aClient(server), await aClient(server)]
    const row = await create({ clientId: from.id })
    const change = { ...(await aForm()), pocId: row._id }
    const { data: kept } = await admin.call(pocs.update, { ...change, clientId: undefined })
    expect(kept.clientId).toBe(from.id)
    const { data: moved } = await admin.call(pocs.update, { ...change, clientId: to.id })
    expect(moved).toMatchObject({ clientId: to.id, clientName: to.actualName })
    const unknown = { ...change, clientId: newId() }
    expect(await admin.call(pocs.update, unknown)).toMatchObject({ status: 400, msg: 'Name is required' })
  })

  test('is not created for a deleted client', async () => {
    const { id: clientId } = await aClient(server)
    await server.db.execute(sql`update clients set deleted_at = now() where id = ${clientId}`)
    const sent = await aForm({ clientId })
    expect(await admin.call(pocs.create, sent)).toMatchObject({ status: 400, msg: 'Name is required' })
    const { rows } = await server.db.execute(sql`select 1 from pocs where client_id = ${clientId}`)
    expect(rows).toEqual([])
  })

  test('is listed by client', async () => {
    const row = await create()
    await create()
    expect((await admin.call(pocs.list, { clientId: row.clientId })).data).toEqual([row])
    expect((await admin.call(pocs.list, { clientId: row.clientId, page: 0 })).data).toMatchObject({ total: 1 })
    expect((await admin.call(pocs.list, { clientId: 'none' })).status).toBe(400)
  })

  test('is used by nothing', async () => {
    const row = await create()
    expect((await admin.call(pocs.uses, { id: row._id })).data).toEqual([])
  })
})

test('phone numbers are accepted and found in any notation', async () => {
  const form = await aForm({ pocContact: '+91 98222 33344', pocAlternateContact: '(098222) 33355' })
  const { status, data } = await admin.call(pocs.create, form)
  expect(status).toBe(200)
  expect(data).toMatchObject({ pocContact: '9822233344', pocAlternateContact: '9822233355' })
  const found = await admin.call(pocs.list, { field: 'pocContact', search: '98222-333', page: 0 })
  expect(found.data).toMatchObject({ rows: [{ _id: data._id }] })
})
