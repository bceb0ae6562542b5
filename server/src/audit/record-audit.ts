import sql, { type Sql } from 'sql-template-tag'
import { newId } from '../crypto/ids.ts'
import { type Db, prepared, type Tx } from '../db/database.ts'
import { auditWritten } from '../signals.ts'
import { enqueueWebhooks, hasWebhookEvent } from './webhook-deliveries.ts'

/** All events besides the changes of records. A closed list, so that searching for an event finds the code that writes it. */
export const AUDIT_EVENTS = [
  'signin.code-sent',
  'signin.app-asked',
  'signin.failed',
  'signin.completed',
  'signin.code-wrong',
  'signin.throttled',
  'signin.flooded',
  'access.throttled',
  'access.refused',
  'session.ended',
  'registration.requested',
  'registration.completed',
  'registration.assigned',
  'registration.refused',
  'invitations.sent',
  'invitations.revoked',
  'invitations.refused',
  'phone.code-sent',
  'phone.code-wrong',
  'phone.confirmed',
  'phone.refused',
  'contact.code-sent',
  'contact.code-wrong',
  'contact.email-changed',
  'contact.phone-changed',
  'contact.change-undone',
  'password.reset-requested',
  'password.reset',
  'password.changed',
  'password.current-wrong',
  'passkeys.added',
  'passkeys.renamed',
  'passkeys.removed',
  'passkeys.copied',
  'passkeys.accepted',
  'authenticators.added',
  'authenticators.renamed',
  'authenticators.removed',
  'recovery-codes.made',
  'recovery-codes.used',
  'recovery-codes.removed',
  'browsers.remembered',
  'browsers.forgotten',
  'browsers.copied',
  'launch.granted',
  'launch.refused',
  'launch.redeemed',
  'launch.replayed',
  'oidc.signed-in',
  'oidc.refused',
  'oidc.replayed',
  'oidc.logout-undelivered',
  'oidc.consent-given',
  'oidc.consent-revoked',
  'installation.first-administrator',
  'installation.signing-keys-renewed',
  'installation.data-key-renewed',
  'installation.values-sealed-again',
  'installation.master-key-changed',
  'users.password-set',
  'users.role-attached',
  'users.role-detached',
  'users.application-assigned',
  'users.application-detached',
  'users.application-ended',
  'users.access-requested',
  'users.access-withdrawn',
  'users.access-step-approved',
  'users.access-approved',
  'users.access-declined',
  'users.stand-in-added',
  'users.stand-in-ended',
  'users.conflict-exception-added',
  'users.conflict-exception-ended',
  'users.conflict-reason-given',
  'roleConflicts.reason-given',
  'reviews.started',
  'reviews.decided',
  'reviews.postponed',
  'reviews.completed',
  'reviews.carried-out',
  'reviews.cancelled',
  'reviews.access-revoked',
  'reviews.access-shortened',
  'reviews.access-given-back',
  'reviews.settings-changed',
  'users.data-downloaded',
  'users.preferences-changed',
  'users.sessions-ended',
  'users.application-sessions-ended',
  'users.passkey-removed',
  'users.authenticator-removed',
  'users.recovery-codes-removed',
  'users.browsers-forgotten',
  'users.invited',
  'users.access-reset',
  'users.locked',
  'users.suspended',
  'users.suspension-ended',
  'users.acting-started',
  'users.acting-ended',
  'users.acting-opened',
  'users.acting-refused',
  'users.favourite-changed',
  'users.factors-removed',
  'users.recovery-started',
  'users.recovery-approved',
  'users.recovery-cancelled',
  'users.recovery-stopped',
  'users.recovery-sent',
  'users.recovered',
  'users.limits-cleared',
  'users.exported',
  'roles.permission-attached',
  'roles.permission-detached',
  'records.permission-attached',
  'records.permission-detached',
  'applications.secret-renewed',
  'applications.secret-added',
  'applications.secret-ends',
  'applications.secret-revoked',
  'applications.pages-published',
  'applications.question-uncovered',
  'applications.registration-opened',
  'applications.registration-closed',
  'emailConfigurations.secrets-replaced',
  'emailConfigurations.tested',
  'smsConfigurations.secrets-replaced',
  'smsConfigurations.tested',
  'messages.failed',
  'webhooks.secret-renewed',
  'webhooks.test-sent',
  'webhooks.sent-again',
  'webhooks.switched-off',
  'serviceAccounts.key-added',
  'serviceAccounts.key-revoked',
  'serviceAccounts.key-refused',
  'emailTemplates.tested',
  'smsTemplates.tested',
  'applicationRoles.page-attached',
  'applicationRoles.actions-changed',
  'applicationRoles.page-detached',
  'approvalDrafts.published',
  'intendedGaps.marked',
  'intendedGaps.unmarked',
  'approvalDrafts.publishing-asked',
  'approvalDrafts.publishing-sent-back',
  'approvalDrafts.publishing-withdrawn',
  'approvalDrafts.publishing-dated',
  'approvalDrafts.publishing-called-off',
  'approvalDrafts.publishing-refused',
  'applications.second-person-on',
  'applications.second-person-off',
  'messages.resent',
  'messages.exported',
  'messages.gateway-failing',
  'messages.gateway-working',
  'calls.failed',
  'calls.resent',
  'jobs.started',
  'jobs.cancelled',
  'audit.exported',
  'audit.person-erased',
  'configuration.exported',
  'configuration.applied',
  'backup.started',
  'backup.restored',
  'backup.failed',
] as const

/** The changes that the console's engine records, as `<resource>.<change>`. */
export const RECORD_CHANGES = ['created', 'updated', 'deleted', 'restored'] as const

/** The names under which former releases have stored events; lines of the audit cannot be changed. */
const FORMER_NAMES: Record<string, AuditEvent> = { 'oidc.logout-untold': 'oidc.logout-undelivered' }

export type AuditEvent = (typeof AUDIT_EVENTS)[number] | `${string}.${(typeof RECORD_CHANGES)[number]}`

/** The present name of a stored event. */
export const presentName = (stored: string): string => FORMER_NAMES[stored] ?? stored

/** The stored names of an event, or of all events of a group (the part of their names before the dot). */
export function storedNamesOf(eventOrGroup: string): string[] {
  const events = eventOrGroup.includes('.') ? [presentName(eventOrGroup)] : eventsOf(eventOrGroup)
  return [...events, ...Object.keys(FORMER_NAMES).filter((former) => events.includes(presentName(former)))]
}

function eventsOf(group: string): string[] {
  const ofRecords = RECORD_CHANGES.map((change) => `${group}.${change}`)
  return [...ofRecords, ...AUDIT_EVENTS.filter((event) => event.startsWith(`${group}.`))]
}

export type AuditEntry = {
  event: AuditEvent
  actorId?: string | null
  subjectId?: string | null
  sessionId?: string | null
  ip?: string | null
  /** More facts about the event. Never a password, code, token or secret. */
  detail?: Record<string, unknown>
}

/** Writes a line of the audit and its webhook deliveries, with the commit of the change. A refusal is recorded where no rollback removes it. */
export async function recordAudit(db: Db | Tx, entry: AuditEntry): Promise<void> {
  const id = newId()
  const line = auditLine(entry, id)
  const deliveries = enqueueWebhooks(id, entry)
  const statement =
    deliveries === null
      ? line
      : prepared(`record-audit-${deliveries.form}`)`with line as (${line}), ${deliveries.parts}`
  if (db.isTransaction) {
    db.atCommit(statement)
    db.afterCommit(() => auditWritten.publish(entry.event))
  } else {
    await db.execute(statement)
    auditWritten.publish(entry.event)
  }
}

/** SQL of the parts of a line, from the rows of the statement that it is a part of. */
type LinesOf = { id?: Sql; actorId: Sql; subjectId: Sql; sessionId: Sql; ip?: Sql; detail: Sql; from: Sql }

/**
 * A line for each row that the same statement has changed, whoever else finds it meanwhile. The caller publishes `auditWritten`.
 * @throws Error for an event of webhooks: they would not be notified
 */
export function auditLinesOf(event: AuditEvent, of: LinesOf): Sql {
  if (hasWebhookEvent(event)) throw new Error(`${event} needs its webhook deliveries: use recordAudit`)
  const { id = sql`gen_random_uuid()`, actorId, subjectId, sessionId, ip = sql`null`, detail, from } = of
  return sql`
    insert into audit_events (id, event, actor_id, subject_id, session_id, ip, detail)
    select ${id}, ${event}, ${actorId}, ${subjectId}, ${sessionId}, ${ip}, ${detail} from ${from}`
}

/** The line alone, without webhook deliveries: part of a statement that may add a condition. */
export function auditLine(entry: AuditEntry, id: string = newId()): Sql {
  const { event, actorId = null, subjectId = null, sessionId = null, ip = null, detail = {} } = entry
  return prepared('record-audit')`
    insert into audit_events (id, event, actor_id, subject_id, session_id, ip, detail)
    select ${id}::uuid, ${event}, ${actorId}::uuid, ${subjectId}::uuid, ${sessionId}::uuid, ${ip}, ${JSON.stringify(detail)}::jsonb`
}
