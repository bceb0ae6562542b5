import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ARGON2 } from '@gatehouse/server/src/identity/passwords.ts'
import { hash, verify } from '@node-rs/argon2'
import { firstHindiVisitKb, firstLoadKb, firstVisitKb, largestChunkKb, partsBehindSignIn } from './bundles.ts'
import { call, repeat } from './caller.ts'
import { cpuOfThisProcess, cpuPerCall, median, report } from './figures.ts'
import { type BenchServer, makeFolder, startServer } from './server.ts'

const PORT = 3900
const WARM_UP = 100
const LOGINS = 300
/** One person could not get so many codes in an hour. */
const PEOPLE = 5
const READS = 10_000
const RESTARTS = 5
const REST_MS = 5000
/** The approximate cost of a call besides the hash. */
const PAUSE_MS = 4

type Demo = { people: { email: string; password: string }[] }
type LoginAnswer = { data: { loginTxn: string } }
type Message = { text: string }

/**
 * Compares the figures of one run on this machine with the budgets of docs/architecture.md. CPU is that of the server
 * process.
 */
async function main() {
  const folder = makeFolder()
  try {
    const first = await startServer(folder.path, PORT)
    report('start to ready, empty folder', first.readyMs, 'ms')
    await first.stop()
    const starts: number[] = []
    for (let i = 0; i < RESTARTS; i++) {
      const again = await startServer(folder.path, PORT)
      starts.push(again.readyMs)
      await again.stop()
    }
    report('start to ready, second time', median(starts), 'ms', 1000)

    const server = await startServer(folder.path, PORT)
    await sleep(REST_MS)
    report('memory at rest', server.residentMiB(), 'MiB', 130)
    const { people } = JSON.parse(readFileSync(join(folder.path, 'demo.json'), 'utf8')) as Demo
    await measureLogin(server, people)
    await measureReads(server, people)
    report('memory after the load', server.residentMiB(), 'MiB')
    await server.stop()
  } finally {
    folder.remove()
  }
  report('sign-in page, first visit, everything', firstVisitKb([/signin\/LoginPage/]), 'kB br', 200)
  report('sign-in page, first visit in Hindi', firstHindiVisitKb([/signin\/LoginPage/]), 'kB br', 200)
  report('sign-in page JavaScript', firstLoadKb([/signin\/LoginPage/]), 'kB br', 180)
  report('launcher JavaScript', firstLoadKb([/LauncherPage/, /DashboardLayout/]), 'kB br', 230)
  report('console JavaScript, largest page', Math.max(...partsBehindSignIn().map(({ kb }) => kb)), 'kB br', 330)
  report('largest chunk', largestChunkKb(), 'kB br', 200)
}

/**
 * Step one with a right password, compared with the password hash alone at the same pace: without pauses, the memory of
 * the hash stays in the cache.
 */
async function measureLogin(server: BenchServer, people: Demo['people']) {
  const stored = await hash('a password', ARGON2)
  const hashing = await cpuOfThisProcess(LOGINS, () => verify(stored, 'a password'), PAUSE_MS)
  report('password hash alone', hashing, 'ms CPU')
  let count = 0
  // Requests from one address alone would soon be throttled.
  const step = () =>
    call(server.origin, '/api/users/login', {
      body: people[count % PEOPLE] as object,
      headers: { 'x-forwarded-for': `198.51.100.${count++ % 250}` },
    })
  await repeat(WARM_UP, 1, step)
  const cpu = await cpuPerCall(server, LOGINS, 1, step)
  report('sign-in step one', cpu, 'ms CPU')
  report('sign-in step one beside the hash', cpu - hashing, 'ms CPU')
}

/** A session check and one read: the tiles of a person with four applications. */
async function measureReads(server: BenchServer, people: Demo['people']) {
  const token = await signIn(server, people[0] as Demo['people'][number])
  const read = () => call(server.origin, '/api/launch/tiles', { headers: { authorization: `Bearer ${token}` } })
  await repeat(READS / 2, 8, read)
  const startedAt = performance.now()
  report('session check and one read', await cpuPerCall(server, READS, 8, read), 'ms CPU', 0.2)
  report('session check and one read, 8 at once', READS / ((performance.now() - startedAt) / 1000), 'a second')
}

async function signIn({ origin }: BenchServer, { email, password }: Demo['people'][number]): Promise<string> {
  const former = await newestCode(origin, email)
  const { data } = await call<LoginAnswer>(origin, '/api/users/login', { body: { email, password } })
  let otp = former
  // The answer does not wait until the code is sent.
  while (otp === former) {
    await sleep(20)
    otp = await newestCode(origin, email)
  }
  const answer = await call<{ data: { AutherisationToken: string } }>(origin, '/api/users/consumeLogInOtpEmail', {
    body: { email, otp, loginTxn: data.loginTxn },
  })
  return answer.data.AutherisationToken
}

async function newestCode(origin: string, email: string): Promise<string | undefined> {
  const [message] = await call<Message[]>(origin, `/dev/inbox.json?to=${encodeURIComponent(email)}`)
  return /\b\d{6}\b/.exec(message?.text ?? '')?.[0]
}

await main()
