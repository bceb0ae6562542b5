import { clans } from '@gatehouse/contract/admin/clients/clans.ts'
import sql from 'sql-template-tag'
import { beforeAll, describe, expect, test } from 'vitest'
import { aClient } from '../../../test/builders.ts'
import { behavesAsResource } from '../../../test/conformance.ts'
import { anAdministrator } from '../../../test/console.ts'
import { useTestServer, type Visitor } from '../../../test/server.ts'

const server = useTestServer()
let admin: Visitor
let adminId: string
beforeAll(async () => {
  const { visitor, person } = await anAdministrator(server)
  admin = visitor
  adminId = person.id
})

let made = 0

/** As the specified call sends it (requirement A18). */
const aForm = async (changes: object = {}) => ({
  clientId: (await aClient(server)).id,
  name: `North Desk ${++made}`,
  count: String(40 + made),
  type: made % 2 === 0 ? 'INTERNAL' : 'EXTERNAL',
  createdBy: '018f0000-0000-7000-8000-000000000001',
  ...changes,
})

behavesAsResource(() => server, {
  resource: clans,
  table: 'clans',
  form: aForm,
  change: { count: 7, type: 'INTERNAL', name: 'South Desk' },
  shown: ({ clientId, name, count, type }) => ({ clientId, name, count: Number(count), type }),
  changed: { count: 7, type: 'INTERNAL', name: 'South Desk' },
  values: {
    name: ({ name }) => name,
    client: ({ clientData }) => clientData.displayName,
    count: ({ count }) => count,
    type: ({ type }) => type,
  },
  duplicate: async ({ clientId, name }) => aForm({ clientId, name: String(name).toUpperCase() }),
  refused: [
    [{ clientId: undefined }, 'Client Id is required'],
    [{ clientId: 'none' }, 'Client Id is required'],
    [{ clientId: '018f0000-0000-7000-8000-000000000000' }, 'Client Id is required'],
    [{ name: undefined }, 'Name is required'],
    [{ name: ' ' }, 'Name is required'],
    [{ name: 'x'.repeat(101) }, 'Too Long!'],
    [{ count: undefined }, 'Count is required'],
    [{ count: '' }, 'Count is required'],
    [{ count: 'many' }, 'Count is required'],
    [{ count: -1 }, 'Enter a whole number, 0 or more'],
    [{ type: undefined }, 'Type is required'],
    [{ type: 'Internal' }, 'Type is required'],
  ],
})

describe('a clan', () => {
  const create = async (changes: object = {}) => (await admin.call(clans.create, await aForm(changes))).data

  test('shows its client and its creator', async () => {
    const client = await aClient(server)
    expect(await create({ clientId: client.id })).toMatchObject({
      clientData: { _id: client.id, displayName: client.actualName },
      createdBy: adminId,
    })
  })

  test('may have the same name as one of another client', async () => {
    const { name } = await create()
    expect((await admin.call(clans.create, await aForm({ name }))).status).toBe(200)
  })

  test('can be moved to another client that is not deleted', async () => {
    const row = await create()
    const to = await aClient(server)
    const change = { ...(await aForm()), clainsId: row._id, clientId: to.id }
    expect((await admin.call(clans.update, change)).data.clientData._id).toBe(to.id)
    const gone = await aClient(server)
    await server.db.execute(sql`update clients set deleted_at = now() where id = ${gone.id}`)
    expect(await admin.call(clans.update, { ...change, clientId: gone.id })).toMatchObject({
      status: 400,
      msg: 'Client Id is required',
    })
    expect((await admin.call(clans.list, { clientId: to.id })).data).toHaveLength(1)
  })

  test('is listed by client', async () => {
    const row = await create()
    await create()
    expect((await admin.call(clans.list, { clientId: row.clientId })).data).toEqual([row])
  })

  test('takes a number beyond four bytes', async () => {
    expect(await create({ count: 5_000_000_000 })).toMatchObject({ count: 5_000_000_000 })
  })
})
