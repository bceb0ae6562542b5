import type { OwnAccessRequest } from '@gatehouse/contract/access-requests.ts'

type State = OwnAccessRequest['state']

/** English, by the state of a request for an application. */
export const REQUEST_STATES: Record<State, string> = {
  waiting: 'Waiting',
  approved: 'Approved',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
}

export const REQUEST_TONES = {
  waiting: 'warning',
  approved: 'success',
  declined: 'error',
  withdrawn: 'neutral',
} as const satisfies Record<State, string>
