import type { LimitName } from '@gatehouse/contract/limits.ts'
import type { AuditEvent } from '../audit/record-audit.ts'

export type Bucket = LimitName

/** The rule of one rate limit. A row of it lives until its window has ended, and is then removed. */
export type Rule = {
  free: number
  windowSeconds: number
  /**
   * The key that is counted: `address` (IPv6: its /64), `typed` (an identifier as it was typed, so that known and
   * unknown ones are counted alike), `account`, `device` (a known browser of an account), a combination, or `everybody`
   * (one count for all callers together).
   */
  of: 'everybody' | 'address' | 'typed' | 'typed and address' | 'account' | 'device' | 'application and address'
  /**
   * - `requests`: every request, whatever its result. Never given back.
   * - `attempts`: every attempt, before it is judged, so that parallel guesses cannot share a count. A right one clears
   * the count; one that could not be judged is given back.
   * - `failures`: every attempt that was wrong. Attempts under way do not close the bucket, which many people share.
   */
  counts: 'requests' | 'attempts' | 'failures'
  /**
   * When the limit is reached: wait for the end of the window, or 1, 2, 4 … seconds up to 15 minutes after each further
   * attempt.
   */
  after: 'window' | 'backoff'
  /** Recorded once per window when a caller is refused. */
  audit: AuditEvent
  /** In development one person tries everything from one IP address, so the limit is wider. */
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
 * All rate limits of the product. `endpoint-limits.ts` says which limits an endpoint uses. A known browser has counts of its own:
 * it is not slowed down by strangers who guess at its account, or by an office behind one IP address, and does not
 * count for them either.
 */
export const BUCKETS: Record<Bucket, Rule> = {
  'any-requests': { ...requests(1200, MINUTE, 'address', 'access.throttled'), ...wide },

  // Passwords that are tried at many accounts from many addresses reach no limit of one account or one address. Until the
  // minute is over only known browsers may try passwords; a person who has given the right one may still enter the code.
  'sign-in-failures': { ...failures(600, MINUTE, 'everybody', 'signin.flooded'), ...wide },

  'password-requests': { ...requests(120, MINUTE, 'address', 'signin.throttled'), ...wide },
  'password-failures': { ...failures(50, 10 * MINUTE, 'address'), ...wide },
  'password-pair': attempts(5, HOUR, 'typed and address', 'backoff'),
  'password-typed': attempts(20, HOUR, 'typed'),
  // Against slow guessing. That it is closed stays hidden: unknown identifiers are not counted for a year.
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

  // Against slow guessing by somebody who knows the password. That it is closed stays hidden; codes by email still sign in.
  'app-code-account': attempts(100, 365 * DAY, 'account'),
  'app-code-device': attempts(100, 365 * DAY, 'device'),
  'app-changes': requests(60, HOUR, 'account', 'access.throttled'),
  'app-first-codes': attempts(10, HOUR, 'account'),

  // A passkey cannot be guessed: these limit the work that an address causes, and never an account.
  'passkey-requests': { ...requests(300, MINUTE, 'address', 'signin.throttled'), ...wide },
  'passkey-failures': { ...failures(50, 10 * MINUTE, 'address'), ...wide },
  'passkey-changes': requests(60, HOUR, 'account', 'access.throttled'),

  // These refuse nobody: while one is closed, a request must bring a proof of work (ADR 0091).
  'sign-up-failures': { ...attempts(3, HOUR, 'address'), ...wide },
  'sign-ups-many': { ...requests(60, 10 * MINUTE, 'everybody', 'signin.flooded'), ...wide },
  'sign-ups-flood': { ...requests(600, 10 * MINUTE, 'everybody', 'signin.flooded'), ...wide },
  'resets-address': { ...requests(5, HOUR, 'address', 'signin.throttled'), ...wide },
  'resets-many': { ...requests(60, 10 * MINUTE, 'everybody', 'signin.flooded'), ...wide },
  'resets-flood': { ...requests(600, 10 * MINUTE, 'everybody', 'signin.flooded'), ...wide },

  'sign-up-requests': { ...requests(20, HOUR, 'address', 'signin.throttled'), ...wide },
  'reset-requests': { ...requests(20, HOUR, 'address', 'signin.throttled'), ...wide },
  'reset-email': requests(3, HOUR, 'typed', 'signin.throttled'),
  'reset-device': requests(3, HOUR, 'device', 'signin.throttled'),
  'reset-links': { ...requests(20, HOUR, 'address', 'signin.throttled'), ...wide },
  'setup-requests': { ...requests(20, HOUR, 'address', 'signin.throttled'), ...wide },

  'phone-code-account': requests(5, HOUR, 'account', 'signin.throttled'),
  'phone-code-number': requests(5, HOUR, 'typed', 'signin.throttled'),
  'phone-otp-account': requests(20, HOUR, 'account', 'signin.throttled'),

  // Each one sends a code to an address or number that somebody has typed.
  'contact-changes': requests(10, DAY, 'account', 'access.throttled'),
  'contact-codes': requests(20, HOUR, 'account', 'signin.throttled'),

  'lookup-requests': { ...requests(30, MINUTE, 'address', 'access.throttled'), ...wide },
  // Counted only after a failure: requests that succeed are not counted here.
  'client-failures': requests(20, MINUTE, 'application and address', 'access.throttled'),
  'grant-failures': requests(20, MINUTE, 'application and address', 'access.throttled'),
  'long-requests': requests(20, MINUTE, 'address', 'access.throttled'),
  // Counted only after a failure: a right key is always accepted.
  'key-failures': requests(20, MINUTE, 'address', 'access.throttled'),
  // Each one sends a message to somebody who is not here yet. In this order by name, as counting locks them: first those of the sender.
  invitations: requests(500, HOUR, 'account', 'access.throttled'),
  'invitations-day': requests(2000, DAY, 'account', 'access.throttled'),
  'invited-email': requests(5, DAY, 'typed', 'access.throttled'),
  // Each one sends a message to every administrator.
  'access-requests': requests(20, DAY, 'account', 'access.throttled'),
  'name-changes': requests(20, DAY, 'account', 'access.throttled'),
  // Needs no permission; each one is a row of up to 8 kB, and a line of the audit.
  'quote-saves': { ...requests(300, DAY, 'account', 'access.throttled'), ...wide },
  'preference-changes': { ...requests(100, HOUR, 'account', 'access.throttled'), ...wide },
  'data-downloads': requests(10, DAY, 'account', 'access.throttled'),
  // Each one sends messages to two people, and tells whether somebody has the application.
  'stand-ins': requests(30, DAY, 'account', 'access.throttled'),
  // Each one sends a message to the person whose pages are looked at.
  'acted-for': requests(10, DAY, 'account', 'access.throttled'),
  'acting-starts': requests(30, HOUR, 'account', 'access.throttled'),
  'key-requests': requests(600, MINUTE, 'account', 'access.throttled'),
  // Each one may cost the operator an SMS.
  'message-copies': requests(100, DAY, 'account', 'access.throttled'),
  'message-test': requests(20, HOUR, 'account', 'access.throttled'),
  'message-test-day': requests(60, DAY, 'account', 'access.throttled'),
  'upload-minute': requests(30, MINUTE, 'account', 'access.throttled'),
  'upload-day': requests(300, DAY, 'account', 'access.throttled'),
}

/** Browser tests sign in as the same few people again and again. */
const DEVELOPMENT_FACTOR = 100

export function ruleOf(bucket: Bucket, mode: 'development' | 'production'): Rule {
  const rule = BUCKETS[bucket]
  return mode === 'development' && rule.isWideInDevelopment ? { ...rule, free: rule.free * DEVELOPMENT_FACTOR } : rule
}
