import { NOT_WHILE_ACTING } from '@gatehouse/contract/acting.ts'
import { AppError } from '../errors.ts'
import type { Person } from '../identity/actor.ts'

/** The refusal of somebody who acts for another person. */
export class NotWhileActing extends AppError {
  constructor() {
    super('not_allowed', { msg: NOT_WHILE_ACTING })
  }
}

/**
 * The one rule for administrators who act for somebody (ADR 0098): they make the calls whose declaration allows it, and no other.
 *
 * @throws NotWhileActing
 */
export function refuseWhileActing({ whileActing }: { readonly whileActing?: true }, person: Person | null): void {
  if (person !== null && person.acting !== null && whileActing !== true) throw new NotWhileActing()
}
