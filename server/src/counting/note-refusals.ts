import type { AuditEntry } from '../audit/record-audit.ts'
import type { Deps } from '../deps.ts'
import type { AppError } from '../errors.ts'
import { BUCKETS } from './buckets.ts'
import type { Counted } from './count-attempt.ts'
import { recordOnce } from './record-once.ts'
import { type Refusal, TooManyAttempts } from './too-many-attempts.ts'

type NoteDeps = Pick<Deps, 'db' | 'keys'>
type Refused = { call: string; ip: string }
type SignedIn = { userId: string; sessionId: string | null; acting?: { actorId: string } | null }

/** For longer windows, a refusal is recorded once a day. */
const NOTED_MAX_SECONDS = 24 * 3600
const HOUR_SECONDS = 3600
/** Refusals of a signed-in person who lacks a permission, is outranked, or acts for somebody. */
const WANTS_PERMISSION: readonly string[] = ['not_allowed', 'above_you', 'grants_more']

/**
 * Writes the audit line of a refusal, when that kind of refusal has one.
 *
 * @param findPerson finds the signed-in person; called for refused permissions only
 */
export async function noteRefusal(
  deps: NoteDeps,
  error: AppError,
  refused: Refused,
  findPerson: () => Promise<SignedIn | null>,
): Promise<void> {
  if (error instanceof TooManyAttempts && error.refusal !== null) await noteThrottled(deps, error.refusal, refused.ip)
  if (!WANTS_PERMISSION.includes(error.key)) return
  const person = await findPerson()
  if (person !== null) await notePermission(deps, person, refused)
}

/** One line for each bucket and window in which a request is refused (429), and one for each administrator who acts for its account. */
export async function noteThrottled(deps: NoteDeps, refusal: Refusal, ip: string): Promise<void> {
  const { bucket, key, subjectId, actorId = null } = refusal
  const { windowSeconds, audit: event, of } = BUCKETS[bucket]
  // The caller who is refused first may have nothing to do with a limit that all callers share.
  const who = of === 'everybody' ? {} : { actorId, subjectId, ip }
  const line = { event, ...who, detail: { limit: bucket } }
  const same = [bucket, key.toString('base64'), ...(actorId === null ? [] : [actorId])]
  await recordOnce(deps, same, Math.min(windowSeconds, NOTED_MAX_SECONDS), line)
}

type Wrong = Pick<AuditEntry, 'subjectId' | 'actorId' | 'sessionId' | 'ip'> & {
  event: 'signin.code-wrong' | 'phone.code-wrong' | 'contact.code-wrong' | 'password.current-wrong'
}

/** One line for each account (or typed identifier) and window: for a wrong code, or a wrong current password. */
export async function noteWrong(deps: NoteDeps, counted: Counted[], line: Wrong): Promise<void> {
  const tried = counted.find(({ bucket }) => BUCKETS[bucket].counts !== 'failures')
  if (tried === undefined) return
  const { bucket, key } = tried
  await recordOnce(deps, [bucket, key.toString('base64')], BUCKETS[bucket].windowSeconds, line)
}

/** One line an hour for each person and call (403). While somebody acts for another person, it names both. */
async function notePermission(deps: NoteDeps, who: SignedIn, { call, ip }: Refused): Promise<void> {
  const { userId, sessionId } = who
  const actorId = who.acting?.actorId ?? userId
  const event = who.acting ? 'users.acting-refused' : 'access.refused'
  const line = { event, actorId, subjectId: userId, sessionId, ip, detail: { call } } as const
  await recordOnce(deps, [actorId, userId, call], HOUR_SECONDS, line)
}
