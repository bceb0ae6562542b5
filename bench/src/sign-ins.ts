import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '@gatehouse/server/src/db/database.ts'
import { ARGON2 } from '@gatehouse/server/src/identity/passwords.ts'
import { OWN_LANE } from '@gatehouse/server/src/notifications/gateways.ts'
import { setLaneRate } from '@gatehouse/server/src/outbox/lanes.ts'
import { hash, verify } from '@node-rs/argon2'
import sql from 'sql-template-tag'
import { repeat } from './caller.ts'
import {
  type Authorized,
  authorize,
  type Browser,
  enterCode,
  enterPassword,
  exchange,
  makeBrowser,
  signInByCode,
  takeCode,
} from './code-sign-in.ts'
import { median, report } from './figures.ts'
import type { RoundTrips } from './round-trips.ts'
import type { BenchServer } from './server.ts'
import type { Application, Person } from './subjects.ts'

export const PEOPLE = 80
const SIGN_INS = 60
const AT_ONCE = 4
const COUNTED = 20
/** V8 compiles the last functions of a sign-in after more than a thousand runs. */
const WARM_UP_ROUNDS = 16
/** The server is at rest when it used less than `REST_MS` of CPU in `LOOK_MS`. */
const LOOK_MS = 100
const REST_MS = 20

type Setting = { server: BenchServer; trips: RoundTrips; db: Db; people: Person[]; application: Application }

/** Whole sign-ins, compared with the password hash, by phase, and by round trips to the database. */
export async function measureSignIns(setting: Setting, rounds: number) {
  await measureWhole(setting, rounds)
  await measurePhases(setting, rounds)
  await measureRoundTrips(setting)
}

/** So nobody reaches ten sessions, after which each sign-in would end the oldest. */
const endSessions = (db: Db) => db.execute(sql`update sessions set ended_at = now() where ended_at is null`)

/** Whole sign-ins compared with as many password hashes at once, by CPU and by time. */
async function measureWhole({ server, db, people, application }: Setting, rounds: number) {
  const stored = await hash('a password', ARGON2)
  const ownCpuMs = () => (process.cpuUsage().user + process.cpuUsage().system) / 1000
  let next = 0
  const signIn = () => signInByCode(server.origin, db, people[next++ % PEOPLE] as Person, application)
  const measured: { hashing: Pace; signingIn: Pace }[] = []
  for (let round = -WARM_UP_ROUNDS; round < rounds; round++) {
    const hashing = await paceOf(ownCpuMs, () => verify(stored, 'a password'))
    const signingIn = await paceOf(server.cpuMs, signIn)
    await endSessions(db)
    if (round >= 0) measured.push({ hashing, signingIn })
  }
  report('whole sign-in', median(measured.map(({ signingIn }) => signingIn.cpuMs)), 'ms CPU')
  report('password hash', median(measured.map(({ hashing }) => hashing.cpuMs)), 'ms CPU')
  const beside = measured.map(({ hashing, signingIn }) => signingIn.cpuMs - hashing.cpuMs)
  report('whole sign-in beside the hash, least', Math.min(...beside), 'ms CPU', 5)
  report('whole sign-in beside the hash, median', median(beside), 'ms CPU', 5)
  report('whole sign-ins', median(measured.map(({ signingIn }) => signingIn.perSecond)), 'a second')
  report('password hashes', median(measured.map(({ hashing }) => hashing.perSecond)), 'a second')
  const byClock = measured.map(({ hashing, signingIn }) => signingIn.perSecond / hashing.perSecond)
  report('sign-ins for each hash, by the clock', median(byClock), 'with database and callers beside')
}

type Pace = { perSecond: number; cpuMs: number }

async function paceOf(cpuMs: () => number, work: () => Promise<unknown>): Promise<Pace> {
  const [startedAt, before] = [performance.now(), cpuMs()]
  await repeat(SIGN_INS, AT_ONCE, work)
  return {
    perSecond: SIGN_INS / ((performance.now() - startedAt) / 1000),
    cpuMs: (cpuMs() - before) / SIGN_INS,
  }
}

type Step = (person: Person, index: number) => Promise<unknown>

/**
 * All people take one step before anybody takes the next. The cost of a message is what step one costs more with it.
 */
async function measurePhases(setting: Setting, rounds: number) {
  const { server, db, people, application } = setting
  const measured: Record<'password' | 'message' | 'code' | 'authorization' | 'exchange', number>[] = []
  // The server is warm by now.
  for (let round = 0; round < rounds; round++) {
    await holdMessages(db)
    const withoutMessage = await cpuOf(setting, (one) => enterPassword(makeBrowser(server.origin, one.email), one))
    await dropMessages(db)
    const browsers = people.map(({ email }) => makeBrowser(server.origin, email))
    const browserOf = (index: number) => browsers[index] as Browser
    const withMessage = await cpuOf(setting, (one, index) => enterPassword(browserOf(index), one))
    const codes = await Promise.all(people.map(({ email }) => takeCode(db, email)))
    const given: Authorized[] = []
    const figures = {
      password: withoutMessage.all,
      message: withMessage.main - withoutMessage.main,
      code: (await cpuOf(setting, (one, index) => enterCode(browserOf(index), one, codes[index] as string))).all,
      authorization: (
        await cpuOf(setting, async (_, index) => {
          given[index] = await authorize(server.origin, browserOf(index), application)
        })
      ).all,
      exchange: (await cpuOf(setting, (_, index) => exchange(server.origin, application, given[index] as Authorized)))
        .all,
    }
    await endSessions(db)
    measured.push(figures)
  }
  for (const phase of ['password', 'message', 'code', 'authorization', 'exchange'] as const) {
    const name = phase === 'password' ? 'password, its hash included' : phase
    const each = measured.map((figures) => figures[phase])
    report(`sign-in: ${name}, least`, Math.min(...each), 'ms CPU')
    report(`sign-in: ${name}, median`, median(each), 'ms CPU')
  }
}

/** The CPU of the server for one step of each person, including the background work that it causes. */
async function cpuOf({ server, people }: Setting, step: Step): Promise<{ all: number; main: number }> {
  const [all, main] = [server.cpuMs(), server.mainCpuMs()]
  let next = 0
  await repeat(people.length, AT_ONCE, () => {
    const index = next++
    return step(people[index] as Person, index)
  })
  for (let used = 0; server.cpuMs() - used > REST_MS; await sleep(LOOK_MS)) used = server.cpuMs()
  return { all: (server.cpuMs() - all) / people.length, main: (server.mainCpuMs() - main) / people.length }
}

/** The messages wait in their lane, whose rate is one a second. */
const holdMessages = (db: Db) => setLaneRate(db, OWN_LANE, 1)

async function dropMessages(db: Db) {
  await db.execute(sql`delete from outbox where lane = ${OWN_LANE}`)
  await db.execute(sql`delete from inbox`)
  await setLaneRate(db, OWN_LANE, 0)
}

/** One sign-in after another, step by step. A message is sent when its code can be read. */
async function measureRoundTrips({ server, trips, db, people, application }: Setting) {
  const counted: Record<string, number> = {}
  const start = trips.count()
  const during = async <T>(step: string, work: () => Promise<T>): Promise<T> => {
    const { requests: before } = trips.count()
    const done = await work()
    counted[step] = (counted[step] ?? 0) + trips.count().requests - before
    return done
  }
  for (const person of people.slice(0, COUNTED)) {
    const browse = makeBrowser(server.origin, person.email)
    await during('password', () => enterPassword(browse, person))
    const otp = await takeCode(db, person.email)
    await during('code', () => enterCode(browse, person, otp))
    const given = await during('authorization', () => authorize(server.origin, browse, application))
    await during('exchange', () => exchange(server.origin, application, given))
  }
  await sleep(LOOK_MS)
  const { requests, messages } = trips.count()
  for (const [step, count] of Object.entries(counted)) report(`round trips: ${step}`, count / COUNTED, '')
  report('round trips: message', (messages - start.messages) / COUNTED, '')
  const all = requests + messages - start.requests - start.messages
  report('round trips of a whole sign-in, its message included', all / COUNTED, '', 14)
}
