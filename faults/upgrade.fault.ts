import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, test } from 'vitest'
import { startEmbeddedPostgres } from '../server/src/db/embedded-postgres.ts'
import { PASSWORD } from '../server/test/builders.ts'
import { formerRelease, hasHistory, NO_HISTORY } from '../server/test/former-release.ts'
import { aDataDir, cleanUp, queryAt, signInAt, start } from '../server/test/processes.ts'
import { compare, Journal } from './journal.ts'
import { leftBehind } from './outage.ts'
import { skipped, useTable } from './table.ts'

// A server of this release brings a full database of the former one up to date, while a server of that release works.

const ADMIN = { ADMIN_EMAIL: 'root@example.com', ADMIN_PASSWORD: PASSWORD }
const MASTER_KEY = Buffer.alloc(32, 7).toString('base64')
const ROWS = Number(process.env.FAULTS_ROWS ?? 1_000_000)
/** What a statement of a server waits for a lock before its call is refused, and the time of the call itself. */
const ANSWER_MAX_MS = 4000
const INDEXES_MAX_MS = 20 * 60_000

/** Rows of the tables that grow, in the schema of the former release. */
const FILL = [
  `insert into users (id, email, user_name, phone_number, first_name, last_name, email_verified_at)
   select gen_random_uuid(), 'p' || n || '@example.com', 'person' || n, (6000000000 + n)::text, 'Person', 'No ' || n, now()
   from generate_series(1, ${ROWS}) n`,
  `insert into user_identifiers (value, kind, user_id) select lower(email), 'email', id from users where user_name like 'person%'`,
  `insert into sessions (id, secret_hash, kind, user_id, ip, user_agent, amr, idle_seconds, expires_at)
   select gen_random_uuid(), sha256(id::text::bytea), 'cookie', id, '203.0.113.7', 'Firefox', '{pwd,otp}', 3600, now() + interval '1 day'
   from users where user_name like 'person%'`,
  `insert into audit_events (id, event, actor_id, subject_id, ip)
   select gen_random_uuid(), 'signin.completed', id, id, '203.0.113.7' from users where user_name like 'person%'`,
  `insert into messages (id, channel, notice, language, user_id, recipient, state, has_secret)
   select gen_random_uuid(), 'email', 'login-otp', 'en', id, email, 'sent', true from users where user_name like 'person%'`,
]

const line = useTable(
  `An upgrade of ${ROWS.toLocaleString('en')} people, each with a session, a line of audit and a message`,
)
afterAll(cleanUp)

test('is not noticed by those who work on a server of the former release', async () => {
  if (!hasHistory) return skipped('the upgrade', NO_HISTORY)
  const folder = formerRelease()
  const postgres = await startEmbeddedPostgres(aDataDir())
  const { host, port } = postgres.connection
  const env = {
    DATABASE_URL: `postgres://gatehouse@/postgres?host=${encodeURIComponent(host)}&port=${port}`,
    MASTER_KEY,
    ...ADMIN,
  }
  const ask = <Row extends Record<string, unknown>>(statement: string) => queryAt<Row>(postgres.connection, statement)
  const former = await start({ ...env, DATA_DIR: aDataDir() }, { main: join(folder, 'server/src/main.ts') })
  const searches = await ask<{ name: string; definition: string }>(
    String.raw`select indexname as name, indexdef as definition from pg_indexes where indexname like 'users\_%\_%'`,
  )
  // Filled row by row, they would take a quarter of an hour.
  for (const { name } of searches) await ask(`drop index ${name}`)
  for (const statement of [...FILL, ...searches.map(({ definition }) => definition)]) await ask(statement)
  await ask('vacuum analyze')
  const token = await signInAt(former, ADMIN.ADMIN_EMAIL, PASSWORD)

  const journal = new Journal()
  let isOver = false
  const writing = journal.writeTo(former, token, () => isOver)
  const answersFrom = (name: string, first: number) => {
    const answers = journal.answers.slice(first)
    const refused = answers.filter(({ code }) => code !== 200 && code !== 429)
    const slowest = answers.toSorted((a, b) => b.ms - a.ms)[0]
    const longest = Math.round(slowest?.ms ?? 0)
    line(`${name}: answers`, answers.length, answers.length > 0)
    line(`${name}: refused`, refused.map(({ what, code }) => `${what} ${code}`).join(', ') || 0, refused.length === 0)
    line(`${name}: longest answer`, `${longest} ms, ${slowest?.what}`, longest < ANSWER_MAX_MS)
  }
  await sleep(5000)
  answersFrom('before', 0)

  const beforeMigration = journal.answers.length
  const beganAt = performance.now()
  const current = await start({ ...env, DATA_DIR: aDataDir() })
  line('migrated and ready after', `${((performance.now() - beganAt) / 1000).toFixed(1)} s`, true)
  answersFrom('while it migrates', beforeMigration)

  const beforeIndexes = journal.answers.length
  const unfinished = () =>
    ask(`select 1 from pg_stat_progress_create_index union all select 1 from pg_index where not indisvalid`)
  // Built one after another: between two of them there may be none for a moment.
  let quiet = 0
  while (quiet < 10 && performance.now() - beganAt < INDEXES_MAX_MS) {
    quiet = (await unfinished()).length === 0 ? quiet + 1 : 0
    await sleep(500)
  }
  line('indexes built after', `${((performance.now() - beganAt) / 1000).toFixed(1)} s`, quiet === 10)
  answersFrom('while indexes are built', beforeIndexes)

  isOver = true
  await writing
  const { lost, halves } = await compare(journal, ask)
  line('acknowledged changes', journal.acknowledged, journal.acknowledged > 0)
  line('lost, in half or twice', [...lost, ...halves].join(', ') || 0, lost.length + halves.length === 0)
  line(
    'people with a row each',
    ROWS,
    (await ask(`select 1 from users where user_name like 'person%'`)).length === ROWS,
  )
  await leftBehind(line, 'afterwards', postgres.connection, 2)
  for (const server of [former, current]) {
    server.kill('SIGTERM')
    await server.exit
  }
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})
