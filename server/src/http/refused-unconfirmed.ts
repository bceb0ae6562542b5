import { ASKS_SECOND_PERSON, RULES_HOLD } from '@gatehouse/contract/admin/approvals/second-person.ts'
import { unconfirmedChange } from '../db/faults.ts'
import { AppError } from '../errors.ts'

const SENTENCES = { 'in-a-draft': ASKS_SECOND_PERSON, 'rules-hold': RULES_HOLD }

/** The refusal of a change that a second person has not confirmed; `null`: the error is another one. */
export function refusedUnconfirmed(error: unknown): AppError | null {
  const why = unconfirmedChange(error)
  return why === null ? null : new AppError('second_person_needed', { cause: error, msg: SENTENCES[why] })
}
