import { createWriteStream, existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type pg from 'pg'
import type { Counts } from './manifest.ts'
import { type BackupOptions, writeBackup } from './write-backup.ts'

/** What `fileName` gives, also while it is unfinished. */
export const FILE_NAME = /^gatehouse-\d{8}T\d{6}Z\.backup(?<unfinished>\.unfinished)?$/

/** Of a scheduled backup. Sorts by time. */
export const fileName = (at: Date) => `gatehouse-${compact(at)}.backup`

/** Of one that somebody makes by hand, also in the folder of the schedule, which removes none of these. */
export const fileNameByHand = (at: Date) => `gatehouse-by-hand-${compact(at)}.backup`

const compact = (at: Date) => at.toISOString().replace(/[-:]|\.\d+/g, '')

/**
 * Writes a backup to a new file, which only this user can read. It has its name once it is complete and on the disk.
 *
 * @throws Error with a sentence for the operator
 */
export async function backUpToFile(connection: pg.ClientConfig, file: string, options: BackupOptions): Promise<Counts> {
  if (existsSync(file)) throw new Error(`${file} exists already.`)
  const unfinished = `${file}.unfinished`
  try {
    const output = createWriteStream(unfinished, { flags: 'w', mode: 0o600, flush: true })
    const counts = await writeBackup(connection, output, options)
    await rename(unfinished, file)
    const folder = await open(dirname(file), 'r')
    await folder.sync().finally(() => folder.close())
    return counts
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}
