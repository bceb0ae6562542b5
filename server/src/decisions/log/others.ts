import { personId, type Question } from '../../approvals/read-question.ts'
import type { StandIn } from '../../approvals/stand-ins.ts'

/**
 * Creator, earlier approvals and earlier amount of a question, as the log keeps them: who is the same as whom decides, and not who it is. So
 * there is `self` for the person of the question, the id of a stand-in for the person who lends it to them, a number for
 * anybody else, and `?` for what is no id of a person.
 */
export type Others = {
  /** Left out: the question did not say. `null`: nobody. */
  createdBy?: string | null
  /** In rupees, as it was sent. Left out: nothing. */
  earlierAmount?: string
  approvals: { by: string; row: string; onBehalfOf: string | null }[]
}

const SELF = 'self'
const NO_ID = '?'
/** Ids have one of two forms; what has neither is refused, now and later. */
const LOOKS_LIKE_ID = /^[\w-]{36}$|^[\w-]{43}$/

type Lent = Pick<StandIn, 'id' | 'lender'>

/** @param facts `standIns` and `strangers` with the ids by which the question names people */
export function hideOthers(
  question: Question,
  { standIns, strangers }: { standIns: readonly Lent[]; strangers?: ReadonlySet<string> },
): Others {
  const known = new Map([[personId(question.person), SELF], ...standIns.map(({ id, lender }) => [lender, id] as const)])
  const hide = (sent: string): string => {
    const id = personId(sent)
    if (!LOOKS_LIKE_ID.test(id) || strangers?.has(id)) return NO_ID
    const token = known.get(id) ?? String(known.size)
    known.set(id, token)
    return token
  }
  const { createdBy, approvals, earlierAmount } = question
  return {
    ...(earlierAmount !== null && earlierAmount !== undefined && { earlierAmount: storable(String(earlierAmount)) }),
    ...(createdBy !== undefined && { createdBy: createdBy === null ? null : hide(createdBy) }),
    approvals: approvals.map(({ by, row, onBehalfOf }) => {
      return { by: hide(by), row, onBehalfOf: onBehalfOf ? hide(onBehalfOf) : null }
    }),
  }
}
/** The same with ids: those of person and lenders as they are, and any others for the rest. */
export function showOthers({ createdBy, approvals, earlierAmount }: Others, self: string, standIns: readonly Lent[]) {
  const lenders = new Map(standIns.map(({ id, lender }) => [id, lender]))
  const show = (token: string) => {
    if (token === SELF) return self
    if (token === NO_ID) return NO_ID
    // Of a lender who lends nothing any more nobody knows more than that it is another person.
    return lenders.get(token) ?? (/^\d+$/.test(token) ? idOf(Number(token)) : token)
  }
  return {
    ...(earlierAmount !== undefined && { earlierAmount }),
    ...(createdBy !== undefined && { createdBy: createdBy === null ? null : show(createdBy) }),
    approvals: approvals.map(({ by, row, onBehalfOf }) => {
      return { by: show(by), row, onBehalfOf: onBehalfOf === null ? null : show(onBehalfOf) }
    }),
  }
}

const TEXT_MAX = 100

/** The beginning of a text. Control characters are refused with the question; the cut may halve a character. */
export const storable = (sent: string) => sent.slice(0, TEXT_MAX).toWellFormed()

/** An id that nobody has. */
const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
