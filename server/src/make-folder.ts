import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder, and those above it, unless it is there. Node's own way (`recursive`) never ends below a folder that refuses a new
 * one with the code of a missing one, such as /proc.
 */
export function makeFolder(path: string, mode: number): void {
  if (isFolder(path)) return
  if (dirname(path) !== path) makeFolder(dirname(path), mode)
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    // Another process has made it meanwhile.
    if (!isFolder(path)) throw error
  }
}

/** A sentence for the operator. */
export const noDataDir = ({ message }: Error) =>
  `DATA_DIR must be a folder in which this user can make files: ${message}`

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
