import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { test as base } from '@playwright/test'
import { freePort } from '../scripts/free-port.mjs'
import { SERVER_ENVIRONMENT, SERVER_FLAGS, SERVER_MAIN } from '../scripts/server-process.mjs'
import { startSlowNetwork } from './slow-network.ts'

const root = join(import.meta.dirname, '..')
/** For Node: ends the process when this process has ended, even by SIGKILL. */
export const FOLLOW_PARENT = ['--import', join(root, 'scripts', 'follow-parent.mjs')]
/** A busy machine starts three products at once. */
const START_MS = 180_000
const STOP_MS = 12_000

/** A person of the demo data, as listed in DATA_DIR/demo.json. */
export type Person = { email: string; password: string; role: string }

/** The running product with its own demo data. */
export type Product = { baseURL: string; dataDir: string; people: Person[] }

/** Playwright's test with the product running: one for all tests of a worker, and a new one after a failure. */
export const test = base.extend<object, { product: Product }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the wanted fixtures from this very pattern
    async ({}, use) => {
      const running = await startProduct()
      await use(running.product)
      await running.stop()
    },
    { scope: 'worker', timeout: START_MS + STOP_MS },
  ],
  baseURL: async ({ product }, use) => use(product.baseURL),
})

export { expect } from '@playwright/test'

type Running = { baseURL: string; dataDir: string; log: string; stop: () => Promise<void> }

async function startProduct(): Promise<{ product: Product; stop: () => Promise<void> }> {
  const { baseURL, dataDir, stop } = await startServer({ DEMO: '1' }, process.env.PREPARED_CLUSTER)
  const { people } = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')) as { people: Person[] }
  return { product: { baseURL, dataDir, people }, stop }
}

/** The product with an empty database, and the set-up link that it printed. */
export async function startEmptyProduct() {
  const { baseURL, dataDir, log, stop } = await startServer({ DEMO: '0', OUTBOUND_ALLOW: 'localhost' })
  const [setUpLink] = /http\S+\/setup\/\S+/.exec(readFileSync(log, 'utf8')) ?? []
  if (setUpLink === undefined) throw new Error(`${log} holds no set-up link`)
  const product: Product = { baseURL, dataDir, people: [] }
  return { product, setUpLink, stop }
}

/**
 * Starts the product at a free port, with an empty database, a copy of a stopped `cluster` or that of `DATA_DIR`; `baseURL` is
 * its address on this machine.
 */
export async function startServer(changes: Record<string, string>, cluster?: string): Promise<Running> {
  const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-e2e-'))
  // Keeps the owners of the files: PostgreSQL may run as another user.
  if (cluster !== undefined) execFileSync('cp', ['-a', cluster, join(dataDir, 'postgres')])
  const port = await freePort()
  const publicPort = process.env.SLOW_NETWORK ? await freePort() : port
  const baseURL = `http://localhost:${publicPort}`
  const log = join(root, 'test-results', `server-${port}.log`)
  const env = {
    PORT: `${port}`,
    SAMPLE_PORT: `${await freePort()}`,
    PUBLIC_URL: baseURL,
    DATA_DIR: dataDir,
    ...changes,
  }
  const server = spawnServer(env, log)
  const endNetwork = publicPort === port ? null : await startSlowNetwork(publicPort, port)
  const stop = async () => {
    await endNetwork?.()
    await stopProcess(server)
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    await ready(server, `${baseURL}/readyz`)
    return { baseURL, dataDir, log, stop }
  } catch (cause) {
    await stop()
    throw new Error(`The product did not start. Its last words (${log}):\n${lastLines(log)}`, { cause })
  }
}

/** Playwright runs with the pinned Node (scripts/test.mjs), so `execPath` is that one. */
function spawnServer(env: Record<string, string>, log: string): ChildProcess {
  mkdirSync(join(root, 'test-results'), { recursive: true })
  const server = spawn(process.execPath, [...FOLLOW_PARENT, ...SERVER_FLAGS, SERVER_MAIN], {
    cwd: root,
    env: { ...process.env, ...SERVER_ENVIRONMENT, NODE_ENV: 'development', HOST: '127.0.0.1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const file = createWriteStream(log)
  server.stdout?.pipe(file)
  server.stderr?.pipe(file)
  return server
}

async function ready(server: ChildProcess, url: string): Promise<void> {
  const deadline = Date.now() + START_MS
  while (Date.now() < deadline) {
    if (server.exitCode !== null) throw new Error(`It ended with code ${server.exitCode}.`)
    const response = await fetch(url).catch(() => null)
    if (response?.status === 200) return
    await sleep(100)
  }
  throw new Error(`${url} did not answer 200 within ${START_MS / 1000} s.`)
}

/** Asks a process to end, and kills it if it does not. */
export async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  const killer = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
  await exited
  clearTimeout(killer)
}

function lastLines(file: string): string {
  return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-20).join('\n')
}
