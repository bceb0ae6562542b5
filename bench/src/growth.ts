import type { Db } from '@gatehouse/server/src/db/database.ts'
import type pg from 'pg'
import { repeat } from './caller.ts'
import { crowdFolder, makeCrowd } from './crowd.ts'
import { median } from './figures.ts'
import { ACTIONS, endSessionsOf, type Progress, type Setting } from './growth-actions.ts'
import { measurePruning } from './growth-pruning.ts'
import { type Cost, costBetween, type Meters, readMeters } from './meters.ts'
import { onOwnDatabase } from './own-database.ts'

const PORT = 3940
const PEOPLE = 80
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7)
const WARM_UP_ROUNDS = 4
const AT_ONCE = 4
const GROWTH_MAX = 1.3
/** How many people there are besides those who act, each with an open session and two assignments. */
const SIZES = (process.env.BENCH_SIZES ?? '10000,100000,1000000').split(',').map(Number)
const STATEMENT_MAX_MS = 60 * 60_000

type Figures = Record<string, Cost>
/** The name of what nobody does. */
const PRUNING = 'pruning, a session'
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
    for (const name of [...ACTIONS.map(({ name }) => name), PRUNING]) {
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
  const folder = crowdFolder(size)
  const fill = async (db: Db) => {
    if (!folder.isFilled) await makeCrowd(db, say, size)
    await openSessions(db)
  }
  return onOwnDatabase({ port: PORT, people: PEOPLE, folder, fill }, async ({ server, ...setting }) => {
    const ofActions = await measureActions({ origin: server.origin, ...setting }, () =>
      readMeters(setting.db, server.pid),
    )
    return { ...ofActions, [PRUNING]: await measurePruning(setting.db) }
  })
}

/** Everybody is signed in. In a folder that was kept they are. */
async function openSessions(db: Db) {
  const client = await db.pool.connect()
  const run = (text: string) => client.query({ text, query_timeout: STATEMENT_MAX_MS } as pg.QueryConfig)
  await run('set statement_timeout = 0; set session_replication_role = replica')
  await run(`
    insert into sessions (id, secret_hash, kind, user_id, ip, user_agent, amr, idle_seconds, expires_at)
    select gen_random_uuid(), sha256(id::text::bytea), 'cookie', id, '198.51.100.7', 'Firefox', '{pwd}', 86400,
      now() + interval '1 day' from users where not exists (select from sessions)`)
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
      figures[name] = costBetween(before, await read(), PEOPLE)
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

const row = (name: string, cells: string[]) => `${name.padEnd(26)}${cells.map((cell) => cell.padStart(11)).join('')}`
const say = (line: string) => process.stdout.write(`${line}\n`)

await main()
