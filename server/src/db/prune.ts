import sql, { raw } from 'sql-template-tag'
import type { Db } from './database.ts'

/** What may go, long after it has lost its meaning: correctness never waits for this (security note D4). */
const EXPIRED = [
  sql`delete from throttles where window_ends_at < now() and coalesce(blocked_until, now()) <= now()`,
  sql`delete from served_requests where expires_at < now()`,
  sql`delete from challenges where expires_at < now() - interval '1 day'`,
  sql`delete from sign_ups where expires_at < now() - interval '7 days'`,
  sql`delete from reset_links where expires_at < now() - interval '1 day'`,
  sql`delete from launch_tokens where expires_at < now() - interval '1 day'`,
  // A code or a refresh token that comes a second time is recognised for a day.
  sql`delete from oidc_artifacts where expires_at < now() and
    (model not in ('AuthorizationCode', 'RefreshToken') or expires_at < now() - interval '1 day')`,
  sql`delete from oidc_grants where expires_at < now() - interval '1 day' or revoked_at < now() - interval '1 day'`,
  sql`delete from sessions where expires_at < now() - interval '30 days' or ended_at < now() - interval '30 days'`,
  // What is of no use any more is not kept until its turn comes.
  sql`update outbox set payload = null where payload is not null and not_after < now()`,
  sql`delete from outbox where state <> 'ready' and settled_at < now() - interval '30 days'`,
  sql`delete from messages where created_at < now() - interval '90 days'`,
  sql`delete from delivery_attempts where at < now() - interval '90 days'`,
  sql`delete from webhook_deliveries where state <> 'waiting' and settled_at < now() - interval '30 days'`,
  sql`delete from jobs where created_at < now() - interval '30 days'`,
  sql`delete from inbox where at < now() - interval '7 days'`,
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
const LEFT_BEHIND = [
  sql`delete from record_permissions p where not exists (
    select 1 from clients where id = p.record_id union all select 1 from pocs where id = p.record_id
    union all select 1 from clans where id = p.record_id)`,
  // Uploaded, and then not saved, or replaced. A deleted record keeps its picture for as long as it can be restored.
  sql`delete from uploads p where created_at < now() - interval '1 day'
    and not exists (select 1 from clients where logo = '/uploads/' || p.id || '.png')
    and not exists (select 1 from applications where logo = '/uploads/' || p.id || '.png')
    and not exists (select 1 from users where profile_image = '/uploads/' || p.id || '.png')`,
]

/** Repeatable, and of no harm when several servers do it at once. */
export async function prune(db: Db): Promise<void> {
  for (const statement of EXPIRED) await db.execute(statement)
  // Who is restored without their role, which granted nothing any more, has none.
  await db.execute(sql`update users set role_id = null where role_id in (select id from roles where ${LONG_DELETED})`)
  for (const table of RECORDS) await db.execute(sql`delete from ${raw(table)} where ${LONG_DELETED}`)
  for (const statement of LEFT_BEHIND) await db.execute(statement)
}
