import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { login } from '@gatehouse/contract/signin.ts'
import { afterEach, expect, test } from 'vitest'
import { freePort } from '../../scripts/free-port.mjs'
import { startEmbeddedPostgres } from '../src/db/embedded-postgres.ts'
import { PASSWORD } from './builders.ts'
import { aPreparedDataDir } from './prepared.ts'
import { aDataDir, cleanUp, query, run, signInAt, start } from './processes.ts'
import { Wire } from './wire.ts'

// The figures of a server for Prometheus, as an operator reads them.

afterEach(cleanUp)

const EMAIL = 'root@example.com'
const DEPLOY = join(import.meta.dirname, '../../deploy')

async function startWithMetrics(env: Record<string, string> = { DATA_DIR: aPreparedDataDir() }) {
  const port = await freePort()
  const server = await start({
    ...env,
    METRICS_LISTEN: `127.0.0.1:${port}`,
    // Nobody listens there.
    AUDIT_STREAM_URL: 'syslog+tcp://127.0.0.1:1',
    ADMIN_EMAIL: EMAIL,
    ADMIN_PASSWORD: PASSWORD,
  })
  const url = `http://127.0.0.1:${port}/metrics`
  return { server, url, read: async () => parse(await (await fetch(url)).text()) }
}

/** The value of each series, by its name with its labels. */
function parse(text: string): Map<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line): [string, number] => {
      const end = line.lastIndexOf(' ')
      return [line.slice(0, end), Number(line.slice(end + 1))]
    }),
  )
}

const event = (name: string) => `gatehouse_audit_events_total{event="${name}"}`

test('requests, sign-ins, deliveries and the state of the database are counted as they happened', async () => {
  const { server, read } = await startWithMetrics()
  expect((await read()).get(event('signin.completed'))).toBe(0)

  await signInAt(server, EMAIL, PASSWORD)
  for (let tries = 0; tries < 3; tries++) await server.call(login, { email: EMAIL, password: 'Wrong#Password1' })
  await server.status('/.well-known/openid-configuration')
  for (let visit = 0; visit < 2; visit++) await server.status(`/nobody-links-here-${visit}`)

  await expect
    .poll(async () => (await read()).get('gatehouse_deliveries_total{kind="message",outcome="delivered"}'))
    .toBe(1)
  await expect
    .poll(async () => (await read()).get('gatehouse_audit_stream_waiting_lines{to="127.0.0.1:1"}'), {
      timeout: 120_000,
    })
    .toBeGreaterThan(0)
  const series = await read()
  const value = (name: string) => series.get(name)
  expect(value(event('signin.completed'))).toBe(1)
  const factors = ['code', 'passkey', 'app', 'recovery', 'browser']
  expect(factors.map((factor) => value(`gatehouse_sign_ins_total{factor="${factor}"}`))).toEqual([1, 0, 0, 0, 0])
  expect(value('gatehouse_key_age_seconds{key="data"}')).toBeGreaterThanOrEqual(0)
  expect(value(event('signin.failed'))).toBe(3)
  expect(value(`gatehouse_http_requests_total{method="POST",route="${login.path}",status="200"}`)).toBe(1)
  const discovery = '/.well-known/openid-configuration'
  expect(value(`gatehouse_http_requests_total{method="GET",route="${discovery}",status="200"}`)).toBe(1)
  expect(value(`gatehouse_http_request_duration_seconds_count{route="${discovery}"}`)).toBe(1)
  expect(value('gatehouse_database_up')).toBe(1)
  expect(value('gatehouse_audit_stream_lag_seconds{to="127.0.0.1:1"}')).toBeGreaterThan(0)
  expect(value('gatehouse_outbox_due{kind="message"}')).toBe(0)
  expect(value('gatehouse_gateways_failing{kind="email"}')).toBe(0)
  expect(value('gatehouse_signing_key_age_seconds{alg="RS256"}')).toBeGreaterThanOrEqual(0)
  expect(value('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0)
  // Neither paths of visitors nor people are labels.
  expect([...series.keys()].filter((name) => /nobody-links-here|root@example/.test(name))).toEqual([])
})

test('the rules and the dashboard use only figures that exist', async () => {
  const { server, url } = await startWithMetrics()
  await server.status('/healthz')
  const text = await (await fetch(url)).text()
  const names = [...text.matchAll(/^# HELP (\S+)/gm), ...text.matchAll(/^(\w+_bucket)\{/gm)].map(([, name]) => name)
  for (const file of ['prometheus/gatehouse.rules.yaml', 'grafana/gatehouse.json']) {
    const used = new Set(readFileSync(join(DEPLOY, file), 'utf8').match(/\b(?:gatehouse|nodejs|process)_[a-z0-9_]+/g))
    expect(
      [...used].filter((name) => !names.includes(name)),
      file,
    ).toEqual([])
    expect(used.size, file).toBeGreaterThan(5)
  }
})

test('the figures are served at their own address only', async () => {
  const { server, url } = await startWithMetrics()
  expect(await server.status('/metrics')).toBe(404)
  expect((await fetch(new URL('/', url))).status).toBe(404)
  expect((await fetch(url, { method: 'POST' })).status).toBe(404)

  const taken = await run({ DATA_DIR: aPreparedDataDir(), METRICS_LISTEN: new URL(url).host })
  expect((await taken.exit).code).toBe(1)
  expect(taken.err()).toMatch(/is in use.* choose another PORT or METRICS_LISTEN\.\n$/)
  const wrong = await run({ DATA_DIR: aPreparedDataDir(), METRICS_LISTEN: 'everywhere' })
  expect((await wrong.exit).code).toBe(1)
  expect(wrong.err()).toBe('METRICS_LISTEN must be a port, or an address and a port, such as 127.0.0.1:9464.\n')
})

test('a figure that cannot be read says so itself, and neither hides the others nor calls the database away', async () => {
  const dataDir = aPreparedDataDir()
  const { server, read } = await startWithMetrics({ DATA_DIR: dataDir })
  const failed = 'gatehouse_figure_failed{figure="decision_log_partitions"}'
  expect((await read()).get(failed)).toBe(0)
  const rename = (from: string, to: string) => query(dataDir, `alter function ${from}() rename to ${to}`)
  await rename('approval_decision_strays', 'strays_away')
  for (let scrape = 0; scrape < 2; scrape++) {
    const series = await read()
    expect(series.get('gatehouse_database_up')).toBe(1)
    const names = [...series].filter(([name, value]) => name.startsWith('gatehouse_figure_failed') && value !== 0)
    expect(names).toEqual([[failed, 1]])
    expect(series.get('gatehouse_outbox_due{kind="message"}')).toBe(0)
    expect([...series.keys()].filter((name) => name.startsWith('gatehouse_decision_log_partitions{'))).toEqual([])
  }
  await rename('strays_away', 'approval_decision_strays')
  const mended = await read()
  expect([mended.get(failed), mended.get('gatehouse_database_up')]).toEqual([0, 1])
  expect(mended.get('gatehouse_decision_log_partitions{state="made"}')).toBeGreaterThan(0)
  // Once, and not at each scrape.
  expect(`${server.out()}${server.err()}`.match(/a figure could not be read/g)).toHaveLength(1)
})

test('while the database is away the figures say so, and show nothing that is not known', async () => {
  const postgres = await startEmbeddedPostgres(aPreparedDataDir())
  const wire = new Wire(postgres.connection)
  await wire.mend()
  const { host, port } = { ...postgres.connection, host: wire.folder }
  const DATABASE_URL = `postgres://gatehouse@/postgres?host=${encodeURIComponent(host)}&port=${port}`
  try {
    const { read } = await startWithMetrics({ DATABASE_URL, DATA_DIR: aDataDir() })
    const known = (await read()).get('gatehouse_outbox_due{kind="message"}')
    expect(known).toBe(0)
    for (const lose of [() => wire.cut(), async () => wire.fallSilent()]) {
      await lose()
      const series = await read()
      expect(series.get('gatehouse_database_up')).toBe(0)
      expect([...series.keys()].filter((name) => name.startsWith('gatehouse_figure_failed'))).toEqual([])
      expect([...series.keys()].filter((name) => name.startsWith('gatehouse_outbox_due{'))).toEqual([])
      await wire.cut()
      await wire.mend()
      await expect.poll(async () => (await read()).get('gatehouse_database_up')).toBe(1)
    }
  } finally {
    await cleanUp()
    await wire.remove()
    await postgres.stop()
  }
})
