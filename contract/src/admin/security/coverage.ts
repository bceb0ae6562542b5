import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import * as field from '../../fields.ts'
import { pageAsked, pageOf } from '../../paging.ts'

/**
 * All active people, those of them with a passkey, with an authenticator app, with neither, and without a passkey that signs in.
 * `needs`: what the role, and the application and client that are named, need of them now or from a day.
 */
const counts = {
  people: z.number(),
  passkeys: z.number(),
  authenticators: z.number(),
  codesOnly: z.number(),
  withoutPasskey: z.number(),
  needs: z.enum(['any', 'strong', 'passkey']),
}

const covered = z.object({
  /** `null`: people without a role. */
  role: z.nullable(z.object({ _id: z.string(), name: z.string() })),
  ...counts,
})
export type Covered = z.output<typeof covered>

export const factorCoverage = endpoint({
  method: 'GET',
  path: '/api/admin/security/coverage',
  access: 'audit:read',
  summary:
    'How many active people have a passkey, an authenticator app or neither: all of them, and those of each role, by the name of the role. Of those who have an application, are of a client, or both, where these are named. Each with what is needed of them, to which their number without it is compared.',
  request: z.object({ applicationId: z.optional(field.id()), clientId: z.optional(field.id()), ...pageAsked }),
  response: z.object({ everybody: z.object(counts), roles: pageOf(covered) }),
})
