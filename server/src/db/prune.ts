import sql, { empty, raw, type Sql } from 'sql-template-tag'
import type { Db } from './database.ts'

/** Rows at a time, with all that goes along; fewer where they take long, so that no statement holds up others. */
const BATCH = { first: 100, least: 50, most: 1000 }
const LONG_MS = 150
const SHORT_MS = 50

/**
 * Until then they say for which client an application is open in it, and so whom the end of an assignment is told. Asked
 * for each row: as a join it would read every session for each batch.
 */
const SESSION_OVER = raw(`coalesce((
  select s.ended_at is not null or s.expires_at <= now() from sessions s where s.id = session_id), true)`)

/** Rows of a table that a condition holds for, found along an index of a column. Some of them may have to stay. */
type Due = [table: string, along: string, condition: Sql, mayGo?: Sql]

/** What may go, long after it has lost its meaning: correctness never waits for this (requirement P4). */
const EXPIRED: Due[] = [
  ['throttles', 'window_ends_at', sql`window_ends_at < now() and coalesce(blocked_until, now()) <= now()`],
  // A former release counted for ten years, identifiers that nobody has included.
  ['throttles', 'window_ends_at', sql`window_ends_at > now() + interval '366 days'`],
  ['served_requests', 'expires_at', sql`expires_at < now()`],
  ['challenges', 'expires_at', sql`expires_at < now() - interval '1 day'`],
  ['sign_ups', 'expires_at', sql`expires_at < now() - interval '7 days'`],
  ['reset_links', 'expires_at', sql`expires_at < now() - interval '1 day'`],
  ['access_tokens', 'expires_at', sql`expires_at < now() - interval '1 day'`],
  ['launch_tokens', 'expires_at', sql`expires_at < now() - interval '1 day'`, SESSION_OVER],
  // A code or a refresh token that comes a second time is recognised for a day.
  [
    'oidc_artifacts',
    'expires_at',
    sql`expires_at < now() and (model not in ('AuthorizationCode', 'RefreshToken') or expires_at < now() - interval '1 day')`,
  ],
  ['oidc_grants', 'expires_at', sql`expires_at < now() - interval '1 day'`, SESSION_OVER],
  ['oidc_grants', 'revoked_at', sql`revoked_at < now() - interval '1 day'`, SESSION_OVER],
  ['sessions', 'expires_at', sql`expires_at < now() - interval '30 days'`],
  ['sessions', 'ended_at', sql`ended_at < now() - interval '30 days'`],
  ['outbox', 'settled_at', sql`settled_at < now() - interval '30 days' and state <> 'ready'`],
  ['messages', 'created_at', sql`created_at < now() - interval '90 days'`],
  ['delivery_attempts', 'at', sql`at < now() - interval '90 days'`],
  ['webhook_deliveries', 'settled_at', sql`settled_at < now() - interval '30 days' and state <> 'waiting'`],
  ['jobs', 'created_at', sql`created_at < now() - interval '30 days'`],
  ['activity_counts', 'starts_at', sql`starts_at < now() - interval '60 days'`],
  ['inbox', 'at', sql`at < now() - interval '7 days'`],
]

/** Records that can be restored until then (requirement G6); those that belong to others before these. */
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
const LEFT_BEHIND: Due[] = [
  [
    'record_permissions',
    'record_id',
    sql`not exists (
      select 1 from clients where id = record_id union all select 1 from pocs where id = record_id
      union all select 1 from clans where id = record_id)`,
  ],
  // Uploaded, and then not saved, or replaced. A deleted record keeps its picture for as long as it can be restored.
  [
    'uploads',
    'created_at',
    sql`created_at < now() - interval '1 day'
      and not exists (select 1 from clients where logo = '/uploads/' || uploads.id || '.png')
      and not exists (select 1 from applications where logo = '/uploads/' || uploads.id || '.png')
      and not exists (select 1 from users where profile_image <> '' and profile_image = '/uploads/' || uploads.id || '.png')`,
  ],
]

/** Where a batch begins: at the value that the one before ended with, or after it when all of them have to stay. */
type From = { value: string; isAfter: boolean } | null
type Seen = { seen: number; gone: number; last: string | null }
type Part = { table: string; statement: (limit: number, from: From) => Sql }

const change = (verb: Sql, [table, along, condition, mayGo = sql`true`]: Due, limit: number, from: From) => {
  const begin = from === null ? empty : sql`and ${raw(along)} ${raw(from.isAfter ? '>' : '>=')} ${from.value}`
  return sql`
    with found as materialized (
      select ctid as place, ${raw(along)} as value, ${mayGo} as may_go from ${raw(table)}
      where ${condition} ${begin} order by ${raw(along)} limit ${limit}),
    changed as (${verb} where ctid = any(array(select place from found where may_go)) returning 1)
    select (select count(*)::int from found) as seen, (select count(*)::int from changed) as gone,
      (select value::text from found order by value desc limit 1) as last`
}
const removes = (due: Due): Part => ({
  table: due[0],
  statement: (limit, from) => change(sql`delete from ${raw(due[0])}`, due, limit, from),
})
const empties = (column: string, due: Due): Part => ({
  table: due[0],
  statement: (limit, from) => change(sql`update ${raw(due[0])} set ${raw(column)} = null`, due, limit, from),
})

const PARTS: Part[] = [
  ...EXPIRED.map(removes),
  // What is of no use any more is not kept until its turn comes.
  empties('payload', ['outbox', 'id', sql`payload is not null and not_after < now()`]),
  // Who is restored without their role, which granted nothing any more, has none.
  empties('role_id', ['users', 'role_id', sql`role_id in (select id from roles where ${LONG_DELETED})`]),
  ...RECORDS.map((table) => removes([table, 'deleted_at', LONG_DELETED])),
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
    await inBatches(async (limit, from) => (await db.execute<Seen>(statement(limit, from))).rows[0] as Seen).catch(
      note(table),
    )
  if (auditKeepDays !== undefined)
    await inBatches((limit) => removeAuditEvents(db, auditKeepDays, limit)).catch(note('audit_events'))
  if (failed.size === 0) return
  const reasons = [...failed].map(([table, { message }]) => `${table} (${message})`)
  throw new Error(`not pruned: ${reasons.join(', ')}`, { cause: [...failed.values()][0] })
}

async function inBatches(changeSome: (limit: number, from: From) => Promise<Seen>) {
  let from = null as From
  for (let limit = BATCH.first; ; ) {
    const startedAt = performance.now()
    const { seen, gone, last } = await changeSome(limit, from)
    if (seen < limit) return
    if (last !== null) from = { value: last, isAfter: gone === 0 && last === from?.value }
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
    const gone = rowCount ?? 0
    return { seen: gone, gone, last: null }
  })
