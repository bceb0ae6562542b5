import { randomUUID } from 'node:crypto'
import { getSession } from '@gatehouse/contract/session.ts'
import { signUp } from '@gatehouse/contract/signin.ts'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/db/embedded-postgres.ts'
import { PASSWORD } from './builders.ts'
import { aPreparedDataDir } from './prepared.ts'
import { aDataDir, cleanUp, findPostgres, type Running, signInAt, start } from './processes.ts'
import { Wire } from './wire.ts'

// A database that restarts, ends connections or falls silent while a server uses it.

const ADMIN = { ADMIN_EMAIL: 'root@example.com', ADMIN_PASSWORD: PASSWORD }
const MASTER_KEY = Buffer.alloc(32, 7).toString('base64')

let folder: string
let postgres: EmbeddedPostgres
beforeAll(async () => {
  folder = aPreparedDataDir()
  postgres = await startEmbeddedPostgres(folder)
})
const servers: Running[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.kill('SIGKILL')
    await server.exit
  }
})
afterAll(async () => {
  await postgres.stop()
  await cleanUp()
})

async function aServer(host = postgres.connection.host): Promise<Running> {
  const DATABASE_URL = `postgres://gatehouse@/postgres?host=${encodeURIComponent(host)}&port=${postgres.connection.port}`
  const server = await start({ DATABASE_URL, MASTER_KEY, DATA_DIR: aDataDir(), ...ADMIN })
  servers.push(server)
  return server
}

/** Registers people one after another in several parallel rows until it is stopped; returns the answers. */
function work(server: Running) {
  let isOver = false
  const codes: (number | null)[] = []
  const register = async () => {
    while (!isOver) {
      const email = `${randomUUID()}@example.com`
      const form = { firstName: 'Asha', lastName: 'Rao', email, phoneNumber: '9876543210', password: PASSWORD }
      codes.push(
        await server.call(signUp, form).then(
          ({ code }) => code,
          () => null,
        ),
      )
    }
  }
  const rows = Array.from({ length: 6 }, register)
  return {
    codes,
    /** Waits for so many more answers. */
    go: async (more: number) => {
      const goal = codes.length + more
      await expect.poll(() => codes.length, { timeout: 120_000, interval: 5 }).toBeGreaterThanOrEqual(goal)
    },
    stop: async () => {
      isOver = true
      await Promise.all(rows)
    },
  }
}

async function expectAtWork(server: Running) {
  await expect.poll(() => server.status('/readyz'), { timeout: 120_000 }).toBe(200)
  const authorization = `Bearer ${await signInAt(server, ADMIN.ADMIN_EMAIL, PASSWORD)}`
  expect((await server.call(getSession, {}, { authorization })).data.session?.role).toBe('Admin')
  expect(server.err()).toBe('')
}

test('a server survives the end of connections in use', async () => {
  const server = await aServer()
  const client = new pg.Client({ ...postgres.connection, database: 'postgres' })
  await client.connect()
  const { codes, go, stop } = work(server)
  for (let times = 0; times < 15; times++) {
    await go(4)
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()')
  }
  await stop()
  await client.end()
  expect(codes).toContain(503)
  expect(codes.filter((code) => code === null || ![200, 429, 503].includes(code))).toEqual([])
  await expectAtWork(server)
})

test('a server survives the end of connections to its own database, also of those that only ask whether it runs', async () => {
  const DATA_DIR = aPreparedDataDir()
  const server = await start({ DATA_DIR, ...ADMIN })
  servers.push(server)
  const client = new pg.Client(findPostgres(DATA_DIR)?.connection)
  await client.connect()
  await client.query(`
    do $$ begin
      for i in 1..800 loop
        perform pg_stat_clear_snapshot();
        perform pg_terminate_backend(pid) from pg_stat_activity
          where pid <> pg_backend_pid() and backend_type = 'client backend';
        perform pg_sleep(0.001);
      end loop;
    end $$`)
  await client.end()
  await expectAtWork(server)
})

test('a server reconnects to a database that was stopped and started again', async () => {
  const server = await aServer()
  const { codes, go, stop } = work(server)
  for (let times = 0; times < 2; times++) {
    await go(4)
    await postgres.stop()
    await expect.poll(() => server.status('/readyz')).toBe(503)
    expect(await server.status('/healthz')).toBe(200)
    postgres = await startEmbeddedPostgres(folder)
    await expect.poll(() => server.status('/readyz')).toBe(200)
  }
  await stop()
  expect(codes.filter((code) => code === null || ![200, 429, 503].includes(code))).toEqual([])
  await expectAtWork(server)
})

test('while the database is silent every call is answered by 503 in time, and afterwards all work again at once', async () => {
  const wire = new Wire(postgres.connection)
  await wire.mend()
  const server = await aServer(wire.folder)
  const { codes, go, stop } = work(server)
  await go(4)
  wire.fallSilent()
  const before = codes.length
  const times = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const startedAt = performance.now()
      expect(await server.status('/readyz')).toBe(503)
      return performance.now() - startedAt
    }),
  )
  await go(12)
  await stop()
  expect(codes.slice(before + 6).filter((code) => code !== 503 && code !== 429)).toEqual([])
  expect(Math.max(...times)).toBeLessThan(10_000)
  expect(await server.status('/healthz')).toBe(200)
  await wire.mend()
  await expectAtWork(server)
  servers.pop()
  server.kill('SIGKILL')
  await server.exit
  await wire.remove()
})
