import { PERMISSIONS } from '@gatehouse/contract/permissions.ts'
import { readOverview } from '@gatehouse/server/src/admin/overview/routes.ts'
import { readConfig } from '@gatehouse/server/src/config.ts'
import type { Db } from '@gatehouse/server/src/db/database.ts'
import { openDatabase } from '@gatehouse/server/src/db/open.ts'
import type { Person } from '@gatehouse/server/src/identity/actor.ts'
import type pg from 'pg'
import sql from 'sql-template-tag'
import { crowdFolder, makeCrowd } from './crowd.ts'
import { median, report } from './figures.ts'
import { cpuMs } from './server.ts'

const RUNS = Number(process.env.BENCH_RUNS ?? 200)
const WARM_UP = 20
const BUDGET_MS = 20

/**
 * Sixty days of a portal of this size: counts for every quarter of an hour, and a queue of lines that are not counted
 * yet.
 */
const BUSY = [
  `insert into activity_quarters (starts_at, signed_in, failed, throttled, launched, open_id_sign_ins)
   select date_trunc('hour', now()) - n * interval '15 minutes', 500, 20, 5, 400, 300 from generate_series(1, 5760) n on conflict do nothing`,
  `insert into application_quarters (starts_at, application_id, launched, open_id_sign_ins)
   select date_trunc('hour', now()) - n * interval '15 minutes', a.id, 2, 1 from generate_series(1, 5760) n, applications a on conflict do nothing`,
  `insert into application_days (starts_at, application_id, launched, open_id_sign_ins)
   select date_trunc('day', now(), 'UTC') - n * interval '1 day', a.id, 150, 90 from generate_series(0, 59) n, applications a on conflict do nothing`,
  `insert into activity_queue (event, at, application_id)
   select 'launch.granted', now() - n * interval '1 millisecond', (select id from applications limit 1) from generate_series(1, 5000) n`,
  `insert into messages (id, channel, notice, language, recipient, state, has_secret, created_at)
   select (lpad(to_hex((extract(epoch from now()) * 1000)::bigint - n * 1000), 12, '0') || '7000' || '8000' || lpad(to_hex(n), 12, '0'))::uuid,
     'email', 'login-otp', 'en', 'person' || n || '@example.com',
     case when n % 1000 = 0 then 'failed' when n < 50 then 'waiting' else 'sent' end, true, now() - n * interval '1 second'
   from generate_series(1, 500000) n on conflict do nothing`,
  `update application_roles set action = case when id in (select id from application_roles order by role_id limit 100)
     then 'Final Approval' else '' end, all_regions = true, range_to = null`,
  'vacuum analyze',
]

/** The whole overview with a million people, over the socket. */
async function main() {
  const folder = crowdFolder()
  const config = readConfig({ DATA_DIR: folder.path, MASTER_KEY: Buffer.alloc(32).toString('base64') })
  const { db, close } = await openDatabase(config)
  try {
    if (!folder.isFilled) await makeCrowd(db, (line) => process.stdout.write(`${line}\n`))
    await makeBusy(db)
    const read = () => readOverview({ db, config }, ADMINISTRATOR, 'Asia/Kolkata')
    for (let run = 0; run < WARM_UP; run++) await read()
    const times: number[] = []
    const [inDatabase, here] = [await databaseMs(db), cpuMs('/proc/self')]
    for (let run = 0; run < RUNS; run++) {
      const startedAt = performance.now()
      await read()
      times.push(performance.now() - startedAt)
    }
    const { attention, people } = await read()
    process.stdout.write(
      `${attention.map(({ kind, count }) => `${kind} ${count}`).join(', ')}; ${people?.active.count} people\n`,
    )
    report('overview, CPU in the database', ((await databaseMs(db)) - inDatabase) / RUNS, 'ms', BUDGET_MS)
    report('overview, CPU of the server', (cpuMs('/proc/self') - here) / RUNS, 'ms')
    report('overview, least', Math.min(...times), 'ms')
    report('overview, median', median(times), 'ms')
    report('overview, p99', times.toSorted((a, b) => a - b)[Math.floor(RUNS * 0.99)] as number, 'ms')
  } finally {
    await close()
    folder.remove()
  }
}

const ADMINISTRATOR = {
  userId: '00000000-0000-7000-8000-000000000000',
  permissions: Object.keys(PERMISSIONS),
} as unknown as Person

/** The CPU used by all connections. */
async function databaseMs(db: Db): Promise<number> {
  const { rows } = await db.execute<{ pid: number }>(
    sql`select pid from pg_stat_activity where backend_type = 'client backend'`,
  )
  return rows.reduce((sum, { pid }) => sum + cpuMs(`/proc/${pid}`), 0)
}

async function makeBusy(db: Db) {
  const client = await db.pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    for (const text of BUSY) await client.query({ text, query_timeout: 60 * 60_000 } as pg.QueryConfig)
  } finally {
    client.release(true)
  }
}

await main()
