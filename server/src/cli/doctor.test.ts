import { execFileSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer as createTlsServer } from 'node:tls'
import { SMTPServer } from 'smtp-server'
import sql, { raw } from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../../scripts/free-port.mjs'
import { anApplication, aPerson, signIn } from '../../test/builders.ts'
import { anAuthority } from '../../test/certificates.ts'
import { environmentOf, runGatehouse } from '../../test/gatehouse.ts'
import { useTestServer } from '../../test/server.ts'
import type { Finding } from './doctor/finding.ts'

const PORT = await freePort()
const FOLDER = mkdtempSync(join(tmpdir(), 'gatehouse-doctor-'))
const server = useTestServer({ config: { publicUrl: new URL(`http://localhost:${PORT}`) } })

beforeAll(async () => {
  await server.app.listen({ port: PORT, host: '127.0.0.1' })
  // Makes the signing keys, which takes a while.
  await fetch(`http://localhost:${PORT}/.well-known/openid-configuration`)
})
afterAll(() => rmSync(FOLDER, { recursive: true }))

const environment = (): Record<string, string> => ({ ...environmentOf(server, FOLDER), PORT: String(PORT), DEMO: '0' })

async function portOf(listener: { address: () => unknown } & NodeJS.EventEmitter): Promise<number> {
  if (listener.address() === null) await once(listener, 'listening')
  return (listener.address() as AddressInfo).port
}

async function examine(env: Record<string, string> = {}) {
  const { code, out, err } = await runGatehouse(['doctor', '--json'], { ...environment(), ...env })
  expect(err).toBe('')
  const findings = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Finding)
  return { code, of: (check: string) => findings.filter((one) => one.check === check), findings }
}

describe('doctor', () => {
  test('finds nothing wrong with a running server of development', async () => {
    const { code, findings, of } = await examine()
    expect(findings.filter(({ state }) => state === 'fault')).toEqual([])
    expect(code).toBe(0)
    expect(of('address').at(-1)?.seen).toBe('The portal answers there.')
    const checks = [
      'settings',
      'passkeys',
      'cookies',
      'proxy',
      'clock',
      'mail',
      'disk',
      'master key',
      'signing keys',
      'versions',
    ]
    for (const check of [...checks, 'time zone', 'migrations', 'decisions', 'database', 'security'])
      expect(of(check).length, check).toBeGreaterThan(0)
    for (const { state, mend } of findings) expect(mend === null).toBe(state === 'ok')
  })

  test('names what is broken, each with its mend, and ends with 1', async () => {
    const mailPort = await freePort()
    await server.db.execute(sql`drop index users_role`)
    await server.db.execute(sql`update signing_keys set created_at = now() - interval '100 days' where alg = 'ES256'`)
    await server.db.execute(sql`
      insert into audit_events (id, event, ip) select gen_random_uuid(), 'signin.failed', '10.0.0.5' from generate_series(1, 5)`)
    const { code, of } = await examine({
      ...{ NODE_ENV: 'production', PUBLIC_URL: 'https://portal.invalid', MAIL_FROM: 'Portal <p@example.com>' },
      ...{ SMTP_URL: `smtp://mailer:Mail%23Secret9@127.0.0.1:${mailPort}`, TIME_ZONE: 'Asia/Kolkata' },
      ...{ MASTER_KEY: Buffer.alloc(32, 7).toString('base64'), PASSKEY_HOST: 'former.invalid' },
    })
    expect(code).toBe(1)
    const text = (check: string) => of(check).map(({ state, seen }) => `${state}: ${seen}`)
    expect(text('address')).toEqual(['fault: portal.invalid leads nowhere.'])
    expect(of('passkeys')).toMatchObject([
      {
        state: 'fault',
        seen: expect.stringMatching(
          /^They belong to former\.invalid, and https:.*webauthn cannot be reached from here: /,
        ),
        mend: 'Let former.invalid serve this file, with the content {"origins":["https://portal.invalid"]}.',
      },
    ])
    expect(text('proxy')).toEqual([
      'fault: All callers of the last week have the address 10.0.0.5: that of your proxy.',
    ])
    expect(text('mail')).toEqual([expect.stringMatching(/^fault: 127\.0\.0\.1:\d+: /)])
    expect(text('master key')).toContain('fault: It is not that of the database.')
    expect(text('migrations')).toEqual(['warning: Indexes are missing or unfinished: users_role.'])
    expect(text('signing keys')).toContain('warning: The newest ES256 key is 100 days old.')
    expect(text('security').join()).toContain('No proxy is trusted')
    expect(JSON.stringify(of('mail'))).not.toContain('Secret9')
    await server.db.execute(sql`create index users_role on users (role_id)`)
  })

  test('says that a proxy reports no addresses where most callers have none, beside what else it finds', async () => {
    const note = (ip: string, times: number) =>
      server.db.execute(sql`
        insert into audit_events (id, event, ip)
        select gen_random_uuid(), 'signin.failed', ${ip} from generate_series(1, ${times}::int)`)
    const unread = (lines: number) => ({
      state: 'warning',
      seen: `The callers of ${lines} lines of the audit have no address that can be read: they count as one.`,
      mend: 'Let your proxy write the address of the caller into X-Forwarded-For, and no name.',
    })
    const unnamed = { state: 'warning', seen: 'Requests came with the address of a trusted proxy: 10.0.0.9.' }

    await note('203.0.113.9', 95)
    await note('unknown', 95)
    await note('10.0.0.9', 10)
    const few = await examine({ TRUST_PROXY: '10.0.0.9/32' })
    expect(few.of('proxy')).toMatchObject([unnamed])
    await note('unknown', 10)
    const most = await examine({ TRUST_PROXY: '10.0.0.9/32' })
    expect(most.of('proxy')).toMatchObject([unread(105), unnamed])
  })

  test('reads when certificates end: that of the portal, of the mail server and of the receiver of the audit', async () => {
    const { vouchFor, cert } = anAuthority()
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000 + 60_000)
    const portal = createTlsServer(vouchFor('localhost', inDays(-1)), () => undefined)
    const mail = new SMTPServer({ ...vouchFor('localhost', inDays(20)), authOptional: true })
    const receiver = createTlsServer(vouchFor('localhost', inDays(21)), () => undefined)
    const [port, mailPort, receiverPort] = await Promise.all(
      [portal.listen(0, '127.0.0.1'), mail.listen(0, '127.0.0.1'), receiver.listen(0, '127.0.0.1')].map(portOf),
    )
    const authority = join(FOLDER, 'authority.pem')
    writeFileSync(authority, cert)
    const { of } = await examine({
      PUBLIC_URL: `https://localhost:${port}`,
      SMTP_URL: `smtp://localhost:${mailPort}`,
      AUDIT_STREAM_URL: `syslog+tls://localhost:${receiverPort}`,
      OUTBOUND_CA_FILE: authority,
    })
    const dayOf = (days: number) => inDays(days).toISOString().slice(0, 10)
    expect(of('certificates').map(({ state, seen }) => `${state}: ${seen}`)).toEqual([
      `fault: The certificate of localhost (PUBLIC_URL) ended on ${dayOf(-1)}.`,
      `warning: The certificate of localhost (SMTP_URL) ends on ${dayOf(20)}, in 20 days.`,
      `ok: The certificate of localhost (AUDIT_STREAM_URL) ends on ${dayOf(21)}, in 21 days.`,
    ])
    // SMTP_URL is checked with the authority in OUTBOUND_CA_FILE.
    expect(of('mail')[0]).toMatchObject({ state: 'ok', seen: expect.stringContaining('an encrypted connection') })
    for (const one of [portal, mail, receiver]) one.close()
  })

  test('says what is wrong with settings, and that no database can be reached', async () => {
    const wrong = await examine({ PORT: 'many', TIME_ZONE: 'Asia/Nowhere' })
    expect(wrong.code).toBe(1)
    expect(wrong.of('settings').map(({ seen }) => seen)).toEqual([
      'PORT must be a port number.',
      'TIME_ZONE must be the name of a time zone, such as Asia/Kolkata.',
    ])
    const away = await examine({ DATABASE_URL: 'postgres://x@127.0.0.1:1/x' })
    expect(away.of('database')[0]).toMatchObject({ state: 'fault', seen: expect.stringContaining('cannot be reached') })
  })

  test('waits for a portal that answers slowly', async () => {
    const slow = createHttpServer((_, response) => {
      const { port } = slow.address() as AddressInfo
      setTimeout(() => response.end(JSON.stringify({ issuer: `http://localhost:${port}` })), 5500)
    })
    const found = await examine({ PUBLIC_URL: `http://localhost:${await portOf(slow.listen(0))}` })
    expect(found.of('address').map(({ state }) => state)).toEqual(['ok', 'ok'])
    slow.close()
  })

  test('a mail server that never finishes its answer holds nothing up', async () => {
    const endless = createServer((socket) => {
      socket.write('220 mail.example.com\r\n')
      // The credentials get one line after another, of which none is the last.
      const lines = setInterval(() => socket.write('250-PIPELINING\r\n'), 1000)
      socket.once('data', () => socket.write('250-mail.example.com\r\n250 AUTH PLAIN\r\n'))
      socket.on('close', () => clearInterval(lines)).on('error', () => undefined)
    })
    const port = await portOf(endless.listen(0, '127.0.0.1'))
    const { of, code } = await examine({ SMTP_URL: `smtp://mailer:secret@127.0.0.1:${port}` })
    expect(code).toBe(1)
    expect(of('mail')).toMatchObject([{ state: 'fault', seen: expect.stringContaining('no answer within') }])
    endless.close()
  })

  test('asks the service of stolen passwords', async () => {
    const digest = hash('sha1', 'password').toUpperCase()
    const answers = { '/range/': `${digest.slice(5)}:9`, '/other/': `${'0'.repeat(35)}:9` }
    const service = createHttpServer((request, response) => {
      const [path, lines] = Object.entries(answers).find(([start]) => request.url?.startsWith(start)) ?? []
      response.writeHead(request.url === `${path}${digest.slice(0, 5)}` ? 200 : 404).end(lines)
    })
    const port = await portOf(service.listen(0, '127.0.0.1'))
    const found = async (path: string) =>
      (await examine({ BREACHED_PASSWORDS_URL: `http://127.0.0.1:${port}${path}` })).of('passwords')[0]
    expect(await found('/range')).toMatchObject({ state: 'ok', seen: 'The service of stolen passwords answers.' })
    expect(await found('/other/')).toMatchObject({ state: 'warning', seen: expect.stringContaining('does not know') })
    expect(await found('/nothing')).toMatchObject({ state: 'warning', seen: expect.stringContaining('unchecked') })
    service.close()
  })

  test('tries gateways without sending anything', async () => {
    const received: string[] = []
    const gateway = createServer((socket) => socket.on('data', (data) => received.push(String(data))))
    const mail = new SMTPServer({
      ...{ hideSTARTTLS: true, allowInsecureAuth: true },
      onAuth: ({ password }, _session, done) =>
        password === 'Mail#Secret9' ? done(null, { user: 'mailer' }) : done(new Error('no')),
      onMailFrom: ({ address }, _session, done) => {
        received.push(address)
        done()
      },
    })
    const [port, mailPort] = await Promise.all(
      [gateway.listen(0, '127.0.0.1'), mail.listen(0, '127.0.0.1')].map(portOf),
    )
    const columns = raw(
      'url, provider_name, id, gateway_id, gateway_name, user_name, sender_id, country_code, attributes, default_no, entity_id',
    )
    for (const [url, name] of [
      [`http://127.0.0.1:${port}/send?key=hidden`, 'Reached'],
      ['http://127.0.0.1:1/send', 'Refused'],
    ])
      await server.db.execute(sql`
        insert into sms_configurations (${columns})
        values (${url}, ${name}, gen_random_uuid(), '', '', '', '', '', '{}', '', '')`)
    const smtp = (password: string) => `smtp://mailer:${password}@127.0.0.1:${mailPort}`
    const [{ of }, refused] = await Promise.all([
      examine({ OUTBOUND_ALLOW: '127.0.0.1', SMTP_URL: smtp('Mail%23Secret9') }),
      examine({ SMTP_URL: smtp('wrong') }),
    ])
    gateway.close()
    await new Promise<void>((done) => mail.close(done))
    expect(of('mail')).toEqual([
      expect.objectContaining({ state: 'warning', seen: expect.stringContaining('no encryption') }),
    ])
    expect(refused.of('mail')).toEqual([expect.objectContaining({ state: 'fault' })])
    expect(of('gateways').map(({ state, seen }) => `${state}: ${seen}`)).toEqual([
      'ok: Reached (sms) can be reached.',
      expect.stringMatching(/^fault: Refused \(sms\): .*ECONNREFUSED/),
    ])
    expect(received).toEqual([])
    await server.db.execute(sql`delete from sms_configurations`)
  })
})

describe('support-bundle', () => {
  const SECRETS = {
    SMTP_URL: 'smtp://mailer:Mail%23Secret9@127.0.0.1:1',
    ADMIN_EMAIL: 'root@corp.example.org',
    ADMIN_PASSWORD: 'Kestrel#Orbit42*Lamp',
    PARTNER_PORTAL_URL: 'https://partner.example.org/hidden-path',
    PARTNER_PORTAL_SECRET: 'partner-signing-secret',
    MAIL_FROM: 'Meera Nair <meera@corp.example.org>',
  }

  test('holds what support asks for, and no secret and no person of the database', async () => {
    const person = await aPerson(server, { isAdmin: true, firstName: 'Vasundhara' })
    const host = `localhost:${PORT}`
    await signIn(server, server.visitor({ headers: { host, origin: `http://${host}` } }), person.email)
    const application = await anApplication(server, {
      name: 'Payroll of Vasundhara',
      redirectUrl: 'http://pay.example.com/x',
    })
    await server.db.execute(sql`
      insert into outbox_lanes (lane, failures, failing_since, alarmed_at)
      values ('email', 9, now() - interval '1 hour', now())`)
    const [log, output] = ['server.log', 'bundle.tar.gz'].map((name) => join(FOLDER, name)) as [string, string]
    const err = {
      type: 'Error',
      code: 'E1',
      message: `refused ${person.email}`,
      stack: `Error: ${person.email}\n    at send (smtp.ts:7:1)`,
    }
    const lines = [
      { level: 30, msg: 'quiet' },
      { level: 50, msg: 'a delivery failed', err, name: 'Vasundhara' },
    ]
    writeFileSync(log, `not JSON\n${lines.map((line) => JSON.stringify(line)).join('\n')}\n`)

    const env: Record<string, string> = { ...environment(), ...SECRETS }
    const made = await runGatehouse(['support-bundle', '--output', output, '--log', log], env)
    expect(made).toMatchObject({ code: 0, err: '' })
    expect(statSync(output).mode & 0o777).toBe(0o600)
    const list = ['versions.json', 'settings.json', 'doctor.json', 'migrations.json', 'tables.json', 'metrics.txt']
    const names = execFileSync('tar', ['-tzf', output], { encoding: 'utf8' }).trim().split('\n')
    expect(names).toEqual([...list, 'log.jsonl'].map((name) => `gatehouse-support/${name}`))
    const text = execFileSync('tar', ['-xzOf', output], { encoding: 'utf8' })
    expect(text).not.toContain('not readable')
    for (const part of ['"publicUrl"', '"partnerPortal"', '"pending": []', '"rowsEstimated"', 'gatehouse_outbox_due'])
      expect(text).toContain(part)
    expect(text).toContain(
      '{"level":50,"msg":"a delivery failed","type":"Error","code":"E1","frames":["at send (smtp.ts:7:1)"]}',
    )
    expect(text).toContain('Applications are opened over http')

    const { rows: people } = await server.db.execute<Record<string, string>>(sql`
      select email, user_name, phone_number, first_name, last_name, password_hash, id::text from users`)
    const { rows: others } = await server.db.execute<Record<string, string>>(sql`
      select recipient, (select string_agg(text, ' ') from inbox) as texts from messages`)
    const codes = others.flatMap(({ texts }) => texts?.match(/\b\d{6}\b/g) ?? [])
    const hidden = [
      ...people.flatMap(Object.values),
      ...others.flatMap(({ recipient = '' }) => recipient),
      ...codes.map((code) => `"${code}"`),
      ...[application.secret, application.name, env.MASTER_KEY as string, env.DATABASE_URL as string],
      ...Object.values(SECRETS).filter((value) => !value.startsWith('smtp')),
      ...['Mail#Secret9', 'Mail%23Secret9', 'mailer', 'hidden-path', 'Meera', 'meera@', 'key=hidden'],
    ].filter((value) => value !== '')
    expect(codes.length).toBeGreaterThan(0)
    expect(hidden.filter((value) => text.includes(value))).toEqual([])
  })

  test('is made without a database too, and replaces no file', async () => {
    const output = join(FOLDER, 'second.tar.gz')
    const away = { ...environment(), DATABASE_URL: 'postgres://someone:Db-Secret-8@127.0.0.1:1/x' }
    expect((await runGatehouse(['support-bundle', '--output', output], away)).code).toBe(0)
    const text = execFileSync('tar', ['-xzOf', output], { encoding: 'utf8' })
    expect(text).toContain('not readable: DATABASE_URL: ')
    expect(text).not.toMatch(/Db-Secret-8|someone/)
    expect(await runGatehouse(['support-bundle', '--output', output], away)).toMatchObject({ code: 2, out: '' })
  })

  test.each([
    ['a folder', '.', 'illegal operation on a directory'],
    ['missing', 'missing.log', 'no such file or directory'],
  ])('is not made when the log is %s', async (_what, name, reason) => {
    const [log, output] = [join(FOLDER, name), join(FOLDER, 'without-log.tar.gz')]
    const made = await runGatehouse(['support-bundle', '--output', output, '--log', log], environment())
    expect(made).toEqual(
      expect.objectContaining({
        code: 2,
        out: '',
        err: expect.stringContaining(`${log} could not be read: ${reason}.`),
      }),
    )
    expect(existsSync(output)).toBe(false)
  })
})
