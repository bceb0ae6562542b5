import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder, noDataDir } from './make-folder.ts'

/** In the data folder: the key that was made there. */
export const KEY_FILE = 'master.key'

/** A random key has some thirty different bytes; one with fewer than these was typed, or comes from an example. */
const DIFFERENT_BYTES_MIN = 8

/**
 * The master key from the environment; in development a key is made when the configuration has no other fault.
 *
 * @param faults gets a sentence for each fault; the returned key must then not be used
 */
export function readMasterKey(
  env: Record<string, string | undefined>,
  dataDir: string,
  production: boolean,
  faults: string[],
): Buffer {
  const parse = (text: string, from: string) => {
    const key = Buffer.from(text.trim(), 'base64')
    if (key.length !== 32) faults.push(`${from} must hold 32 bytes as base64 (openssl rand -base64 32).`)
    else if (production && new Set(key).size < DIFFERENT_BYTES_MIN)
      faults.push(`${from} must be random in production (openssl rand -base64 32).`)
    return key
  }
  if (env.MASTER_KEY) return parse(env.MASTER_KEY, env.MASTER_KEY_FILE ? 'MASTER_KEY_FILE' : 'MASTER_KEY')
  if (production) {
    faults.push('MASTER_KEY or MASTER_KEY_FILE is required in production.')
    return Buffer.alloc(32)
  }
  if (faults.length > 0) return Buffer.alloc(32)
  const file = join(dataDir, KEY_FILE)
  if (!existsSync(file)) {
    // Other users may enter the folder but not list it, so that the database's own user reaches its folder.
    try {
      makeFolder(dataDir, 0o711)
      writeFileSync(file, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' })
    } catch (error) {
      faults.push(noDataDir(error as Error))
      return Buffer.alloc(32)
    }
  }
  return parse(readFileSync(file, 'utf8'), file)
}
