import { startActing } from '@gatehouse/contract/admin/people/acting.ts'
import { getSession } from '@gatehouse/contract/session.ts'
import { consumeLogInOtpEmail, login } from '@gatehouse/contract/signin.ts'
import { afterAll, expect, test } from 'vitest'
import { PASSWORD } from '../server/test/builders.ts'
import { aRoamingBrowser, type Member, signInAcross } from '../server/test/cluster.ts'
import { MailServer } from '../server/test/mail-server.ts'
import { aDataDir, cleanUp, query, type Running, run, signInAt, start } from '../server/test/processes.ts'
import { ISSUER } from '../server/test/relying-party.ts'
import { checkImport, jobAt, startImport } from './import.ts'
import { useTable } from './table.ts'
import { timed } from './times.ts'

// T137: the only mail server dies in the middle of an import, of a start of acting for somebody and of a sign-in, and comes back.

const ADMIN = { ADMIN_EMAIL: 'root@example.com', ADMIN_PASSWORD: PASSWORD }
const PEOPLE = 120
/** No answer waits for a delivery, besides the second that a sign-in waits for its code (ADR 0007). */
const ANSWER_MAX_MS = 5000
/** So many messages of a lane are sent at the same time: those may have been accepted without a word. */
const AT_ONCE = 10

const line = useTable('T137: the mail server dies in the middle')
afterAll(cleanUp)

const withPort = (server: Running): Member => ({ ...server, port: Number(new URL(server.origin).port) })

test('answers do not change, every message arrives once the mail server is back, and a code is used once', async () => {
  const env = { DATA_DIR: aDataDir(), PUBLIC_URL: ISSUER }
  const before = withPort(await start({ ...env, ...ADMIN }))
  const token = await signInAt(before, ADMIN.ADMIN_EMAIL, PASSWORD)
  const [support, again] = [aRoamingBrowser(), aRoamingBrowser()]
  await signInAcross(support, ADMIN.ADMIN_EMAIL, before)
  const job = await checkImport(before, token, PEOPLE)
  before.kill('SIGTERM')
  await before.exit

  const mail = await MailServer.start()
  const server = withPort(await run({ ...env, SMTP_URL: mail.url }))
  const soon = { timeout: 300_000, interval: 200 }
  await expect.poll(() => server.status('/readyz').catch(() => 0), soon).toBe(200)
  const ask = <Row extends Record<string, unknown>>(statement: string) => query<Row>(env.DATA_DIR, statement)
  await startImport(server, token, job)
  await expect.poll(() => mail.accepted.length, soon).toBeGreaterThan(15)
  mail.die()

  const [someone] = await ask<{ id: string }>(`select id from users where email like 'meera%' limit 1`)
  const started = await timed(() =>
    support.at(server).call(startActing, { userId: someone?.id, reason: 'The mail is down' }),
  )
  line(
    'acting begins',
    `${started.result.status} after ${Math.round(started.ms)} ms`,
    started.result.status === 200 && started.ms < ANSWER_MAX_MS,
  )
  const { data } = await support.at(server).call(getSession)
  line('and shows the person', String(data.session?.user._id === someone?.id), data.session?.user._id === someone?.id)
  const asked = await timed(() => again.at(server).call(login, { email: ADMIN.ADMIN_EMAIL, password: PASSWORD }))
  line(
    'the password is answered',
    `${asked.result.status} after ${Math.round(asked.ms)} ms`,
    asked.result.status === 200 && asked.ms < ANSWER_MAX_MS,
  )
  await expect.poll(async () => (await jobAt(server, token, job)).state, soon).toBe('done')
  const { succeeded, failed } = await jobAt(server, token, job)
  line('rows of the import: done, failed', `${succeeded}, ${failed}`, succeeded === PEOPLE && failed === 0)
  const waiting = async () =>
    (await ask<{ n: number }>(`select count(*)::int as n from outbox where state = 'ready'`))[0]?.n ?? 0
  const due = await waiting()
  line('messages that wait for the mail server', due, due > 0)

  const backAt = performance.now()
  await mail.comeBack()
  await expect.poll(() => mail.codesTo(ADMIN.ADMIN_EMAIL).length, soon).toBeGreaterThan(0)
  line('the code arrives after', `${Math.round(performance.now() - backAt)} ms`, true)
  const otp = mail.codesTo(ADMIN.ADMIN_EMAIL).at(-1)
  const uses = await Promise.all(
    [1, 2, 3].map(() => again.at(server).call(consumeLogInOtpEmail, { email: ADMIN.ADMIN_EMAIL, otp })),
  )
  const right = uses.filter(({ status }) => status === 200).length
  line('of three uses at once right', right, right === 1)
  await expect.poll(waiting, soon).toBe(0)
  line('all are sent after', `${Math.round((performance.now() - backAt) / 1000)} s`, true)
  const [dead] = await ask<{ n: number }>(`select count(*)::int as n from outbox where state = 'dead'`)
  line('abandoned', dead?.n ?? 0, dead?.n === 0)
  const sent = mail.accepted.filter(({ to }) => to.startsWith('meera')).map(({ to }) => to)
  const people = new Set(sent).size
  line('people of the import with a message', people, people === PEOPLE)
  // One of them is also notified of the acting.
  const twice = sent.length - people - 1
  line('messages that came twice', twice, twice >= 0 && twice <= AT_ONCE)
  line('what the server has reported', server.err() || 'nothing', server.err() === '')
  server.kill('SIGTERM')
  const { code } = await server.exit
  line('asked to stop, it ends with', String(code), code === 0)
  mail.close()
})
