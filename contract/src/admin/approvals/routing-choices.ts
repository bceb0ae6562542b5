/** Which levels a case goes to, in English. */
export const ROUTING_MODES = { ladder: 'Every level', 'first-qualified': 'The first level that is enough' } as const
/** The numbers of equals that can be asked for. */
export const PARALLEL_NUMBERS = ['2-of', '3-of', '4-of', '5-of', '6-of', '7-of', '8-of', '9-of'] as const
/** Who approves of rows with the same sequence, in English. */
export const ROUTING_PARALLELS = {
  ...{ 'all-of': 'All of them', 'one-of': 'One of them' },
  ...{ '2-of': '2 of them', '3-of': '3 of them', '4-of': '4 of them', '5-of': '5 of them' },
  ...{ '6-of': '6 of them', '7-of': '7 of them', '8-of': '8 of them', '9-of': '9 of them' },
} as const
/** What a rejection does, in English. */
export const ROUTING_REJECTIONS = {
  stop: 'It ends',
  'back-to-maker': 'Back to its creator',
  'back-one-step': 'Back one step',
} as const

export type Routing = {
  /** Each level whose row has the amount, up to the final approval; or up to the lowest that approves. */
  mode: keyof typeof ROUTING_MODES
  parallel: keyof typeof ROUTING_PARALLELS
  rejection: keyof typeof ROUTING_REJECTIONS
  /** The role that approves what no row covers, by its name; empty: none (ADR 0119). */
  catchAllRole: string
  /** The only client whose people of that role it counts for; `null`: it counts for each client. */
  catchAllClientId: string | null
}

/** How many of some rows have to approve, each by another person. */
export function approvalsNeeded(needs: Routing['parallel'], rows: number): number {
  if (needs === 'all-of') return rows
  return needs === 'one-of' ? 1 : Number.parseInt(needs, 10)
}

/** A routing with the name of the client of its catch-all role; empty: it counts for each client. */
export type ShownRouting = Routing & { catchAllClient: string }

/** The routing of a matrix for which none was set. */
export const DEFAULT_ROUTING: Routing = {
  ...{ mode: 'ladder', parallel: 'all-of', rejection: 'stop' },
  ...{ catchAllRole: '', catchAllClientId: null },
}
