import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, test } from 'vitest'
import { PASSWORD } from '../server/test/builders.ts'
import { aDataDir, cleanUp, queryAt, type Running, signInAt, start } from '../server/test/processes.ts'
import { Journal } from './journal.ts'
import { leftBehind, nothingLost, readyAfter, stops } from './outage.ts'
import { missingProgram, PatroniCluster } from './patroni.ts'
import { skipped, useTable } from './table.ts'

// T132: Patroni chooses the primary, by etcd, and HAProxy leads to it.

const WHAT = 'T132: fail-over by Patroni, etcd and HAProxy'
const ADMIN = { ADMIN_EMAIL: 'root@example.com', ADMIN_PASSWORD: PASSWORD }
const MASTER_KEY = Buffer.alloc(32, 7).toString('base64')
/** The lock of a dead primary lasts for 20 seconds; then its standby is promoted, and HAProxy looks for it. */
const FAILED_OVER_MAX_MS = 45_000

const missing = missingProgram()
if (missing !== undefined)
  skipped(WHAT, `${missing} is missing: install Debian's patroni, etcd-server, haproxy and postgresql.`)
const line = useTable(WHAT)
const clusters: PatroniCluster[] = []
afterAll(async () => {
  await cleanUp()
  for (const cluster of clusters) await cluster.stop()
})

/** Until the database is found gone: Patroni gives up its lock, and HAProxy asks three times, a second apart. */
async function notReady(server: Running): Promise<[code: number, isRight: boolean]> {
  const until = performance.now() + FAILED_OVER_MAX_MS
  let code = 200
  while (code === 200 && performance.now() < until) {
    await sleep(50)
    code = await server.status('/readyz')
  }
  return [code, code === 503]
}

test.runIf(missing === undefined)(
  'nothing that was acknowledged is lost, and servers follow by themselves',
  async () => {
    const cluster = await PatroniCluster.start()
    clusters.push(cluster)
    const connection = { host: '127.0.0.1', port: cluster.port, user: 'gatehouse', database: 'postgres' }
    const env = { DATABASE_URL: `postgres://gatehouse@127.0.0.1:${cluster.port}/postgres`, MASTER_KEY, ...ADMIN }
    const servers = [await start({ ...env, DATA_DIR: aDataDir() }), await start({ ...env, DATA_DIR: aDataDir() })]
    const [one, other] = servers as [(typeof servers)[0], (typeof servers)[0]]
    const token = await signInAt(one, ADMIN.ADMIN_EMAIL, PASSWORD)
    let isOver = false
    const journals = [new Journal(), new Journal('other-')]
    const writing = [one, other].map((server, index) => journals[index]?.writeTo(server, token, () => isOver))
    const isWritten = async (name: string, limitMs: number) => {
      for (const server of servers) {
        const ready = await readyAfter(server)
        line(`${name}: ready after`, `${ready} ms`, ready !== null && ready < limitMs)
      }
      const before = journals.map(({ acknowledged }) => acknowledged)
      await sleep(5000)
      for (const [index, journal] of journals.entries()) {
        const written = journal.acknowledged - (before[index] as number)
        line(`${name}: acknowledged in five seconds after`, written, written > 0)
      }
    }
    await isWritten('before', 1000)

    await cluster.killNode('one')
    line('the machine of the primary dies: /readyz', ...(await notReady(one)))
    await isWritten('its standby is promoted', FAILED_OVER_MAX_MS)
    line('the primary is now', 'two', await cluster.is('two', 'primary'))

    cluster.startNode('one')
    await cluster.until('one', 'synchronous')
    line('the former primary is back as', 'its standby', await cluster.is('one', 'replica'))
    await cluster.switchOver('two', 'one')
    await cluster.until('one', 'primary')
    await isWritten('a planned switch-over', FAILED_OVER_MAX_MS)
    await cluster.until('two', 'synchronous')

    cluster.killEtcd()
    line('etcd is gone, so nobody is the primary: /readyz', ...(await notReady(one)))
    await sleep(10_000)
    await cluster.startEtcd()
    await isWritten('etcd is back', FAILED_OVER_MAX_MS)

    isOver = true
    await Promise.all(writing)
    for (const journal of journals) await nothingLost(line, journal, (statement) => queryAt(connection, statement))
    await leftBehind(line, 'primary', connection, 2)
    for (const server of servers) await stops(line, server)
  },
)
