import { createHash } from 'node:crypto'
import { accessSync, constants, lstatSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeFolder } from '../make-folder.ts'
import type { Runner } from './postgres-runner.ts'

export const PORT = 5432
/** Linux refuses longer paths of unix sockets (`sun_path`, unix(7)). */
const SOCKET_PATH_MAX = 100

/** Where the socket of the database in a data folder is. */
export function socketFolderOf(dataDir: string): string {
  const inData = join(dataDir, 'socket')
  const short = join(tmpdir(), `gatehouse-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`)
  return Buffer.byteLength(join(inData, `.s.PGSQL.${PORT}.lock`)) <= SOCKET_PATH_MAX ? inData : short
}

/** @throws Error with a sentence for the operator */
export function makeSocketFolder(dataDir: string, runner: Runner): string {
  const folder = socketFolderOf(dataDir)
  makeFolder(folder, 0o700)
  accessSync(folder, constants.W_OK)
  refuseForeign(folder, runner)
  runner.own(folder)
  return folder
}

/**
 * Another user may have made this folder first in a shared place: its owner could read everything that the server sends
 * to its database.
 */
function refuseForeign(folder: string, { uids }: Runner) {
  const stat = lstatSync(folder)
  if (stat.isDirectory() && uids.includes(stat.uid) && (stat.mode & 0o077) === 0) return
  throw new Error(
    `${folder} must be a folder of this user that nobody else can enter. Remove it, or choose a shorter DATA_DIR.`,
  )
}
