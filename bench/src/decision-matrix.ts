import type { Question } from '@gatehouse/server/src/approvals/read-question.ts'
import type { Db } from '@gatehouse/server/src/db/database.ts'
import type pg from 'pg'
import sql, { type Sql } from 'sql-template-tag'

export const PEOPLE = Number(process.env.BENCH_PEOPLE ?? 100_000)
/** How many questions are asked one by one. */
export const QUESTIONS = Number(process.env.BENCH_RUNS ?? 2000)
export const SIZES = [200, 2000, 20_000]
export const BATCH = 500
export const BATCHES = 40
export const WARM_UP = 300
export const CLIENTS = 20

/** Longer than any statement of the product. */
export async function fill(db: Db, ...statements: Sql[]) {
  const client = await db.pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    for (const { text, values } of statements)
      await client.query({ text, values, query_timeout: 60 * 60_000 } as pg.QueryConfig)
  } finally {
    client.release(true)
  }
}

/** The clients, and people who have no application yet. */
export async function makePeople(db: Db): Promise<void> {
  await db.execute(sql`
    insert into clients (id, actual_name, display_name) select gen_random_uuid(), 'Client ' || n, 'Client ' || n from generate_series(1, ${CLIENTS}::int) n`)
  for (let from = 0; from < PEOPLE; from += 10_000)
    await fill(
      db,
      sql`
      insert into users (id, email, user_name, first_name, last_name)
      select gen_random_uuid(), 'p' || n || '@example.com', 'p' || n, 'Asha', 'Rao' from generate_series(${from + 1}::int, ${from + 10_000}::int) n`,
    )
}

/** One application with rows for twenty clients, and everybody assigned to it for one of them. */
export async function makeMatrix(db: Db, rows: number): Promise<string> {
  const [pages, roles] = [Math.round(Math.sqrt(rows / CLIENTS)), Math.round(Math.sqrt(rows / CLIENTS))]
  const { rows: made } = await db.execute<{ id: string }>(sql`
    insert into applications (id, name, redirect_url) values (gen_random_uuid(), ${`Rows ${rows}`}, 'https://app.example.com/in') returning id`)
  const id = (made[0] as { id: string }).id
  await fill(
    db,
    sql`
    insert into pages (id, application_id, name) select gen_random_uuid(), ${id}, 'Page ' || n from generate_series(1, ${pages}::int) n`,
  )
  await fill(
    db,
    sql`
    insert into application_roles (id, application_id, client_id, name, role_id, action, sequence, range_from, range_to, all_regions, regions)
    select gen_random_uuid(), ${id}, c.id, 'Role ' || n, 'R' || n, case when n = ${roles}::int then 'Final Approval' else 'Approval' end,
      n, (n - 1) * 1000000::bigint, case when n = ${roles}::int then null else n * 1000000 - 1 end, n % 2 = 0,
      case when n % 2 = 0 then '{}'::text[] else array['IN-KL', 'IN-TN', 'IN-KA'] end
    from clients c cross join generate_series(1, ${roles}::int) n`,
  )
  await fill(
    db,
    sql`
    insert into document_approvals (id, application_role_id, page_id)
    select gen_random_uuid(), r.id, p.id from application_roles r join pages p on p.application_id = r.application_id
    where r.application_id = ${id}`,
  )
  await fill(
    db,
    sql`alter table assignments disable trigger assignments_first_application`,
    sql`
    insert into assignments (id, user_id, application_id, client_id, role)
    select gen_random_uuid(), u.id, ${id}, c.id, 'Role ' || (1 + u.n % ${roles}::int)
    from (select id, row_number() over () as n from users) u
      join (select id, row_number() over () as n from clients) c on c.n = 1 + u.n % ${CLIENTS}::int`,
  )
  // Of twenty people one lends their role to a colleague.
  await fill(
    db,
    sql`
    insert into stand_ins (id, lender_id, stand_in_id, application_id, role, valid_from, valid_until, created_by)
    select gen_random_uuid(), lender_id, stand_in_id, ${id}, role, now(), now() + interval '1 month', lender_id from (
      select user_id as lender_id, role, client_id, lead(user_id) over (partition by client_id order by user_id) as stand_in_id,
        row_number() over (order by user_id) as n
      from assignments where application_id = ${id}) s
    where stand_in_id is not null and n % 20 = 0`,
  )
  return id
}

/** Questions of people about documents of their client, or of stand-ins about those that their lender approves. */
export async function readQuestions(db: Db, applicationId: string, isLent = false): Promise<Question[]> {
  const of = isLent
    ? sql`select t.stand_in_id as user_id, s.client_id, s.role from stand_ins t
        join assignments s on s.user_id = t.lender_id and s.application_id = t.application_id
        where t.application_id = ${applicationId}`
    : sql`select user_id, client_id, role from assignments where application_id = ${applicationId}`
  const { rows } = await db.execute<{ person: string; client: string; role: number }>(sql`
    select user_id as person, client_id as client, substr(role, 6)::int as role from (${of}) asked
    order by random() limit ${QUESTIONS}`)
  return rows.map(({ person, client, role }) => ({
    ...{ person, client, page: 'Page 1', action: 'Approval', amount: role * 10_000 - 5000, currency: 'INR' },
    ...{ region: 'IN-KL', createdBy: null, approvals: [] },
  }))
}
