import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getSession } from '@gatehouse/contract/session.ts'
import { signUp } from '@gatehouse/contract/signin.ts'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { FIND_MS, type Found, findPackages } from '../../e2e/parties/debian.ts'
import { freePort } from '../../scripts/free-port.mjs'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/db/embedded-postgres.ts'
import { PASSWORD } from './builders.ts'
import { aPreparedDataDir } from './prepared.ts'
import { aDataDir, cleanUp, type Running, signInAt, start } from './processes.ts'
import { Wire } from './wire.ts'

// Between the server and its database: a pooler that shares connections, or one of several hosts.

const ADMIN = { ADMIN_EMAIL: 'root@example.com', ADMIN_PASSWORD: PASSWORD }
const MASTER_KEY = Buffer.alloc(32, 7).toString('base64')

let postgres: EmbeddedPostgres
beforeAll(async () => {
  postgres = await startEmbeddedPostgres(aPreparedDataDir())
})
const servers: Running[] = []
const stopAll = async () => {
  for (const server of servers.splice(0)) {
    server.kill('SIGTERM')
    expect((await server.exit).code).toBe(0)
  }
}
afterEach(stopAll)
afterAll(async () => {
  await postgres.stop()
  await cleanUp()
})

/** A database of its own with its own role, so that settings stored with the role affect no other test. */
async function aDatabase(): Promise<string> {
  const client = new pg.Client({ ...postgres.connection, database: 'postgres' })
  await client.connect()
  const name = `pooled_${process.pid}_${++databases}`
  await client.query(`create role ${name} login`)
  await client.query(`create database ${name} owner ${name}`)
  await client.end()
  return name
}
let databases = 0

async function expectAtWork(DATABASE_URL: string, env: Record<string, string> = {}) {
  const server = await start({ DATABASE_URL, MASTER_KEY, DATA_DIR: aDataDir(), ...ADMIN, ...env })
  servers.push(server)
  const authorization = `Bearer ${await signInAt(server, ADMIN.ADMIN_EMAIL, PASSWORD)}`
  const people = Array.from({ length: 12 }, (_, number) =>
    server.call(signUp, {
      ...{ firstName: 'Asha', lastName: 'Rao', password: PASSWORD },
      email: `asha${number}@example.com`,
      phoneNumber: String(9_876_543_210 + number),
    }),
  )
  expect((await Promise.all(people)).filter(({ code }) => code !== 200 && code !== 429)).toEqual([])
  expect((await server.call(getSession, {}, { authorization })).data.session?.role).toBe('Admin')
  expect(server.err()).toBe('')
  return server
}

async function limitOf(name: string): Promise<string> {
  const client = new pg.Client({ ...postgres.connection, user: name, database: name })
  await client.connect()
  const { rows } = await client.query('show statement_timeout')
  await client.end()
  return rows[0].statement_timeout
}

test('a pooler that refuses limits in the connection settings gets none, and they apply all the same', async () => {
  const name = await aDatabase()
  const wire = new Wire(postgres.connection)
  wire.refuses = /statement_timeout/
  await wire.mend()
  const { port } = postgres.connection
  const url = `postgres://${name}@/${name}?host=${encodeURIComponent(wire.folder)}&port=${port}`
  await expectAtWork(url)
  expect(await limitOf(name)).toBe('5s')
  // They still apply at the next start.
  await expectAtWork(url)
  await stopAll()
  await wire.remove()
})

test('of several hosts the one that answers is used, and the other after a fail-over', async () => {
  const name = await aDatabase()
  const [first, second] = [new Wire(postgres.connection), new Wire(postgres.connection)]
  const ports = [await freePort(), await freePort()] as const
  await first.mend(ports[0])
  const url = `postgres://${name}@127.0.0.1:${ports[0]},127.0.0.1:${ports[1]}/${name}?target_session_attrs=read-write`
  const server = await expectAtWork(url)
  await first.cut()
  await expect.poll(() => server.status('/readyz')).toBe(503)
  await second.mend(ports[1])
  await expect.poll(() => server.status('/readyz'), { timeout: 120_000 }).toBe(200)
  await signInAt(server, ADMIN.ADMIN_EMAIL, PASSWORD)
  await stopAll()
  await Promise.all([first.remove(), second.remove()])
})

const pgbouncer = findPgBouncer()

describe.runIf(pgbouncer !== null)('PgBouncer in transaction mode', () => {
  let child: ChildProcess
  let port: number
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-pgbouncer-'))

  beforeAll(async () => {
    port = await freePort()
    const { path, libraries } = pgbouncer as Found
    const file = join(folder, 'pgbouncer.ini')
    const { host, port: behind } = postgres.connection
    writeFileSync(
      file,
      `[databases]\n* = host=${host} port=${behind} user=gatehouse\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =\n` +
        'auth_type = any\npool_mode = transaction\ndefault_pool_size = 3\n',
    )
    // PgBouncer refuses to run as root; as nobody in a user namespace it has access to root's files.
    const asNobody = ['unshare', '--user', '--map-user=65534', '--map-group=65534']
    const [command = '', ...args] = [...(process.getuid?.() === 0 ? asNobody : []), path('usr/sbin/pgbouncer'), file]
    child = spawn(command, args, { env: { PATH: process.env.PATH, LD_LIBRARY_PATH: libraries }, stdio: 'ignore' })
  }, FIND_MS)
  afterAll(async () => {
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
    rmSync(folder, { recursive: true, force: true })
  })

  test('supports a server without named statements', async () => {
    const owner = `postgres://gatehouse@127.0.0.1:${port}/postgres`
    await expect
      .poll(
        async () => {
          const client = new pg.Client({ connectionString: owner })
          return client.connect().then(
            () => client.end().then(() => true),
            () => false,
          )
        },
        { timeout: 120_000 },
      )
      .toBe(true)
    const env = { PREPARED_STATEMENTS: 'off' }
    const first = await expectAtWork(owner, env)
    // The lock of the start has been released.
    const second = await expectAtWork(owner, env)
    for (const server of [first, second]) expect(await server.status('/readyz')).toBe(200)
  })
})

function findPgBouncer(): Found | null {
  try {
    return findPackages(['pgbouncer', 'libevent-2.1-7', 'libc-ares2'], ['usr/sbin/pgbouncer'])
  } catch (error) {
    console.warn(
      `PgBouncer was not tried: the packages pgbouncer, libevent-2.1-7 and libc-ares2 of Debian are needed. ${String(error)}`,
    )
    return null
  }
}
