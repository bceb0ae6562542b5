import type { Case } from './chain.ts'
import type { Ladder } from './decide.ts'
import { fulfils, isOfRole, type Rule } from './matrix.ts'

/** Authority that somebody lends to the person of a question, at this moment (ADR 0067). */
export type StandIn = {
  id: string
  /** Who lends it, by the id in which the question names people. */
  lender: string
  /** Empty where the asker may not know it. */
  firstName: string
  lastName: string
  /** The role that is lent; the lender has it at this moment for the client of the question. */
  role: string
  /** The ids of pages; `null`: every page. */
  pages: readonly string[] | null
  /** Paise, inclusive; `null`: as far as the role. */
  upTo: number | null
  regions: 'All' | readonly string[]
}

/** The rules of a case that are lent. They are the lender's own, so that they never exceed what the lender may do. */
export function lentRules({ asked, where, acting }: Ladder, standIn: StandIn): Rule[] {
  // A document has one creator, never two.
  if (asked.action === 'Creator' || !isWithin(standIn, where.pageId, asked.case)) return []
  return acting.filter((rule) => isOfRole(rule, standIn.role) && fulfils(rule, asked.action))
}

function isWithin({ pages, upTo, regions }: StandIn, pageId: string, { amount, region }: Case): boolean {
  const isPage = pages === null || pages.includes(pageId)
  const isRegion = regions === 'All' || (region !== null && regions.includes(region))
  return isPage && isRegion && (upTo === null || amount <= upTo)
}
