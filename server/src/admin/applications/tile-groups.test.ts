import { tileGroups } from '@gatehouse/contract/admin/applications/applications.ts'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { anApplication } from '../../../test/builders.ts'
import { anAdministrator } from '../../../test/console.ts'
import { useTestServer } from '../../../test/server.ts'

const server = useTestServer()

test('groups of tiles are named once each, by name, without those of deleted applications', async () => {
  const { visitor } = await anAdministrator(server)
  for (const group of ['motor', 'Claims', 'Claims', '', 'Gone']) {
    const { id } = await anApplication(server)
    await server.db.execute(sql`
      update applications set tile_group = ${group}, deleted_at = ${group === 'Gone' ? sql`now()` : null} where id = ${id}`)
  }
  expect(await visitor.call(tileGroups, {})).toMatchObject({ status: 200, data: ['Claims', 'motor'] })
})
