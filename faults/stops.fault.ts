import { mkdirSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { PASSWORD } from '../server/test/builders.ts'
import { runGatehouse } from '../server/test/gatehouse.ts'
import { MailServer } from '../server/test/mail-server.ts'
import { aDataDir, cleanUp, query, run, signInAt, start } from '../server/test/processes.ts'
import { checkImport, jobAt, startImport } from './import.ts'
import { compare, Journal } from './journal.ts'
import { useTable } from './table.ts'
import { timesOf } from './times.ts'

// T141: a server is asked to stop while an import, a backup, messages, sealing again and changes are under way, again and again.

const ADMIN = { ADMIN_EMAIL: 'root@example.com', ADMIN_PASSWORD: PASSWORD }
const MASTER_KEY = Buffer.alloc(32, 7).toString('base64')
const ROUNDS = Number(process.env.FAULTS_ROUNDS ?? 8)
const PEOPLE = 300
/** What docs/operating.md promises after `DRAIN_SECONDS`. */
const STOP_MAX_MS = 20_000

const line = useTable(`T141: SIGTERM in the middle of ${ROUNDS} times everything`)
afterAll(cleanUp)

test('all of it goes on at the next start, and is done once', async () => {
  const DATA_DIR = aDataDir()
  const BACKUP_TO = join(dirname(DATA_DIR), 'backups')
  mkdirSync(BACKUP_TO)
  const first = await start({ DATA_DIR, MASTER_KEY, ...ADMIN })
  const token = await signInAt(first, ADMIN.ADMIN_EMAIL, PASSWORD)
  const job = await checkImport(first, token, PEOPLE)
  await startImport(first, token, job)
  first.kill('SIGTERM')
  line('the first stop ends with', String((await first.exit).code), true)

  const mail = await MailServer.start()
  const env = { DATA_DIR, MASTER_KEY, SMTP_URL: mail.url, BACKUP_EVERY: '1', BACKUP_TO, BACKUP_TRIAL: 'off' }
  const begin = async () => {
    const server = await run(env)
    await expect.poll(() => server.status('/readyz').catch(() => 0), { timeout: 120_000 }).toBe(200)
    return server
  }
  const journal = new Journal()
  const stops: number[] = []
  const ends: (number | null)[] = []
  const reported: string[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const server = await begin()
    let isOver = false
    const writing = journal.writeTo(server, token, () => isOver)
    await sleep(200 + Math.random() * 2500)
    if (round === 1) {
      const { code, err } = await runGatehouse(['keys', 'rotate', '--data', '--yes'], { DATA_DIR, MASTER_KEY })
      line('the data key is rotated', code === 0 ? 'yes' : err, code === 0)
    }
    const askedAt = performance.now()
    server.kill('SIGTERM')
    const { code } = await server.exit
    isOver = true
    await writing
    stops.push(performance.now() - askedAt)
    ends.push(code)
    if (server.err() !== '') reported.push(server.err())
  }
  line(
    'every stop ends with',
    [...new Set(ends)].join(', '),
    ends.every((code) => code === 0),
  )
  line(
    'stopped after, median and most',
    `${timesOf(stops).median} and ${timesOf(stops).most} ms`,
    timesOf(stops).most < STOP_MAX_MS,
  )
  line('what the servers have reported', reported.join('; ') || 'nothing', reported.length === 0)

  const last = await begin()
  const soon = { timeout: 240_000, interval: 500 }
  await expect.poll(async () => (await jobAt(last, token, job)).state, soon).toBe('done')
  const { succeeded, failed } = await jobAt(last, token, job)
  line('rows of the import: done, failed', `${succeeded}, ${failed}`, succeeded === PEOPLE && failed === 0)
  const ask = <Row extends Record<string, unknown>>(statement: string) => query<Row>(DATA_DIR, statement)
  const [people] = await ask<{ all: number; lines: number }>(`
    select (select count(*)::int from users where email like 'meera%') as all, (select count(*)::int from audit_events a join users u
      on u.id = a.subject_id and u.email like 'meera%' where a.event = 'users.created') as lines`)
  line(
    'people, and lines of the audit about them',
    `${people?.all}, ${people?.lines}`,
    people?.all === PEOPLE && people.lines === PEOPLE,
  )

  const left = async () =>
    (await ask<{ left: number }>(`select count(*)::int as left from outbox where state = 'ready'`))[0]?.left
  await expect.poll(left, soon).toBe(0)
  const invited = mail.accepted.filter(({ to }) => to.startsWith('meera')).map(({ to }) => to)
  line('people with an invitation', new Set(invited).size, new Set(invited).size === PEOPLE)
  line('invitations that came twice', invited.length - new Set(invited).size, true)

  await expect.poll(async () => (await ask(`select from backups where state = 'done'`)).length, soon).toBe(1)
  const [running] = await ask<{ n: number }>(`select count(*)::int as n from backups where state = 'running'`)
  const unfinished = readdirSync(BACKUP_TO).filter((name) => !name.endsWith('.backup'))
  line(
    'backups still running, files unfinished',
    `${running?.n}, ${unfinished.length}`,
    running?.n === 0 && unfinished.length === 0,
  )

  const sealed = async () =>
    (
      await ask(`select from stored_keys where use = 'data' and resealed_at is null and version = (
    select max(version) from stored_keys where use = 'data')`)
    ).length
  await expect.poll(sealed, soon).toBe(0)
  const [unreadable] = await ask<{ n: number }>(`select coalesce(sum(unreadable), 0)::int as n from stored_keys`)
  line('values that cannot be opened any more', unreadable?.n ?? 0, unreadable?.n === 0)

  const { lost, halves } = await compare(journal, ask)
  line('acknowledged changes', journal.acknowledged, journal.acknowledged > 0)
  line('of them lost', lost.length, lost.length === 0)
  line('changes stored in part, or twice', halves.length, halves.length === 0)
  const [held] = await ask<{ n: number }>(`
    select count(*)::int as n from jobs where state in ('waiting', 'running') or claimed_until is not null`)
  line('jobs that are held for ever', held?.n ?? 0, held?.n === 0)
  last.kill('SIGTERM')
  line('the last stop ends with', String((await last.exit).code), true)
  mail.close()
})
