import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { within } from '../db/within.ts'
import type { BackupState } from './backup-table.ts'

/** A folder on another machine may not answer. */
const FOLDER_MAX_MS = 1500

/** `missing`: it is not there. `changed`: it has another size than was written. `unseen`: neither can be said, for the reason. */
export type FileFault = { kind: 'missing' | 'changed'; file: string } | { kind: 'unseen'; reason: string }

/** What has become of the file of the newest backup, as this machine sees its folder; `null`: it is as it was written. */
export async function findFileFault(
  folder: string,
  { file: name, bytes }: Pick<BackupState, 'file' | 'bytes'>,
): Promise<FileFault | null> {
  if (name === null) return null
  const file = join(folder, name)
  try {
    const { size } = await within(FOLDER_MAX_MS, stat(file))
    return bytes !== null && size !== bytes ? { kind: 'changed', file } : null
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return code === 'ENOENT' || code === 'ENOTDIR' ? { kind: 'missing', file } : { kind: 'unseen', reason: message }
  }
}
