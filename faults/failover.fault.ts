import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, test } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../server/src/db/embedded-postgres.ts'
import { PASSWORD } from '../server/test/builders.ts'
import { copyCluster } from '../server/test/prepared.ts'
import { aDataDir, cleanUp, findPostgres, isAlive, queryAt, signInAt, start } from '../server/test/processes.ts'
import { Journal } from './journal.ts'
import { Network } from './network.ts'
import { leftBehind, nothingLost, readyAfter, stops } from './outage.ts'
import { useTable } from './table.ts'

// T132: the primary is killed for good, and its synchronous standby becomes the primary, while two servers work.

const ADMIN = { ADMIN_EMAIL: 'root@example.com', ADMIN_PASSWORD: PASSWORD }
const MASTER_KEY = Buffer.alloc(32, 7).toString('base64')

const line = useTable('T132: fail-over to a synchronous standby')
const databases: EmbeddedPostgres[] = []
const networks: Network[] = []
afterAll(async () => {
  await cleanUp()
  for (const network of networks) network.close()
})

async function startDatabase(dataDir: string, settings: Record<string, string> = {}) {
  const postgres = await startEmbeddedPostgres(dataDir, { settingsOf: () => settings })
  databases.push(postgres)
  return postgres
}

const ask = <Row extends Record<string, unknown>>({ connection }: EmbeddedPostgres, statement: string) =>
  queryAt<Row>(connection, statement)

test('nothing that was acknowledged is lost, and the servers follow by themselves', async () => {
  const [first, second] = [aDataDir(), aDataDir()]
  const empty = await startDatabase(first)
  await empty.stop()
  copyCluster(join(first, 'postgres'), second)
  const primary = await startDatabase(first, { synchronous_standby_names: '*' })
  const { host, port, user } = primary.connection
  appendFileSync(
    join(second, 'postgres/postgresql.auto.conf'),
    `primary_conninfo = 'host=${host} port=${port} user=${user}'\n`,
  )
  writeFileSync(join(second, 'postgres/standby.signal'), '')
  const standby = await startDatabase(second)

  networks.push(await Network.before(primary.connection), await Network.before(standby.connection))
  const hosts = networks.map((network) => `127.0.0.1:${network.port}`).join(',')
  const env = { DATABASE_URL: `postgres://gatehouse@${hosts}/postgres`, MASTER_KEY, ...ADMIN }
  const one = await start({ ...env, DATA_DIR: aDataDir() })
  const other = await start({ ...env, DATA_DIR: aDataDir() })
  const token = await signInAt(one, ADMIN.ADMIN_EMAIL, PASSWORD)
  let isOver = false
  const journals = [new Journal(), new Journal('other-')]
  const writing = [one, other].map((server, index) => journals[index]?.writeTo(server, token, () => isOver))
  await sleep(4000)

  // The standby stops to confirm: changes wait, and are refused as of unknown outcome in time.
  const confirming = findPostgres(second)?.pid as number
  const [receiver] = await ask<{ pid: number }>(standby, 'select pid from pg_stat_wal_receiver')
  process.kill(receiver?.pid as number, 'SIGSTOP')
  await sleep(9000)
  process.kill(receiver?.pid as number, 'SIGCONT')
  line('the standby still runs', confirming, isAlive(confirming))
  await sleep(3000)

  const pid = findPostgres(first)?.pid as number
  process.kill(pid, 'SIGKILL')
  while (isAlive(pid)) await sleep(20)
  await sleep(5000)
  line('without a primary /readyz answers', await one.status('/readyz'), (await one.status('/readyz')) === 503)
  await ask(standby, 'select pg_promote()')
  for (const server of [one, other]) {
    const ready = await readyAfter(server)
    line('ready after the promotion', `${ready} ms`, ready !== null && ready < 10_000)
  }
  await sleep(5000)
  isOver = true
  await Promise.all(writing)
  for (const journal of journals) await nothingLost(line, journal, (statement) => ask(standby, statement))
  await signInAt(other, ADMIN.ADMIN_EMAIL, PASSWORD)

  // The former primary comes back as it was, while the new one cannot be reached.
  const former = await startDatabase(first)
  const position = async () =>
    (await ask<{ at: string }>(former, 'select count(*)::text as at from audit_events'))[0]?.at
  const before = await position()
  networks[1]?.forgetOpen()
  if (networks[1]) networks[1].loses = 'both'
  await sleep(15_000)
  line(
    'with the former primary alone /readyz answers',
    await one.status('/readyz'),
    (await one.status('/readyz')) === 503,
  )
  line('lines that were written there', `${before} before, ${await position()} after`, (await position()) === before)
  if (networks[1]) networks[1].loses = 'nothing'
  for (const server of [one, other]) {
    const ready = await readyAfter(server)
    line('ready with the new one after', `${ready} ms`, ready !== null && ready < 20_000)
  }
  await former.stop()
  await leftBehind(line, 'new primary', standby.connection, 2)
  for (const server of [one, other]) await stops(line, server)
  await standby.stop()
})
