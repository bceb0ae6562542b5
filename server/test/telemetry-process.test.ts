import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { login } from '@gatehouse/contract/signin.ts'
import { afterEach, expect, test } from 'vitest'
import { PASSWORD } from './builders.ts'
import { aPreparedDataDir } from './prepared.ts'
import { aDataDir, cleanUp, newestCode, run, signInAt, start } from './processes.ts'

// What a server sends to an OpenTelemetry collector, as its operator sees it.

afterEach(cleanUp)

const EMAIL = 'root@example.com'
const ADMINISTRATOR = { ADMIN_EMAIL: EMAIL, ADMIN_PASSWORD: PASSWORD }
/** The exporters of tests send every tenth of a second. */
const SOON = { OTEL_BSP_SCHEDULE_DELAY: '100', OTEL_BLRP_SCHEDULE_DELAY: '100' }

type Attribute = { key: string; value: { stringValue?: string; intValue?: number } }
type Span = { traceId: string; spanId: string; parentSpanId?: string; name: string; attributes: Attribute[] }
type LogLine = { traceId?: string; body: { stringValue: string }; attributes: Attribute[] }

/** Receives OTLP over HTTP. */
async function startCollector() {
  const received: { path: string; type: string; key: string | undefined; text: string }[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const type = request.headers['content-type'] ?? ''
    const key = request.headers['x-key'] as string | undefined
    received.push({ path: request.url ?? '', type, key, text: Buffer.concat(chunks).toString() })
    response.writeHead(200, { 'content-type': type }).end(type.includes('json') ? '{}' : '')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bodies = (path: string) => received.filter((one) => one.path === path).map(({ text }) => JSON.parse(text))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    spans: (): Span[] =>
      bodies('/v1/traces').flatMap((body) =>
        body.resourceSpans.flatMap((one: { scopeSpans: { spans: Span[] }[] }) =>
          one.scopeSpans.flatMap(({ spans }) => spans),
        ),
      ),
    lines: (): LogLine[] =>
      bodies('/v1/logs').flatMap((body) =>
        body.resourceLogs.flatMap((one: { scopeLogs: { logRecords: LogLine[] }[] }) =>
          one.scopeLogs.flatMap(({ logRecords }) => logRecords),
        ),
      ),
    stop: () => server.close(),
  }
}

const attributeOf = (span: Span | LogLine, key: string) => {
  const value = span.attributes.find((one) => one.key === key)?.value
  return value?.stringValue ?? (value?.intValue === undefined ? undefined : Number(value.intValue))
}

test('a sign-in is a trace with its statements, and nothing in it or in the log names a person or a secret', async () => {
  const collector = await startCollector()
  const server = await start({
    ...{ DATA_DIR: aPreparedDataDir(), ...ADMINISTRATOR, ...SOON, LOG_LEVEL: 'info' },
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
  })
  const foreign = '4bf92f3577b34da6a3ce929d0e0e4736'
  await server.call(
    login,
    { email: EMAIL, password: 'Wrong#Password1' },
    { traceparent: `00-${foreign}-00f067aa0ba902b7-00` },
  )
  await signInAt(server, EMAIL, PASSWORD)
  await server.status('/resetpassword/3f0e6c1c-7a5e-4b57-9d0a-2f0a7a3c9d11?token=nobody-may-read-this')
  await server.status('/healthz')

  const find = (name: string) => collector.spans().filter((span) => span.name === name)
  await expect.poll(() => find(`POST ${login.path}`)).toHaveLength(2)
  await expect.poll(() => find('deliver message').length).toBeGreaterThan(0)
  const [, signIn] = find(`POST ${login.path}`) as [Span, Span]
  expect(attributeOf(signIn, 'http.response.status_code')).toBe(200)
  const parts = collector.spans().filter(({ traceId }) => traceId === signIn.traceId)
  expect(parts.map(({ name }) => name)).toContain('hash password')
  const statements = parts.filter((span) => attributeOf(span, 'db.system.name') === 'postgresql')
  expect(statements.length).toBeGreaterThan(2)
  const ids = new Set(parts.map(({ spanId }) => spanId))
  expect(parts.filter(({ parentSpanId }) => parentSpanId && !ids.has(parentSpanId))).toEqual([])
  // A visitor cannot place a request in a trace, or keep it out of the traces.
  expect(collector.spans().some(({ traceId }) => traceId === foreign)).toBe(false)
  // Probes are not worth a trace.
  expect(find('GET /healthz')).toEqual([])

  const line = collector.lines().find((one) => one.traceId === signIn.traceId)
  expect(line && attributeOf(line, 'req.path')).toBe(login.path)
  const code = newestCode(await server.inbox(EMAIL))
  server.kill('SIGTERM')
  await server.exit
  expect(collector.spans().filter((span) => !span.parentSpanId && attributeOf(span, 'db.system.name'))).toEqual([])
  const everything = collector.received.map(({ text }) => text).join('\n')
  for (const named of ['"deployment.environment.name"', '"gatehouse"'])
    expect(everything.includes(named), named).toBe(true)
  for (const secret of [EMAIL, PASSWORD, 'Wrong#Password1', '3f0e6c1c-7a5e', 'nobody-may-read-this', code as string])
    expect(everything.includes(secret), secret).toBe(false)
  collector.stop()
})

test('a proxy of the operator may say of which trace a request is part; the collector gets protobuf by default', async () => {
  const collector = await startCollector()
  const keyFile = join(aDataDir(), 'collector-key')
  mkdirSync(dirname(keyFile), { recursive: true })
  writeFileSync(keyFile, 'x-key=of%20the%20collector\n', { mode: 0o600 })
  const server = await start({
    ...{ DATA_DIR: aPreparedDataDir(), ...ADMINISTRATOR, ...SOON, TRUST_PROXY: '127.0.0.1/32' },
    OTEL_EXPORTER_OTLP_HEADERS_FILE: keyFile,
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/own/path`,
  })
  const id = Buffer.from('4bf92f3577b34da6a3ce929d0e0e4736', 'hex')
  const isIn = () => collector.received.some(({ text }) => text.includes(id.toString()))
  await fetch(new URL('/login', server.origin), {
    headers: { traceparent: `00-${id.toString('hex')}-00f067aa0ba902b7-01` },
  })
  await expect.poll(isIn).toBe(true)
  expect(collector.received.map(({ path }) => path)).not.toContain('/v1/logs')
  expect(new Set(collector.received.map(({ type }) => type))).toEqual(new Set(['application/x-protobuf']))
  expect(new Set(collector.received.map(({ key }) => key))).toEqual(new Set(['of the collector']))
  collector.stop()
})

test('a collector that is away harms nobody and is reported once; a wrong setting stops the start', async () => {
  const server = await start({
    ...{ DATA_DIR: aPreparedDataDir(), ...ADMINISTRATOR, ...SOON },
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
    OTEL_EXPORTER_OTLP_TIMEOUT: '200',
  })
  await signInAt(server, EMAIL, PASSWORD)
  await expect.poll(() => server.out()).toContain('traces and logs could not be sent')
  server.kill('SIGTERM')
  expect((await server.exit).code).toBe(0)

  const wrong = await run({
    DATA_DIR: aPreparedDataDir(),
    OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
    OTEL_TRACES_SAMPLER_ARG: '2',
  })
  expect((await wrong.exit).code).toBe(1)
  expect(wrong.err()).toBe(
    'OTEL_EXPORTER_OTLP_PROTOCOL must be one of http/protobuf, http/json.\nOTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1.\n',
  )
})
