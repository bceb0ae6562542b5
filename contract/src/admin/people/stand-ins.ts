import * as z from 'zod/mini'
import * as dayField from '../../day-fields.ts'
import { endpoint } from '../../endpoint.ts'
import * as field from '../../fields.ts'
import { pageAsked, pageOf } from '../../paging.ts'
import { lentScope, STAND_IN_STATES, standInShape } from '../../stand-ins.ts'

const standIn = z.object({
  ...standInShape,
  /** The name of who made it. */
  createdBy: z.string(),
  /** The name of who ended it; empty with `endedAt`: the lender no longer had the role, or the account was closed. */
  endedBy: z.string(),
})
export type StandIn = z.output<typeof standIn>

export const listStandIns = endpoint({
  method: 'GET',
  path: '/api/admin/standIns',
  access: 'users:read',
  summary:
    'Who stands in for whom, one page at a time: current ones and those to come by their end, past ones the newest first, those of a time by their beginning.',
  request: z.object({
    /** Left out: current ones. */
    state: z.optional(z.enum(STAND_IN_STATES)),
    /** Those that count at or after this moment, in place of a state. */
    from: z.optional(dayField.moment()),
    /** Those that count before this moment, in place of a state. */
    until: z.optional(dayField.moment()),
    /** As lender or as stand-in. */
    userId: z.optional(field.id()),
    applicationId: z.optional(field.id()),
    ...pageAsked,
  }),
  response: pageOf(standIn),
})

export const lendAuthority = endpoint({
  method: 'POST',
  path: '/api/admin/standIns/lend',
  access: 'users:write',
  touches: ['assignment'],
  summary:
    'Lends the authority of one person to another who has the application for the same client. Both are notified.',
  message: 'Stand-in Added',
  request: z.object({
    lenderId: field.id('Say who is away'),
    /** The stand-in: the server judges whether the caller may change what they may do. */
    userId: field.id('Say who stands in'),
    ...lentScope,
  }),
  response: z.object({ _id: z.string() }),
})

export const lendableOf = endpoint({
  method: 'GET',
  path: '/api/admin/standIns/lendable',
  access: 'users:read',
  summary: 'The authority to approve that a person has, by application and role.',
  request: z.object({ userId: field.id() }),
  response: z.array(
    z.object({
      application: z.object({ _id: z.string(), name: z.string() }),
      role: z.string(),
      clients: field.named(),
      pages: field.named(),
    }),
  ),
})

export const endStandIn = endpoint({
  method: 'POST',
  path: '/api/admin/standIns/end',
  access: 'users:write',
  touches: [],
  summary: 'Ends a stand-in. Both are notified.',
  message: 'Stand-in Ended',
  request: z.object({ standInId: field.id() }),
  response: z.object({}),
})
