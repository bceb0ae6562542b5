import { createPrivateKey, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import type { DataKeys } from './seal.ts'

/** One key per purpose, derived from the root key, so that none of them is stored. */
export type DerivedKeys = {
  /** Keyed hash of passwords before argon2 (requirement P6). */
  pepper: Buffer
  /** One-time codes (requirement P3). */
  otp: KeyObject
  /** Digests for rate-limit rows: what people type is not stored (requirement P4). */
  throttle: KeyObject
  csrf: KeyObject
  /** Signs the cookie that marks a known browser (requirement P4). */
  device: KeyObject
  /** Secrets of applications: random, so a fast keyed digest is enough (performance note 7). */
  applicationSecret: KeyObject
  /** Signs the links by which people lock their accounts (ADR 0070). */
  lockLink: KeyObject
  /** Signs the links of messages about requests for access (ADR 0131). */
  requestLink: KeyObject
  /** Derives the successor of a refresh token (ADR 0029). */
  refreshToken: KeyObject
  /** Makes the pairwise ids of people. It must never change, because applications store these ids. */
  subject: KeyObject
  /** Signs the cookies of authorization requests that wait for a sign-in. */
  oidcCookies: string
  /** Signs the seals of the audit: Ed25519 (ADR 0051). */
  auditSeals: KeyObject
}

export type Keys = DerivedKeys & {
  /** Seal values in the database (requirement P16). */
  seal: DataKeys
  /** Only in tests, which hash cheaply. The product has one cost (ADR 0019). */
  passwordCost?: PasswordCost
}

/** Parameters of argon2id; the memory is in KiB. */
export type PasswordCost = { memoryCost: number; timeCost: number; parallelism: number }

/** How PKCS #8 begins for an Ed25519 key; its 32 bytes follow (RFC 8410 §7). */
const ED25519_PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** @param from 32 bytes */
const bytesFor = (from: Buffer, purpose: string) =>
  Buffer.from(hkdfSync('sha256', from, '', `gatehouse/${purpose}/1`, 32))

/** @param root 32 bytes: the root key, which stays the same when the master key changes (ADR 0055) */
export function deriveKeys(root: Buffer): DerivedKeys {
  const bytes = (purpose: string) => bytesFor(root, purpose)
  // Made once: with bytes, node would create a key object at every use.
  const derive = (purpose: string) => createSecretKey(bytes(purpose))
  return {
    pepper: bytes('pepper'),
    otp: derive('otp'),
    throttle: derive('throttle'),
    csrf: derive('csrf'),
    device: derive('device'),
    applicationSecret: derive('application-secret'),
    lockLink: derive('lock-link'),
    requestLink: derive('request-link'),
    refreshToken: derive('refresh-token'),
    subject: derive('subject'),
    oidcCookies: bytes('oidc-cookies').toString('base64'),
    auditSeals: createPrivateKey({
      key: Buffer.concat([ED25519_PKCS8, bytes('audit-seals')]),
      format: 'der',
      type: 'pkcs8',
    }),
  }
}

/** The key that sealed everything before data keys were stored: releases before this one derived it from the master key. */
export const unnamedDataKey = (masterKey: Buffer): Buffer => bytesFor(masterKey, 'seal')

/** Wraps the stored keys. */
export const wrappingKey = (masterKey: Buffer): KeyObject => createSecretKey(bytesFor(masterKey, 'wrap'))

/** Wraps a new data key for servers that were started with the former master key. */
export const handoverKey = (root: Buffer): KeyObject => createSecretKey(bytesFor(root, 'handover'))

/** Tells master keys apart, and says nothing about them. */
export const masterKeyId = (masterKey: Buffer): string => bytesFor(masterKey, 'master-key-id').toString('hex', 0, 8)
