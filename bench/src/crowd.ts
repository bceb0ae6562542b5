import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Db } from '@gatehouse/server/src/db/database.ts'
import type pg from 'pg'
import { type Folder, makeFolder } from './server.ts'

/** Generated people, applications and roles. Names repeat as in real data, and a few are rare. */
export const CROWD = {
  people: Number(process.env.BENCH_PEOPLE ?? 1_000_000),
  applications: 300,
  clients: 100,
  applicationRoles: 20_000,
}

/** A folder for so many people. In that of `BENCH_CROWD` they stay for other measurements. */
export function crowdFolder(people = CROWD.people): Folder & { isFilled: boolean } {
  const kept = process.env.BENCH_CROWD
  const folder = kept ? { path: join(kept, `${people}`), remove: () => undefined } : makeFolder()
  return { ...folder, isFilled: existsSync(join(folder.path, 'postgres')) }
}

const STATEMENT_MAX_MS = 60 * 60_000

const peopleOf = (count: number) => `
insert into users (id, email, user_name, phone_number, first_name, last_name, is_active, email_verified_at)
select gen_random_uuid(), lower(first || '.' || last || '.' || n || '@' || host), lower(first || last || n), (6000000000 + n * 3)::text,
  first, last, n % 331 <> 0, now()
from (
  select n,
    initcap(chunk[1 + floor(random() * 40)::int] || chunk[1 + floor(random() * 40)::int]) as first,
    case when n % 250007 = 0 then 'Xavierpillai' else initcap(chunk[1 + floor(random() * 40)::int]
      || chunk[1 + floor(random() * 40)::int] || chunk[1 + floor(random() * 40)::int]) end as last,
    (array['example.com', 'example.org', 'partner.example.net', 'mail.example.in'])[1 + floor(random() * 4)::int] as host
  from generate_series(1, ${count}) n,
    (select array['sha','ra','ma','ni','ka','ve','da','la','ti','pu','re','sa','go','na','vi','ku','mo','ja','ha','di','pa','su','ro','be','cha','an','ar','ish','it','un','el','om','ya','zo','fa','ba','gi','ly','ru','te'] as chunk) c
) people`

const REST = [
  `insert into applications (id, name, redirect_url) select gen_random_uuid(), 'Application ' || n, 'https://app' || n || '.example.com/in' from generate_series(1, ${CROWD.applications}) n`,
  `insert into clients (id, actual_name, display_name) select gen_random_uuid(), 'Client ' || n, 'Client ' || n from generate_series(1, ${CROWD.clients}) n`,
  `insert into application_roles (id, application_id, client_id, name, role_id, sequence, range_from, range_to)
   select gen_random_uuid(), a.id, c.id, (array['Manager','Auditor','Handler','Dispatcher','Director'])[1 + n % 5] || ' ' || n, 'R-' || n, n % 9, n * 100, n * 200
   from generate_series(0, ${CROWD.applicationRoles - 1}) n
     join (select id, row_number() over () - 1 as k from applications) a on a.k = n % ${CROWD.applications}
     join (select id, row_number() over () - 1 as k from clients) c on c.k = (n / ${CROWD.applications}) % ${CROWD.clients}`,
  `insert into assignments (id, user_id, application_id, client_id, role)
   select gen_random_uuid(), u.id, a.id, c.id, 'Manager'
   from (select id, row_number() over () as n from users) u
     cross join generate_series(0, 1) j
     join (select id, row_number() over () - 1 as k from applications) a on a.k = (u.n * 17 + j * 101) % ${CROWD.applications}
     join (select id, row_number() over () - 1 as k from clients) c on c.k = u.n % ${CROWD.clients}
   where u.n % 10 <> 0`,
  `update users set first_application_id = first.application_id
   from (select distinct on (user_id) user_id, application_id from assignments order by user_id, id) first where first.user_id = users.id`,
]

/** All but those of constraints. */
const INDEXES = `
select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
where i.indrelid = any ('{users,assignments}'::regclass[])
  and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`

/** Fills an empty database as a restore does: indexes are built after the rows, and no trigger looks up what a row refers to. */
export async function makeCrowd(db: Db, log: (line: string) => void, people = CROWD.people): Promise<void> {
  const client: pg.PoolClient = await db.pool.connect()
  const timed = async (what: string, statement: string) => {
    const startedAt = performance.now()
    // Longer than any statement of the product.
    await client.query({ text: statement, query_timeout: STATEMENT_MAX_MS } as pg.QueryConfig)
    log(`${what.padEnd(40)} ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
  }
  try {
    // The same data in every run.
    await client.query("set statement_timeout = 0; set maintenance_work_mem = '512MB'; select setseed(0.5)")
    await client.query('set session_replication_role = replica')
    const { rows } = await client.query<{ name: string; definition: string }>(INDEXES)
    for (const { name } of rows) await client.query(`drop index ${name}`)
    await timed(`${people} people`, peopleOf(people))
    for (const statement of REST) await timed(statement.slice(0, 40), statement)
    for (const { name, definition } of rows) await timed(name, definition)
    await timed('vacuum and analyze', 'vacuum analyze')
  } finally {
    client.release(true)
  }
}
