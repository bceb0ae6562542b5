import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { roles } from '@gatehouse/contract/admin/roles/roles.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/db/embedded-postgres.ts'
import { aPerson } from './builders.ts'
import { aCluster, aRoamingBrowser, type Cluster, type Member, signInAcross } from './cluster.ts'
import { aPreparedDataDir } from './prepared.ts'
import { cleanUp, run } from './processes.ts'

// A server whose lists come from a streaming replica.

const USED = 'lists are read from the replica'
const NOT_USED = 'the replica is away or behind: lists are read from the primary'

let cluster: Cluster
const others: EmbeddedPostgres[] = []
const clients: pg.Client[] = []

beforeAll(async () => {
  cluster = await aCluster()
})
afterAll(async () => {
  await cleanUp()
  await Promise.all(clients.map((client) => client.end().catch(() => undefined)))
  await Promise.all(others.map(({ stop }) => stop()))
  await cluster.stop()
})

const urlOf = ({ connection: { host, port } }: EmbeddedPostgres) =>
  `postgres://gatehouse@/postgres?host=${encodeURIComponent(host)}&port=${port}`

async function startPostgres(dataDir: string) {
  const postgres = await startEmbeddedPostgres(dataDir)
  others.push(postgres)
  const client = new pg.Client({ ...postgres.connection, database: 'postgres' })
  // A test stops the database before the client.
  client.on('error', () => undefined)
  clients.push(client)
  await client.connect()
  return { ...postgres, url: urlOf(postgres), client }
}

/** A standby that began as the same stopped cluster as the primary, and streams from it. */
function startStandby() {
  const dataDir = aPreparedDataDir()
  const { host, port, user } = cluster.db.pool.options
  const primary = `host=${host} port=${port} user=${user}`
  appendFileSync(join(dataDir, 'postgres/postgresql.auto.conf'), `primary_conninfo = '${primary}'\n`)
  writeFileSync(join(dataDir, 'postgres/standby.signal'), '')
  return startPostgres(dataDir)
}

/** A browser in which an administrator is signed in. */
async function anAdministratorAt(member: Member) {
  const { email } = await aPerson(cluster, { isAdmin: true })
  const browser = aRoamingBrowser()
  await signInAcross(browser, email, member)
  const { call } = browser.at(member)
  return {
    create: async (name: string) =>
      expect(await call(roles.create, { name, description: name, status: 'ACTIVE' })).toMatchObject({ status: 200 }),
    names: async () => {
      const { data } = await call(roles.list, { page: 0, pageSize: 100 })
      return ('rows' in data ? data.rows : data).map(({ name }) => name)
    },
  }
}

const countIn = (text: string, part: string) => text.split(part).length - 1

test('lists are read from a fresh replica, never what one has just changed, and from the primary when it is behind or away', async () => {
  const standby = await startStandby()
  const member = await cluster.start({ DATABASE_REPLICA_URL: standby.url })
  const [author, reader] = [await anAdministratorAt(member), await anAdministratorAt(member)]
  const isReadThere = async () => {
    await reader.names()
    const { rows } = await standby.client.query(
      "select from pg_stat_activity where pid <> pg_backend_pid() and query ilike '%from roles%'",
    )
    return rows.length > 0
  }
  await expect.poll(member.out).toContain(USED)
  await expect.poll(isReadThere).toBe(true)

  // The replica learns nothing new from here on.
  await standby.client.query('select pg_wal_replay_pause()')
  await author.create('Seen at once')
  expect(await author.names()).toContain('Seen at once')
  await expect.poll(reader.names).toContain('Seen at once')
  expect(member.out()).toContain(NOT_USED)

  const before = countIn(member.out(), USED)
  await standby.client.query('select pg_wal_replay_resume()')
  await expect.poll(() => countIn(member.out(), USED)).toBeGreaterThan(before)
  expect(await reader.names()).toContain('Seen at once')
  await standby.stop()
  expect(await reader.names()).toContain('Seen at once')
})

test('what is no replica of this database is never read', async () => {
  const other = await startPostgres(aPreparedDataDir())
  const member = await cluster.start({ DATABASE_REPLICA_URL: other.url })
  const author = await anAdministratorAt(member)
  await author.create('Of this portal')
  const reader = await anAdministratorAt(member)
  const looks = async () => {
    const { rows } = await other.client.query(
      "select from pg_stat_activity where pid <> pg_backend_pid() and query ilike '%pg_is_in_recovery%'",
    )
    return rows.length
  }
  await expect.poll(looks).toBeGreaterThan(0)
  expect(await reader.names()).toContain('Of this portal')
  expect(member.out()).not.toContain(USED)

  const alone = await run({ DATA_DIR: aPreparedDataDir(), DATABASE_REPLICA_URL: other.url })
  expect((await alone.exit).code).toBe(1)
  expect(alone.err()).toBe('DATABASE_REPLICA_URL needs DATABASE_URL.\n')

  const several = { DATABASE_URL: other.url, DATABASE_REPLICA_URL: 'postgres://portal@one,two:5433/portal' }
  const unsure = await run({ DATA_DIR: aPreparedDataDir(), ...several })
  expect((await unsure.exit).code).toBe(1)
  expect(unsure.err()).toBe('DATABASE_REPLICA_URL names one host. Name a proxy that leads to several replicas.\n')
})
