import { accessSync, constants, statfsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { getSystemErrorMessage } from 'node:util'

/** Why anchors of the audit cannot be appended to this file, in a sentence for the operator; `null`: they can, while the disk has room. */
export function findAnchorFault(file: string, dataDir: string): string | null {
  const folder = dirname(resolve(file))
  let place = file
  try {
    const found = statSync(file, { throwIfNoEntry: false })
    if (found?.isDirectory()) return `AUDIT_ANCHOR_FILE must be a file, and ${file} is a folder.`
    // The first start makes it.
    if (found === undefined && folder === resolve(dataDir)) return null
    if (found === undefined) place = folder
    accessSync(place, found === undefined ? constants.W_OK | constants.X_OK : constants.W_OK)
    return null
  } catch (error) {
    const why = getSystemErrorMessage((error as NodeJS.ErrnoException).errno as number)
    return `AUDIT_ANCHOR_FILE cannot be written: ${place}: ${why}.`
  }
}

/** The same while a server runs: a full disk is no reason not to start. */
export function findAnchorFaultNow(file: string, dataDir: string): string | null {
  const fault = findAnchorFault(file, dataDir)
  if (fault !== null) return fault
  const { blocks, bavail } = statfsSync(dirname(resolve(file)))
  return blocks > 0 && bavail === 0 ? `AUDIT_ANCHOR_FILE cannot be written: the disk of ${file} is full.` : null
}
