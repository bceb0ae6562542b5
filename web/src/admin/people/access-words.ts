import type { Assignment } from '@gatehouse/contract/admin/people/assignments.ts'
import type { Tone } from '../../ui/StatusBadge.tsx'

/** Whether an assignment opens its application and, if not, the first condition that fails. English, for `t()`. */
export function accessState({ person, application, client, canOpen, canSignIn, isCurrent, validUntil }: Assignment): {
  status: string
  tone: Tone
} {
  if (canOpen) return { status: 'Can be opened', tone: 'success' }
  if (canSignIn) return { status: 'No address to open', tone: 'warning' }
  if (!person.isActive) return { status: 'Person inactive', tone: 'error' }
  if (application.status !== 'ACTIVE') return { status: APPLICATION[application.status] ?? 'Inactive', tone: 'error' }
  if (client.status !== 'ACTIVE') return { status: 'Client inactive', tone: 'error' }
  if (isCurrent) return { status: 'Inactive', tone: 'error' }
  return hasEnded(validUntil) ? { status: 'Ended', tone: 'error' } : { status: 'Not begun', tone: 'warning' }
}

/** An assignment is shown as ended for the seconds until it is removed. */
export const hasEnded = (validUntil: string | null) => validUntil !== null && new Date(validUntil) <= new Date()

const APPLICATION: Record<string, string> = {
  INACTIVE: 'Application inactive',
  'Temporary BLOCKED': 'Application blocked',
  'Permanent BLOCKED': 'Application blocked',
}

/** How an assignment came about. English, for `t()`; {{name}} is the administrator. */
export function originWords({ assignedBy, administrator }: Pick<Assignment, 'assignedBy' | 'administrator'>): string {
  if (assignedBy === 'registration') return 'Registered by themselves'
  if (assignedBy === 'unknown') return 'Origin not recorded'
  return administrator === '' ? 'Assigned by an administrator' : 'Assigned by {{name}}'
}
