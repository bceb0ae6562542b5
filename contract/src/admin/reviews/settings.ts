import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import * as field from '../../fields.ts'
import { integer } from '../../paging.ts'
import { REVIEW_SILENCES, REVIEWERS_MAX } from './reviews.ts'

const common = {
  /** A person gets another role, in the portal or in an application that they have. */
  onRoleChange: z.boolean(),
  /** A person who has applications gets one for a client for which they had none. */
  onClientChange: z.boolean(),
  dueDays: integer(1, 365),
  silence: z.enum(REVIEW_SILENCES, 'Choose one from the list'),
}

const settings = z.object({
  ...common,
  dueDays: z.number(),
  /** Counts how often they were saved. */
  version: z.number(),
  reviewers: field.named(),
  /** In whose name the reviews are carried out: who has saved the settings. `null`: never saved. */
  owner: z.nullable(z.object({ _id: z.string(), name: z.string() })),
  /** People whose review could not start, and why the newest could not; `null`: there are none. It is tried again. */
  refused: z.nullable(z.object({ count: z.number(), reason: z.string() })),
})
export type ReviewSettings = z.output<typeof settings>

export const readReviewSettings = endpoint({
  method: 'GET',
  path: '/api/admin/reviews/settings',
  access: 'reviews:read',
  summary: 'When reviews start by themselves, and who decides in them.',
  request: z.object({}),
  response: settings,
})

export const saveReviewSettings = endpoint({
  method: 'POST',
  path: '/api/admin/reviews/saveSettings',
  access: 'reviews:write',
  touches: [],
  serviceAccounts: false,
  summary: 'Sets when reviews start by themselves. The caller becomes their owner, and also needs users:write.',
  message: 'Settings Saved',
  request: z.object({
    ...common,
    reviewerIds: z.array(field.id()).check(z.maxLength(REVIEWERS_MAX, 'At most 20 people')),
    /** As read: if they were saved since then, the call is refused. */
    version: z.optional(z.int().check(z.gte(0))),
  }),
  response: z.object({}),
})
