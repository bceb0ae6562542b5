import { accessSync, constants, statfsSync, statSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isReachableByAll } from '../db/postgres-runner.ts'
import { reasonOf } from './reason-of.ts'

/** Below this the next segments may not fit. */
const FREE_MIN_MB = 64
const MB = 1e6
const NOBODY = 65_534

/** Of one database: another one gets its own beside it. */
export const placesOf = (archive: string, database: string) => ({
  root: join(archive, database),
  segments: join(archive, database, 'wal'),
  bases: join(archive, database, 'base'),
})
export type Places = ReturnType<typeof placesOf>

/** A base copy: the data folder as of `startedAt` to `finishedAt`, which needs the segments from `from` to `to`. */
export type Base = {
  name: string
  startedAt: string
  finishedAt: string
  timeline: number
  from: string
  to: string
  bytes: number
}

/** A segment of the log: timeline and number, in 24 digits. */
export const IS_SEGMENT = /^[0-9A-F]{24}$/
export const BASE_NAME = /^base-\d{8}T\d{6}Z$/
/** What is left of a copy that was not finished, or not removed completely. */
export const BASE_REMAINS = /^base-\d{8}T\d{6}Z\.(?:unfinished|removed)$/
export const BASE_FILE = 'base.json'
export const BASE_TAR = 'postgres.tar.zst'

/** The complete base copies, the oldest first. */
export async function listBases({ bases }: Places): Promise<Base[]> {
  const names = (await namesIn(bases)).filter((name) => BASE_NAME.test(name)).sort()
  return Promise.all(
    names.map(async (name) => ({ name, ...JSON.parse(await readFile(join(bases, name, BASE_FILE), 'utf8')) })),
  )
}

/** The names of the archived files, without the suffix of their compression. */
export async function listArchived({ segments }: Places): Promise<string[]> {
  const names = (await namesIn(segments)).filter((name) => name.endsWith('.zst'))
  return names.map((name) => name.slice(0, -'.zst'.length)).sort()
}

/** Empty when the folder is missing; @throws when it cannot be read */
export const namesIn = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw new Error(reasonOf(error, folder), { cause: error })
  })

/** Why segments cannot be stored, in a sentence for the operator; `null`: no reason is to be seen from here. */
export function findFolderFault(archive: string, { root, segments, bases }: Places): string | null {
  let folder = archive
  try {
    for (folder of [archive, root, segments]) {
      if (!statSync(folder).isDirectory()) return reasonOf({ code: 'ENOTDIR' }, folder)
      accessSync(folder, folder === segments ? constants.R_OK | constants.W_OK : constants.X_OK)
    }
    const { uid, mode } = statSync(segments)
    if ((mode & 0o300) !== 0o300) return reasonOf({ code: 'EACCES' }, segments)
    if (uid === NOBODY && !isReachableByAll(root))
      return `PostgreSQL runs as nobody, who cannot enter ${root}: let others pass through the folders above it.`
    const { bavail, bsize } = statfsSync(segments)
    const freeMb = Math.floor((bavail * bsize) / MB)
    if (freeMb < FREE_MIN_MB)
      return `${segments} is on a disk with ${freeMb} MB free: archiving needs ${FREE_MIN_MB} MB.`
    folder = bases
    if (!(statSync(bases, { throwIfNoEntry: false })?.isDirectory() ?? true))
      return reasonOf({ code: 'ENOTDIR' }, bases)
    return null
  } catch (error) {
    return reasonOf(error, folder)
  }
}
