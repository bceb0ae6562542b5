import type { KeyObject } from 'node:crypto'
import { equalBytes, hmac, newSecret } from '../crypto/secrets.ts'

/** How long a browser stays known after a sign-in. */
export const DEVICE_SECONDS = 180 * 86_400

/**
 * The account for which a browser is known. A changed password makes the browser unknown again, because another person
 * may have signed in there. `readAt`: the database's time.
 */
type Owner = { id: string; passwordChangedAt: Date | null; readAt: Date }

/**
 * The cookie of a browser in which this person has signed in: `device.time.signature`. It gives no access; it only
 * exempts its owner from the limits that guessing strangers trigger (requirement P4).
 */
export function makeDeviceCookie(key: KeyObject, owner: Owner, device: string | null): string {
  const parts = [device ?? newSecret().slice(0, 22), String(Math.floor(owner.readAt.getTime() / 1000))] as const
  return [...parts, sign(key, owner, ...parts)].join('.')
}

/**
 * The device's id when the cookie was made for this account after its last change of password and is not too old, else
 * `null`.
 */
export function readDeviceCookie(key: KeyObject, owner: Owner | null, cookie: string | undefined): string | null {
  if (owner === null || cookie === undefined) return null
  const [device = '', madeAt = '', signature = ''] = cookie.split('.')
  const isGenuine = equalBytes(Buffer.from(signature), Buffer.from(sign(key, owner, device, madeAt)))
  const isFresh = owner.readAt.getTime() / 1000 - Number(madeAt) < DEVICE_SECONDS
  return isGenuine && isFresh ? device : null
}

function sign(key: KeyObject, { id, passwordChangedAt }: Owner, device: string, madeAt: string): string {
  const chosen = passwordChangedAt === null ? [] : [passwordChangedAt.toISOString()]
  return hmac(key, id, device, madeAt, ...chosen).toString('base64url')
}
