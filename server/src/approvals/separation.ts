import type { ApprovalReason } from '@gatehouse/contract/approval-reasons.ts'
import { datedRulesOn, fulfils, type Matrix, pagesOf, type Rule, type Where } from './matrix.ts'
import { type Asked, actorsOf } from './read-question.ts'

/** A rule of separation of duties (ADR 0076): nobody acts on a document in two of its roles, or does two of the things that it names. */
export type KeptApart = {
  id: string
  name: string
  effect: 'prevent' | 'ask' | 'report'
  /** In lower case. */
  roles: readonly string[]
  /** Actions on pages by the approvals; `null`: every page, or every action. Those by page access are done on no document. */
  duties: readonly (
    | { page: string | null; action: Rule['action'] | null; by?: 'approvals' }
    | { page: string | null; action: string | null; by: 'access' }
  )[]
  /** The exception that the person who asks has from it. */
  exception: string | null
}

/** What somebody does to a document by a row: in which role, on which page. */
type Act = { row: Rule; page: string }

/**
 * What people have already done to a document, as its approvals say; lenders have acted like their stand-ins. Approvals
 * of rows that are no longer in the matrix are nobody's act. Rows of other pages count where a rule names pages.
 */
export function actsOn(
  matrix: Matrix,
  where: Omit<Where, 'now'>,
  { approvals }: Pick<Asked, 'approvals'>,
  keptApart: readonly KeptApart[],
): (Act & { by: string })[] {
  if (approvals.length === 0 || keptApart.length === 0) return []
  const caught = matrix.catchAlls.get(where.clientId)
  const rows = [...datedRulesOn(matrix, where), ...(caught === undefined ? [] : [caught])]
  const acts = new Map(rows.map((row) => [row.id, { row, page: where.pageId }]))
  const isAcrossPages = keptApart.some(({ duties }) => duties.some(({ page, by }) => page !== null && by !== 'access'))
  if (isAcrossPages && approvals.some(({ row }) => !acts.has(row)))
    for (const { id: pageId } of pagesOf(matrix))
      for (const row of datedRulesOn(matrix, { ...where, pageId }))
        if (!acts.has(row.id)) acts.set(row.id, { row, page: pageId })
  return approvals.flatMap((approval) => {
    const act = acts.get(approval.row)
    return act === undefined ? [] : actorsOf(approval).map((by) => ({ by, ...act }))
  })
}

/** The rules that somebody breaks who acts now, having done something before that they keep apart from it. */
export function conflictsOf(
  keptApart: readonly KeptApart[],
  acts: readonly (Act & { by: string })[],
  now: Act,
  actors: readonly (string | null)[],
): KeptApart[] {
  // The same row again is no other duty, also where it is two of those that a rule names.
  const former = acts.filter(({ by, row }) => row.id !== now.row.id && actors.includes(by))
  return keptApart.filter((rule) => {
    const present = partsIn(rule, now)
    return former.some((act) => partsIn(rule, act).some((part) => present.some((one) => one !== part)))
  })
}

/** Which parts of a rule an act is: its roles count from 0, and its actions and pages after them. */
function partsIn({ roles, duties }: KeptApart, { row, page }: Act): number[] {
  const role = row.role.toLowerCase()
  return [
    ...roles.flatMap((one, place) => (one === role ? [place] : [])),
    ...duties.flatMap((duty, place) => {
      if (duty.by === 'access') return []
      const isPart = (duty.page === null || duty.page === page) && (duty.action === null || fulfils(row, duty.action))
      return isPart ? [roles.length + place] : []
    }),
  ]
}

/** Whether a rule refuses something on a document. A reason for what somebody holds is none for what they do: that needs an exception. */
export const isRefusing = ({ effect }: Pick<KeptApart, 'effect'>): boolean => effect !== 'report'

/** Why the rules refuse it, if they do: those without an exception for the person. */
export function reasonsToRefuse(conflicts: readonly KeptApart[]): ApprovalReason[] {
  const effects = conflicts.flatMap(({ effect, exception }) => (exception === null ? [effect] : []))
  return [
    ...(effects.includes('prevent') ? ['conflicting-roles' as const] : []),
    ...(effects.includes('ask') ? ['conflict-asks' as const] : []),
  ]
}

/** The reasons of an allow by some rows, which breaks these rules of separation of duties. */
export const reasonsToAllow = (conflicts: readonly KeptApart[], rules: readonly Rule[]): ApprovalReason[] => [
  'row-allows',
  ...(rules.some(({ isCatchAll }) => isCatchAll) ? ['catch-all-allows' as const] : []),
  ...(conflicts.some(({ exception }) => exception === null) ? ['conflict-reported' as const] : []),
  ...(conflicts.some(({ exception }) => exception !== null) ? ['conflict-excepted' as const] : []),
]

/** The rules that some of the judged ones break, each once. */
export const conflictsIn = (judged: readonly { conflicts: readonly KeptApart[] }[]) => [
  ...new Set(judged.flatMap(({ conflicts }) => conflicts)),
]
