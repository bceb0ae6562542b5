/** Which levels a case goes to, in English. */
export const ROUTING_MODES = { ladder: 'Every level', 'first-qualified': 'The first level that is enough' } as const
/** Who approves of rows with the same sequence, in English. */
export const ROUTING_PARALLELS = { 'all-of': 'All of them', 'one-of': 'One of them' } as const
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
}

/** The routing of a matrix for which none was set. */
export const DEFAULT_ROUTING: Routing = { mode: 'ladder', parallel: 'all-of', rejection: 'stop' }
