import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'

const covered = z.object({
  /** `null`: people without a role. */
  role: z.nullable(z.object({ _id: z.string(), name: z.string() })),
  /** All active ones, and those of them with a passkey, with an authenticator app, and with neither. */
  people: z.number(),
  passkeys: z.number(),
  authenticators: z.number(),
  codesOnly: z.number(),
})
export type Covered = z.output<typeof covered>

export const factorCoverage = endpoint({
  method: 'GET',
  path: '/api/admin/security/coverage',
  access: 'audit:read',
  summary:
    'How many active people of each role have a passkey, an authenticator app or neither, by the name of the role.',
  request: z.object({}),
  response: z.array(covered),
})
