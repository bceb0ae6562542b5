import { readdir, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { FILE_NAME } from './backup-file.ts'

/** `later`: files with later names than the backup that was just made. */
export type Retained = { later: string[]; failed: { file: string; error: NodeJS.ErrnoException }[] }

/**
 * Removes the oldest scheduled backups in a folder. The one that was just made counts as the newest. Later names were given while the
 * database's clock was ahead, or are right while it is behind: such files are neither counted nor removed, so that no wrong clock costs a
 * good backup.
 */
export async function removeOldBackups(folder: string, keep: number, made: string): Promise<Retained> {
  const names = (await readdir(folder)).filter((name) => FILE_NAME.test(name)).sort()
  const failed: Retained['failed'] = []
  for (const file of names.filter((name) => name <= made).slice(0, -keep))
    await unlink(join(folder, file)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') failed.push({ file, error })
    })
  return { later: names.filter((name) => name > made), failed }
}
