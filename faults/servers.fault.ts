import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, test } from 'vitest'
import { startEmbeddedPostgres } from '../server/src/db/embedded-postgres.ts'
import { PASSWORD } from '../server/test/builders.ts'
import { aDataDir, cleanUp, queryAt, type Running, signInAt, start } from '../server/test/processes.ts'
import { checkImport, jobAt, startImport } from './import.ts'
import { compare, Journal } from './journal.ts'
import { ANSWER_MAX_MS, leftBehind, stops } from './outage.ts'
import { useTable } from './table.ts'

// T130, T131: one of two servers is killed or stands still under load; the other one takes over what it was doing.

const ADMIN = { ADMIN_EMAIL: 'root@example.com', ADMIN_PASSWORD: PASSWORD }
const MASTER_KEY = Buffer.alloc(32, 7).toString('base64')
const PEOPLE = 100
const JOB_MAX_MS = 180_000

const line = useTable('T130, T131: one of two servers')
afterAll(cleanUp)

test('is killed, and then another one stands still for half a minute: nobody else notices', async () => {
  const postgres = await startEmbeddedPostgres(aDataDir())
  const { host, port } = postgres.connection
  const DATABASE_URL = `postgres://gatehouse@/postgres?host=${encodeURIComponent(host)}&port=${port}`
  const begin = () => start({ DATABASE_URL, MASTER_KEY, DATA_DIR: aDataDir(), ...ADMIN })
  const ask = <Row extends Record<string, unknown>>(statement: string) => queryAt<Row>(postgres.connection, statement)
  const stays = await begin()
  const token = await signInAt(stays, ADMIN.ADMIN_EMAIL, PASSWORD)
  const job = await checkImport(stays, token, PEOPLE)
  const journals = [new Journal(), new Journal('other-')] as const
  let isOver = false
  const writing = journals[0].writeTo(stays, token, () => isOver)

  const round = async (name: string, other: Running, most: number, hit: () => Promise<void>) => {
    const first = journals[0].answers.length
    let isHit = false
    const beside = journals[1].writeTo(other, token, () => isHit)
    await sleep(2000)
    await hit()
    isHit = true
    await Promise.race([beside, sleep(20_000)])
    const answers = journals[0].answers.slice(first)
    const refused = answers.filter(({ code }) => code !== 200 && code !== 429)
    // What the other one has locked is free after ten seconds, and until then who needs the same row is asked to try again.
    line(
      `${name}: refused by the other one`,
      refused.map(({ what, code }) => `${what} ${code}`).join(', ') || 0,
      refused.length <= most,
    )
    const slowest = answers.toSorted((a, b) => b.ms - a.ms)[0]
    const longest = Math.round(slowest?.ms ?? 0)
    line(
      `${name}: longest answer of the other one`,
      `${longest} ms, ${slowest?.what} ${slowest?.code}`,
      longest < ANSWER_MAX_MS,
    )
  }

  const killed = await begin()
  await startImport(killed, token, job)
  await round('one is killed', killed, 0, async () => {
    killed.kill('SIGKILL')
    await killed.exit
    await sleep(2000)
  })
  const still = await begin()
  await round('one stands still', still, 10, async () => {
    process.kill(still.pid, 'SIGSTOP')
    await sleep(35_000)
    process.kill(still.pid, 'SIGCONT')
    await sleep(3000)
  })

  const until = performance.now() + JOB_MAX_MS
  while ((await jobAt(stays, token, job)).state !== 'done' && performance.now() < until) await sleep(500)
  const { state, succeeded, failed } = await jobAt(stays, token, job)
  line('the import', `${state}: ${succeeded}, ${failed}`, state === 'done' && succeeded === PEOPLE && failed === 0)
  const [people] = await ask<{ all: number; invited: number }>(`
    select count(*)::int as all, (select count(distinct recipient)::int from messages where recipient like 'meera%') as invited
    from users where email like 'meera%'`)
  line(
    'people of it, and invited ones',
    `${people?.all}, ${people?.invited}`,
    people?.all === PEOPLE && people.invited === PEOPLE,
  )
  isOver = true
  await writing
  const { lost, halves } = { lost: [] as string[], halves: [] as string[] }
  for (const journal of journals) {
    const found = await compare(journal, ask)
    lost.push(...found.lost)
    halves.push(...found.halves)
  }
  line('acknowledged changes', journals[0].acknowledged + journals[1].acknowledged, journals[1].acknowledged > 0)
  line('of them lost', lost.length, lost.length === 0)
  line('changes stored in part, or twice', halves.length, halves.length === 0)
  await leftBehind(line, 'afterwards', postgres.connection, 2)
  for (const server of [stays, still]) await stops(line, server)
  await postgres.stop()
})
