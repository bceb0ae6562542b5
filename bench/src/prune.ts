import { readConfig } from '@gatehouse/server/src/config.ts'
import type { Db } from '@gatehouse/server/src/db/database.ts'
import { openDatabase } from '@gatehouse/server/src/db/open.ts'
import { removeDue } from '@gatehouse/server/src/db/prune.ts'
import type pg from 'pg'
import sql, { raw } from 'sql-template-tag'
import { makeFolder } from './server.ts'

/** Of each history; half of them are due. */
const ROWS = Number(process.env.BENCH_ROWS ?? 1_000_000)
const WEEKS = 10
const WEEK_SECONDS = 7 * 86_400

const STEP_SECONDS = (WEEKS * WEEK_SECONDS) / ROWS
/** The youngest row; one moment for all, so that weeks end between rows. */
const NOW = `'${new Date().toISOString()}'::timestamptz`

/** `values`: of the row number `n`, which is `s` seconds old. */
type History = { table: string; time: string; identity?: string; columns: string; values: string }

const AT = `${NOW} - make_interval(secs => s)`
/** An id that begins with the time, as the product makes them. */
const ID = `(lpad(to_hex((extract(epoch from ${AT}) * 1000)::bigint), 12, '0') || '7' ||
  substr(md5(n::text), 1, 3) || '8' || substr(md5('id' || n), 1, 15))::uuid`
/** One of so many ids. */
const oneOf = (count: number) => `md5((n % ${count})::text)::uuid`

const HISTORIES: History[] = [
  {
    ...{ table: 'approval_decisions', time: 'at', identity: 'id' },
    columns:
      'application_id, at, user_id, page, action, amount, currency, region, document, role, is_allowed, reasons, version',
    values: `${oneOf(20)}, ${AT}, ${oneOf(100_000)}, ${oneOf(50)}::text, 'Approval', (n % 90000)::text, 'INR', 'IN-KL',
      '{"createdBy": "2", "approvals": []}', 'Manager', true, array['row-allows'], 4711`,
  },
  {
    ...{ table: 'messages', time: 'created_at' },
    columns:
      'id, channel, notice, language, user_id, recipient, state, gateway, template, subject, body, has_secret, created_at, settled_at',
    values: `${ID}, 'email', 'login-otp', 'en', ${oneOf(100_000)}, 'person' || n % 100000 || '@example.com', 'sent', 'Mail server',
      'Built-in text', 'Your sign-in code', repeat('Your code is ******. It is valid for five minutes. ', 5), true, ${AT}, now()`,
  },
  {
    ...{ table: 'delivery_attempts', time: 'at' },
    columns: 'outbox_id, number, at, gateway, is_success, answer, took_ms',
    values: `${ID}, 1, ${AT}, 'Mail server', true, '250 2.0.0 Ok: queued as 4bX2dQ1Zz7', 42`,
  },
  {
    ...{ table: 'launch_tokens', time: 'expires_at' },
    columns: 'id, token_hash, application_id, client_id, user_id, session_id, expires_at',
    values: `${ID}, decode(md5('a' || n) || md5('b' || n), 'hex'), ${oneOf(20)}, ${oneOf(20)}, ${oneOf(100_000)},
      md5((n / 10)::text)::uuid, ${AT}`,
  },
  {
    ...{ table: 'audit_events', time: 'at', identity: 'number' },
    columns: 'id, at, event, actor_id, subject_id, session_id, ip, detail',
    values: `${ID}, ${AT}, 'session.opened', ${oneOf(100_000)}, ${oneOf(100_000)}, md5((n / 10)::text)::uuid, '198.51.100.7',
      '{"amr": ["pwd", "otp"], "agent": "Mozilla/5.0 (X11; Linux x86_64)"}'`,
  },
]

/** What pruning half of a history costs: by deletes in batches and the vacuum that follows, and by dropping partitions. */
async function main() {
  const folder = makeFolder()
  const settings = { DATA_DIR: folder.path, MASTER_KEY: Buffer.alloc(32).toString('base64') }
  const { db, close } = await openDatabase(readConfig(settings))
  const wanted = process.env.BENCH_TABLES?.split(',') ?? HISTORIES.map(({ table }) => table)
  try {
    for (const history of HISTORIES.filter(({ table }) => wanted.includes(table))) {
      process.stdout.write(`${history.table}, ${ROWS / 2} of ${ROWS} rows\n`)
      await byDeletes(db, history)
      await byPartitions(db, history)
    }
  } finally {
    await close()
    folder.remove()
  }
}

async function byDeletes(db: Db, { table, time, ...history }: History) {
  await run(db, `create table history (like ${table} including all)`)
  await run(db, insert('history', history, 1, ROWS))
  await run(db, 'vacuum analyze history')
  await run(db, 'checkpoint')
  const due = sql`${raw(time)} < now() - make_interval(secs => ${(WEEKS / 2) * WEEK_SECONDS})`
  await measure(db, 'deletes', () => removeDue(db, ['history', time, due]))
  await measure(db, 'vacuum', () => run(db, 'vacuum history'))
  await run(db, 'drop table history')
}

async function byPartitions(db: Db, { table, time, identity, ...history }: History) {
  await run(db, `create table history (like ${table}) partition by range (${time})`)
  const inWeek = ROWS / WEEKS
  for (let week = 0; week < WEEKS; week++) {
    const part = `history_${week}`
    await run(db, `create table ${part} (like ${table} including all)`)
    await run(db, insert(part, history, week * inWeek + 1, (week + 1) * inWeek))
    if (identity !== undefined) await run(db, `alter table ${part} alter column ${identity} drop identity`)
    const [from, to] = [week === 0 ? 'minvalue' : ends(week - 1), ends(week)]
    await run(db, `alter table history attach partition ${part} for values from (${from}) to (${to})`)
  }
  await run(db, 'vacuum analyze history')
  await run(db, 'checkpoint')
  await measure(db, 'partitions', async () => {
    for (let week = 0; week < WEEKS / 2; week++) await run(db, `drop table history_${week}`)
  })
  await run(db, 'drop table history')
}

/** From the oldest to the youngest. */
const insert = (into: string, { columns, values }: Pick<History, 'columns' | 'values'>, from: number, to: number) => `
  insert into ${into} (${columns}) select ${values}
  from (select n, (${ROWS} - n) * ${STEP_SECONDS}::float8 as s from generate_series(${from}, ${to}) n) made`

/** Between the last row of a week and the first of the next. */
const ends = (week: number) => `${NOW} - interval '${(WEEKS - week - 1) * WEEK_SECONDS - STEP_SECONDS / 2} seconds'`

async function measure(db: Db, what: string, work: () => Promise<unknown>) {
  const before = await readState(db)
  const startedAt = performance.now()
  await work()
  const seconds = (performance.now() - startedAt) / 1000
  const after = await readState(db)
  const mb = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`
  const [time, wal] = [`${seconds.toFixed(2)} s`, mb(after.wal - before.wal)]
  process.stdout.write(
    `  ${what.padEnd(12)} ${time.padStart(9)}  WAL ${wal.padStart(9)}  on disk ${mb(before.size)}, then ${mb(after.size)}\n`,
  )
}

async function readState(db: Db) {
  const { rows } = await db.execute<{ wal: number; size: number }>(sql`
    select (pg_current_wal_lsn() - '0/0')::float8 as wal, (
      select coalesce(sum(pg_total_relation_size(oid)), 0)::float8 from pg_class
      where relname like 'history%' and relkind in ('r', 'p')) as size`)
  return rows[0] as { wal: number; size: number }
}

/** Longer than any statement of the product. */
async function run(db: Db, text: string) {
  const client = await db.pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query({ text, query_timeout: 60 * 60_000 } as pg.QueryConfig)
  } finally {
    client.release(true)
  }
}

await main()
