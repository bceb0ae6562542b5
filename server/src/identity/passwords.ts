import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import type { Keys } from '../crypto/keys.ts'
import { newSecret } from '../crypto/secrets.ts'
import { makeFairQueue, type Source } from './fair-queue.ts'

/** The first of OWASP's choices for argon2id, which is the library's default algorithm (ADR 0019). */
export const ARGON2 = { memoryCost: 47_104, timeCost: 1, parallelism: 1 } as const
/** How a hash in PHC form begins that costs what is asked for now. */
const OF_TODAY = `$argon2id$v=19$m=${ARGON2.memoryCost},t=${ARGON2.timeCost},p=${ARGON2.parallelism}$`

/**
 * More at once would only queue in the thread pool, in front of files and DNS (requirement P6). An office of a hundred
 * people may come at one moment; nobody waits longer than some two seconds.
 */
const inTurn = makeFairQueue({ atOnce: availableParallelism(), waitingPerSource: 100, waitingInAll: 200 })

/** The portal itself, and administrators: not on behalf of whoever asks from outside. */
const OWN: Source = { id: '', isKnown: true }

/** A new hash of a password, in PHC form. @throws AppError busy when too many wait already */
export async function hashPassword(keys: Keys, password: string, source = OWN): Promise<string> {
  return inTurn(source, () => hash(canonical(password), { ...ARGON2, secret: keys.pepper }))
}

/**
 * Compares a password with a stored hash. Without one it does the same work on a decoy and says no: how long it
 * takes tells nobody whether the account exists.
 *
 * @throws AppError busy when too many wait already
 */
export async function verifyPassword(
  keys: Keys,
  stored: string | null,
  password: string,
  source: Source,
): Promise<boolean> {
  const against = stored ?? (await decoyHash(keys))
  const isRight = await inTurn(source, () => verify(against, canonical(password), { secret: keys.pepper }))
  return isRight && stored !== null
}

/** Whether a stored hash was made when other costs were asked for: it is made anew once its password is known. */
export const isOutdated = (stored: string) => !stored.startsWith(OF_TODAY)

let decoy: Promise<string> | null = null

function decoyHash(keys: Keys): Promise<string> {
  decoy ??= hash(newSecret(), { ...ARGON2, secret: keys.pepper })
  return decoy
}

/** Makes the decoy ahead of the first sign-in, which would otherwise take twice as long for someone unknown. */
export async function prepareDecoy(keys: Keys): Promise<void> {
  await decoyHash(keys)
}

/** Different keyboards write the same letters differently. */
function canonical(password: string): string {
  return password.normalize('NFC')
}
