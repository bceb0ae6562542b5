import type { OwnAccessRequest } from '@gatehouse/contract/access-requests.ts'

type State = OwnAccessRequest['state']

/** English, by the state of a request for an application. */
export const REQUEST_STATES: Record<State, string> = {
  waiting: 'Waiting',
  approved: 'Approved',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
}

/** English: nobody may decide about a request that waits. */
export const NOBODY_DECIDES =
  'Nobody can decide about this at present. It waits until there is somebody who may, such as another administrator.'

/** English: who is asked about a request that waits, or that nobody can decide. */
export const askedOfWords = ({ askedOf, lacksDecider }: Pick<OwnAccessRequest, 'askedOf' | 'lacksDecider'>) =>
  lacksDecider ? NOBODY_DECIDES : askedOf === null ? '' : ASKED_OF_WORDS[askedOf]

const ASKED_OF_WORDS: Record<NonNullable<OwnAccessRequest['askedOf']>, string> = {
  matrix: 'The approvers of its matrix are asked.',
  contacts: 'The contacts of the client are asked.',
  owners: 'The owners of the application are asked.',
  administrators: 'The administrators are asked.',
}

export const REQUEST_TONES = {
  waiting: 'warning',
  approved: 'success',
  declined: 'error',
  withdrawn: 'neutral',
} as const satisfies Record<State, string>
