import { LIMIT_WORDS } from '@gatehouse/contract/limits.ts'

/** The shown names of audit events: by the whole event, or by its part after the kind of record. English, for `t()`. */
const WORDS: Record<string, string> = {
  created: 'Created',
  updated: 'Changed',
  deleted: 'Deleted',
  restored: 'Restored',
  exported: 'Exported as a file',
  applied: 'Applied from a file',
  'person-erased': 'Details in the audit erased',
  started: 'Started',
  cancelled: 'Cancelled',
  'permission-attached': 'Permission attached',
  'permission-detached': 'Permission detached',
  'role-attached': 'Role attached',
  'role-detached': 'Role detached',
  'application-assigned': 'Application assigned',
  'application-detached': 'Application removed',
  'application-ended': 'Assignment ended on its day',
  'page-attached': 'Page attached',
  'page-detached': 'Page detached',
  'secret-renewed': 'Secret renewed',
  'secret-added': 'Secret added',
  'secret-ends': 'Secret expiry set',
  'secret-revoked': 'Secret revoked',
  'key-added': 'Key created',
  'key-revoked': 'Key revoked',
  'key-refused': 'Key refused',
  'registration-opened': 'Self-registration opened',
  'registration-closed': 'Self-registration closed',
  'secrets-replaced': 'Secrets replaced',
  tested: 'Test sent',
  'test-sent': 'Test sent',
  'switched-off': 'Switched off after failed deliveries',
  'sent-again': 'Sent again',
  'messages.failed': 'Message failed',
  'password-set': 'Password set',
  invited: 'Invitation sent',
  'access-reset': 'Access reset by the operator',
  locked: 'Locked by its owner',
  'limits-cleared': 'Sign-in limits cleared',
  'messages.resent': 'Sent again',
  'gateway-failing': 'Gateway keeps failing',
  'gateway-working': 'Gateway working again',
  'calls.failed': 'Call to the partner portal failed',
  'calls.resent': 'Sent again',
  'data-downloaded': 'Own data downloaded',
  'sessions-ended': 'Sessions ended',
  'access-requested': 'Application requested',
  'access-approved': 'Request for an application approved',
  'access-withdrawn': 'Request for an application withdrawn',
  'access-declined': 'Request for an application declined',
  'stand-in-added': 'Stand-in added',
  'stand-in-ended': 'Stand-in ended',
  'passkey-removed': 'Passkey removed',
  'authenticator-removed': 'Authenticator app removed',
  'recovery-codes-removed': 'Recovery codes removed',
  'signin.code-sent': 'Sign-in code sent',
  'signin.app-asked': 'Password right, code of the authenticator app asked for',
  'signin.failed': 'Sign-in failed',
  'signin.completed': 'Signed in',
  'signin.code-wrong': 'Wrong codes entered',
  'signin.throttled': 'Sign-in rate limited',
  'signin.flooded': 'Sign-ins from unknown browsers held back',
  'access.throttled': 'Requests rate limited',
  'access.refused': 'Denied: missing permission',
  'session.ended': 'Session ended',
  'registration.requested': 'Registration requested',
  'registration.completed': 'Registered',
  'registration.assigned': 'Application assigned at registration',
  'phone.code-sent': 'Code sent to a phone number',
  'phone.code-wrong': 'Wrong codes entered for a phone number',
  'phone.confirmed': 'Phone number confirmed',
  'phone.refused': 'Phone number refused: confirmed by someone else',
  'password.reset-requested': 'Password reset requested',
  'password.reset': 'Password reset',
  'password.changed': 'Password changed',
  'password.current-wrong': 'Wrong current password entered',
  'passkeys.added': 'Passkey added',
  'passkeys.renamed': 'Passkey renamed',
  'passkeys.removed': 'Passkey removed',
  'passkeys.copied': 'Passkey refused: it may have been copied',
  'authenticators.added': 'Authenticator app added',
  'authenticators.renamed': 'Authenticator app renamed',
  'authenticators.removed': 'Authenticator app removed',
  'recovery-codes.made': 'Recovery codes made',
  'recovery-codes.used': 'Recovery code used to sign in',
  'recovery-codes.removed': 'Recovery codes removed',
  'launch.granted': 'Application opened',
  'launch.refused': 'Application not opened',
  'launch.redeemed': 'Launch redeemed',
  'launch.replayed': 'Launch token used twice',
  'oidc.signed-in': 'Signed in to an application',
  'oidc.refused': 'Sign-in to an application refused',
  'oidc.replayed': 'Code or refresh token used twice',
  'oidc.logout-undelivered': 'Application could not be notified of a logout',
  'oidc.consent-given': 'Consent given',
  'oidc.consent-revoked': 'Consent withdrawn',
  'backup.started': 'Backup started',
  'backup.failed': 'Backup failed',
  'backup.restored': 'Restored from a backup',
  'installation.first-administrator': 'First administrator set up',
  'installation.signing-keys-renewed': 'Signing keys renewed',
  'installation.data-key-renewed': 'Key of stored secrets renewed',
  'installation.values-sealed-again': 'Stored secrets sealed with the new key',
  'installation.master-key-changed': 'Master key changed',
}

/** What administrators do to a record of a person, in the words of that person. */
const OWN_WORDS: Record<string, string> = {
  'users.created': 'Account created',
  'users.updated': 'Account changed',
  'users.deleted': 'Account deleted',
  'users.restored': 'Account restored',
}

export function eventWords(event: string): string {
  return WORDS[event] ?? WORDS[event.split('.')[1] ?? ''] ?? event
}

/** The same for the person whom the event is about. */
export const ownEventWords = (event: string): string => OWN_WORDS[event] ?? eventWords(event)

/** The name of the rate limit of `signin.throttled` and `access.throttled`. English, for `t()`. */
export function limitWords(name: unknown): string {
  return LIMIT_WORDS[name as keyof typeof LIMIT_WORDS] ?? String(name)
}

const BREACH_WORDS: Record<string, string> = { no: 'Not found', unknown: 'Could not be checked' }

/** What a line says of a chosen password. English, for `t()`. */
export const breachWords = (value: unknown): string => BREACH_WORDS[String(value)] ?? String(value)
