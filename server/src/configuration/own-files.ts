import { realpathSync } from 'node:fs'
import { sep } from 'node:path'
import { settingsFiles } from '../config.ts'

/** What the system shows as files, such as the environment of a process. */
const SYSTEM = ['/proc', '/sys']

/**
 * Whether a file is the portal's own or the system's, such as the master key: a file of the configuration could otherwise give it to a mail
 * server. Links are followed.
 */
export function isOwnFile(path: string, dataDir: string): boolean {
  const real = realPath(path)
  if (real === null) return false
  const folders = [realPath(dataDir), ...SYSTEM].filter((one) => one !== null)
  return settingsFiles().some((one) => realPath(one) === real) || folders.some((one) => real.startsWith(one + sep))
}

/** `null`: there is no such file, or it cannot be reached. */
function realPath(path: string): string | null {
  try {
    return realpathSync(path)
  } catch {
    return null
  }
}
