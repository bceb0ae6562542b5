import * as z from 'zod/mini'

/** What somebody else has done with what was to be decided. */
const DECISIONS = [
  ...(['approved', 'declined', 'withdrawn', 'step-approved'] as const),
  ...(['published', 'dated', 'stopped', 'sent-back'] as const),
  ...(['completed', 'cancelled', 'keep', 'revoke', 'shorten'] as const),
  ...(['ended', 'recovery-cancelled', 'recovery-stopped', 'recovered'] as const),
] as const

/** Stands as `decided` in the data of `changed_meanwhile`, for whoever would have decided. */
export const decided = z.object({
  what: z.enum(DECISIONS),
  /** Empty: the caller may not read the name. */
  by: z.string(),
  at: z.string(),
  /** The role that was given, and what was answered; both may be empty. */
  role: z.string(),
  note: z.string(),
})
export type Decided = z.output<typeof decided>
