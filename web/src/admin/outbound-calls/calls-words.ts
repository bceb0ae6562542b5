import type { Call } from '@gatehouse/contract/admin/outbound-calls/calls.ts'

/** What a call is called. English, for `t()`. */
export const KINDS: Record<Call['kind'], string> = {
  logout: 'Logout notice',
  assigned: 'Assignment',
  removed: 'Assignment removed',
}

export const SIDES = { applications: 'Applications', partner: 'Partner portal' } as const

/** Why the session of a logout has ended. */
const END_REASONS: Record<string, string> = {
  logout: 'The person signed out',
  'password-changed': 'The password was changed',
  'password-reset': 'The password was reset',
  'passkey-copied': 'A passkey may have been copied',
  'role-changed': 'The role was changed',
  'too-many-sessions': 'Too many sessions, so the oldest ended',
  replaced: 'A new sign-in in the same browser',
  'ended-by-owner': 'The person ended the session',
  'ended-by-administrator': 'An administrator ended the session',
  deactivated: 'The account was deactivated',
  deleted: 'The account was deleted',
  acting: 'Acting for the person ended',
}

/** Why a call is made. English, for `t()`. */
export function causeOf({ kind, endReason }: Pick<Call, 'kind' | 'endReason'>): string {
  if (kind === 'assigned') return 'The application was assigned to the person for this client'
  if (kind === 'removed') return 'The application was removed from the person for this client'
  return endReason === null ? 'The application was removed from the person' : (END_REASONS[endReason] ?? endReason)
}

const REASONS: [pattern: RegExp, words: string][] = [
  [/^HTTP 401|^HTTP 403/, 'HTTP {{status}}: access denied'],
  [/^HTTP 404|^HTTP 410/, 'HTTP {{status}}: address not found'],
  [/^HTTP 429/, 'HTTP {{status}}: too many requests'],
  [/^HTTP 3\d\d/, 'HTTP {{status}}: redirects are not followed'],
  [/^HTTP 5\d\d/, 'HTTP {{status}}: server error'],
  [/^HTTP \d+/, 'HTTP {{status}}: request rejected'],
  [/ECONNREFUSED/, 'Connection refused'],
  [/ENOTFOUND|EAI_AGAIN|leads nowhere/, 'Host name not found'],
  [/no answer within|ETIMEDOUT/, 'No response in time'],
  [/ECONNRESET|EPIPE|socket hang up/, 'Connection closed unexpectedly'],
  [/inside the network/, 'The address is inside the network; the operator can allow it'],
  [/certificate|CERT_|self.signed|altnames/i, 'The certificate is not trusted'],
  [/no address to tell|no back-channel logout URI/, 'The application no longer has a back-channel logout URI'],
  [/PARTNER_PORTAL_URL/, 'The partner portal is no longer configured'],
]

/** Why a try failed, in plain words where it is a common reason. */
export function reasonOf(reason: string): { words: string; status: string } {
  const [, status = ''] = /^HTTP (\d+)/.exec(reason) ?? []
  return { words: REASONS.find(([pattern]) => pattern.test(reason))?.[1] ?? reason, status }
}
