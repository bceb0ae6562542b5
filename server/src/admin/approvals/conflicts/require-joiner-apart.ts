import type { RequireApart } from '../../../access/access.ts'
import { PORTAL, type RulesNeeds } from '../../engine/store.ts'
import { requireApart } from './require-apart.ts'

/** Judges what people assign to themselves by registering. A rule that asks for a reason refuses it, because nobody is there to give one. */
export const requireJoinerApart =
  ({ config: { timeZone } }: RulesNeeds): RequireApart =>
  (tx, assigned) =>
    requireApart(tx, PORTAL, { ...assigned, timeZone })
