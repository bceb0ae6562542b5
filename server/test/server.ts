import { randomBytes, randomUUID } from 'node:crypto'
import type { Endpoint, Output } from '@gatehouse/contract/endpoint.ts'
import { CSRF_HEADER, type Envelope, WEB_CLIENT_HEADER } from '@gatehouse/contract/envelope.ts'
import { ERRORS } from '@gatehouse/contract/errors.ts'
import { getSession } from '@gatehouse/contract/session.ts'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { afterAll, beforeAll, inject } from 'vitest'
import { buildApp } from '../src/app.ts'
import { type Config, readConfig } from '../src/config.ts'
import { type Db, makeDb } from '../src/db/database.ts'
import type { Deps } from '../src/deps.ts'
import { COOKIES } from '../src/http/cookies.ts'
import { openKeyring } from '../src/keyring/open-keyring.ts'
import { makeLog } from '../src/log.ts'
import { makeDeps } from '../src/make-deps.ts'
import { inboxChannel } from '../src/notifications/channels/inbox.ts'
import type { OwnSenders } from '../src/notifications/channels/senders.ts'
import { FIRST_CONNECTIONS, growWhileBlocked } from './growing-pool.ts'
import { PLANNED_ONCE, withOwnName } from './planned-once.ts'

export type Answer<Data> = Envelope<Data> & {
  status: number
  headers: Record<string, unknown>
  cookies: Record<string, string>
}

/** A browser or another program that calls: keeps its cookies, and sends the proof of our own page when `web`. */
export type Visitor = {
  cookies: Record<string, string>
  call: <E extends Endpoint>(
    endpoint: E,
    input?: unknown,
    headers?: Record<string, string>,
  ) => Promise<Answer<Output<E>>>
}

export type TestServer = Deps & {
  app: FastifyInstance
  visitor: (options?: { web?: boolean; ip?: string; headers?: Record<string, string> }) => Visitor
  /** The newest message to an address. */
  inbox: (to: string) => Promise<{ subject: string; text: string; html: string }[]>
  /** The six digits in the newest message to an address. */
  codeFor: (to: string) => Promise<string>
  /** The id of the newest password link that was sent to an address. */
  resetLinkFor: (to: string) => Promise<string>
  close: () => Promise<void>
}

type Options = { config?: Partial<Config>; deliver?: (db: Db) => OwnSenders['email']; postgres?: pg.ClientConfig }

/** A hash takes 40 ms of CPU in the product, which was a tenth of the run. */
const CHEAP = { memoryCost: 64, timeCost: 1, parallelism: 1 }

/** One server for all tests of a file; it is available when the tests begin. */
export const useTestServer = (options?: Options) => useServer(() => startTestServer(options))

/** Starts a server before the first test of a file, and closes it after the last. */
export function useServer<Server extends { close: () => Promise<void> }>(start: () => Promise<Server>): Server {
  const server = {} as Server
  beforeAll(async () => {
    Object.assign(server, await start())
  })
  afterAll(() => server.close())
  return server
}

/** A whole server on a database of its own, without a port: requests are injected. */
export async function startTestServer({
  config: changes = {},
  deliver = inboxChannel,
  postgres = inject('postgres'),
}: Options = {}): Promise<TestServer> {
  const database = `test_${randomUUID().replaceAll('-', '')}`
  // Databases are not dropped one by one: the whole cluster is removed after the run. Copied as files, because the log of
  // every block takes four times as long.
  await asOwner(postgres, `create database ${database} template template_gatehouse strategy file_copy`)
  // Longer than in the product: a busy machine inserts thousands of rows slowly, and no test is about these limits.
  const limits = { statement_timeout: 60_000, lock_timeout: 60_000 }
  const db = makeDb(
    { ...postgres, database, max: FIRST_CONNECTIONS, ...limits, ...PLANNED_ONCE },
    { asked: withOwnName },
  )
  const { pool } = db
  const stopGrowing = growWhileBlocked(pool)
  const config: Config = {
    ...readConfig({
      MASTER_KEY: randomBytes(32).toString('base64'),
      DATA_DIR: '/nonexistent',
      DEMO: '0',
      LOG_LEVEL: 'silent',
    }),
    ...changes,
  }
  const keys = { ...(await openKeyring(db, config)), passwordCost: CHEAP }
  const deps = makeDeps(db, config, keys, makeLog(config.logLevel), { email: deliver(db) })
  const { outbox } = deps
  const app = await buildApp(deps)
  await app.ready()

  const inbox = async (to: string) => {
    // Deliveries run in the background: wait for those that are due or under way, but not for failed ones.
    for (let tries = 0; tries < 1000; tries++) {
      const { rows } = await pool.query<{ waiting: number }>(
        "select count(*)::int as waiting from outbox where state = 'ready' and (run_at <= now() or (attempts > 0 and last_error is null))",
      )
      if (rows[0]?.waiting === 0) break
      outbox.wake()
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    // As they were written: several are delivered at once.
    const { rows } = await pool.query(
      'select subject, text, html from inbox where lower("to") = lower($1) order by id desc',
      [to],
    )
    return rows as { subject: string; text: string; html: string }[]
  }
  const find = async (to: string, what: RegExp): Promise<string> => {
    for (const { text } of await inbox(to)) {
      const [, found] = what.exec(text) ?? []
      if (found !== undefined) return found
    }
    throw new Error(`nothing like ${what} was sent to ${to}`)
  }
  return {
    ...deps,
    app,
    visitor: (options = {}) => makeVisitor(app, config.publicUrl, options),
    inbox,
    codeFor: (to) => find(to, /\b(\d{6})\b/),
    resetLinkFor: (to) => find(to, /\/resetpassword\/([\w-]+)/),
    close: async () => {
      await app.close()
      await outbox.stop()
      await deps.sentTemplates.close()
      stopGrowing()
      await pool.end()
    },
  }
}

function makeVisitor(
  app: FastifyInstance,
  { origin, host }: URL,
  {
    web = true,
    ip = '203.0.113.7',
    headers: own = {},
  }: { web?: boolean; ip?: string; headers?: Record<string, string> },
): Visitor {
  const cookies: Record<string, string> = {}
  /** By the secret of the session: a page reads it once as well. */
  const proofs = new Map<string, Promise<string>>()
  const browserHeaders = (): Record<string, string> => (web ? { origin, [WEB_CLIENT_HEADER]: 'web' } : {})

  const send = async (endpoint: Endpoint, input: unknown, headers: Record<string, string>) => {
    const answer = await app.inject({
      method: endpoint.method,
      url: pathOf(endpoint, input),
      ...(endpoint.method === 'GET'
        ? { query: (input ?? {}) as Record<string, string> }
        : { payload: (input ?? {}) as object }),
      headers: { host, ...browserHeaders(), ...own, ...headers, ...cookieHeader(cookies) },
      remoteAddress: ip,
    })
    for (const { name, value, maxAge } of answer.cookies) {
      if (maxAge === 0 || value === '') delete cookies[name]
      else cookies[name] = value
    }
    // Without the time: two answers may be the same in two different seconds.
    const { date: _, ...replied } = answer.headers
    return { ...answer.json(), status: answer.statusCode, headers: replied, cookies: { ...cookies } }
  }
  const call: Visitor['call'] = async (endpoint, input, headers = {}) => {
    const secret = cookies[COOKIES.session]
    const needsProof = web && endpoint.method === 'POST' && secret !== undefined && headers[CSRF_HEADER] === undefined
    if (!needsProof) return send(endpoint, input, headers)
    const sendProven = async () => send(endpoint, input, { [CSRF_HEADER]: await proofFor(secret), ...headers })
    const answer = await sendProven()
    if (answer.msg !== ERRORS.csrf_failed.msg) return answer
    // Another proof is needed since somebody acts for somebody: it is read again, as our own page does.
    proofs.delete(secret)
    return sendProven()
  }
  const proofFor = (secret: string) => {
    const proof = proofs.get(secret) ?? readCsrf()
    proofs.set(secret, proof)
    return proof
  }
  const readCsrf = async () => {
    const { data } = await send(getSession, {}, {})
    return (data as Output<typeof getSession>).session?.csrfToken ?? ''
  }
  return { cookies, call }
}

/** Fills the path parameters from the input, as our own page does. */
export function pathOf({ path }: Endpoint, input: unknown): string {
  const given = (input ?? {}) as Record<string, unknown>
  return path.replace(/:(\w+)/g, (parameter, name) => encodeURIComponent(String(given[name] ?? parameter)))
}

function cookieHeader(cookies: Record<string, string>): Record<string, string> {
  const pairs = Object.entries(cookies).map(([name, value]) => `${name}=${value}`)
  return pairs.length > 0 ? { cookie: pairs.join('; ') } : {}
}

async function asOwner(postgres: pg.ClientConfig, statement: string) {
  const client = new pg.Client({ ...postgres, database: 'postgres' })
  await client.connect()
  await client.query(statement)
  await client.end()
}
