import type { INVITATION_STATES, INVITE_OUTCOMES } from '@gatehouse/contract/admin/people/invitations.ts'
import type { Tone } from '../../../ui/StatusBadge.tsx'

/** English, for `t()`. */
export const STATES: Record<(typeof INVITATION_STATES)[number], string> = {
  open: 'Waiting',
  refused: 'Refused',
  expired: 'Expired',
  accepted: 'Accepted',
  revoked: 'Revoked',
}

/** What became of an address. English, for `t()`. */
export const OUTCOMES: Record<(typeof INVITE_OUTCOMES)[number], { words: string; tone: Tone }> = {
  sent: { words: 'Invited', tone: 'success' },
  'sent-again': { words: 'Invited again: the former link is void', tone: 'success' },
  'has-account': { words: 'Has an account already', tone: 'neutral' },
  invalid: { words: 'Not a valid address', tone: 'error' },
  limited: { words: 'Not sent: too many invitations. Try again later', tone: 'warning' },
  refused: { words: 'Could not be sent', tone: 'error' },
}
