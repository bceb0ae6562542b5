import type { BULK_ACTIONS, FileGuess, Job } from '@gatehouse/contract/admin/jobs/jobs.ts'
import type { Tone } from '../../ui/StatusBadge.tsx'

export type BulkAction = (typeof BULK_ACTIONS)[number]

/** The names of job kinds. English, for `t()`. */
export const KIND_WORDS: Record<Job['kind'], string> = {
  activate: 'Activate',
  deactivate: 'Deactivate',
  delete: 'Delete',
  assign: 'Assign Application',
  detach: 'Detach Application',
  attachRole: 'Assign Role',
  restore: 'Restore',
  importUsers: 'Import of users',
  importAssignments: 'Import of assignments',
  leave: 'Leavers',
}

/** The colours of the states, as in other lists. */
export const TONES: Record<Job['state'], Tone> = {
  waiting: 'warning',
  running: 'warning',
  checked: 'neutral',
  done: 'success',
  cancelled: 'neutral',
  failed: 'error',
}

/** The separators of cells. English, for `t()`. */
export const SEPARATOR_WORDS: Record<FileGuess['separator'], string> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
}

/** The state of a job. English, for `t()`. */
export function stateWords({ state, isDryRun, cancelRequested }: Job): string {
  if (state === 'running' && cancelRequested) return 'Cancelling'
  if (state === 'running') return isDryRun ? 'Checking' : 'Running'
  return {
    waiting: 'Waiting',
    checked: 'Ready to run',
    done: 'Done',
    cancelled: 'Cancelled',
    failed: 'Stopped',
  }[state]
}

/** Whether it ended before all of its records were done. */
export const hasEndedEarly = ({ state }: Job) => state === 'cancelled' || state === 'failed'

export const isUnderWay = ({ state }: Job) => state === 'waiting' || state === 'running'
