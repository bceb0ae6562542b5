import { hash } from 'node:crypto'
import { hashedText, hasWork, type WorkAsked } from '@gatehouse/contract/proof-of-work.ts'
import { type Attempted, type Counted, countAttempt } from '../counting/count-attempt.ts'
import { noteThrottled } from '../counting/note-refusals.ts'
import { equalBytes, hmac, newSecret } from '../crypto/secrets.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { claimRequest } from '../http/served-requests.ts'
import { normaliseIdentifier } from '../identity/identifiers.ts'

type Purpose = 'sign-up' | 'reset'
export type Work = { challenge: string; nonce: number }
type Asking = { ip: string; email: string; work: Work | undefined }

/** Leading zero bits: about 65,000 hashes, a fraction of a second in a browser. Each further level takes four times as long. */
const BASE_BITS = 16
const LEVEL_BITS = 2
const VALID_SECONDS = 10 * 60

/** What is counted to see whether an endpoint is used unusually often: closed buckets raise the difficulty. */
const WATCHED: Record<Purpose, (ip: string) => Attempted[]> = {
  'sign-up': (ip) => [
    { bucket: 'sign-up-failures', of: ip, isHidden: true },
    { bucket: 'sign-ups-many', of: '', isHidden: true },
    { bucket: 'sign-ups-flood', of: '', isHidden: true },
  ],
  reset: (ip) => [
    { bucket: 'resets-address', of: ip, isHidden: true },
    { bucket: 'resets-many', of: '', isHidden: true },
    { bucket: 'resets-flood', of: '', isHidden: true },
  ],
}

/**
 * Lets a request through in quiet times. After unusually many it must bring work that was done for it: for this purpose and
 * email address, within ten minutes, and once.
 *
 * @throws AppError proof_of_work_needed with a new challenge
 * @returns what was counted, for `giveBack`
 */
export async function requireWork(deps: Deps, purpose: Purpose, { ip, email, work }: Asking): Promise<Counted[]> {
  const counted = await countAttempt(deps, WATCHED[purpose](ip))
  for (const { bucket, key, closes } of counted)
    if (closes) await noteThrottled(deps, { bucket, key, subjectId: null }, ip)
  const levels = counted.filter(({ isClosed }) => isClosed).length
  if (levels === 0) return counted
  const difficulty = BASE_BITS + LEVEL_BITS * (levels - 1)
  const now = Math.floor((await deps.db.now()).getTime() / 1000)
  if (work !== undefined && (await isDone(deps, purpose, email, work, difficulty, now))) return counted
  const asked: WorkAsked = { challenge: challengeOf(deps, purpose, email, difficulty, now + VALID_SECONDS), difficulty }
  throw new AppError('proof_of_work_needed', { data: asked })
}

/** Nothing is stored: the challenge says what was asked, and its last part proves that we have asked it. */
function challengeOf({ keys }: Pick<Deps, 'keys'>, purpose: Purpose, email: string, bits: number, until: number) {
  const asked = `${bits}.${until}.${newSecret().slice(0, 22)}`
  return `${asked}.${proofOf(keys, purpose, email, asked).toString('base64url')}`
}

const proofOf = (keys: Deps['keys'], purpose: Purpose, email: string, asked: string) =>
  hmac(keys.throttle, 'proof of work', purpose, normaliseIdentifier(email), asked)

/** A harder challenge than now is needed was asked in a worse minute, and is enough. An easier one is not. */
async function isDone({ db, keys }: Deps, purpose: Purpose, email: string, work: Work, needed: number, now: number) {
  const { challenge, nonce } = work
  const [, asked = '', bits = '', until = '', proof = ''] =
    /^((\d{1,2})\.(\d{1,12})\.[\w-]{22})\.([\w-]{43})$/.exec(challenge) ?? []
  const ours = proofOf(keys, purpose, email, asked)
  if (!equalBytes(ours, Buffer.from(proof, 'base64url')) || Number(until) <= now || Number(bits) < needed) return false
  if (!hasWork(hash('sha256', hashedText(challenge, nonce), 'buffer'), Number(bits))) return false
  // One insert decides which of several equal requests may use it.
  return claimRequest(db, `work ${proof}`, VALID_SECONDS)
}
