import { readBackupState } from '../../backup/backup-table.ts'
import { findFileFault } from '../../backup/find-file-fault.ts'
import type { Config } from '../../config.ts'
import type { Executor } from '../../db/database.ts'
import type { Judged } from './judge-settings.ts'

const HOUR_SECONDS = 3600
/** One that takes long, or is retried, is late by less. */
const LATE_FACTOR = 1.5

/** What the scheduled backups say. */
export async function judgeBackups(on: Executor, { backups }: Pick<Config, 'backups'>): Promise<Judged> {
  const kind = 'backups'
  if (backups === null) return { kind, state: 'warning' }
  const newest = await readBackupState(on)
  const { doneSecondsAgo, failure, trial, note } = newest
  const count = Math.floor((doneSecondsAgo ?? 0) / HOUR_SECONDS)
  if (failure !== null) return { kind, state: 'danger', count, names: [failure] }
  const isLate = doneSecondsAgo === null || doneSecondsAgo > backups.everyHours * HOUR_SECONDS * LATE_FACTOR
  if (isLate) return { kind, state: 'danger', count }
  const fault = await findFileFault(backups.folder, newest)
  if (fault !== null)
    return { kind, state: 'danger', count, names: [fault.kind, fault.kind === 'unseen' ? fault.reason : fault.file] }
  if (trial === 'impossible') return { kind, state: 'warning', count, names: note === null ? [trial] : [trial, note] }
  if (note !== null) return { kind, state: 'warning', count, names: ['notRemoved', note] }
  return { kind, state: 'good', count, names: [] }
}
