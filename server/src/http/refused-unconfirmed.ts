import { ASKS_SECOND_PERSON, GIVES_ACCESS, RULES_HOLD } from '@gatehouse/contract/admin/approvals/second-person.ts'
import { isAccessUngiven, unconfirmedChange } from '../db/faults.ts'
import { AppError } from '../errors.ts'

const SENTENCES = { 'in-a-draft': ASKS_SECOND_PERSON, 'rules-hold': RULES_HOLD }

/** The refusal of a change that a second person has not confirmed, or whose author may not make it; `null`: the error is another one. */
export function refusedUnconfirmed(error: unknown): AppError | null {
  if (isAccessUngiven(error)) return new AppError('not_allowed', { cause: error, msg: GIVES_ACCESS })
  const why = unconfirmedChange(error)
  return why === null ? null : new AppError('second_person_needed', { cause: error, msg: SENTENCES[why] })
}
