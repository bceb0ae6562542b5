import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { get } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, test } from 'vitest'
import { freePort } from '../scripts/free-port.mjs'
import { startEmbeddedPostgres } from '../server/src/db/embedded-postgres.ts'
import { aDataDir, cleanUp } from '../server/test/processes.ts'
import { buildah, makeContainer, whyNoImage } from './image.ts'
import { Network } from './network.ts'
import { skipped, useTable } from './table.ts'

// The image of the Dockerfile is made and run, on a root file system that is read-only, without capabilities.

const WHAT = 'The image is made, serves the product and its commands'
const PUBLIC_URL = 'https://portal.example.com'
const HEADERS = { host: 'portal.example.com', accept: 'text/html' }
const READY_MAX_MS = 60_000

const why = whyNoImage()
if (why !== undefined) skipped(WHAT, why)
const line = useTable(WHAT)
afterAll(cleanUp)

const execute = promisify(execFile)

test.runIf(why === undefined)('its server and its commands do what they do elsewhere', async () => {
  const container = makeContainer()
  const root = buildah('mount', container)
  const postgres = await startEmbeddedPostgres(aDataDir())
  const network = await Network.before(postgres.connection)
  const port = await freePort()
  const settings = {
    ...{ PORT: String(port), PUBLIC_URL, DATABASE_URL: `postgres://gatehouse@127.0.0.1:${network.port}/postgres` },
    ...{
      MASTER_KEY: randomBytes(32).toString('base64'),
      SMTP_URL: 'smtp://127.0.0.1:2525',
      MAIL_FROM: 'a@example.com',
    },
    ...environmentOf(container),
  }
  const within = (...command: string[]) => [
    ...['--mount', 'sh', join(import.meta.dirname, 'image.sh'), root],
    ...Object.entries(settings).map(([name, value]) => `${name}=${value}`),
    ...command,
  ]
  // The database is reached through this process, so it must not wait.
  const command = async (...words: string[]) =>
    (await execute('unshare', within('node', 'server/dist/gatehouse.js', ...words), { encoding: 'latin1' })).stdout
  const answered = (path: string) =>
    new Promise<{ code: number; text: string } | null>((resolve) => {
      // `fetch` would not send another host.
      get({ host: '127.0.0.1', port, path, headers: HEADERS }, async (answer) => {
        resolve({ code: answer.statusCode as number, text: await text(answer) })
      }).on('error', () => resolve(null))
    })
  let server: ChildProcess | undefined
  try {
    const startedAt = performance.now()
    server = spawn('unshare', within(...entrypointOf(container)), { stdio: ['ignore', 'pipe', 'inherit'] })
    server.stdout?.resume()
    const ended = once(server, 'exit')
    while ((await answered('/readyz'))?.code !== 200 && performance.now() - startedAt < READY_MAX_MS) await sleep(100)
    const ready = Math.round(performance.now() - startedAt)
    line('ready after', `${ready} ms`, ready < READY_MAX_MS)
    const status = readFileSync(`/proc/${server.pid}/status`, 'utf8')
    const user = /^Uid:\t(\d+)/m.exec(status)?.[1] ?? ''
    line('user', user, user === '10001')
    const capabilities = /^CapEff:\t(\w+)/m.exec(status)?.[1] ?? ''
    line('capabilities', capabilities, /^0+$/.test(capabilities))

    const page = (await answered('/login'))?.text ?? ''
    const files = [...page.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, file]) => file as string)
    const codes = await Promise.all(files.map(async (file) => (await answered(file))?.code))
    line('files that /login links', codes.join(', '), files.length > 3 && codes.every((code) => code === 200))

    for (const words of [
      ['migrate', 'status'],
      ['audit', 'verify'],
      ['keys', 'list'],
      ['backup', '--to', '-'],
    ]) {
      const { length } = await command(...words).catch(() => '')
      line(`gatehouse ${words.join(' ')}`, `${length} bytes`, length > 100)
    }

    server.kill('SIGTERM')
    const [code] = await ended
    line('asked to stop, it ends with', String(code), code === 0)
  } finally {
    server?.kill('SIGKILL')
    network.close()
    await postgres.stop()
    buildah('rm', container)
  }
})

type Configuration = { Entrypoint: string[]; Env: string[] }

const configurationOf = (container: string) =>
  (JSON.parse(buildah('inspect', container)) as { Docker: { config: Configuration } }).Docker.config

const entrypointOf = (container: string) => configurationOf(container).Entrypoint

const environmentOf = (container: string): Record<string, string> =>
  Object.fromEntries(
    configurationOf(container)
      .Env.map((one) => [one.split('=')[0] as string, one.slice(one.indexOf('=') + 1)])
      .filter(([name]) => !['PATH', 'PORT', 'NODE_EXTRA_CA_CERTS'].includes(name as string)),
  )
