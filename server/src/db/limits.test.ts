import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { Wire } from '../../test/wire.ts'
import { settleLimits } from './limits.ts'

async function settled(refuses: RegExp | null) {
  const wire = new Wire(inject('postgres'))
  wire.refuses = refuses
  await wire.mend()
  const connection = { ...inject('postgres'), host: wire.folder, database: 'postgres' }
  const limits = await settleLimits(connection)
  const client = new pg.Client({ ...connection, ...limits })
  await client.connect()
  const { rows } = await client.query(`
    select current_setting('statement_timeout') as statement, current_setting('idle_session_timeout') as idle`)
  await client.end()
  await wire.remove()
  return rows[0]
}

test('a connection that a network has forgotten is ended by PostgreSQL, where nothing stands in between', async () => {
  expect(await settled(null)).toEqual({ statement: '5s', idle: '1min' })
  // A pooler that knows the limits and no options.
  expect(await settled(/options/)).toEqual({ statement: '5s', idle: '0' })
})
