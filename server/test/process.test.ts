import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { getSession } from '@gatehouse/contract/session.ts'
import { signUp } from '@gatehouse/contract/signin.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { freePort } from '../../scripts/free-port.mjs'
import { PASSWORD } from './builders.ts'
import { aPreparedDataDir, withoutServer } from './prepared.ts'
import { aDataDir, cleanUp, findPostgres, isAlive, query, type Running, run, signInAt, start } from './processes.ts'

afterEach(cleanUp)

const ADMIN = { ADMIN_EMAIL: 'root@example.com', ADMIN_PASSWORD: PASSWORD }

const signUpForm = (number: number) => ({
  firstName: 'Asha',
  lastName: 'Rao',
  email: `person${number}@example.com`,
  phoneNumber: String(7_000_000_000 + number),
  password: PASSWORD,
})

describe('a server that is asked to stop', () => {
  test.each(['SIGINT', 'SIGHUP'] as const)('by %s ends within seconds, together with its database', async (signal) => {
    const DATA_DIR = aPreparedDataDir()
    const server = await start({ DATA_DIR, ...ADMIN })
    expect([await server.status('/healthz'), await server.status('/readyz')]).toEqual([200, 200])
    expect(findPostgres(DATA_DIR)).not.toBeNull()
    const askedAt = performance.now()
    server.kill(signal)
    expect(await server.exit).toEqual({ code: 0, signal: null })
    expect(performance.now() - askedAt).toBeLessThan(20_000)
    expect(findPostgres(DATA_DIR)).toBeNull()
    expect(server.err()).toBe('')
  })

  test('finishes the requests it has accepted', async () => {
    const DATA_DIR = aPreparedDataDir()
    const server = await start({ DATA_DIR, ...ADMIN })
    await server.call(signUp, signUpForm(0))
    const answers = Array.from({ length: 12 }, (_, index) =>
      server.call(signUp, signUpForm(index + 1)).catch(() => null),
    )
    await Promise.race(answers)
    server.kill('SIGTERM')
    const accepted = (await Promise.all(answers)).filter((answer) => answer?.code === 200)
    expect(await server.exit).toEqual({ code: 0, signal: null })
    expect(accepted.length).toBeGreaterThan(0)

    const [kept] = await withoutServer(DATA_DIR, () =>
      query<{ count: number }>(DATA_DIR, 'select count(*)::int as count from sign_ups'),
    )
    expect(kept?.count).toBeGreaterThanOrEqual(accepted.length + 1)
  })

  test('stops even if a mail server has accepted a message and does not answer', async () => {
    const mail = createServer().listen(0, '127.0.0.1')
    await once(mail, 'listening')
    const { port } = mail.address() as AddressInfo
    const DATA_DIR = aPreparedDataDir()
    const server = await run({ DATA_DIR, ...ADMIN, SMTP_URL: `smtp://127.0.0.1:${port}` })
    await expect.poll(() => server.status('/readyz').catch(() => 0), { timeout: 120_000 }).toBe(200)
    const asked = once(mail, 'connection')
    await server.call(signUp, signUpForm(0))
    await asked
    server.kill('SIGTERM')
    expect(await server.exit).toEqual({ code: 0, signal: null })
    expect(findPostgres(DATA_DIR)).toBeNull()
    mail.close()
  })

  test('answers all requests that have reached it, and its readiness reports meanwhile that it is stopping', async () => {
    // Long enough for a busy machine to be asked while it drains.
    const server = await start({ DATA_DIR: aPreparedDataDir(), ...ADMIN, DRAIN_SECONDS: '5' })
    const burst = () => Array.from({ length: 40 }, () => fetch(`${server.origin}/api/session`))
    const early = burst()
    server.kill('SIGTERM')
    await expect.poll(() => server.status('/readyz')).toBe(503)
    const answers = await Promise.all([...early, ...burst()])
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(answers.at(-1)?.headers.get('connection')).toBe('close')
    expect(await server.exit).toEqual({ code: 0, signal: null })
  })

  test('by SIGTERM ends within seconds, together with its database and with connections that are idle', async () => {
    const DATA_DIR = aPreparedDataDir()
    const server = await start({ DATA_DIR, ...ADMIN })
    expect([await server.status('/healthz'), await server.status('/readyz')]).toEqual([200, 200])
    expect(findPostgres(DATA_DIR)).not.toBeNull()
    const { hostname, port } = new URL(server.origin)
    const idle = await Promise.all(
      Array.from({ length: 3 }, async () => {
        const socket = connect({ host: hostname, port: Number(port) }).setEncoding('utf8')
        socket.write(`GET /healthz HTTP/1.1\r\nhost: ${hostname}:${port}\r\n\r\n`)
        const [answer] = await once(socket, 'data')
        expect(answer).toMatch(/keep-alive: timeout=620/i)
        return socket
      }),
    )
    const askedAt = performance.now()
    server.kill('SIGTERM')
    await Promise.all(idle.map((socket) => once(socket.resume(), 'end')))
    expect(await server.exit).toEqual({ code: 0, signal: null })
    expect(performance.now() - askedAt).toBeLessThan(20_000)
    expect(findPostgres(DATA_DIR)).toBeNull()
    expect(server.err()).toBe('')
  })

  test.each(['SIGTERM', 'SIGINT'] as const)('by %s while it starts leaves no database running', async (signal) => {
    const DATA_DIR = aDataDir()
    const server = await run({ DATA_DIR, ...ADMIN })
    await expect.poll(() => findPostgres(DATA_DIR), { timeout: 120_000, interval: 5 }).not.toBeNull()
    server.kill(signal)
    expect(await server.exit).toEqual({ code: 0, signal: null })
    expect(findPostgres(DATA_DIR)).toBeNull()
  })
})

describe('a server that cannot start', () => {
  test('because its database is newer stops that database again', async () => {
    const DATA_DIR = aPreparedDataDir()
    await withoutServer(DATA_DIR, () => query(DATA_DIR, "insert into migrations (tag, hash) values ('9999_later', '')"))
    const server = await run({ DATA_DIR, ...ADMIN })
    expect((await server.exit).code).toBe(1)
    expect(server.err()).toBe(
      'The database was used by a newer version of Gatehouse (9999_later). Start that version.\n',
    )
    expect(findPostgres(DATA_DIR)).toBeNull()
  })

  test('because the database accepts the connection and does not answer reports that', async () => {
    const silent = createServer().listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    const DATABASE_URL = `postgres://gatehouse@127.0.0.1:${port}/gatehouse`
    const server = await run({ DATA_DIR: aDataDir(), DATABASE_URL, ...ADMIN })
    expect((await server.exit).code).toBe(1)
    expect(server.err()).toBe('DATABASE_URL: The database did not answer within 10 seconds.\n')
    silent.close()
  })
})

describe('a second server', () => {
  test('on the same data folder reports it and ends, without harm to the first, which several signals end as one does', async () => {
    const DATA_DIR = aPreparedDataDir()
    const first = await start({ DATA_DIR, ...ADMIN })
    const second = await run({ DATA_DIR })
    expect((await second.exit).code).toBe(1)
    expect(second.err()).toBe(`Another server is running on ${DATA_DIR}. Stop it first, or choose another DATA_DIR.\n`)
    expect(second.out()).toBe('')
    expect(await first.status('/readyz')).toBe(200)
    await signInAt(first, ADMIN.ADMIN_EMAIL, PASSWORD)
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGTERM'] as const) first.kill(signal)
    expect(await first.exit).toEqual({ code: 0, signal: null })
    expect(findPostgres(DATA_DIR)).toBeNull()
  })

  test('on the same new data folder at the same moment: one runs, one reports it', async () => {
    const DATA_DIR = aDataDir()
    const servers = await Promise.all([run({ DATA_DIR, ...ADMIN }), run({ DATA_DIR, ...ADMIN })])
    const outcomes = await Promise.all(
      servers.map((server) =>
        server.ready.then(
          () => 'ready',
          () => 'ended',
        ),
      ),
    )
    expect(outcomes.toSorted()).toEqual(['ended', 'ready'])
    const loser = servers[outcomes.indexOf('ended')] as Running
    expect(loser.err().trim().split('\n')).toHaveLength(1)
    const winner = servers[outcomes.indexOf('ready')] as Running
    await signInAt(winner, ADMIN.ADMIN_EMAIL, PASSWORD)
  })

  test('on the same port reports it, ends and stops its own database', async () => {
    const PORT = String(await freePort())
    const other = createServer().listen(Number(PORT), '127.0.0.1')
    await once(other, 'listening')
    const DATA_DIR = aPreparedDataDir()
    const server = await run({ DATA_DIR, PORT, ...ADMIN })
    expect((await server.exit).code).toBe(1)
    expect(server.err()).toBe(
      `Port ${PORT} of 127.0.0.1 is in use. Stop the program that uses it, or choose another PORT or METRICS_LISTEN.\n`,
    )
    expect(findPostgres(DATA_DIR)).toBeNull()
    other.close()
  })
})

describe('after a kill -9', () => {
  test('of the server, the next server uses the database that was left running', async () => {
    const DATA_DIR = aPreparedDataDir()
    const first = await start({ DATA_DIR, ...ADMIN })
    const token = await signInAt(first, ADMIN.ADMIN_EMAIL, PASSWORD)
    const left = findPostgres(DATA_DIR)?.pid as number
    first.kill('SIGKILL')
    await first.exit
    expect(isAlive(left)).toBe(true)

    const second = await start({ DATA_DIR })
    expect(findPostgres(DATA_DIR)?.pid).toBe(left)
    const { data } = await second.call(getSession, {}, { authorization: `Bearer ${token}` })
    expect(data.session?.user.email).toBe(ADMIN.ADMIN_EMAIL)
    second.kill('SIGTERM')
    expect((await second.exit).code).toBe(0)
    expect(findPostgres(DATA_DIR)).toBeNull()
  })

  test('of the database, calls are refused until the server has started it again', async () => {
    const DATA_DIR = aPreparedDataDir()
    const server = await start({ DATA_DIR, ...ADMIN })
    const { pid: before, connection } = findPostgres(DATA_DIR) as NonNullable<ReturnType<typeof findPostgres>>
    // With a file at the path of its socket folder, the database cannot be started.
    const folder = connection.host as string
    rmSync(folder, { recursive: true })
    writeFileSync(folder, '')
    process.kill(before, 'SIGKILL')
    await expect.poll(() => server.status('/readyz')).toBe(503)
    expect(await server.status('/healthz')).toBe(200)
    rmSync(folder)
    await expect.poll(() => server.status('/readyz'), { timeout: 120_000 }).toBe(200)
    expect(findPostgres(DATA_DIR)?.pid).not.toBe(before)
    await signInAt(server, ADMIN.ADMIN_EMAIL, PASSWORD)

    const second = await run({ DATA_DIR })
    expect((await second.exit).code).not.toBe(0)
    server.kill('SIGTERM')
    expect(await server.exit).toEqual({ code: 0, signal: null })
    expect(findPostgres(DATA_DIR)).toBeNull()
  })

  test('of server and database during sign-ups, every acknowledged sign-up is stored', async () => {
    const DATA_DIR = aPreparedDataDir()
    const acknowledged: string[] = []
    let number = 0
    for (let round = 0; round < 3; round++) {
      const server = await start({ DATA_DIR, ...ADMIN })
      const enough = acknowledged.length + 8
      let isKilled = false
      const register = async () => {
        for (;;) {
          const form = signUpForm(++number)
          const answer = await server.call(signUp, form).catch(() => null)
          if (isKilled && answer?.code !== 200) return
          expect(answer).toMatchObject({ code: 200 })
          acknowledged.push(form.email)
          if (acknowledged.length === enough) {
            isKilled = true
            process.kill(findPostgres(DATA_DIR)?.pid as number, 'SIGKILL')
            server.kill('SIGKILL')
          }
        }
      }
      await Promise.all([register(), register(), register(), register()])
      await server.exit
    }
    const last = await start({ DATA_DIR })
    const kept = (await query<{ email: string }>(DATA_DIR, 'select email from sign_ups')).map(({ email }) => email)
    expect(acknowledged.filter((email) => !kept.includes(email))).toEqual([])
    expect(acknowledged.length).toBeGreaterThanOrEqual(24)
    // A sign-up is stored completely or not at all: with its code, its message and its audit line.
    const halves = await query(
      DATA_DIR,
      `select s.email from sign_ups s
       where not exists (select 1 from challenges c where c.sign_up_id = s.id)
          or not exists (select 1 from audit_events a where a.subject_id = s.id and a.event = 'registration.requested')`,
    )
    expect(halves).toEqual([])
    const [outbox] = await query<{ count: number }>(DATA_DIR, 'select count(*)::int as count from outbox')
    expect(outbox?.count).toBe(kept.length)
    last.kill('SIGTERM')
    expect((await last.exit).code).toBe(0)
  })
})
