import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import type { Keys } from '../crypto/keys.ts'
import { newSecret } from '../crypto/secrets.ts'
import { AppError } from '../errors.ts'

/** Well above OWASP's minimum for argon2id of 19 MiB and two passes; the algorithm is the library's default (ADR 0018). */
export const ARGON2 = { memoryCost: 49_152, timeCost: 3, parallelism: 1 } as const
/** How a hash in PHC form begins that costs what is asked for now. */
const OF_TODAY = `$argon2id$v=19$m=${ARGON2.memoryCost},t=${ARGON2.timeCost},p=${ARGON2.parallelism}$`

/** More at once would only queue in the thread pool, in front of files and DNS (security note F8). */
const AT_ONCE = availableParallelism()
const QUEUE_LIMIT = 64

let running = 0
const waiting: (() => void)[] = []

/** A new hash of a password, in PHC form. */
export async function hashPassword(keys: Keys, password: string): Promise<string> {
  return inTurn(() => hash(canonical(password), { ...ARGON2, secret: keys.pepper }))
}

/**
 * Compares a password with a stored hash. Without one it does the same work on a decoy and says no: how long it
 * takes tells nobody whether the account exists.
 *
 * @throws AppError busy when too many wait already
 */
export async function verifyPassword(keys: Keys, stored: string | null, password: string): Promise<boolean> {
  const against = stored ?? (await decoyHash(keys))
  const isRight = await inTurn(() => verify(against, canonical(password), { secret: keys.pepper }))
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

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (waiting.length >= QUEUE_LIMIT) throw new AppError('busy', { data: { retryAfterSeconds: 2 } })
    await new Promise<void>((resolve) => waiting.push(resolve))
  }
  running++
  try {
    return await work()
  } finally {
    running--
    waiting.shift()?.()
  }
}
