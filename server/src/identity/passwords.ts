import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import type { Keys, PasswordCost } from '../crypto/keys.ts'
import { newSecret } from '../crypto/secrets.ts'
import { passwordHashed } from '../signals.ts'
import { makeFairQueue, type Source } from './fair-queue.ts'

/** The first of OWASP's recommended parameters for argon2id, the library's default algorithm (ADR 0019). */
export const ARGON2: PasswordCost = { memoryCost: 47_104, timeCost: 1, parallelism: 1 }

const costOf = ({ passwordCost = ARGON2 }: Keys) => passwordCost

/**
 * More hashes at once would only queue in the thread pool, in front of files and DNS (requirement P6). The limits fit
 * an office of a hundred people who sign in at one moment: none waits longer than about two seconds.
 */
const inTurn = makeFairQueue({ atOnce: availableParallelism(), waitingPerSource: 100, waitingInAll: 200 })

/** The source of hashes that the portal or an administrator asks for. */
const OWN: Source = { id: '', isKnown: true }

/** A new hash of a password, in PHC form. @throws AppError busy when too many wait already */
export async function hashPassword(keys: Keys, password: string, source = OWN): Promise<string> {
  const work = () => hash(canonical(password), { ...costOf(keys), secret: keys.pepper })
  return passwordHashed.run({}, () => inTurn(source, work))
}

/**
 * Compares a password with a stored hash. Without a hash it verifies against a decoy and returns `false`, so that the
 * time does not reveal whether the account exists.
 *
 * @throws AppError busy when too many wait already
 */
export async function verifyPassword(
  keys: Keys,
  stored: string | null,
  password: string,
  source = OWN,
): Promise<boolean> {
  const against = stored ?? (await decoyHash(keys))
  const work = () => verify(against, canonical(password), { secret: keys.pepper })
  const isRight = await passwordHashed.run({}, () => inTurn(source, work))
  return isRight && stored !== null
}

/**
 * Whether a stored hash was made with other parameters: it is renewed at the next sign-in, when the password is known.
 */
export function isOutdated(keys: Keys, stored: string): boolean {
  const { memoryCost, timeCost, parallelism } = costOf(keys)
  // How a hash in PHC form begins.
  return !stored.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`)
}

const decoys = new WeakMap<Keys, Promise<string>>()

function decoyHash(keys: Keys): Promise<string> {
  const known = decoys.get(keys)
  if (known !== undefined) return known
  const made = hash(newSecret(), { ...costOf(keys), secret: keys.pepper })
  decoys.set(keys, made)
  return made
}

/** Makes the decoy before the first sign-in, which would otherwise take twice as long for an unknown account. */
export async function prepareDecoy(keys: Keys): Promise<void> {
  await decoyHash(keys)
}

/** Different keyboards encode the same letters differently. */
function canonical(password: string): string {
  return password.normalize('NFC')
}
