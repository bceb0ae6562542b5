import sql, { raw, type Sql } from 'sql-template-tag'
import type { Db } from './database.ts'

/** Rows at a time, with all that goes along; fewer where they take long, so that no statement holds up others. */
const BATCH = { least: 50, most: 1000 }
const LONG_MS = 400
const SHORT_MS = 100

/** Until then they say for which client an application is open in it, and so whom the end of an assignment is told. */
const SESSION_OVER = `not exists (
  select 1 from sessions s where s.id = session_id and s.ended_at is null and s.expires_at > now())`

/** What may go, long after it has lost its meaning: correctness never waits for this (security note D4). */
const EXPIRED: [table: string, condition: Sql][] = [
  // A former release counted for ten years, identifiers that nobody has included.
  [
    'throttles',
    sql`(window_ends_at < now() and coalesce(blocked_until, now()) <= now()) or window_ends_at > now() + interval '366 days'`,
  ],
  ['served_requests', sql`expires_at < now()`],
  ['challenges', sql`expires_at < now() - interval '1 day'`],
  ['sign_ups', sql`expires_at < now() - interval '7 days'`],
  ['reset_links', sql`expires_at < now() - interval '1 day'`],
  ['access_tokens', sql`expires_at < now() - interval '1 day'`],
  ['launch_tokens', sql`expires_at < now() - interval '1 day' and ${raw(SESSION_OVER)}`],
  // A code or a refresh token that comes a second time is recognised for a day.
  [
    'oidc_artifacts',
    sql`expires_at < now() and (model not in ('AuthorizationCode', 'RefreshToken') or expires_at < now() - interval '1 day')`,
  ],
  [
    'oidc_grants',
    sql`(expires_at < now() - interval '1 day' or revoked_at < now() - interval '1 day') and ${raw(SESSION_OVER)}`,
  ],
  ['sessions', sql`expires_at < now() - interval '30 days' or ended_at < now() - interval '30 days'`],
  ['outbox', sql`state <> 'ready' and settled_at < now() - interval '30 days'`],
  ['messages', sql`created_at < now() - interval '90 days'`],
  ['delivery_attempts', sql`at < now() - interval '90 days'`],
  ['webhook_deliveries', sql`state <> 'waiting' and settled_at < now() - interval '30 days'`],
  ['jobs', sql`created_at < now() - interval '30 days'`],
  ['inbox', sql`at < now() - interval '7 days'`],
]

/** Records that can be restored until then (decision G6); those that belong to others before these. */
const RECORDS = [
  'price_quotes',
  'document_approvals',
  'templates',
  'webhooks',
  'email_configurations',
  'sms_configurations',
  'clans',
  'pocs',
  'pages',
  'application_roles',
  'users',
  'roles',
  'permissions',
  'clients',
  'applications',
]
const LONG_DELETED = sql`deleted_at < now() - interval '30 days'`

/** What a record leaves behind that no foreign key takes along. */
const LEFT_BEHIND: typeof EXPIRED = [
  [
    'record_permissions',
    sql`not exists (
      select 1 from clients where id = record_id union all select 1 from pocs where id = record_id
      union all select 1 from clans where id = record_id)`,
  ],
  // Uploaded, and then not saved, or replaced. A deleted record keeps its picture for as long as it can be restored.
  [
    'uploads',
    sql`created_at < now() - interval '1 day'
      and not exists (select 1 from clients where logo = '/uploads/' || uploads.id || '.png')
      and not exists (select 1 from applications where logo = '/uploads/' || uploads.id || '.png')
      and not exists (select 1 from users where profile_image = '/uploads/' || uploads.id || '.png')`,
  ],
]

type Part = { table: string; statement: (limit: number) => Sql }

const someOf = (table: string, condition: Sql, limit: number) =>
  sql`ctid in (select ctid from ${raw(table)} where ${condition} limit ${limit})`
const removes = ([table, condition]: [string, Sql]): Part => ({
  table,
  statement: (limit) => sql`delete from ${raw(table)} where ${someOf(table, condition, limit)}`,
})
const empties = (table: string, column: string, condition: Sql): Part => ({
  table,
  statement: (limit) => sql`update ${raw(table)} set ${raw(column)} = null where ${someOf(table, condition, limit)}`,
})

const PARTS: Part[] = [
  ...EXPIRED.map(removes),
  // What is of no use any more is not kept until its turn comes.
  empties('outbox', 'payload', sql`payload is not null and not_after < now()`),
  // Who is restored without their role, which granted nothing any more, has none.
  empties('users', 'role_id', sql`role_id in (select id from roles where ${LONG_DELETED})`),
  ...RECORDS.map((table) => removes([table, LONG_DELETED])),
  ...LEFT_BEHIND.map(removes),
]

/**
 * Repeatable, and of no harm when several servers do it at once.
 *
 * @param auditKeepDays how long lines of the audit are kept; for ever without it
 * @throws Error that names the tables that could not be pruned, after all others have been
 */
export async function prune(db: Db, auditKeepDays?: number): Promise<void> {
  const failed = new Map<string, Error>()
  const note = (table: string) => (error: Error) => failed.set(table, error)
  for (const { table, statement } of PARTS)
    await inBatches(async (limit) => (await db.execute(statement(limit))).rowCount).catch(note(table))
  if (auditKeepDays !== undefined)
    await inBatches((limit) => removeAuditEvents(db, auditKeepDays, limit)).catch(note('audit_events'))
  if (failed.size === 0) return
  const reasons = [...failed].map(([table, { message }]) => `${table} (${message})`)
  throw new Error(`not pruned: ${reasons.join(', ')}`, { cause: [...failed.values()][0] })
}

async function inBatches(remove: (limit: number) => Promise<number | null>) {
  for (let limit = BATCH.most; ; ) {
    const startedAt = performance.now()
    if (((await remove(limit)) ?? 0) < limit) return
    const tookMs = performance.now() - startedAt
    if (tookMs > LONG_MS) limit = Math.max(BATCH.least, Math.floor(limit / 2))
    else if (tookMs < SHORT_MS) limit = Math.min(BATCH.most, limit * 2)
  }
}

/** The table lets go of lines only here, and of none that is younger than 90 days. */
const removeAuditEvents = (db: Db, keepDays: number, limit: number) =>
  db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('gatehouse.pruning', 'audit', true)`)
    const { rowCount } = await tx.execute(sql`
      delete from audit_events where id in (
        select id from audit_events where at < now() - make_interval(days => ${keepDays}) order by at limit ${limit})`)
    return rowCount
  })
