import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import * as field from '../../fields.ts'

/**
 * `approval`: a second administrator must approve it. `waiting`: the waiting time runs. `sent`: the link is at the new
 * address. `stopped`: the person has stopped it; `cancelled`: an administrator, or the portal because the one who started it
 * may no longer do so.
 */
export const RECOVERY_STATES = ['approval', 'waiting', 'sent', 'used', 'stopped', 'cancelled', 'expired'] as const

const recovery = z.object({
  _id: z.string(),
  state: z.enum(RECOVERY_STATES),
  /** Where the link goes. */
  newEmail: z.string(),
  reason: z.string(),
  /** The names of who started and who approved it. */
  startedBy: z.string(),
  approvedBy: z.string(),
  /** The caller has started it, so somebody else approves it. */
  isOwn: z.boolean(),
  startedAt: z.string(),
  /** When the link is sent; `null` until it is approved. */
  readyAt: z.nullable(z.string()),
  expiresAt: z.string(),
  settledAt: z.nullable(z.string()),
})
export type Recovery = z.output<typeof recovery>

export const listRecoveries = endpoint({
  method: 'GET',
  path: '/api/users/recoveries',
  access: 'users:read',
  summary: 'The account recoveries of a person, the newest first: at most 20.',
  request: z.object({ userId: field.id() }),
  response: z.object({
    /** How long the person can stop a recovery before its link is sent. */
    waitHours: z.number(),
    /** The person has console permissions. */
    needsApproval: z.boolean(),
    recoveries: z.array(recovery),
  }),
})

export const startRecovery = endpoint({
  method: 'POST',
  path: '/api/users/startRecovery',
  access: 'users:write',
  serviceAccounts: false,
  touches: ['credential'],
  summary:
    'Starts the recovery of an account whose owner has lost every way in. They are notified at their old addresses and can stop it; after the waiting time a link goes to the new address.',
  message: 'Recovery Started',
  request: z.object({
    userId: field.id(),
    newEmail: field.email(),
    reason: field.requiredText('Reason is required', 500),
  }),
  response: z.object({}),
})

const one = z.object({ userId: field.id(), recoveryId: field.id() })

export const approveRecovery = endpoint({
  method: 'POST',
  path: '/api/users/approveRecovery',
  access: 'users:write',
  serviceAccounts: false,
  touches: ['credential'],
  summary: 'Approves the recovery of a person with console permissions; never by the one who started it.',
  message: 'Recovery Approved',
  request: one,
  response: z.object({}),
})

export const cancelRecovery = endpoint({
  method: 'POST',
  path: '/api/users/cancelRecovery',
  access: 'users:write',
  touches: ['credential'],
  summary: 'Cancels an open recovery; its link no longer works.',
  message: 'Recovery Cancelled',
  request: one,
  response: z.object({}),
})
