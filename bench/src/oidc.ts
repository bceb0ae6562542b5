import { readConfig } from '@gatehouse/server/src/config.ts'
import type { Db } from '@gatehouse/server/src/db/database.ts'
import { openDatabase } from '@gatehouse/server/src/db/open.ts'
import { openKeyring } from '@gatehouse/server/src/keyring/open-keyring.ts'
import { type Call, call } from './caller.ts'
import { basic, getTokens, signIn, type Tokens } from './code-sign-in.ts'
import { cpuPerCall, median, report } from './figures.ts'
import { countRoundTrips } from './round-trips.ts'
import { type BenchServer, makeFolder, startProcess, startServer } from './server.ts'
import { measureSignIns, PEOPLE } from './sign-ins.ts'
import { type Application, makeSubjects, type Person } from './subjects.ts'

const PORT = 3920
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7)
const AT_ONCE = 8
const WARM_UP_ROUNDS = 2

type Side = {
  server: BenchServer
  paths: { token: string; userinfo: string; introspection: string }
  /** New tokens for each concurrent caller: the library's memory holds a thousand of them. */
  issue: () => Promise<Tokens[]>
}

type Measured = {
  name: string
  count: number
  budget: number
  prepare: (side: Side) => Promise<(lane: number) => Promise<unknown>>
}

/** The provider compared with the bare library: CPU of the server process for each request, alternating in one run. */
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
    const subjects = await makeSubjects(db, await openKeyring(db, config), PEOPLE)
    const { application, people } = subjects
    const bare = await startProcess('bench/src/bare-provider.ts', PORT + 10, {
      ...{ CLIENT_ID: application.id, CLIENT_SECRET: application.secret, REDIRECT_URI: application.redirectUri },
    })
    running.push(bare)
    const sides = [await ourSide(ours, db, people, application), bareSide(bare)]
    for (const measured of measuredWith(application)) await compare(measured, sides)
    await measureSignIns({ server: ours, trips, db, people, application }, ROUNDS)
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

/** The requests of applications, most frequent first. */
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

await main()
