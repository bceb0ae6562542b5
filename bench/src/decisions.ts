import { setTimeout as sleep } from 'node:timers/promises'
import v8 from 'node:v8'
import vm from 'node:vm'
import { lintApprovals } from '@gatehouse/server/src/admin/approvals/lint-approvals.ts'
import type { Question } from '@gatehouse/server/src/approvals/read-question.ts'
import { readConfig } from '@gatehouse/server/src/config.ts'
import type { Db } from '@gatehouse/server/src/db/database.ts'
import { openDatabase } from '@gatehouse/server/src/db/open.ts'
import { answerQuestions, type DecisionDeps } from '@gatehouse/server/src/decisions/answer-questions.ts'
import { type DecisionLog, makeDecisionLog } from '@gatehouse/server/src/decisions/log/decision-log.ts'
import { MATRICES_BYTES_MAX, makeMatrices } from '@gatehouse/server/src/decisions/matrices.ts'
import { readMatrix } from '@gatehouse/server/src/decisions/read-matrix.ts'
import { makeSubjects } from '@gatehouse/server/src/decisions/subjects.ts'
import { openKeyring } from '@gatehouse/server/src/keyring/open-keyring.ts'
import { makeSigningKeys } from '@gatehouse/server/src/keyring/signing-keys.ts'
import { makeLog } from '@gatehouse/server/src/log.ts'
import type pg from 'pg'
import sql, { type Sql } from 'sql-template-tag'
import { median, report } from './figures.ts'
import { cpuMs, makeFolder } from './server.ts'

const PEOPLE = Number(process.env.BENCH_PEOPLE ?? 100_000)
const RUNS = Number(process.env.BENCH_RUNS ?? 2000)
const BATCHES = 40
const BATCH = 500
const WARM_UP = 300
const SIZES = [200, 2000, 20_000]
const CLIENTS = 20

/** Longer than any statement of the product. */
async function fill(db: Db, ...statements: Sql[]) {
  const client = await db.pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    for (const { text, values } of statements)
      await client.query({ text, values, query_timeout: 60 * 60_000 } as pg.QueryConfig)
  } finally {
    client.release(true)
  }
}

/** One application with rows for twenty clients, and everybody assigned to it for one of them. */
async function makeMatrix(db: Db, rows: number): Promise<string> {
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
async function readQuestions(db: Db, applicationId: string, isLent = false): Promise<Question[]> {
  const of = isLent
    ? sql`select t.stand_in_id as user_id, s.client_id, s.role from stand_ins t
        join assignments s on s.user_id = t.lender_id and s.application_id = t.application_id
        where t.application_id = ${applicationId}`
    : sql`select user_id, client_id, role from assignments where application_id = ${applicationId}`
  const { rows } = await db.execute<{ person: string; client: string; role: number }>(sql`
    select user_id as person, client_id as client, substr(role, 6)::int as role from (${of}) asked
    order by random() limit ${RUNS}`)
  return rows.map(({ person, client, role }) => ({
    ...{ person, client, page: 'Page 1', action: 'Approval', amount: role * 10_000 - 5000, currency: 'INR' },
    ...{ region: 'IN-KL', createdBy: null, approvals: [] },
  }))
}

type Measured = DecisionDeps & { decisionLog: Pick<DecisionLog, 'flush'> }

/** Figures of single questions and batches; the CPU of the log, which is written beside the answers, is a part of theirs. */
async function measure(deps: Measured, applicationId: string, questions: Question[]) {
  const ask = (some: Question[]) => answerQuestions(deps, applicationId, some)
  const loadedAt = performance.now()
  await ask(questions.slice(0, 1))
  const loadMs = performance.now() - loadedAt
  for (let run = 0; run < WARM_UP; run++) await ask([questions[run % questions.length] as Question])
  const singles: number[] = []
  const before = cpuMs('/proc/self')
  for (const question of questions) {
    const startedAt = performance.now()
    await ask([question])
    singles.push(performance.now() - startedAt)
  }
  await deps.decisionLog.flush()
  const cpu = (cpuMs('/proc/self') - before) / questions.length
  const batches: number[] = []
  for (let run = 0; run < BATCHES; run++) {
    const startedAt = performance.now()
    await ask(questions.slice(0, BATCH))
    batches.push(performance.now() - startedAt)
    await deps.decisionLog.flush()
  }
  return { loadMs, cpu, singles: singles.toSorted((a, b) => a - b), batches }
}

/** The check of the whole matrix, client by client, without reading. */
async function checkMs({ db, config }: DecisionDeps, applicationId: string): Promise<number> {
  const matrix = await readMatrix(db, applicationId, config.timeZone)
  const { rows } = await db.execute<{ id: string }>(sql`select id from clients`)
  const startedAt = performance.now()
  for (const { id } of rows) await lintApprovals({ matrix, clientId: id, now: Date.now() })
  return performance.now() - startedAt
}

v8.setFlagsFromString('--expose-gc')
const collectGarbage = vm.runInNewContext('gc') as () => void

async function memoryBytes(): Promise<number> {
  // What ends with the answer of the database has its turn first.
  for (let turn = 0; turn < 3; turn++) {
    await sleep(100)
    collectGarbage()
  }
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** What one compiled matrix takes, and what all of them take when more are asked for than a server keeps. */
async function measureMemory({ db, config }: DecisionDeps, applicationId: string, rows: number) {
  const before = await memoryBytes()
  const matrices = makeMatrices(db, config.timeZone)
  const { bytes, version } = await matrices.notBefore(applicationId, 0)
  report(`${rows} rows: compiled matrix in memory`, ((await memoryBytes()) - before) / 1e6, 'MB', bytes / 1e6)
  // Each version is a matrix of its own: the history has this one under its number alone, and others are as large.
  const wanted = Math.ceil((2 * MATRICES_BYTES_MAX) / bytes)
  await fill(
    db,
    sql`insert into approval_versions (application_id, version, published_at)
      select ${applicationId}, ${version}::bigint + n, now() + n * interval '1 second' from generate_series(1, ${wanted}::int) n`,
  )
  for (let ahead = 1; ahead <= wanted; ahead++) await matrices.ofVersion(applicationId, version + ahead)
  const all = (await memoryBytes()) - before
  // Used here, so that it is not collected before.
  await matrices.notBefore(applicationId, 0)
  report(`${wanted} matrices of ${rows} rows asked for: those kept in memory`, all / 1e6, 'MB', 100)
}

async function main() {
  const folder = makeFolder()
  const config = readConfig({
    DATA_DIR: folder.path,
    MASTER_KEY: Buffer.alloc(32).toString('base64'),
    DECISIONS_KEEP_DAYS: process.env.DECISIONS_KEEP_DAYS,
  })
  const { db, close } = await openDatabase(config)
  try {
    const keys = await openKeyring(db, config)
    await db.execute(sql`
      insert into clients (id, actual_name, display_name) select gen_random_uuid(), 'Client ' || n, 'Client ' || n from generate_series(1, ${CLIENTS}::int) n`)
    for (let from = 0; from < PEOPLE; from += 10_000)
      await fill(
        db,
        sql`
        insert into users (id, email, user_name, first_name, last_name)
        select gen_random_uuid(), 'p' || n || '@example.com', 'p' || n, 'Asha', 'Rao' from generate_series(${from + 1}::int, ${from + 10_000}::int) n`,
      )
    const decisionLog = makeDecisionLog({ db, config, log: makeLog('silent'), outbox: { wake: () => undefined } })
    decisionLog.start()
    const signingKeys = makeSigningKeys(db, keys.seal)
    const deps = {
      db,
      config,
      keys,
      signingKeys,
      decisionLog,
      matrices: makeMatrices(db, config.timeZone),
      subjects: makeSubjects({ db, keys }),
    }
    for (const rows of SIZES) {
      const applicationId = await makeMatrix(db, rows)
      await fill(db, sql`analyze`)
      const questions = await readQuestions(db, applicationId)
      const { loadMs, cpu, singles, batches } = await measure(deps, applicationId, questions)
      const p99 = singles[Math.floor(singles.length * 0.99)] as number
      const lent = await measure(deps, applicationId, await readQuestions(db, applicationId, true))
      const signed = await measure(
        deps,
        applicationId,
        questions.map((question) => ({ ...question, receipt: true })),
      )
      report(`${rows} rows, ${PEOPLE} people: one decision, CPU of the server`, cpu, 'ms', 1)
      report(`${rows} rows: one decision of a stand-in, CPU of the server`, lent.cpu, 'ms', 1)
      report(`${rows} rows: one decision with a receipt, CPU of the server`, signed.cpu, 'ms', 1)
      report(`${rows} rows: one decision with database, median`, median(singles), 'ms')
      report(`${rows} rows: one decision of a stand-in with database, median`, median(lent.singles), 'ms')
      report(`${rows} rows: one decision with database, p99`, p99, 'ms', 5)
      report(`${rows} rows: a batch of ${BATCH}`, median(batches), 'ms', 50)
      report(`${rows} rows: a batch of ${BATCH} of stand-ins`, median(lent.batches), 'ms', 50)
      report(`${rows} rows: a batch of ${BATCH} with receipts`, median(signed.batches), 'ms', 50)
      if (rows >= 2000) await measureMemory(deps, applicationId, rows)
      report(`${rows} rows: check of all ${CLIENTS} clients`, await checkMs(deps, applicationId), 'ms', 1000)
      process.stdout.write(`${rows} rows: read and compiled in ${loadMs.toFixed(0)} ms\n`)
    }
  } finally {
    await close()
    folder.remove()
  }
}

await main()
