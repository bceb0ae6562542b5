import { readConfig } from '@gatehouse/server/src/config.ts'
import type { Db } from '@gatehouse/server/src/db/database.ts'
import { openDatabase } from '@gatehouse/server/src/db/open.ts'
import { openKeyring } from '@gatehouse/server/src/keyring/open-keyring.ts'
import sql from 'sql-template-tag'
import { call, repeat, send } from './caller.ts'
import {
  type Authorized,
  authorize,
  type Browser,
  basic,
  enterCode,
  enterPassword,
  exchange,
  makeBrowser,
  type Tokens,
  takeCode,
} from './code-sign-in.ts'
import { CROWD, makeCrowd } from './crowd.ts'
import { median } from './figures.ts'
import { type BenchServer, cpuMs, makeFolder, startServer } from './server.ts'
import { type Application, makeSubjects, type Person } from './subjects.ts'

const PORT = 3940
const PEOPLE = 80
const ROUNDS = 9
const WARM_UP_ROUNDS = 6
const AT_ONCE = 4
const GROWTH_MAX = 1.3
/** The name of the server's connections in the database. */
const MEASURED = 'measured'

type Setting = { server: BenchServer; db: Db; people: Person[]; application: Application }
type Figures = Record<string, number>

/** The CPU of the database for each step of signing in, with few people and with a million. */
async function main() {
  const folder = makeFolder()
  const masterKey = Buffer.alloc(32).toString('base64')
  const config = readConfig({ DATA_DIR: folder.path, MASTER_KEY: masterKey })
  const { db, close } = await openDatabase(config)
  try {
    const subjects = await makeSubjects(db, await openKeyring(db, config), PEOPLE)
    const { host, port, user, database } = db.pool.options
    const at = new URLSearchParams({ host: host ?? '', port: String(port), application_name: MEASURED })
    const env = { DATABASE_URL: `postgres://${user}@/${database}?${at}`, MASTER_KEY: masterKey }
    const measure = async () => {
      // A new server prepares new plans for its statements.
      const server = await startServer(folder.path, PORT, env)
      const figures = await measureSteps({ server, db, ...subjects })
      await server.stop()
      return figures
    }
    const few = await measure()
    await makeCrowd(db, say)
    const many = await measure()
    say(`${''.padEnd(24)}${[`${PEOPLE}`, `${CROWD.people}`, 'growth'].map((head) => head.padStart(10)).join('')}`)
    for (const [step, small] of Object.entries(few)) {
      const large = many[step] as number
      const figures = [small.toFixed(3), large.toFixed(3), (large / small).toFixed(2)]
      const verdict = large / small > GROWTH_MAX ? `  over ${GROWTH_MAX}` : ''
      say(`${step.padEnd(24)}${figures.map((figure) => figure.padStart(10)).join('')}  ms${verdict}`)
    }
  } finally {
    await close()
    folder.remove()
  }
}

/** The median of the rounds. All people take one step before anybody takes the next. */
async function measureSteps(setting: Setting): Promise<Figures> {
  const { server, db, people, application } = setting
  const rounds: Figures[] = []
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
    const figures: Figures = {}
    const step = async (name: string, work: (person: Person, index: number) => Promise<unknown>) => {
      const before = await databaseMs(db)
      let next = 0
      await repeat(PEOPLE, AT_ONCE, () => {
        const index = next++
        return work(people[index] as Person, index)
      })
      figures[name] = ((await databaseMs(db)) - before) / PEOPLE
    }
    const browsers = people.map(({ email }) => makeBrowser(server.origin, email))
    const browserOf = (index: number) => browsers[index] as Browser
    const given: Authorized[] = []
    const tokens: Tokens[] = []
    await step('password', (person, index) => enterPassword(browserOf(index), person))
    const codes = await Promise.all(people.map(({ email }) => takeCode(db, email)))
    await step('code', (person, index) => enterCode(browserOf(index), person, codes[index] as string))
    await step('authorization', async (_, index) => {
      given[index] = await authorize(server.origin, browserOf(index), application)
    })
    await step('exchange', async (_, index) => {
      tokens[index] = await exchange(server.origin, application, given[index] as Authorized)
    })
    await step('refresh', (_, index) => {
      const { refresh_token } = tokens[index] as Tokens
      const form = { grant_type: 'refresh_token', refresh_token }
      return call(server.origin, '/oauth2/token', { headers: basic(application), form })
    })
    await step('password of nobody', (_, index) => {
      const body = { email: `nobody.${round}.${index}@example.com`, password: 'Kestrel#Orbit42*Lamp' }
      return send(server.origin, '/api/users/login', { body, headers: { 'x-forwarded-for': `198.19.${index}.1` } })
    })
    await db.execute(sql`update sessions set ended_at = now() where ended_at is null`)
    if (round >= 0) rounds.push(figures)
  }
  const names = Object.keys(rounds[0] as Figures)
  return Object.fromEntries(names.map((name) => [name, median(rounds.map((figures) => figures[name] as number))]))
}

/** The CPU used by the connections of the server, in ms. */
async function databaseMs(db: Db): Promise<number> {
  const { rows } = await db.execute<{ pid: number }>(
    sql`select pid from pg_stat_activity where application_name = ${MEASURED}`,
  )
  return rows.reduce((sum, { pid }) => sum + cpuMs(`/proc/${pid}`), 0)
}

const say = (line: string) => process.stdout.write(`${line}\n`)

await main()
