import type { RequireApart } from '../../../access/access.ts'
import { PORTAL, type RulesNeeds } from '../../engine/store.ts'
import { requireApart } from './require-apart.ts'
import { takePersonTurn } from './take-turn.ts'

/** Judges what people assign to themselves by registering. A rule that asks for a reason refuses it, because nobody is there to give one. */
export const requireJoinerApart =
  ({ config: { timeZone } }: RulesNeeds): RequireApart =>
  async (tx, assigned) => {
    // The assignment is stored already, but nobody sees it yet, and who else adds it waits for the person.
    await takePersonTurn(tx, assigned)
    await requireApart(tx, PORTAL, { ...assigned, timeZone })
  }
