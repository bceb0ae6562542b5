import type { Db } from '@gatehouse/server/src/db/database.ts'
import type pg from 'pg'
import sql from 'sql-template-tag'
import { repeat } from './caller.ts'
import { makeCrowd } from './crowd.ts'
import { median } from './figures.ts'
import { ACTIONS, endSessionsOf, type Progress, type Setting } from './growth-actions.ts'
import { MEASURED, onOwnDatabase } from './own-database.ts'
import { exactCpuMs } from './server.ts'

const PORT = 3940
const PEOPLE = 80
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7)
const WARM_UP_ROUNDS = 4
const AT_ONCE = 4
const GROWTH_MAX = 1.3
/** How many people there are besides those who act, each with an open session and two assignments. */
const SIZES = (process.env.BENCH_SIZES ?? '10000,100000,1000000').split(',').map(Number)
const STATEMENT_MAX_MS = 60 * 60_000

/** Of one action: CPU of the server and of the database in ms, and bytes of the write-ahead log. */
type Cost = { server: number; database: number; wal: number }
type Figures = Record<string, Cost>
const UNITS = { server: 'CPU of the server, ms', database: 'CPU of the database, ms', wal: 'WAL, bytes' }

/** What each action costs, for each number of people. */
async function main() {
  const measured: Figures[] = []
  for (const size of SIZES) {
    say(`${size} people`)
    measured.push(await measureWith(size))
  }
  for (const unit of Object.keys(UNITS) as (keyof Cost)[]) {
    say(row(UNITS[unit], [...SIZES.map(String), 'growth']))
    for (const { name } of ACTIONS) {
      const values = measured.map((figures) => (figures[name] as Cost)[unit])
      const growth = (values.at(-1) as number) / (values[0] as number)
      const shown = values.map((value) => (unit === 'wal' ? value.toFixed(0) : value.toFixed(3)))
      const verdict = unit === 'database' && growth > GROWTH_MAX ? `  over ${GROWTH_MAX}` : ''
      say(`${row(name, [...shown, Number.isFinite(growth) ? growth.toFixed(2) : ''])}${verdict}`)
    }
  }
}

/** On a database of its own. */
function measureWith(size: number): Promise<Figures> {
  const fill = async (db: Db) => {
    await makeCrowd(db, say, size)
    await openSessions(db)
  }
  return onOwnDatabase({ port: PORT, people: PEOPLE, fill }, ({ server, ...setting }) =>
    measureActions({ origin: server.origin, ...setting }, () => readMeters(setting.db, server.pid)),
  )
}

/** Everybody is signed in. */
async function openSessions(db: Db) {
  const client = await db.pool.connect()
  const run = (text: string) => client.query({ text, query_timeout: STATEMENT_MAX_MS } as pg.QueryConfig)
  await run('set statement_timeout = 0; set session_replication_role = replica')
  await run(`
    insert into sessions (id, secret_hash, kind, user_id, ip, user_agent, amr, idle_seconds, expires_at)
    select gen_random_uuid(), sha256(id::text::bytea), 'cookie', id, '198.51.100.7', 'Firefox', '{pwd}', 86400,
      now() + interval '1 day' from users`)
  await run('vacuum analyze sessions')
  client.release(true)
}

/** The median of the rounds. All people do one thing before anybody does the next. */
async function measureActions(setting: Setting, read: () => Promise<Meters>): Promise<Figures> {
  const rounds: Figures[] = []
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
    const progress: Progress = { ...setting, round }
    const figures: Figures = {}
    for (const { name, prepare } of ACTIONS) {
      const act = prepare(progress)
      const before = await read()
      let next = 0
      await repeat(PEOPLE, AT_ONCE, () => act(next++))
      figures[name] = costBetween(before, await read())
    }
    await endSessionsOf(setting)
    if (round >= 0) rounds.push(figures)
  }
  const middle = (name: string, unit: keyof Cost) => median(rounds.map((figures) => (figures[name] as Cost)[unit]))
  return Object.fromEntries(
    ACTIONS.map(({ name }) => [
      name,
      { server: middle(name, 'server'), database: middle(name, 'database'), wal: middle(name, 'wal') },
    ]),
  )
}

/** Since the start: the CPU of the server and of each of its connections, and the log. */
type Meters = { server: number; connections: Map<number, number>; wal: number }

async function readMeters(db: Db, server: number): Promise<Meters> {
  const { rows } = await db.execute<{ pids: number[]; wal: number }>(sql`
    select coalesce(array_agg(pid), '{}') as pids, pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as wal
    from pg_stat_activity where application_name = ${MEASURED}`)
  const { pids, wal } = rows[0] as { pids: number[]; wal: number }
  return { server: exactCpuMs(server), connections: new Map(pids.map((pid) => [pid, exactCpuMs(pid)])), wal }
}

/** For each person. What a connection that was closed meanwhile had used since `before` is left out. */
function costBetween(before: Meters, after: Meters): Cost {
  const ofConnections = [...after.connections].map(([pid, cpu]) => cpu - (before.connections.get(pid) ?? 0))
  return {
    server: (after.server - before.server) / PEOPLE,
    database: ofConnections.reduce((sum, one) => sum + one, 0) / PEOPLE,
    wal: (after.wal - before.wal) / PEOPLE,
  }
}

const row = (name: string, cells: string[]) => `${name.padEnd(26)}${cells.map((cell) => cell.padStart(11)).join('')}`
const say = (line: string) => process.stdout.write(`${line}\n`)

await main()
