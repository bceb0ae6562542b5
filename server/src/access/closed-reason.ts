import type { Assigned } from './access.ts'

/** Why nothing of what is assigned to a person can be opened: its end has come, or it is closed for now. `null`: nothing is assigned. */
export function closedReason(assigned: readonly Assigned[]): 'application_ended' | 'application_closed' | null {
  if (assigned.length === 0) return null
  return assigned.every(({ isOver }) => isOver) ? 'application_ended' : 'application_closed'
}
