import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { PASSWORD } from '../server/test/builders.ts'
import { cleanUp, findPostgres, isAlive, query, signInAt, start } from '../server/test/processes.ts'
import { checkImport, jobAt, startImport } from './import.ts'
import { compare, Journal } from './journal.ts'
import { skipped, useTable } from './table.ts'

// T134: the disk of the data folder is full for a while, and then it is not.

const ADMIN = { ADMIN_EMAIL: 'root@example.com', ADMIN_PASSWORD: PASSWORD }
const WHAT = 'T134: a full disk'
const PEOPLE = 600
const MEGABYTE = Buffer.alloc(1 << 20)

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-disk-'))
const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=256m,mode=0711', 'tmpfs', folder]).status === 0
if (!isMounted) skipped(WHAT, 'Only root can mount a small file system.')
const line = useTable(WHAT)

const DATA_DIR = join(folder, 'data')
afterAll(async () => {
  await cleanUp()
  const pid = findPostgres(DATA_DIR)?.pid
  if (pid !== undefined && isAlive(pid)) process.kill(pid, 'SIGQUIT')
  while (isAlive(pid)) await sleep(20)
  if (isMounted) spawnSync('umount', [folder])
  rmSync(folder, { recursive: true, force: true })
})

/** Writes until nothing more fits. */
function fill(path: string) {
  for (let size = MEGABYTE.length; size >= 4096; size /= 2) {
    try {
      for (;;) appendFileSync(path, MEGABYTE.subarray(0, size))
    } catch {
      // A smaller piece may still fit.
    }
  }
}

test.runIf(isMounted)('calls fail cleanly, and everything acknowledged is there afterwards', async () => {
  const server = await start({ DATA_DIR, ...ADMIN })
  const token = await signInAt(server, ADMIN.ADMIN_EMAIL, PASSWORD)
  const job = await checkImport(server, token, PEOPLE)
  const journal = new Journal()
  let isOver = false
  const writing = journal.writeTo(server, token, () => isOver)
  await sleep(2000)
  await startImport(server, token, job)
  const filler = join(folder, 'filler')
  const codes = new Set<number>()
  const until = performance.now() + 15_000
  while (performance.now() < until) {
    fill(filler)
    codes.add(await server.status('/readyz').catch(() => 0))
    codes.add(await server.status('/api/session').catch(() => 0))
    await sleep(200)
  }
  line('answers while it is full', [...codes].toSorted().join(', '), !codes.has(0) && !codes.has(500))
  line('the server is alive', await server.status('/healthz').catch(() => 0), isAlive(server.pid))
  rmSync(filler)
  const freedAt = performance.now()
  let isReady = false
  while (!isReady && performance.now() - freedAt < 60_000) {
    isReady = (await server.status('/readyz').catch(() => 0)) === 200
    await sleep(100)
  }
  line('ready after space was freed', `${Math.round(performance.now() - freedAt)} ms`, isReady)
  await sleep(1000)
  isOver = true
  await writing
  await signInAt(server, ADMIN.ADMIN_EMAIL, PASSWORD)
  await expect
    .poll(async () => (await jobAt(server, token, job)).state, { timeout: 120_000, interval: 500 })
    .toBe('done')
  const { succeeded, failed } = await jobAt(server, token, job)
  line('rows of an import that was under way, done and refused', `${succeeded} and ${failed}`, succeeded === PEOPLE)
  const { lost, halves } = await compare(journal, (statement) => query(DATA_DIR, statement))
  line('acknowledged changes', journal.acknowledged, journal.acknowledged > 0)
  line('of them lost', lost.length, lost.length === 0)
  line('changes stored in part, or twice', halves.length, halves.length === 0)
  server.kill('SIGTERM')
  line('asked to stop, it ends with', String((await server.exit).code), true)
})
