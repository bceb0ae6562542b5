import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Endpoint, Output } from '@gatehouse/contract/endpoint.ts'
import type { Envelope } from '@gatehouse/contract/envelope.ts'
import { consumeLogInOtpEmail, login } from '@gatehouse/contract/signin.ts'
import pg from 'pg'
import { freePort } from '../../scripts/free-port.mjs'
import { SERVER_ENVIRONMENT, SERVER_FLAGS, SERVER_MAIN } from '../../scripts/server-process.mjs'

type Message = { to: string; subject: string; text: string }

/** A server as an operator runs it: a process with an environment. */
export type Running = {
  origin: string
  pid: number
  /** Everything that it has printed so far. */
  out: () => string
  err: () => string
  /** Resolves when it has printed all its start-up lines. @throws Error when it ends before */
  ready: Promise<void>
  exit: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
  kill: (signal: NodeJS.Signals) => void
  /** Closes the reading end of its output. */
  closeOutput: () => void
  stopReading: () => void
  status: (path: string) => Promise<number>
  call: <E extends Endpoint>(
    endpoint: E,
    input?: object,
    headers?: Record<string, string>,
  ) => Promise<Envelope<Output<E>> & { cookies: string[] }>
  inbox: (to: string) => Promise<Message[]>
}

const folders: string[] = []
const running = new Set<ChildProcess>()

/** An empty data folder. */
export function aDataDir(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-'))
  folders.push(folder)
  return join(folder, 'data')
}

/** `output`: where it prints to. `main`: the program of another release. `uid`: the user of the process. */
type Way = { output?: number | 'pipe'; main?: string; uid?: number; gid?: number }

/** Starts a server as `npm start` does, with only this environment, and without the demo. */
export async function run(
  env: Record<string, string>,
  { output = 'pipe', main = SERVER_MAIN, ...ids }: Way = {},
): Promise<Running> {
  const port = env.PORT ?? String(await freePort())
  const child = spawn(process.execPath, [...SERVER_FLAGS, main], {
    ...ids,
    env: { PATH: process.env.PATH, ...(main === SERVER_MAIN ? SERVER_ENVIRONMENT : {}), DEMO: '0', PORT: port, ...env },
    stdio: ['ignore', output, 'pipe'],
  })
  running.add(child)
  let out = ''
  let err = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    err += text
  })
  const exit = once(child, 'close').then(([code, signal]) => {
    running.delete(child)
    return { code, signal }
  })
  const ready = new Promise<void>((resolve, reject) => {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      out += text
      if (out.includes('/dev/inbox\n')) resolve()
    })
    void exit.then(({ code }) => reject(new Error(`the server ended with ${code}: ${err}`)))
  })
  // A test that expects the server to end does not await this.
  ready.catch(() => undefined)

  const origin = `http://localhost:${port}`
  const call: Running['call'] = async ({ method, path }, input = {}, headers = {}) => {
    const query = method === 'GET' ? `?${new URLSearchParams(input as Record<string, string>)}` : ''
    const body =
      method === 'GET'
        ? {}
        : { body: JSON.stringify(input), headers: { 'content-type': 'application/json', ...headers } }
    const answer = await fetch(origin + path + query, { method, headers, ...body })
    return { ...((await answer.json()) as Envelope<never>), cookies: answer.headers.getSetCookie() }
  }
  return {
    origin,
    pid: child.pid as number,
    out: () => out,
    // On a busy machine servers wait for one another long enough to print this line, which is not a fault.
    err: () => err.replaceAll('Waiting for another server that is preparing the database.\n', ''),
    ready,
    exit,
    kill: (signal) => child.kill(signal),
    closeOutput: () => child.stdout?.destroy(),
    stopReading: () => child.stdout?.pause(),
    status: async (path) => (await fetch(origin + path)).status,
    call,
    inbox: async (to) =>
      (await fetch(`${origin}/dev/inbox.json?to=${encodeURIComponent(to)}`)).json() as Promise<Message[]>,
  }
}

export async function start(env: Record<string, string>, way: Way = {}): Promise<Running> {
  const server = await run(env, way)
  await server.ready
  return server
}

/** The running embedded PostgreSQL of a data folder, or `null`. */
export function findPostgres(dataDir: string): { pid: number; connection: pg.ClientConfig } | null {
  try {
    const [pid, , , port, host = ''] = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(pid), connection: { host, port: Number(port), user: 'gatehouse', database: 'postgres' } }
  } catch {
    return null
  }
}

export async function query<Row extends pg.QueryResultRow>(
  dataDir: string,
  statement: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return queryAt<Row>(findPostgres(dataDir)?.connection, statement, values)
}

export async function queryAt<Row extends Record<string, unknown>>(
  connection: pg.ClientConfig | undefined,
  statement: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ database: 'postgres', ...connection })
  await client.connect()
  const { rows } = await client.query<Row>(statement, values)
  await client.end()
  return rows
}

export function isAlive(pid: number | undefined): boolean {
  if (pid === undefined) return false
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Skips messages without a code, such as a notice of a changed password, which may arrive after the code. */
export function newestCode(messages: Message[]): string | undefined {
  return messages.flatMap(({ text }) => /\b\d{6}\b/.exec(text) ?? [])[0]
}

/** Waits for a code other than the former one: answers do not wait until the message is sent. */
export async function laterCode(server: Running, to: string, former: string | undefined): Promise<string> {
  for (let looks = 0; looks < 500; looks++) {
    const code = newestCode(await server.inbox(to))
    if (code !== undefined && code !== former) return code
    await setTimeout(20)
  }
  throw new Error(`no other code was sent to ${to}`)
}

/** Signs in with both steps as a program; returns the bearer token. */
export async function signInAt(first: Running, email: string, password: string, second = first): Promise<string> {
  const former = newestCode(await second.inbox(email))
  const begun = await first.call(login, { email, password })
  if (begun.code !== 200) throw new Error(`step one answered ${begun.code}: ${begun.msg}`)
  const otp = await laterCode(second, email, former)
  const done = await second.call(consumeLogInOtpEmail, { email, otp, loginTxn: begun.data.loginTxn })
  if (done.code !== 200) throw new Error(`step two answered ${done.code}: ${done.msg}`)
  return done.data.AutherisationToken
}

/** Ends the processes that a test has left behind. */
export async function cleanUp() {
  const ended = [...running].map((child) => once(child, 'close'))
  for (const child of running) child.kill('SIGKILL')
  await Promise.all(ended)
  for (const folder of folders.splice(0)) {
    const dataDir = join(folder, 'data')
    const postgres = findPostgres(dataDir)
    if (postgres !== null && isAlive(postgres.pid)) process.kill(postgres.pid, 'SIGQUIT')
    // PostgreSQL removes files while it ends: deleting the folder at the same time would fail.
    while (isAlive(findPostgres(dataDir)?.pid)) await setTimeout(5)
    rmSync(folder, { recursive: true, force: true })
  }
}
