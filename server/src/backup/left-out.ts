/**
 * Tables whose rows are in no backup, so that a restore revives no session, grant, token, key, code or link, and
 * sends nothing a second time. A backup of another release may have rows of them: a restore ignores these.
 */
export const LEFT_OUT = new Set([
  // Sessions, and what hangs on them.
  'sessions',
  'actings',
  'acting_openings',
  'opened_applications',
  'oidc_grants',
  'oidc_artifacts',
  'launch_tokens',
  'access_tokens',
  // One may have been revoked since: each service account gets a new one.
  'service_account_keys',
  // Codes and links. Recovery codes that were used since would be good again.
  'challenges',
  'passkey_challenges',
  'sign_ups',
  'reset_links',
  'invitations',
  'recovery_codes',
  'account_recoveries',
  'remembered_browsers',
  'contact_changes',
  'inbox',
  // Messages and calls on their way, with codes and links in them.
  'outbox',
  // Ids of requests that were served, and counts of attempts: both matter for minutes.
  'served_requests',
  'throttles',
  // What is replayed for a comparison: recent traffic, which may be lost, and would be most of the file.
  'approval_decisions',
  // A date may have been called off after the backup, and would be kept all the same. The draft is restored without it.
  'approval_publish_dates',
  // Each server keeps the files of its own release there again.
  'web_assets',
  // What the servers of that time did by schedule.
  'backups',
  // The restore applies the migrations itself.
  'migrations',
])

/** Rows that stay out of a table that is otherwise kept. */
export const ROWS_LEFT_OUT: Record<string, string> = { installation: "key = 'set-up-link'" }

/** After a restore: what was under way at the time of the backup is over. */
export const SETTLE = [
  ...Object.entries(ROWS_LEFT_OUT).map(([table, condition]) => `delete from ${table} where ${condition}`),
  `update messages set state = 'failed', settled_at = now(), reason = 'not sent before the backup that was restored'
   where state = 'waiting'`,
  `update webhook_deliveries set state = 'failed', settled_at = now() where state = 'waiting'`,
  `update jobs set state = 'failed', finished_at = now(), claimed_until = null,
     error = 'The portal was restored from a backup.' where state in ('waiting', 'running')`,
  `update audit_stream set holder = null, leased_until = now(), failures = 0, last_error = null`,
]
