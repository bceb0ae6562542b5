import { applications } from '@gatehouse/contract/admin/applications/applications.ts'
import { clients } from '@gatehouse/contract/admin/clients/clients.ts'
import type { Resource } from '@gatehouse/contract/admin/engine/resource.ts'
import { users } from '@gatehouse/contract/admin/people/users.ts'
import { expect, test } from 'vitest'
import { aClient, anApplication, aPerson } from '../../../test/builders.ts'
import { useAdministrator } from '../../../test/console.ts'
import { useTestServer } from '../../../test/server.ts'
import { newId } from '../../crypto/ids.ts'

const server = useTestServer()
const admin = useAdministrator(server)

// The lists that pages of single records read (ADR 0046).
test.each<[string, Resource, string, () => Promise<{ id: string }>]>([
  ['people', users as unknown as Resource, 'userId', () => aPerson(server)],
  ['applications', applications as unknown as Resource, 'id', () => anApplication(server)],
  ['clients', clients as unknown as Resource, 'clientId', () => aClient(server)],
])(
  'the list of %s can be narrowed to one record by its id, also among deleted records',
  async (table, { list }, filter, make) => {
    const { id } = await make()
    await make()
    const found = async (query: object) => {
      const { data } = await admin.call(list, { page: 0, pageSize: 1, ...query })
      const { rows, total } = data as { rows: { _id: string }[]; total: number }
      return { ids: rows.map(({ _id }) => _id), total }
    }
    expect(await found({ [filter]: id })).toEqual({ ids: [id], total: 1 })
    expect(await found({ [filter]: id, deleted: true })).toEqual({ ids: [], total: 0 })
    expect(await found({ [filter]: newId() })).toEqual({ ids: [], total: 0 })
    expect((await admin.call(list, { [filter]: 'nobody' })).status).toBe(400)
    await server.db.pool.query(`update ${table === 'people' ? 'users' : table} set deleted_at = now() where id = $1`, [
      id,
    ])
    expect(await found({ [filter]: id })).toEqual({ ids: [], total: 0 })
    expect(await found({ [filter]: id, deleted: true })).toEqual({ ids: [id], total: 1 })
  },
)
