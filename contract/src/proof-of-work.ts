import * as z from 'zod/mini'

/** The nonce is a decimal number, so that what is hashed fits into one block of SHA-256. */
export const NONCE_MAX = 99_999_999_999

/**
 * Work that a caller has done for this one request: `nonce`, so that SHA-256 of `<proof>.<nonce>` begins with as many zero bits as
 * the challenge demands. `proof` is the last part of the challenge. Needed after the error `proof_of_work_needed` (ADR 0091).
 */
export const workDone = () =>
  z.optional(
    z.object({
      challenge: z.string().check(z.maxLength(200, 'Too Long!')),
      nonce: z.int().check(z.gte(0), z.lte(NONCE_MAX)),
    }),
  )

/** The `data` of the error `proof_of_work_needed`. */
export type WorkAsked = { challenge: string; difficulty: number }

/** What is hashed. */
export const hashedText = (challenge: string, nonce: number) => `${challenge.split('.').at(-1)}.${nonce}`

/** Whether a digest begins with that many zero bits. */
export function hasWork(digest: ArrayLike<number>, difficulty: number): boolean {
  const whole = Math.floor(difficulty / 8)
  for (let at = 0; at < whole; at++) if (digest[at] !== 0) return false
  return (digest[whole] as number) >> (8 - (difficulty % 8)) === 0
}
