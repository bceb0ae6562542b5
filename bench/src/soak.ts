import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '@gatehouse/server/src/db/database.ts'
import sql from 'sql-template-tag'
import { repeat } from './caller.ts'
import { median, report } from './figures.ts'
import { ACTIONS, endSessionsOf, type Progress, type Setting } from './growth-actions.ts'
import { heldHeapMiB } from './heap.ts'
import { MEASURED, onOwnDatabase } from './own-database.ts'
import type { BenchServer } from './server.ts'

const PORT = 3970
/** At least three, for there are three thirds. */
const MINUTES = Math.max(3, Number(process.env.BENCH_MINUTES ?? 60))
/** How long the server rests after each round of actions: 0 lets it work without a pause. */
const PAUSE_MS = Number(process.env.BENCH_PAUSE_MS ?? 0)
/** So many that nobody asks for more codes in an hour than one may. */
const PEOPLE = 6000
const AT_A_TIME = 20
const AT_ONCE = 4
const LOOK_MS = 60_000
/** What still grows after the caches are full grows for ever. */
const GROWTH_MAX = 1.05

/** Memory in MiB, of the server, of its heap after a collection, and of one of its connections in the database beside what those share. */
type Look = { server: number; heap: number; connection: number; count: number; files: number }

/**
 * People do everything again and again, for an hour or for BENCH_MINUTES; what the heap of the server and each of its
 * connections hold must not grow from the middle third to the last.
 */
await onOwnDatabase({ port: PORT, people: PEOPLE }, async ({ server, ...setting }) => {
  const looks: Look[] = []
  const endsAt = Date.now() + MINUTES * 60_000
  let nextLook = Date.now() + LOOK_MS
  let rounds = 0
  for (; Date.now() < endsAt; rounds++) {
    await act({ origin: server.origin, ...setting, people: crowdOf(setting.people, rounds) }, rounds)
    await sleep(PAUSE_MS)
    if (Date.now() < nextLook) continue
    nextLook += LOOK_MS
    const look = await lookAt(server, setting.db)
    looks.push(look)
    process.stdout.write(
      `${String(looks.length).padStart(4)} min  server ${look.server.toFixed(0)} MiB, heap ${look.heap.toFixed(1)}  ${look.count} connections of ${look.connection.toFixed(0)} MiB  ${look.files} files\n`,
    )
  }
  report('sign-ins, each with all that follows', rounds * AT_A_TIME, '')
  const third = Math.floor(looks.length / 3)
  for (const figure of ['heap', 'server', 'connection', 'files'] as const) {
    const of = (some: Look[]) => median(some.map((look) => look[figure]))
    const [middle, last] = [of(looks.slice(third, 2 * third)), of(looks.slice(-third))]
    report(`${figure}, middle third`, middle, figure === 'files' ? '' : 'MiB')
    report(`${figure}, growth to the last third`, last / middle, '', GROWTH_MAX)
  }
})

/** The next people in turn. */
function crowdOf<Person>(people: Person[], round: number): Person[] {
  const start = (round * AT_A_TIME) % people.length
  return people.slice(start, start + AT_A_TIME)
}

async function act(setting: Setting, round: number) {
  const progress: Progress = { ...setting, round }
  for (const { prepare } of ACTIONS) {
    const one = prepare(progress)
    let next = 0
    await repeat(AT_A_TIME, AT_ONCE, () => one(next++))
  }
  await endSessionsOf(setting)
}

async function lookAt({ pid, residentMiB }: BenchServer, db: Db): Promise<Look> {
  const { rows } = await db.execute<{ pid: number }>(
    sql`select pid from pg_stat_activity where application_name = ${MEASURED}`,
  )
  const held = rows.flatMap(({ pid: connection }) => privateMiB(connection) ?? [])
  return {
    heap: await heldHeapMiB(pid),
    server: residentMiB(),
    connection: median(held),
    count: held.length,
    files: readdirSync(`/proc/${pid}/fd`).length,
  }
}

/** What no other process shares (proc(5), smaps_rollup); `null` of a connection that has just been closed. */
function privateMiB(pid: number): number | null {
  try {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
    return Number(/Private_Dirty:\s+(\d+) kB/.exec(rollup)?.[1]) / 1024
  } catch {
    return null
  }
}
