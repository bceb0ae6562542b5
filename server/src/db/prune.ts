import sql, { empty, raw, type Sql } from 'sql-template-tag'
import type { Db } from './database.ts'

/** Rows per batch, with everything removed with them; fewer when they take long, so that no statement delays others. */
const BATCH = { first: 100, least: 50, most: 1000 }
const LONG_MS = 150
const SHORT_MS = 50

/**
 * Until the session is over, these rows say for which client an application was opened in it, and so which application
 * must be notified when an assignment ends. A subquery per row: as a join it would read all sessions for each batch.
 */
const SESSION_OVER = raw(`coalesce((
  select s.ended_at is not null or s.expires_at <= now() from sessions s where s.id = session_id), true)`)

/**
 * Until a draft is published at its date, and a review or a recovery is over, the row says whether the session in which one of them was
 * begun, confirmed or approved was distrusted; the same of the session in which it was set up that reviews start by themselves.
 */
const NOTHING_WAITS = raw(`not exists (select from approval_publish_dates d where d.session_id = sessions.id)
  and not exists (select from access_reviews v where v.state in ('running', 'closing') and sessions.id in (v.owner_session_id, v.closed_session_id))
  and not exists (select from account_recoveries r where r.state in ('approval', 'waiting', 'sent') and r.expires_at > now()
    and sessions.id in (r.session_id, r.approved_session_id))
  and not exists (select from installation i where i.key = 'reviews' and i.value->>'sessionId' = sessions.id::text)`)

/** Rows of a table that match a condition, found by an index of a column. `mayGo` may exclude some of them. */
type Due = [table: string, along: string, condition: Sql, mayGo?: Sql]

/**
 * Rows that may be removed, long after they have become meaningless: correctness never depends on this (requirement
 * P4).
 */
const EXPIRED: Due[] = [
  ['throttles', 'window_ends_at', sql`window_ends_at < now() and coalesce(blocked_until, now()) <= now()`],
  // A former release kept these counts for ten years, also for unknown identifiers.
  ['throttles', 'window_ends_at', sql`window_ends_at > now() + interval '366 days'`],
  ['served_requests', 'expires_at', sql`expires_at < now()`],
  ['challenges', 'expires_at', sql`expires_at < now() - interval '1 day'`],
  ['passkey_challenges', 'expires_at', sql`expires_at < now()`],
  ['remembered_browsers', 'expires_at', sql`expires_at < now()`],
  ['sign_ups', 'expires_at', sql`expires_at < now() - interval '7 days'`],
  ['reset_links', 'expires_at', sql`expires_at < now() - interval '1 day'`],
  ['invitations', 'expires_at', sql`expires_at < now() - interval '90 days'`],
  ['account_recoveries', 'expires_at', sql`expires_at < now() - interval '365 days'`],
  ['contact_changes', 'undo_until', sql`undo_until < now() - interval '1 day'`],
  ['access_tokens', 'expires_at', sql`expires_at < now() - interval '1 day'`],
  ['launch_tokens', 'expires_at', sql`expires_at < now() - interval '1 day'`, SESSION_OVER],
  // For a day, a code or a refresh token that is used a second time is still recognised.
  [
    'oidc_artifacts',
    'expires_at',
    sql`expires_at < now() and (model not in ('AuthorizationCode', 'RefreshToken') or expires_at < now() - interval '1 day')`,
  ],
  ['oidc_grants', 'expires_at', sql`expires_at < now() - interval '1 day'`, SESSION_OVER],
  ['oidc_grants', 'revoked_at', sql`revoked_at < now() - interval '1 day'`, SESSION_OVER],
  ['actings', 'expires_at', sql`expires_at < now() - interval '30 days'`],
  ['sessions', 'expires_at', sql`expires_at < now() - interval '30 days'`, NOTHING_WAITS],
  ['sessions', 'ended_at', sql`ended_at < now() - interval '30 days'`, NOTHING_WAITS],
  ['outbox', 'settled_at', sql`settled_at < now() - interval '30 days' and state <> 'ready'`],
  ['messages', 'created_at', sql`created_at < now() - interval '90 days'`],
  ['delivery_attempts', 'at', sql`at < now() - interval '90 days'`],
  ['webhook_deliveries', 'settled_at', sql`settled_at < now() - interval '30 days' and state <> 'waiting'`],
  ['service_account_keys', 'expires_at', sql`expires_at < now() - interval '90 days'`],
  ['jobs', 'created_at', sql`created_at < now() - interval '30 days'`],
  ['activity_quarters', 'starts_at', sql`starts_at < now() - interval '60 days'`],
  ['application_quarters', 'starts_at', sql`starts_at < now() - interval '60 days'`],
  ['application_days', 'starts_at', sql`starts_at < now() - interval '60 days'`],
  ['access_requests', 'decided_at', sql`decided_at < now() - interval '365 days'`],
  ['access_reviews', 'ended_at', sql`ended_at < now() - interval '1100 days'`],
  ['stand_ins', 'valid_until', sql`valid_until < now() - interval '365 days'`],
  ['conflict_exceptions', 'valid_until', sql`valid_until < now() - interval '365 days'`],
  ['web_assets', 'kept_at', sql`kept_at < now() - interval '30 days'`],
  ['inbox', 'at', sql`at < now() - interval '7 days'`],
]

/** Deleted records, which can be restored until then (requirement G6); records that belong to others come first. */
const RECORDS = [
  'price_quotes',
  'document_approvals',
  'templates',
  'webhooks',
  'service_accounts',
  'email_configurations',
  'sms_configurations',
  'clans',
  'pocs',
  'pages',
  'application_roles',
  'role_conflicts',
  'approval_routings',
  'users',
  'roles',
  'permissions',
  'clients',
  'applications',
]
const LONG_DELETED = sql`deleted_at < now() - interval '30 days'`

/** Rows of a removed record that no foreign key removes. */
const ORPHANS: Due[] = [
  [
    'record_permissions',
    'record_id',
    sql`not exists (
      select 1 from clients where id = record_id union all select 1 from pocs where id = record_id
      union all select 1 from clans where id = record_id)`,
  ],
  // Uploaded and then not saved, or replaced. A deleted record keeps its picture for as long as it can be restored.
  [
    'uploads',
    'created_at',
    sql`created_at < now() - interval '1 day'
      and not exists (select 1 from clients where logo = '/uploads/' || uploads.id || '.png')
      and not exists (select 1 from applications where logo = '/uploads/' || uploads.id || '.png')
      and not exists (select 1 from users where profile_image <> '' and profile_image = '/uploads/' || uploads.id || '.png')`,
  ],
]

/**
 * The start of a batch: the value at which the last batch ended, or after it when all rows with that value must stay.
 */
type From = { value: string; isAfter: boolean } | null
type Seen = { seen: number; gone: number; last: string | null }
type Part = { table: string; changeSome: (db: Db, limit: number, from: From, erase: Erase) => Promise<Seen> }
/** Removes what the audit says of people beyond their ids. */
type Erase = (personIds: string[]) => Promise<unknown>

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
const changes = (verb: Sql, due: Due): Part => ({
  table: due[0],
  changeSome: async (db, limit, from) => (await db.execute<Seen>(change(verb, due, limit, from))).rows[0] as Seen,
})
const removes = (due: Due) => changes(sql`delete from ${raw(due[0])}`, due)
const empties = (column: string, due: Due) => changes(sql`update ${raw(due[0])} set ${raw(column)} = null`, due)

/** The details in the audit go first: without the record, nobody would know any more whose they are. */
const removesPeople: Part = {
  table: 'users',
  changeSome: async (db, limit, _from, erase) => {
    const { rows } = await db.execute<{ id: string }>(
      sql`select id from users where ${LONG_DELETED} order by deleted_at limit ${limit}`,
    )
    const ids = rows.map(({ id }) => id)
    await erase(ids)
    const { rowCount } = await db.execute(sql`delete from users where id = any(${ids}::uuid[]) and ${LONG_DELETED}`)
    // People who stay, or whom another server removes, are left to the next time.
    const areGone = rowCount === ids.length
    return { seen: areGone ? ids.length : 0, gone: rowCount ?? 0, last: null }
  },
}

const PARTS: Part[] = [
  ...EXPIRED.map(removes),
  // A useless payload is emptied before the row itself is removed.
  empties('payload', ['outbox', 'id', sql`payload is not null and not_after < now()`]),
  // Due at a time when the database's clock was ahead: no wait is as long.
  changes(sql`update outbox set run_at = now()`, [
    'outbox',
    'id',
    sql`state = 'ready' and run_at > now() + interval '2 days'`,
  ]),
  // The role no longer granted anything, so a person who is restored without it loses nothing.
  empties('role_id', ['users', 'role_id', sql`role_id in (select id from roles where ${LONG_DELETED})`]),
  ...RECORDS.map((table) => (table === 'users' ? removesPeople : removes([table, 'deleted_at', LONG_DELETED]))),
  ...ORPHANS.map(removes),
]

/**
 * Removes what is no longer needed, besides lines of the audit. May be repeated, and run on several servers at once.
 *
 * @throws Error that names the tables that could not be pruned, after trying all others
 */
export async function prune(db: Db, erase: Erase): Promise<void> {
  const failed = new Map<string, Error>()
  const note = (table: string) => (error: Error) => failed.set(table, error)
  for (const { table, changeSome } of PARTS)
    await inBatches((limit, from) => changeSome(db, limit, from, erase)).catch(note(table))
  if (failed.size === 0) return
  const reasons = [...failed].map(([table, { message }]) => `${table} (${message})`)
  throw new Error(`not pruned: ${reasons.join(', ')}`, { cause: [...failed.values()][0] })
}

/** Removes the rows of one table that are due by a setting. */
export const removeDue = (db: Db, due: Due): Promise<void> =>
  inBatches((limit, from) => removes(due).changeSome(db, limit, from, async () => undefined))

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
