import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { afterEach, expect, test } from 'vitest'
import { readConfig } from '../src/config.ts'
import { makeDb } from '../src/db/database.ts'
import { openKeyring } from '../src/keyring/open-keyring.ts'
import { makeLog } from '../src/log.ts'
import { makeDeps } from '../src/make-deps.ts'
import { notify } from '../src/notifications/notify.ts'
import { aPreparedDataDir } from './prepared.ts'
import { cleanUp, findPostgres, query, type Running, run } from './processes.ts'

const COUNT = 1000
const BEFORE = 300
/** Rows of one lane that one server sends at the same time. */
const AT_ONCE = 10

/** A mail server that records the id of every message it has accepted. */
async function aMailServer() {
  const accepted: string[] = []
  let wanted = 0
  let reached = () => {}
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, _session, done) => {
      const note = (raw: string) => {
        accepted.push(/^message-id: <([\w-]{36})@/im.exec(raw)?.[1] ?? 'no id')
        done(null)
        if (accepted.length === wanted) reached()
      }
      // A killed server may leave a message unfinished.
      text(stream).then(note, () => undefined)
    },
  })
  smtp.on('error', () => undefined)
  smtp.listen(0, '127.0.0.1')
  await once(smtp.server, 'listening')
  const { port } = smtp.server.address() as AddressInfo
  return {
    accepted,
    url: `smtp://127.0.0.1:${port}`,
    until: (count: number) => {
      wanted = count
      return new Promise<void>((resolve) => {
        reached = resolve
      })
    },
    close: () => smtp.close(),
  }
}

afterEach(cleanUp)

const untilReady = (server: Running) =>
  expect.poll(() => server.status('/readyz').catch(() => 0), { timeout: 120_000 }).toBe(200)

test('a kill -9 while 1,000 messages are due loses none, and only those in progress can be sent twice', async () => {
  const mail = await aMailServer()
  const DATA_DIR = aPreparedDataDir()
  const MASTER_KEY = randomBytes(32).toString('base64')
  const env = {
    DATA_DIR,
    MASTER_KEY,
    SMTP_URL: mail.url,
    ADMIN_EMAIL: 'root@example.com',
    ADMIN_PASSWORD: 'Kestrel#Orbit42*Lamp',
  }
  const first = await run(env)
  await untilReady(first)

  const db = makeDb(findPostgres(DATA_DIR)?.connection ?? {})
  const config = readConfig({ DATA_DIR, MASTER_KEY, DEMO: '0' })
  const deps = makeDeps(db, config, await openKeyring(db, config), makeLog('silent'), {
    email: () => Promise.reject(new Error('sends nothing')),
  })
  const [admin] = await query<{ id: string }>(DATA_DIR, 'select id from users')
  const someAccepted = mail.until(BEFORE)
  await db.transaction(async (tx) => {
    for (let number = 0; number < COUNT; number++) await notify(deps, tx, 'password-changed', admin?.id as string)
  })
  await someAccepted
  first.kill('SIGKILL')
  await first.exit

  const inHand = await query<{ id: string }>(DATA_DIR, "select id from outbox where state = 'ready' and attempts = 1")
  expect(inHand.length).toBeLessThanOrEqual(AT_ONCE)
  const [left] = await query<{ count: number }>(
    DATA_DIR,
    "select count(*)::int as count from outbox where state = 'ready'",
  )
  expect(left?.count).toBeGreaterThan(BEFORE)
  // The lease of the killed server lasts a minute.
  await query(DATA_DIR, "update outbox set run_at = run_at - interval '1 minute' where state = 'ready'")

  const second = await run(env)
  await untilReady(second)
  await expect
    .poll(() => query(DATA_DIR, "select 1 from outbox where state = 'ready' limit 1"), { timeout: 120_000 })
    .toEqual([])
  const due = await query<{ id: string }>(DATA_DIR, "select id from messages where state = 'sent'")
  expect(due).toHaveLength(COUNT)
  expect(new Set(mail.accepted)).toEqual(new Set(due.map(({ id }) => id)))
  const twice = mail.accepted.filter((id, index) => mail.accepted.indexOf(id) !== index)
  expect(inHand.map(({ id }) => id)).toEqual(expect.arrayContaining(twice))
  await db.pool.end()
  second.kill('SIGTERM')
  expect((await second.exit).code).toBe(0)
  mail.close()
})
