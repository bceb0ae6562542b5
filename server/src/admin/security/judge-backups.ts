import type { BackupNote } from '@gatehouse/contract/admin/security/checklist.ts'
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
  if (backups === null) return judged('warning', 0, 'off')
  const newest = await readBackupState(on)
  const { doneSecondsAgo, failure, trial, note } = newest
  const count = Math.floor((doneSecondsAgo ?? 0) / HOUR_SECONDS)
  if (failure !== null) return judged('danger', count, 'failed', failure)
  const isLate = doneSecondsAgo === null || doneSecondsAgo > backups.everyHours * HOUR_SECONDS * LATE_FACTOR
  if (isLate) return judged('danger', count, 'late')
  const fault = await findFileFault(backups.folder, newest)
  if (fault !== null) return judged('danger', count, fault.kind, fault.kind === 'unseen' ? fault.reason : fault.file)
  if (trial === 'impossible') return judged('warning', count, trial, note)
  if (note !== null) return judged('warning', count, 'notRemoved', note)
  return { kind: 'backups', state: 'good', count, names: [] }
}

function judged(state: Judged['state'], count: number, note: BackupNote, detail: string | null = null): Judged {
  return { kind: 'backups', state, count, names: detail === null ? [note] : [note, detail] }
}
