import { CSRF_HEADER } from '@gatehouse/contract/envelope.ts'
import { requestPasskeySignIn, signInWithPasskey } from '@gatehouse/contract/factors/passkey-sign-in.ts'
import { addPasskey, requestPasskey } from '@gatehouse/contract/factors/passkeys.ts'
import { getSession } from '@gatehouse/contract/session.ts'
import { readConfig } from '@gatehouse/server/src/config.ts'
import { openDatabase } from '@gatehouse/server/src/db/open.ts'
import { openKeyring } from '@gatehouse/server/src/keyring/open-keyring.ts'
import { anAuthenticator } from '@gatehouse/server/test/authenticator.ts'
import sql from 'sql-template-tag'
import { repeat } from './caller.ts'
import { type Browser, makeBrowser, signIn } from './code-sign-in.ts'
import { median, report } from './figures.ts'
import { countRoundTrips } from './round-trips.ts'
import { exactCpuMs, makeFolder, startServer } from './server.ts'
import { makeSubjects } from './subjects.ts'

const PORT = 3940
const PEOPLE = 40
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 15)
/** V8 compiles the last functions of a sign-in after more than a thousand runs. */
const WARM_UP_ROUNDS = 40
const AT_ONCE = 4
const COUNTED = 20

type Authenticator = ReturnType<typeof anAuthenticator>
type Options = Parameters<Authenticator['get']>[0]
type Owner = { email: string; authenticator: Authenticator }

/** A sign-in by passkey, its two requests together: CPU of the server process, and round trips to the database. */
async function main() {
  const folder = makeFolder()
  const masterKey = Buffer.alloc(32).toString('base64')
  const config = readConfig({ DATA_DIR: folder.path, MASTER_KEY: masterKey })
  const { db, close } = await openDatabase(config)
  const { host, port, user, database } = db.pool.options
  const trips = await countRoundTrips(folder.path, host ?? '', Number(port))
  const databaseUrl = `postgres://${user}@/${database}?host=${encodeURIComponent(trips.host)}&port=${port}`
  const server = await startServer(folder.path, PORT, { DATABASE_URL: databaseUrl, MASTER_KEY: masterKey })
  try {
    const { people } = await makeSubjects(db, await openKeyring(db, config), PEOPLE)
    const owners: Owner[] = []
    for (const person of people) {
      const browse = await signIn(server.origin, db, person)
      const authenticator = anAuthenticator()
      const { session } = await read<{ session: { csrfToken: string } }>(browse(getSession.path))
      const headers = { [CSRF_HEADER]: session.csrfToken }
      const asked = await read<never>(browse(requestPasskey.path, { body: {}, headers }))
      const credential = authenticator.create(asked, { origin: server.origin })
      await read(browse(addPasskey.path, { body: { credential, name: 'Phone' }, headers }))
      owners.push({ email: person.email, authenticator })
    }
    // So nobody reaches ten sessions, after which each sign-in would end the oldest.
    const endSessions = () => db.execute(sql`update sessions set ended_at = now() where ended_at is null`)
    const measured: number[] = []
    for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
      const before = exactCpuMs(server.pid)
      let next = 0
      await repeat(PEOPLE, AT_ONCE, () => signInByPasskey(server.origin, owners[next++] as Owner))
      if (round >= 0) measured.push((exactCpuMs(server.pid) - before) / PEOPLE)
      await endSessions()
    }
    report('sign-in by passkey, least', Math.min(...measured), 'ms CPU', 2)
    report('sign-in by passkey, median', median(measured), 'ms CPU', 2)
    const { requests } = trips.count()
    for (let index = 0; index < COUNTED; index++) await signInByPasskey(server.origin, owners[index] as Owner)
    report('sign-in by passkey', (trips.count().requests - requests) / COUNTED, 'round trips to the database')
  } finally {
    await server.stop()
    trips.close()
    await close()
    folder.remove()
  }
}

async function signInByPasskey(origin: string, { email, authenticator }: Owner) {
  const browse = makeBrowser(origin, email)
  const options = await read<Options>(browse(requestPasskeySignIn.path, { body: {} }))
  await read(browse(signInWithPasskey.path, { body: { credential: authenticator.get(options, { origin }) } }))
}

/** What an answer holds. @throws Error unless it is 200 */
async function read<Data>(answer: ReturnType<Browser>): Promise<Data> {
  const { status, text } = await answer
  if (status !== 200) throw new Error(`answered ${status}: ${text.slice(0, 200)}`)
  return (JSON.parse(text) as { data: Data }).data
}

await main()
