import type { REVIEWER_RULES, Review } from '@gatehouse/contract/admin/reviews/reviews.ts'
import type { Tone } from '../../ui/StatusBadge.tsx'

/** English, for `t()`. */
export const REVIEW_STATE_WORDS: Record<Review['state'], string> = {
  running: 'Running',
  closing: 'Being carried out',
  completed: 'Completed',
  cancelled: 'Cancelled',
}

export const CAUSE_WORDS: Record<Review['cause'], string> = {
  manual: 'Started by an administrator',
  'role-changed': 'Started by itself: another role',
  'client-changed': 'Started by itself: another client',
}

export const REVIEWER_RULE_WORDS: Record<(typeof REVIEWER_RULES)[number], string> = {
  people: 'Chosen people',
  contacts: 'Contacts of the client who decide about requests',
  owners: 'The owners of each application',
}

/** The word and the tone of a review. */
export function stateOf({ state, isOverdue }: Pick<Review, 'state' | 'isOverdue'>): { status: string; tone: Tone } {
  if (isOverdue) return { status: 'Overdue', tone: 'warning' }
  return { status: REVIEW_STATE_WORDS[state], tone: state === 'completed' ? 'success' : 'neutral' }
}
