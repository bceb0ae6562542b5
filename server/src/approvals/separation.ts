import type { ApprovalReason } from '@gatehouse/contract/approval-reasons.ts'
import { datedRulesOn, type Matrix, type Rule, type Where } from './matrix.ts'
import { type Asked, actorsOf } from './read-question.ts'

/** A rule of separation of duties (ADR 0076): nobody acts on a document in two of its roles. */
export type KeptApart = {
  id: string
  name: string
  effect: 'prevent' | 'report'
  /** In lower case. */
  roles: readonly string[]
  /** The exception that the person who asks has from it. */
  exception: string | null
}

/** Somebody who has approved a document, and in which role, in lower case. */
type Act = { by: string; role: string }

/**
 * In which roles people have already acted on a document, as its approvals say; lenders have acted like their stand-ins. Approvals
 * of rows that are no longer in the matrix are nobody's role.
 */
export function actsOn(matrix: Matrix, where: Omit<Where, 'now'>, { approvals }: Pick<Asked, 'approvals'>): Act[] {
  if (approvals.length === 0) return []
  const roleOf = new Map(datedRulesOn(matrix, where).map(({ id, role }) => [id, role.toLowerCase()]))
  return approvals.flatMap((approval) => {
    const role = roleOf.get(approval.row)
    return role === undefined ? [] : actorsOf(approval).map((by) => ({ by, role }))
  })
}

/** The rules that somebody breaks who acts in a role now, having acted in another one of theirs. */
export function conflictsOf(
  keptApart: readonly KeptApart[],
  acts: readonly Act[],
  { role }: Pick<Rule, 'role'>,
  actors: readonly (string | null)[],
): KeptApart[] {
  const now = role.toLowerCase()
  const former = acts.filter(({ by, role }) => role !== now && actors.includes(by)).map(({ role }) => role)
  return keptApart.filter(({ roles }) => roles.includes(now) && former.some((one) => roles.includes(one)))
}

/** Whether one of the rules refuses it: it prevents, and has no exception for the person. */
export const isRefused = (conflicts: readonly KeptApart[]): boolean =>
  conflicts.some(({ effect, exception }) => effect === 'prevent' && exception === null)

/** The reasons of an allow that breaks these rules. */
export const reasonsToAllow = (conflicts: readonly KeptApart[]): ApprovalReason[] => [
  'row-allows',
  ...(conflicts.some(({ exception }) => exception === null) ? ['conflict-reported' as const] : []),
  ...(conflicts.some(({ exception }) => exception !== null) ? ['conflict-excepted' as const] : []),
]

/** The rules that some of the judged ones break, each once. */
export const conflictsIn = (judged: readonly { conflicts: readonly KeptApart[] }[]) => [
  ...new Set(judged.flatMap(({ conflicts }) => conflicts)),
]
