import { setTimeout as sleep } from 'node:timers/promises'
import { queryAt, type Running } from '../server/test/processes.ts'
import { compare, type Journal, type Query } from './journal.ts'
import { timed } from './times.ts'

/** The limit for an answer that has not begun (`http/answer-in-time.ts`), with some room for a busy machine. */
export const ANSWER_MAX_MS = 16_000
/** How many connections a server has to its database, and one for indexes. */
const CONNECTIONS_MAX = 11
/** After this time PostgreSQL has ended the connections that a network has forgotten (ADR 0102). */
const FORGOTTEN_MAX_MS = 75_000

/** What may be answered: clients that register so many people are also asked for a proof of work (428), and to wait (429). */
const EXPECTED = [200, 428, 429, 503]

export type Line = (what: string, figure: string | number, isRight: boolean) => void

/** Waits until the server is ready; the time that took, or `null` when it never was. */
export async function readyAfter(server: Running, limitMs = 60_000): Promise<number | null> {
  const startedAt = performance.now()
  while (performance.now() - startedAt < limitMs) {
    const { result } = await timed(() => server.status('/readyz').catch(() => 0))
    if (result === 200) return Math.round(performance.now() - startedAt)
    await sleep(100)
  }
  return null
}

/** Breaks something while clients write, mends it, and checks every answer in between. */
export async function outage(
  line: Line,
  name: string,
  { journal, server, seconds }: { journal: Journal; server: Running; seconds: number },
  { begin, end }: { begin: () => unknown; end: () => unknown },
) {
  const first = journal.answers.length
  await begin()
  const until = performance.now() + seconds * 1000
  let alive = 0
  while (performance.now() < until) {
    alive = Math.max(alive, (await timed(() => server.status('/healthz'))).ms)
    await sleep(100)
  }
  await end()
  const ready = await readyAfter(server)
  line(`${name}: ready again after`, `${ready} ms`, ready !== null && ready < 10_000)
  // Whoever waited for an answer when it ended has it by now.
  await sleep(8000)
  const answers = journal.answers.slice(first)
  const codes = [...new Set(answers.map(({ code }) => code))].toSorted()
  const longest = Math.round(Math.max(0, ...answers.map(({ ms }) => ms)))
  line(`${name}: answers`, codes.join(', '), answers.length > 0 && codes.every((code) => EXPECTED.includes(code)))
  line(`${name}: longest answer`, `${longest} ms`, longest < ANSWER_MAX_MS)
  line(`${name}: /healthz at most`, `${Math.round(alive)} ms`, alive < 2000)
  const after = journal.answers.slice(-30).filter(({ code }) => code === 503).length
  line(`${name}: refused among the last 30`, after, after === 0)
}

/** What an outage may leave behind in the database. */
export async function leftBehind(line: Line, name: string, connection: Parameters<typeof queryAt>[0], servers = 1) {
  const most = servers * CONNECTIONS_MAX
  const look = async () => {
    const rows = await queryAt<{ all: number; idle: number }>(
      connection,
      `select count(*)::int as all, count(*) filter (where state like 'idle in transaction%' and state_change < now() - interval '5 seconds')::int as idle
      from pg_stat_activity where datname = 'postgres' and pid <> pg_backend_pid() and backend_type = 'client backend'`,
    )
    return rows[0] as (typeof rows)[number]
  }
  const until = performance.now() + FORGOTTEN_MAX_MS
  let found = await look()
  while ((found.all > most || found.idle > 0) && performance.now() < until) {
    await sleep(500)
    found = await look()
  }
  line(`${name}: connections of the server`, found.all, found.all <= most)
  line(`${name}: forgotten transactions`, found.idle, found.idle === 0)
}

/** Nothing that was acknowledged is lost or stored in part, and every answer was right and came in time. */
export async function nothingLost(line: Line, journal: Journal, query: Query) {
  const { lost, halves } = await compare(journal, query)
  const codes = [...new Set(journal.answers.map(({ code }) => code))].toSorted()
  const longest = Math.round(Math.max(...journal.answers.map(({ ms }) => ms)))
  line('acknowledged changes', journal.acknowledged, journal.acknowledged > 0)
  line('of them lost', lost.length, lost.length === 0)
  line('changes stored in part, or twice', halves.length, halves.length === 0)
  line(
    'answers',
    codes.join(', '),
    codes.every((code) => EXPECTED.includes(code)),
  )
  line('longest answer', `${longest} ms`, longest < ANSWER_MAX_MS)
}

/** Asks a server that has nothing to complain about to stop. */
export async function stops(line: Line, server: Running) {
  line('what a server has reported', server.err() || 'nothing', server.err() === '')
  server.kill('SIGTERM')
  const { code } = await server.exit
  line('asked to stop, it ends with', String(code), code === 0)
}
