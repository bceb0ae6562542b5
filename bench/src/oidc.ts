import { readConfig } from '@gatehouse/server/src/config.ts'
import { deriveKeys } from '@gatehouse/server/src/crypto/keys.ts'
import type { Db } from '@gatehouse/server/src/db/database.ts'
import { openDatabase } from '@gatehouse/server/src/db/open.ts'
import { ARGON2 } from '@gatehouse/server/src/identity/passwords.ts'
import { hash, verify } from '@node-rs/argon2'
import { type Call, call, repeat } from './caller.ts'
import { basic, getTokens, signIn, signInByCode, type Tokens } from './code-sign-in.ts'
import { cpuPerCall, median, report } from './figures.ts'
import { countRoundTrips, type RoundTrips } from './round-trips.ts'
import { type BenchServer, makeFolder, startProcess, startServer } from './server.ts'
import { type Application, makeSubjects, type Person } from './subjects.ts'

const PORT = 3920
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7)
const AT_ONCE = 8
const SIGN_INS = 60
const SIGN_INS_AT_ONCE = 4
const SIGN_INS_COUNTED = 20
/** So many that nobody has ten sessions, of which the oldest would have to end each time. */
const PEOPLE = 80
const WARM_UP_ROUNDS = 2

type Side = {
  server: BenchServer
  paths: { token: string; userinfo: string; introspection: string }
  /** Fresh tokens for each of those that call at once: the library's memory holds a thousand of them. */
  issue: () => Promise<Tokens[]>
}

type Measured = {
  name: string
  count: number
  budget: number
  prepare: (side: Side) => Promise<(lane: number) => Promise<unknown>>
}

/** The provider beside the bare library: CPU of the server process for each request, turn by turn in one run. */
async function main() {
  const folder = makeFolder()
  const masterKey = Buffer.alloc(32).toString('base64')
  const config = readConfig({ DATA_DIR: folder.path, MASTER_KEY: masterKey })
  const { db, close } = await openDatabase(config)
  const running: BenchServer[] = []
  try {
    const { host, port, user, database } = db.pool.options
    const trips = await countRoundTrips(folder.path, host ?? '', Number(port))
    const databaseUrl = `postgres://${user}@/${database}?host=${encodeURIComponent(trips.host)}&port=${port}`
    const ours = await startServer(folder.path, PORT, { DATABASE_URL: databaseUrl, MASTER_KEY: masterKey })
    running.push(ours)
    const subjects = await makeSubjects(db, deriveKeys(config.masterKey), PEOPLE)
    const { application, people } = subjects
    const bare = await startProcess('bench/src/bare-provider.ts', PORT + 10, {
      ...{ CLIENT_ID: application.id, CLIENT_SECRET: application.secret, REDIRECT_URI: application.redirectUri },
    })
    running.push(bare)
    const sides = [await ourSide(ours, db, people, application), bareSide(bare)]
    for (const measured of measuredWith(application)) await compare(measured, sides)
    await measureSignIns(ours, db, people, application)
    await measureRoundTrips(ours, trips, db, people, application)
    trips.close()
  } finally {
    for (const server of running) await server.stop()
    await close()
    folder.remove()
  }
}

async function ourSide(server: BenchServer, db: Db, [person]: Person[], application: Application): Promise<Side> {
  const browse = await signIn(server.origin, db, person as Person)
  const paths = { token: '/oauth2/token', userinfo: '/oauth2/userinfo', introspection: '/oauth2/introspect' }
  return { server, paths, issue: () => eachLane(() => getTokens(server.origin, browse, application)) }
}

function bareSide(server: BenchServer): Side {
  const paths = { token: '/token', userinfo: '/me', introspection: '/token/introspection' }
  return { server, paths, issue: () => eachLane(() => call<Tokens>(server.origin, '/issue')) }
}

const eachLane = <T>(make: () => Promise<T>) => Promise.all(Array.from({ length: AT_ONCE }, make))

/** What applications ask, most frequent first. */
function measuredWith(application: Application): Measured[] {
  const headers = basic(application)
  const fixed =
    (what: (side: Side, tokens: Tokens) => [string, Call]): Measured['prepare'] =>
    async (side) => {
      const [tokens] = await side.issue()
      const [path, asked] = what(side, tokens as Tokens)
      return () => call(side.server.origin, path, asked)
    }
  return [
    {
      ...{ name: 'introspection', count: 4000, budget: 0.15 },
      prepare: fixed(({ paths }, { access_token: token }) => [paths.introspection, { headers, form: { token } }]),
    },
    {
      ...{ name: 'userinfo', count: 4000, budget: 0.15 },
      prepare: fixed(({ paths }, { access_token: token }) => [
        paths.userinfo,
        { headers: { authorization: `Bearer ${token}` } },
      ]),
    },
    {
      ...{ name: 'client credentials', count: 3000, budget: 0.3 },
      prepare: fixed(({ paths }) => [paths.token, { headers, form: { grant_type: 'client_credentials' } }]),
    },
    {
      ...{ name: 'refresh', count: 600, budget: 1 },
      prepare: async ({ server, paths, issue }) => {
        const lanes = await issue()
        return async (lane) => {
          const { refresh_token = '' } = lanes[lane] as Tokens
          const form = { grant_type: 'refresh_token', refresh_token }
          lanes[lane] = await call<Tokens>(server.origin, paths.token, { headers, form })
        }
      },
    },
  ]
}

async function compare({ name, count, budget, prepare }: Measured, sides: Side[]) {
  const figures: number[][] = sides.map(() => [])
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++)
    for (const [index, side] of sides.entries()) {
      const cpu = await cpuPerCall(side.server, count, AT_ONCE, await prepare(side))
      if (round >= 0) figures[index]?.push(cpu)
    }
  const [ours, bare] = figures as [number[], number[]]
  report(`${name}, least`, Math.min(...ours), 'ms CPU', budget)
  report(`${name}, median`, median(ours), 'ms CPU')
  report(`${name}, bare library, least`, Math.min(...bare), 'ms CPU')
  report(`${name}, bare library, median`, median(bare), 'ms CPU')
}

/** Whole sign-ins beside password hashes alone, as many at once, by CPU and by the clock. */
async function measureSignIns(server: BenchServer, db: Db, people: Person[], application: Application) {
  const stored = await hash('a password', ARGON2)
  const ownCpuMs = () => (process.cpuUsage().user + process.cpuUsage().system) / 1000
  let next = 0
  const signIn = () => signInByCode(server.origin, db, people[next++ % PEOPLE] as Person, application)
  const rounds: { hashing: Pace; signingIn: Pace }[] = []
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
    const hashing = await paceOf(ownCpuMs, () => verify(stored, 'a password'))
    const signingIn = await paceOf(server.cpuMs, signIn)
    if (round >= 0) rounds.push({ hashing, signingIn })
  }
  report('whole sign-in', median(rounds.map(({ signingIn }) => signingIn.cpuMs)), 'ms CPU')
  report('password hash', median(rounds.map(({ hashing }) => hashing.cpuMs)), 'ms CPU')
  const beside = rounds.map(({ hashing, signingIn }) => signingIn.cpuMs - hashing.cpuMs)
  report('whole sign-in beside the hash', median(beside), 'ms CPU', 5)
  report('whole sign-ins', median(rounds.map(({ signingIn }) => signingIn.perSecond)), 'a second')
  report('password hashes', median(rounds.map(({ hashing }) => hashing.perSecond)), 'a second')
  const byClock = rounds.map(({ hashing, signingIn }) => signingIn.perSecond / hashing.perSecond)
  report('sign-ins for each hash, by the clock', median(byClock), 'with database and callers beside')
}

/** One after another, each with what its message costs. */
async function measureRoundTrips(
  server: BenchServer,
  trips: RoundTrips,
  db: Db,
  people: Person[],
  application: Application,
) {
  const before = trips.count()
  for (const person of people.slice(0, SIGN_INS_COUNTED)) await signInByCode(server.origin, db, person, application)
  report('round trips of a whole sign-in, its message included', (trips.count() - before) / SIGN_INS_COUNTED, '')
}

type Pace = { perSecond: number; cpuMs: number }

async function paceOf(cpuMs: () => number, work: () => Promise<unknown>): Promise<Pace> {
  const [startedAt, before] = [performance.now(), cpuMs()]
  await repeat(SIGN_INS, SIGN_INS_AT_ONCE, work)
  return {
    perSecond: SIGN_INS / ((performance.now() - startedAt) / 1000),
    cpuMs: (cpuMs() - before) / SIGN_INS,
  }
}

await main()
