import type { KeyObject } from 'node:crypto'
import { hmac } from '../crypto/secrets.ts'

/**
 * The digest under which an application's secret is stored. The secret is random, so no slow hash is needed
 * (performance note 7).
 */
export function applicationSecretHash(key: KeyObject, applicationId: string, secret: string): Buffer {
  return hmac(key, applicationId.toLowerCase(), secret)
}
