import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The master key from the environment or a file; in development a key is made when the configuration has no other
 * fault.
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
    return key
  }
  if (env.MASTER_KEY) return parse(env.MASTER_KEY, 'MASTER_KEY')
  if (env.MASTER_KEY_FILE) {
    const text = readKeyFile(env.MASTER_KEY_FILE, faults)
    return text === null ? Buffer.alloc(32) : parse(text, 'MASTER_KEY_FILE')
  }
  if (production) {
    faults.push('MASTER_KEY or MASTER_KEY_FILE is required in production.')
    return Buffer.alloc(32)
  }
  if (faults.length > 0) return Buffer.alloc(32)
  const file = join(dataDir, 'master.key')
  if (!existsSync(file)) {
    // Other users may enter the folder but not list it, so that the database's own user reaches its folder.
    mkdirSync(dataDir, { recursive: true, mode: 0o711 })
    writeFileSync(file, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' })
  }
  return parse(readFileSync(file, 'utf8'), file)
}

/** Accessible to all users, or writable by a group. A group may read it: Kubernetes provides secrets in that way. */
const LOOSE_MODE = 0o037

function readKeyFile(file: string, faults: string[]): string | null {
  try {
    const stat = statSync(file)
    if (stat.isFile() && (stat.mode & LOOSE_MODE) === 0) return readFileSync(file, 'utf8')
    faults.push(
      stat.isFile()
        ? 'MASTER_KEY_FILE can be read by everybody on this machine, or changed by others: chmod 600 it.'
        : 'MASTER_KEY_FILE names no file.',
    )
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    faults.push(isMissing ? 'MASTER_KEY_FILE names a file that does not exist.' : 'MASTER_KEY_FILE cannot be read.')
  }
  return null
}
