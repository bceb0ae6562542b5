import { LIMIT_WORDS } from '@gatehouse/contract/limits.ts'

/** What an audit event is called on screen: the whole event, or its part after the kind of record. English, for `t()`. */
const WORDS: Record<string, string> = {
  created: 'Created',
  updated: 'Changed',
  deleted: 'Deleted',
  restored: 'Restored',
  exported: 'Exported as a file',
  started: 'Started',
  cancelled: 'Cancelled',
  'permission-attached': 'Permission attached',
  'permission-detached': 'Permission detached',
  'role-attached': 'Role attached',
  'role-detached': 'Role detached',
  'application-assigned': 'Application assigned',
  'application-detached': 'Application taken away',
  'page-attached': 'Page attached',
  'page-detached': 'Page detached',
  'secret-renewed': 'Secret renewed',
  'secret-added': 'Secret added',
  'secret-ends': 'End of a secret set',
  'secret-revoked': 'Secret revoked',
  'registration-opened': 'Registration opened to everybody',
  'registration-closed': 'Registration closed',
  'secrets-replaced': 'Secrets replaced',
  tested: 'Test sent',
  'test-sent': 'Test sent',
  'switched-off': 'Switched off: nothing arrived',
  'sent-again': 'Sent again',
  'messages.failed': 'Message given up',
  'password-set': 'Password set',
  invited: 'Invitation sent',
  'messages.resent': 'Sent again',
  'sessions-ended': 'Sessions ended',
  'signin.code-sent': 'Sign-in code sent',
  'signin.failed': 'Sign-in failed',
  'signin.completed': 'Signed in',
  'signin.code-wrong': 'Wrong codes entered',
  'signin.throttled': 'Sign-in slowed down: too many attempts',
  'access.throttled': 'Slowed down: too many requests',
  'access.refused': 'Refused: permission missing',
  'session.ended': 'Session ended',
  'registration.requested': 'Registration asked for',
  'registration.completed': 'Registered',
  'registration.assigned': 'Application assigned at registration',
  'phone.code-sent': 'Code sent to a phone number',
  'phone.confirmed': 'Phone number confirmed',
  'phone.refused': 'Phone number refused: somebody else has confirmed it',
  'password.reset-requested': 'Password reset asked for',
  'password.reset': 'Password reset',
  'password.changed': 'Password changed',
  'launch.granted': 'Application opened',
  'launch.refused': 'Application not opened',
  'launch.redeemed': 'Launch redeemed',
  'launch.replayed': 'Launch token used twice',
  'oidc.signed-in': 'Signed in to an application',
  'oidc.refused': 'Sign-in to an application refused',
  'oidc.replayed': 'Code or refresh token used twice',
  'oidc.logout-untold': 'Application could not be told of a sign-out',
  'oidc.consent-given': 'Application allowed to know the person',
  'oidc.consent-revoked': 'Allowance of an application taken back',
  'installation.first-administrator': 'First administrator set up',
}

export function eventWords(event: string): string {
  return WORDS[event] ?? WORDS[event.split('.')[1] ?? ''] ?? event
}

/** What a limit of `signin.throttled` and `access.throttled` is called. English, for `t()`. */
export function limitWords(name: unknown): string {
  return LIMIT_WORDS[name as keyof typeof LIMIT_WORDS] ?? String(name)
}
