import { hkdfSync } from 'node:crypto'

/** Keys for one purpose each, derived from the master key, so that none of them is stored anywhere. */
export type Keys = {
  /** Keyed hash of passwords before argon2 (security note D6). */
  pepper: Buffer
  /** One-time codes (security note D3). */
  otp: Buffer
  /** Keys of throttle rows: what people typed is not stored (security note D4). */
  throttle: Buffer
  csrf: Buffer
  /** Signs the cookie that marks a known browser (security note D4). */
  device: Buffer
  /** Seals values in the database (security note D16). */
  seal: Buffer
  /** Secrets of applications: random, so a fast keyed digest is enough (performance note 7). */
  applicationSecret: Buffer
}

/** @param masterKey 32 bytes */
export function deriveKeys(masterKey: Buffer): Keys {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', masterKey, '', `gatehouse/${purpose}/1`, 32))
  return {
    pepper: derive('pepper'),
    otp: derive('otp'),
    throttle: derive('throttle'),
    csrf: derive('csrf'),
    device: derive('device'),
    seal: derive('seal'),
    applicationSecret: derive('application-secret'),
  }
}
