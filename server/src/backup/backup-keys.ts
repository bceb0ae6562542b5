import { createHmac, hkdfSync, scryptSync } from 'node:crypto'

/** What a backup is encrypted with. */
export type BackupKey =
  | { kind: 'master'; key: Buffer }
  | { kind: 'key'; key: Buffer }
  | { kind: 'passphrase'; passphrase: string }

/** 32 MiB and about a quarter of a second. Part of the format: other numbers need another version of it. */
const SCRYPT = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 1024 * 1024 }

/** The keys of one file; `salt` is random and stored in its header. */
export function fileKeys(key: BackupKey, salt: Buffer): { chunks: Buffer; header: Buffer } {
  const root = key.kind === 'passphrase' ? scryptSync(key.passphrase, salt, 32, SCRYPT) : key.key
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', root, salt, `gatehouse/backup-${purpose}/1`, 32))
  return { chunks: derive('chunks'), header: derive('header') }
}

/** Proves which master key a backup belongs to. Nobody can find the key from it. */
export const proofOf = (masterKey: Buffer): string =>
  createHmac('sha256', masterKey).update('gatehouse/backup-proof/1').digest('hex')
