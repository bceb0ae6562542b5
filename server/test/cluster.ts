import { createHash } from 'node:crypto'
import type { Endpoint } from '@gatehouse/contract/endpoint.ts'
import { CSRF_HEADER, WEB_CLIENT_HEADER } from '@gatehouse/contract/envelope.ts'
import { getSession } from '@gatehouse/contract/session.ts'
import { consumeLogInOtpEmail, login } from '@gatehouse/contract/signin.ts'
import { afterAll, beforeAll } from 'vitest'
import { deriveKeys } from '../src/crypto/keys.ts'
import { asKey, oneDataKey } from '../src/crypto/seal.ts'
import { makeDb } from '../src/db/database.ts'
import { startEmbeddedPostgres } from '../src/db/embedded-postgres.ts'
import { openKeyring } from '../src/keyring/open-keyring.ts'
import { aClient, anApplication, anAssignment, aPerson, PASSWORD, type Stored } from './builders.ts'
import { aPreparedDataDir } from './prepared.ts'
import { aDataDir, cleanUp, laterCode, newestCode, type Running, start } from './processes.ts'
import { browse, changeApplication, ISSUER } from './relying-party.ts'
import { pathOf, type Visitor } from './server.ts'

const MASTER_KEY = createHash('sha256').update('cluster').digest()
const OTHER_KEYS = { ...deriveKeys(MASTER_KEY), seal: oneDataKey(asKey(MASTER_KEY)) }

/** A server process under the shared public name. */
export type Member = Running & { port: number }
export type Cluster = Stored & {
  /** @param main the program of another release */
  start: (changes?: Record<string, string>, main?: string) => Promise<Member>
  stop: () => Promise<void>
}

/** A database that outlives its servers, and servers on it that can be killed. `isEmpty`: no server has prepared it. */
export async function aCluster({ isEmpty = false } = {}): Promise<Cluster> {
  const postgres = await startEmbeddedPostgres(isEmpty ? aDataDir() : aPreparedDataDir())
  const { host, port } = postgres.connection
  const env = {
    DATABASE_URL: `postgres://gatehouse@/postgres?host=${encodeURIComponent(host)}&port=${port}`,
    MASTER_KEY: MASTER_KEY.toString('base64'),
    PUBLIC_URL: ISSUER,
    LOG_LEVEL: 'trace',
  }
  const db = makeDb({ ...postgres.connection, database: 'postgres', max: 4 })
  return {
    db,
    // Without tables there are none yet.
    keys: isEmpty ? OTHER_KEYS : await openKeyring(db, { masterKey: MASTER_KEY, formerMasterKey: null }),
    start: async (changes = {}, main) => {
      const running = await start({ ...env, DATA_DIR: aDataDir(), ...changes }, main === undefined ? {} : { main })
      return { ...running, port: Number(new URL(running.origin).port) }
    },
    stop: async () => {
      await db.pool.end()
      await postgres.stop()
    },
  }
}

/** Two servers of a cluster for the tests of a file, started at the same moment. */
export function twoServers() {
  const made = {} as { cluster: Cluster; members: [Member, Member] }
  beforeAll(async () => {
    made.cluster = await aCluster()
    made.members = await Promise.all([made.cluster.start(), made.cluster.start()])
  })
  afterAll(async () => {
    await made.cluster.stop()
    await cleanUp()
  })
  return made
}

/** A browser that reaches the portal through any of the servers, and cannot distinguish them. */
export type Roaming = Pick<Visitor, 'cookies'> & { at: (member: Member) => Visitor }

export function aRoamingBrowser(): Roaming {
  const cookies: Visitor['cookies'] = {}
  const at = (member: Member): Visitor => {
    const send = async (endpoint: Endpoint, input: unknown, headers: Record<string, string>) => {
      const { method } = endpoint
      const query = method === 'GET' ? `?${new URLSearchParams(input as Record<string, string>)}` : ''
      const reply = await browse(member, { cookies }, pathOf(endpoint, input) + query, {
        method,
        headers: { origin: ISSUER, [WEB_CLIENT_HEADER]: 'web', 'content-type': 'application/json', ...headers },
        ...(method === 'GET' ? {} : { form: JSON.stringify(input) }),
      })
      return { ...reply.json(), status: reply.status, headers: reply.headers, cookies: { ...cookies } }
    }
    const call: Visitor['call'] = async (endpoint, input = {}, headers = {}) => {
      const needsProof = endpoint.method === 'POST' && cookies['__Host-eai_sid'] !== undefined
      const proof = needsProof ? (await send(getSession, {}, {})).data.session?.csrfToken : undefined
      return send(endpoint, input, { ...(proof ? { [CSRF_HEADER]: proof } : {}), ...headers })
    }
    return { cookies, call }
  }
  return { cookies, at }
}

/** Signs in with step one at one server and step two at another. */
export async function signInAcross(browser: Roaming, email: string, first: Member, second = first) {
  const otp = await beginSignIn(browser, email, first)
  await finishSignIn(browser, email, otp, second)
}

/** Does step one; returns the code once it has arrived. */
export async function beginSignIn(browser: Roaming, email: string, member: Member): Promise<string> {
  const former = newestCode(await member.inbox(email))
  const begun = await browser.at(member).call(login, { email, password: PASSWORD })
  if (begun.status !== 200) throw new Error(`step one answered ${begun.status}: ${begun.msg}`)
  return laterCode(member, email, former)
}

export async function finishSignIn(browser: Roaming, email: string, otp: string, member: Member) {
  const done = await browser.at(member).call(consumeLogInOtpEmail, { email, otp })
  if (done.status !== 200) throw new Error(`step two answered ${done.status}: ${done.msg}`)
}

/** A person with a browser, and an application that signs them in and renews its tokens. */
export async function someoneIn(cluster: Cluster) {
  const person = await aPerson(cluster)
  const application = await anApplication(cluster)
  const client = await aClient(cluster)
  await anAssignment(cluster, person.id, application.id, client.id)
  await changeApplication(cluster, application.id, { oauth_grants: ['authorization_code', 'refresh_token'] })
  return { person, application, client, browser: aRoamingBrowser() }
}
