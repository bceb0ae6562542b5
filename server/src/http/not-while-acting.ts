import { NOT_CHANGED_WHILE_ACTING, NOT_WHILE_ACTING } from '@gatehouse/contract/acting.ts'
import type { WhileActing } from '@gatehouse/contract/endpoint.ts'
import { AppError } from '../errors.ts'
import type { Person } from '../identity/actor.ts'

/** The refusal of somebody who acts for another person. */
export class NotWhileActing extends AppError {
  /** @param mayChange of the acting that runs */
  constructor(mayChange = false) {
    super('not_allowed', { msg: mayChange ? NOT_CHANGED_WHILE_ACTING : NOT_WHILE_ACTING })
  }
}

/**
 * The one rule for administrators who act for somebody: they make the calls whose declaration allows it, and no other. Those that
 * change something need an acting that may (ADR 0098, 0133).
 *
 * @throws NotWhileActing
 */
export function refuseWhileActing(
  { whileActing }: { readonly whileActing?: WhileActing },
  person: Person | null,
): void {
  const acting = person?.acting ?? null
  if (acting === null || whileActing === 'read' || (whileActing === 'change' && acting.mayChange)) return
  throw new NotWhileActing(acting.mayChange)
}
