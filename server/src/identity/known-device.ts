import type { KeyObject } from 'node:crypto'
import { equalBytes, hmac, newSecret } from '../crypto/secrets.ts'

/** How long a browser stays known after a sign-in. */
export const DEVICE_SECONDS = 180 * 86_400

/**
 * The cookie that marks a browser in which this person has signed in: `device.time.signature`. It opens nothing;
 * it only spares its owner from being slowed down by strangers who guess (security note D4).
 */
export function makeDeviceCookie(key: KeyObject, userId: string, device: string | null, now: Date): string {
  const parts = [device ?? newSecret().slice(0, 22), String(Math.floor(now.getTime() / 1000))] as const
  return [...parts, sign(key, userId, ...parts)].join('.')
}

/** The device's id when the cookie was made for this person and is not too old, else `null`. */
export function readDeviceCookie(key: KeyObject, userId: string, cookie: string | undefined, now: Date): string | null {
  const [device = '', madeAt = '', signature = ''] = (cookie ?? '').split('.')
  const isGenuine = equalBytes(Buffer.from(signature), Buffer.from(sign(key, userId, device, madeAt)))
  const isFresh = now.getTime() / 1000 - Number(madeAt) < DEVICE_SECONDS
  return isGenuine && isFresh ? device : null
}

function sign(key: KeyObject, userId: string, device: string, madeAt: string): string {
  return hmac(key, userId, device, madeAt).toString('base64url')
}
