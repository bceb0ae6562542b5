import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { LIMITS } from './limits.ts'
import { migrateDatabase } from './migrate.ts'

// A migration that changes applications, clients and roles, in this order.
const BEFORE = '0083_conflict_reason_clients'
const MIGRATION = '0084_passkey_demand'

/** A database with that migration pending, and connections as servers of the former release have. */
async function anUpdate() {
  const connection = { ...inject('postgres'), database: `test_${randomUUID().replaceAll('-', '')}` }
  const connect = async (settings: pg.ClientConfig) => {
    const client = new pg.Client(settings)
    client.on('error', () => undefined)
    await client.connect()
    onTestFinished(() => client.end())
    return client
  }
  const owner = await connect({ ...inject('postgres'), database: 'postgres' })
  await owner.query(`create database ${connection.database}`)
  await migrateDatabase(connection, BEFORE)
  const watcher = await connect(connection)
  const waits = async (table: string) => {
    const { rows } = await watcher.query(
      `select pid from pg_locks where relation = '${table}'::regclass and not granted`,
    )
    return rows.length
  }
  return {
    connection,
    connect: () => connect({ ...connection, ...LIMITS }),
    untilOneWaitsFor: (table: string) => expect.poll(() => waits(table), { interval: 10 }).toBe(1),
    applied: async () => {
      const { rows } = await watcher.query('select 1 from migrations where tag = $1', [MIGRATION])
      return rows.length === 1
    },
  }
}

test('a migration of several tables takes nobody else down: whoever waits for it is answered', async () => {
  const { connection, connect, untilOneWaitsFor, applied } = await anUpdate()
  const [person, other] = [await connect(), await connect()]
  await other.query('begin; select from clients limit 1')
  await person.query('begin; select from roles limit 1')
  const migrating = migrateDatabase(connection, MIGRATION)
  // It has the applications.
  await untilOneWaitsFor('clients')
  const answer = person.query('select from applications limit 1')
  await untilOneWaitsFor('applications')
  // Now it goes on to the roles, which this person's transaction is reading.
  await other.query('commit')
  await answer
  expect(await applied()).toBe(false)
  await person.query('commit')
  await migrating
  expect(await applied()).toBe(true)
})
