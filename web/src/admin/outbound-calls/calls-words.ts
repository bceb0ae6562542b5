import type { Call } from '@gatehouse/contract/admin/outbound-calls/calls.ts'

/** What a call is called. English, for `t()`. */
export const KINDS: Record<Call['kind'], string> = {
  logout: 'Notice of a logout',
  assigned: 'Assignment',
  removed: 'End of an assignment',
}

export const SIDES = { applications: 'Applications', partner: 'Partner portal' } as const

/** Why the session of a logout has ended. */
const END_REASONS: Record<string, string> = {
  logout: 'The person signed out',
  'password-changed': 'The password was changed',
  'password-reset': 'The password was reset',
  'role-changed': 'The role was changed',
  'too-many-sessions': 'Too many sessions: the oldest ended',
  replaced: 'Somebody signed in again in that browser',
  'ended-by-owner': 'The person ended the session',
  'ended-by-administrator': 'An administrator ended the session',
  deactivated: 'The account was deactivated',
  deleted: 'The account was deleted',
}

/** Why a call is made. English, for `t()`. */
export function causeOf({ kind, endReason }: Pick<Call, 'kind' | 'endReason'>): string {
  if (kind === 'assigned') return 'The person has the application for this client'
  if (kind === 'removed') return 'The person has the application for this client no longer'
  return endReason === null ? 'The application was taken away' : (END_REASONS[endReason] ?? endReason)
}

const REASONS: [pattern: RegExp, words: string][] = [
  [/^HTTP 401|^HTTP 403/, 'HTTP {{status}}: it refuses us'],
  [/^HTTP 404|^HTTP 410/, 'HTTP {{status}}: nothing is at this address'],
  [/^HTTP 429/, 'HTTP {{status}}: it is called too often'],
  [/^HTTP 3\d\d/, 'HTTP {{status}}: redirects are not followed'],
  [/^HTTP 5\d\d/, 'HTTP {{status}}: it has trouble of its own'],
  [/^HTTP \d+/, 'HTTP {{status}}: it did not take it'],
  [/ECONNREFUSED/, 'Nothing listens at this address'],
  [/ENOTFOUND|EAI_AGAIN|leads nowhere/, 'The name of the host leads nowhere'],
  [/no answer within|ETIMEDOUT/, 'It did not answer in time'],
  [/ECONNRESET|EPIPE|socket hang up/, 'It broke the connection off'],
  [/inside the network/, 'Its address lies inside the network; the operator can allow it'],
  [/certificate|CERT_|self.signed|altnames/i, 'Its certificate is not trusted'],
  [/no address to tell/, 'The application has no address for notices of logouts any more'],
  [/PARTNER_PORTAL_URL/, 'No partner portal is configured any more'],
]

/** Why a try failed, in plain words where it is a common reason. */
export function reasonOf(reason: string): { words: string; status: string } {
  const [, status = ''] = /^HTTP (\d+)/.exec(reason) ?? []
  return { words: REASONS.find(([pattern]) => pattern.test(reason))?.[1] ?? reason, status }
}
