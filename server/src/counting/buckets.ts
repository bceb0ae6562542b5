import type { LimitName } from '@gatehouse/contract/limits.ts'
import type { AuditEvent } from '../audit/record-audit.ts'

export type Bucket = LimitName

/** What one count is for, how many are free, and what follows. A row lives until its window has ended; then it is pruned. */
export type Rule = {
  free: number
  windowSeconds: number
  /**
   * What is counted by: `address` (IPv6: its /64), `typed` (an identifier as it was typed, so that a known one and an
   * unknown one are counted alike), `account`, `device` (a known browser of an account), or several of them.
   */
  of: 'address' | 'typed' | 'typed and address' | 'account' | 'device' | 'application and address'
  /**
   * - `requests`: each one, whatever becomes of it. Never given back.
   * - `attempts`: each one, before it is judged, so that parallel guesses cannot share a count. A right one clears the
   *   count; one that could not be judged is given back.
   * - `failures`: each one that turned out wrong. Attempts under way do not close the bucket, which many people share.
   */
  counts: 'requests' | 'attempts' | 'failures'
  /** Waits for the end of the window, or 1, 2, 4 … seconds up to 15 minutes after each further attempt. */
  after: 'window' | 'backoff'
  /** Written once per window when somebody is refused. */
  audit: AuditEvent
  /** In development one person on one machine tries everything, from one address. */
  isWideInDevelopment?: true
}

const MINUTE = 60
const HOUR = 3600
const DAY = 24 * HOUR

const requests = (free: number, windowSeconds: number, of: Rule['of'], audit: AuditEvent) =>
  ({ free, windowSeconds, of, counts: 'requests', after: 'window', audit }) as const
const attempts = (free: number, windowSeconds: number, of: Rule['of'], after: Rule['after'] = 'window') =>
  ({ free, windowSeconds, of, counts: 'attempts', after, audit: 'signin.throttled' }) as const
const failures = (free: number, windowSeconds: number, of: Rule['of'], audit: AuditEvent = 'signin.throttled') =>
  ({ free, windowSeconds, of, counts: 'failures', after: 'window', audit }) as const
const wide = { isWideInDevelopment: true } as const

/**
 * Every count of the product. Which of them a door uses stands in `doors.ts`. A known browser has counts of its own:
 * strangers who guess at an account, or an office behind one address, never slow it down, nor does it count for them.
 */
export const BUCKETS: Record<Bucket, Rule> = {
  'any-requests': { ...requests(1200, MINUTE, 'address', 'access.throttled'), ...wide },

  'password-requests': { ...requests(120, MINUTE, 'address', 'signin.throttled'), ...wide },
  'password-failures': { ...failures(50, 10 * MINUTE, 'address'), ...wide },
  'password-pair': attempts(5, HOUR, 'typed and address', 'backoff'),
  'password-typed': attempts(20, HOUR, 'typed'),
  // Against slow guessing. Its closing is hidden: identifiers that nobody has are not counted for a year.
  'password-account': attempts(100, 365 * DAY, 'account'),
  'password-nobody': attempts(100, HOUR, 'typed'),
  'password-device': attempts(10, HOUR, 'device', 'backoff'),
  'password-change': attempts(5, HOUR, 'account', 'backoff'),

  'codes-account': { ...requests(5, HOUR, 'account', 'signin.throttled'), ...wide },
  'codes-device': { ...requests(5, HOUR, 'device', 'signin.throttled'), ...wide },
  'codes-email': { ...requests(5, HOUR, 'typed', 'signin.throttled'), ...wide },
  'codes-email-day': { ...requests(20, DAY, 'typed', 'signin.throttled'), ...wide },
  'code-requests': { ...requests(60, HOUR, 'address', 'signin.throttled'), ...wide },
  'code-typed': { ...requests(5, HOUR, 'typed', 'signin.throttled'), ...wide },
  'code-failures': { ...failures(10, MINUTE, 'address'), ...wide },
  'code-account': attempts(10, HOUR, 'account'),
  'code-device': attempts(10, HOUR, 'device'),
  'delivery-requests': { ...requests(300, MINUTE, 'address', 'signin.throttled'), ...wide },

  'sign-up-requests': { ...requests(20, HOUR, 'address', 'signin.throttled'), ...wide },
  'reset-requests': { ...requests(20, HOUR, 'address', 'signin.throttled'), ...wide },
  'reset-email': requests(3, HOUR, 'typed', 'signin.throttled'),
  'reset-device': requests(3, HOUR, 'device', 'signin.throttled'),
  'reset-links': { ...requests(20, HOUR, 'address', 'signin.throttled'), ...wide },
  'setup-requests': { ...requests(20, HOUR, 'address', 'signin.throttled'), ...wide },

  'phone-code-account': requests(5, HOUR, 'account', 'signin.throttled'),
  'phone-code-number': requests(5, HOUR, 'typed', 'signin.throttled'),
  'phone-otp-account': requests(20, HOUR, 'account', 'signin.throttled'),

  'lookup-requests': { ...requests(30, MINUTE, 'address', 'access.throttled'), ...wide },
  // Counted after the failure, by doors of their own: requests that succeed are not looked at here.
  'client-failures': requests(20, MINUTE, 'application and address', 'access.throttled'),
  'grant-failures': requests(20, MINUTE, 'application and address', 'access.throttled'),
  'long-requests': requests(20, MINUTE, 'address', 'access.throttled'),
  'message-test': requests(20, HOUR, 'account', 'access.throttled'),
  'upload-minute': requests(30, MINUTE, 'account', 'access.throttled'),
  'upload-day': requests(300, DAY, 'account', 'access.throttled'),
}

/** Browser tests sign the same few people in all the time. */
const DEVELOPMENT_FACTOR = 100

export function ruleOf(bucket: Bucket, mode: 'development' | 'production'): Rule {
  const rule = BUCKETS[bucket]
  return mode === 'development' && rule.isWideInDevelopment ? { ...rule, free: rule.free * DEVELOPMENT_FACTOR } : rule
}
