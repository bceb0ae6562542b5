import { getClientdetails } from '@gatehouse/contract/lookup.ts'
import { login } from '@gatehouse/contract/signin.ts'
import pg from 'pg'
import sql, { raw } from 'sql-template-tag'
import { afterEach, expect, inject, test, vi } from 'vitest'
import { aClient, anApplication, PASSWORD } from '../../test/builders.ts'
import { authorizePath, basic, send, startListening } from '../../test/relying-party.ts'
import { aSealer } from '../../test/sealer.ts'
import type { TestServer } from '../../test/server.ts'

// The database's own error decides whether a retry can help.

let server: TestServer
afterEach(async () => {
  vi.useRealTimers()
  await server.close()
})

const UNAVAILABLE = 'The service is not available right now. Try again in a moment.'
const BUSY = 'The service is busy. Try again in a moment.'

/** From now on every read of the table fails with this SQL state. */
async function breakTable(table: string, sqlState: string) {
  await server.db.execute(sql`
    create or replace function broken() returns boolean language plpgsql as
    ${raw(`$$ begin raise exception 'broken' using errcode = '${sqlState}'; end $$`)}`)
  await server.db.execute(ddl`alter table ${table} rename to ${table}_gone`)
  await server.db.execute(ddl`create view ${table} as select * from ${table}_gone where broken()`)
}

const ddl = (parts: TemplateStringsArray, ...values: string[]) => sql`${raw(String.raw({ raw: parts }, ...values))}`

test.each([
  ['its disk is full', '53100', UNAVAILABLE],
  ['it is out of memory', '53200', UNAVAILABLE],
  ['it has too many connections', '53300', UNAVAILABLE],
  ['it cannot read its disk', '58030', UNAVAILABLE],
  ['it is a standby', '25006', UNAVAILABLE],
  ['it has ended a transaction that waited', '25P03', UNAVAILABLE],
  ['it shuts down', '57P01', UNAVAILABLE],
  ['a statement took too long', '57014', BUSY],
  ['a lock was waited for too long', '55P03', BUSY],
])('the database error %s (%s) is answered with 503, also at the OpenID endpoints', async (_what, state, msg) => {
  server = await startListening()
  const application = await anApplication(server)
  const { actualName: name } = await aClient(server)
  await breakTable('applications', state)
  await breakTable('clients', state)
  expect(await server.visitor().call(getClientdetails, { name })).toMatchObject({ status: 503, code: 503, msg })
  const asked = { headers: basic(application), form: { grant_type: 'client_credentials' } }
  expect((await send(server, '/oauth2/token', asked)).status).toBe(503)
  expect((await send(server, authorizePath(application))).status).toBe(503)
})

/** Changes the server's database from outside, and ends its connections, which would stop a new name or go on as before. */
async function changeDatabase(name: string, change: string) {
  const owner = new pg.Client({ ...inject('postgres'), database: 'postgres' })
  await owner.connect()
  await owner.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
  await owner.query(change)
  await owner.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
  await owner.end()
}

async function nameOfDatabase() {
  const { rows } = await server.db.execute<{ name: string }>(sql`select current_database() as name`)
  return rows[0]?.name as string
}

test.each<[string, (name: string) => string, (name: string) => string]>([
  [
    'accepts no connections',
    (name) => `alter database ${name} with allow_connections false`,
    (name) => `alter database ${name} with allow_connections true`,
  ],
  [
    'is being replaced and has another name',
    (name) => `alter database ${name} rename to ${name}_away`,
    (name) => `alter database ${name}_away rename to ${name}`,
  ],
])(
  'a database that %s is answered with 503, also at the OpenID endpoints, until it returns',
  async (_what, to, back) => {
    server = await startListening()
    const application = await anApplication(server)
    const { actualName } = await aClient(server)
    const name = await nameOfDatabase()
    const { seal } = await aSealer(server)
    const encrypted = async () => {
      const encryptedData = await seal(login, { email: 'nobody@example.com', password: PASSWORD })
      const { status, headers } = await server.visitor().call(login, { encryptedData })
      return status === 503 && headers['retry-after'] === undefined ? 'without Retry-After' : status
    }
    const token = { headers: basic(application), form: { grant_type: 'client_credentials' } }
    const answers = async () => [
      (await server.visitor().call(getClientdetails, { name: actualName })).status,
      (await send(server, '/oauth2/token', token)).status,
      (await send(server, authorizePath(application))).status,
      await encrypted(),
    ]
    const readiness = async () => (await send(server, '/readyz')).status
    const atFirst = await answers()
    expect(atFirst).not.toContain(503)
    await changeDatabase(name, to(name))
    try {
      await expect.poll(readiness).toBe(503)
      expect(await answers()).toEqual([503, 503, 503, 503])
    } finally {
      await changeDatabase(name, back(name))
    }
    await expect.poll(readiness).toBe(200)
    expect(await answers()).toEqual(atFirst)
  },
)

test('a database that cannot be written to makes the server unready, until it can again', async () => {
  server = await startListening()
  const name = await nameOfDatabase()
  const makeReadOnly = (value: 'on' | 'off') =>
    changeDatabase(name, `alter database ${name} set default_transaction_read_only = ${value}`)
  const readiness = async () => {
    const answer = await send(server, '/readyz')
    return [answer.status, answer.json().status]
  }
  expect(await readiness()).toEqual([200, 'ready'])
  await makeReadOnly('on')
  await expect.poll(readiness).toEqual([503, 'database is read-only'])
  await makeReadOnly('off')
  await expect.poll(readiness).toEqual([200, 'ready'])
})

test.each([
  ['a little', 4000, 200],
  ['a minute fast', 60_000, 503],
  ['a day slow', -86_400_000, 503],
])('the readiness probe of a server whose clock is off by %s (%i ms) answers %i', async (_what, difference, status) => {
  server = await startListening()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + difference })
  const answer = await send(server, '/readyz')
  expect(answer.status).toBe(status)
  expect(answer.json().status).toBe(status === 200 ? 'ready' : "clock differs from the database's")
})
