import type { Assignment } from '@gatehouse/contract/admin/people/assignments.ts'
import type { TFunction } from 'i18next'
import type { Tone } from '../ui/StatusBadge.tsx'
import { askedByInWords } from './asked-by-in-words.ts'

/** What the state of an assignment depends on. */
type Stated = Pick<Assignment, 'canOpen' | 'canSignIn' | 'isCurrent' | 'validUntil'> & {
  person: Pick<Assignment['person'], 'isActive'>
  application: Pick<Assignment['application'], 'status'>
  client: Pick<Assignment['client'], 'status'>
}

/** Whether an assignment opens its application and, if not, the first condition that fails. English, for `t()`. */
export function accessState({ person, application, client, canOpen, canSignIn, isCurrent, validUntil }: Stated): {
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

type Origin = Pick<Assignment, 'assignedBy' | 'administrator'> & {
  request:
    | (Pick<NonNullable<Assignment['request']>, 'reason' | 'requestedBy' | 'decidedBy' | 'answer'> & {
        approvals?: NonNullable<Assignment['request']>['approvals']
      })
    | null
}

/** How an assignment came about, one fact after the other: who gave it, who asked in the place of the person, why, and what was
 * answered. @param isOwn the person reads it */
export function originInWords(t: TFunction, { assignedBy, administrator, request }: Origin, isOwn = false): string[] {
  if (request === null) return [t(originWords({ assignedBy, administrator }), { name: administrator })]
  const { reason, requestedBy, decidedBy: name, answer, approvals = [] } = request
  const facts = [
    name === '' ? t('Request approved') : t('Request approved by {{name}}', { name }),
    requestedBy && askedByInWords(t, requestedBy, isOwn),
    t('Asked for: {{reason}}', { reason }),
    answer && t('Answer: {{answer}}', { answer }),
    ...approvals.map(({ step, of, by, byRole, onBehalfOf }) =>
      onBehalfOf === ''
        ? t('Step {{step}} of {{of}} approved by {{name}} ({{role}})', { step, of, name: by, role: byRole })
        : t('Step {{step}} of {{of}} approved by {{name}} for {{lender}} ({{role}})', {
            ...{ step, of, name: by, role: byRole, lender: onBehalfOf },
          }),
    ),
  ]
  return facts.filter(Boolean)
}

/** English, for `t()`; {{name}} is the administrator, or who has sent the invitation. */
function originWords({ assignedBy, administrator }: Pick<Origin, 'assignedBy' | 'administrator'>): string {
  if (assignedBy === 'registration') return 'Registered by themselves'
  if (assignedBy === 'unknown') return 'Origin not recorded'
  if (assignedBy === 'invitation') return administrator === '' ? 'By an invitation' : 'By an invitation of {{name}}'
  return administrator === '' ? 'Assigned by an administrator' : 'Assigned by {{name}}'
}
