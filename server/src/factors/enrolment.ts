import { newId } from '../crypto/ids.ts'
import { type DataKeys, seal, unseal } from '../crypto/seal.ts'
import { unlessFault } from '../db/faults.ts'
import { newTotpSecret } from './totp.ts'

const ENROLMENT_SECONDS = 10 * 60

export type Enrolment = { id: string; secret: string }
type Owner = { userId: string; sessionId: string }

/** Sealed for the session in which it was asked for, so that it adds an app nowhere else. */
const placeOf = ({ userId, sessionId }: Owner) => `authenticator enrolment|${userId}|${sessionId}`

/**
 * A new secret, and the same sealed for the person, who sends it back with the first code: what was never confirmed is
 * never stored.
 *
 * @param seconds now
 */
export async function openEnrolment(
  keys: DataKeys,
  owner: Owner,
  seconds: number,
): Promise<Enrolment & { enrolment: string }> {
  const made = { id: newId(), secret: await newTotpSecret() }
  const expiresAt = Math.floor(seconds) + ENROLMENT_SECONDS
  const sealed = seal(keys, placeOf(owner), JSON.stringify({ ...made, expiresAt }))
  return { ...made, enrolment: sealed.toString('base64url') }
}

/** @returns `null` when it has expired, or was not made for this session */
export async function readEnrolment(
  keys: DataKeys,
  owner: Owner,
  enrolment: string,
  seconds: number,
): Promise<Enrolment | null> {
  const plain = await unseal(keys, placeOf(owner), Buffer.from(enrolment, 'base64url')).catch(unlessFault(null))
  if (plain === null) return null
  const { id, secret, expiresAt } = JSON.parse(plain) as Enrolment & { expiresAt: number }
  return seconds < expiresAt ? { id, secret } : null
}
