import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { startGatehouse } from '../../test/gatehouse.ts'
import { LIMITS } from './limits.ts'
import { migrateDatabase } from './migrate.ts'
import { readMigrations } from './migrations.ts'

// An update while the portal is in use: the first pending migration changes a function, the second one a table.
const BEFORE = '0090_codes_of_apps'
const FIRST = '0091_version_authors'
const SECOND = '0092_review_refusals'
const TABLE = 'access_review_causes'

const name = () => `test_${randomUUID().replaceAll('-', '')}`
const { host, port, user } = inject('postgres')
const former = name()
const folder = mkdtempSync(join(tmpdir(), 'gatehouse-migrate-'))
let owner: pg.Client
beforeAll(async () => {
  owner = new pg.Client({ ...inject('postgres'), database: 'postgres' })
  await owner.connect()
  await owner.query(`create database ${former}`)
  await migrateDatabase({ ...inject('postgres'), database: former }, BEFORE)
})
afterAll(async () => {
  await owner.end()
  rmSync(folder, { recursive: true, force: true })
})

/** A database with a pending migration of a table that a long transaction is reading. */
async function aTableInUse() {
  const database = name()
  await owner.query(`create database ${database} template ${former}`)
  const connection = { ...inject('postgres'), database }
  const connect = async (settings: pg.ClientConfig) => {
    const client = new pg.Client({ ...connection, ...settings })
    client.on('error', () => undefined)
    await client.connect()
    onTestFinished(() => client.end())
    return client
  }
  const report = await connect({ application_name: 'report' })
  await report.query(`begin; select 1 as "a private text" from ${TABLE}`)
  const { rows } = await report.query<{ pid: number }>('select pg_backend_pid() as pid')
  // As a server of the former release is connected.
  const server = await connect(LIMITS)
  const count = async (query: string) => (await server.query(query)).rows.length
  const applied = async () => (await server.query<{ tag: string }>('select tag from migrations order by tag')).rows
  return {
    ...{ connection, report, server, reportPid: rows[0]?.pid as number },
    applied: async () => (await applied()).map(({ tag }) => tag),
    /** Until a migration waits for the table, and what comes now waits behind it. */
    untilOneWaits: () => expect.poll(() => count(WAITING), { timeout: 60_000, interval: 20 }).toBe(1),
    migrate: () => migrateAsOperator(database),
  }
}

const WAITING = `select from pg_locks where relation = '${TABLE}'::regclass and not granted`

function migrateAsOperator(database: string) {
  const child = startGatehouse(['database', 'migrate'], {
    DATABASE_URL: `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`,
    ...{ MASTER_KEY: Buffer.alloc(32, 7).toString('base64'), DATA_DIR: join(folder, database) },
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  let err = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text
  })
  child.stdout.resume()
  const exit = once(child, 'close').then(([code]) => code as number)
  return { err: () => err, exit, kill: () => child.kill('SIGKILL') }
}

test('while a migration waits for a table in use, others are answered; after a kill the next start goes on', async () => {
  const { report, reportPid, server, applied, untilOneWaits, migrate } = await aTableInUse()
  const killed = migrate()
  await untilOneWaits()
  await server.query(`select from ${TABLE}`)
  await server.query(`delete from ${TABLE} where false`)
  await expect.poll(killed.err, { timeout: 60_000 }).toContain(`Waiting for a lock for the migration ${SECOND}. `)
  expect(killed.err()).toMatch(
    new RegExp(`It is held by process ${reportPid} of the database \\(role ${user}, application report, .*\\)\\.\n$`),
  )
  expect(killed.err()).not.toContain('private')
  killed.kill()
  await killed.exit
  expect((await applied()).at(-1)).toBe(FIRST)

  const next = migrate()
  await untilOneWaits()
  await report.query('commit')
  expect({ code: await next.exit, tags: await applied() }).toEqual({
    code: 0,
    tags: readMigrations().map(({ tag }) => tag),
  })
})

test('a table that stays in use ends the update with a sentence, and keeps the migrations before it', async () => {
  const { connection, report, reportPid, applied } = await aTableInUse()
  await expect(migrateDatabase(connection, SECOND, 1000)).rejects.toThrow(
    new RegExp(`^There was no lock for the migration ${SECOND} within 1 seconds. It is held by process ${reportPid} `),
  )
  expect((await applied()).at(-1)).toBe(FIRST)
  await report.query('commit')
  await migrateDatabase(connection, SECOND, 1000)
  expect((await applied()).at(-1)).toBe(SECOND)
})

test('a server that loses the lock of the start changes nothing any more', async () => {
  const { connection, report, server, applied, untilOneWaits } = await aTableInUse()
  const migrating = migrateDatabase(connection, SECOND)
  migrating.catch(() => undefined)
  await untilOneWaits()
  await server.query(`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted
    and objid = 7142002 and database = (select oid from pg_database where datname = current_database())`)
  await expect(migrating).rejects.toThrow()
  await report.query('commit')
  expect((await applied()).at(-1)).toBe(FIRST)
})
