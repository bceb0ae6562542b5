import { createPublicKey, type KeyObject } from 'node:crypto'
import type { CommandConfig } from '../config.ts'
import { deriveKeys } from '../crypto/keys.ts'

/** The key with which seals are checked; `null` without the master key. */
export const sealKeyOf = ({ masterKey }: CommandConfig): KeyObject | null =>
  masterKey === null ? null : createPublicKey(deriveKeys(masterKey).auditSeals)
