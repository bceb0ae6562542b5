import type { Touch } from '@gatehouse/contract/touch.ts'
import type { Tx } from '../../../db/database.ts'
import type { Caller } from '../../../identity/actor.ts'
import { requireMayCarry, requireMayWrite } from './carriers.ts'
import { requireMayAssign, requireMayChange, requireMayChangeCredential, requireMayChangeStanding } from './people.ts'
import { requireAccountWithin, requireHeld, requireHeldOrUnused, requireWithin } from './rights.ts'

/** Each of several `people` is checked like a change of one person. */
export type OneTouch = Exclude<Touch, 'people'>

declare const judged: unique symbol
/** Proof that the caller may change the record, valid for this transaction. Only `requireMayTouch` creates one. */
export type Touched<Kind extends OneTouch> = { readonly id: string; readonly [judged]: Kind }

type Rule = (tx: Tx, id: string, person: Caller) => Promise<void>

/** Each check locks what it reads, so that nothing changes between the check and the change. */
const RULES: Record<OneTouch, Rule> = {
  person: requireMayChange,
  standing: requireMayChangeStanding,
  credential: requireMayChangeCredential,
  assignment: requireMayAssign,
  role: (tx, id, person) => requireWithin(tx, id, person, 'changed'),
  'role-given': (tx, id, person) => requireWithin(tx, id, person, 'given'),
  permission: requireHeldOrUnused,
  'permission-given': requireHeld,
  'service-account': requireAccountWithin,
  gateway: requireMayCarry,
  template: requireMayWrite,
}

/**
 * Makes sure that the caller may touch a record, deleted or not, in the transaction of the change.
 *
 * @throws AppError not_found, above_you, not_yourself, last_administrator, own_credential, grants_more, carries_more
 */
export async function requireMayTouch<Kind extends OneTouch>(
  tx: Tx,
  person: Caller,
  touch: Kind,
  id: string,
): Promise<Touched<Kind>> {
  await RULES[touch](tx, id, person)
  // The only place that creates a proof, after the check above.
  return { id } as Touched<Kind>
}
