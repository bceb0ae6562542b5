import * as z from 'zod/mini'
import { userData, userRole } from './people.ts'

/** What the browser does after signing in: the server decides. */
export const nextStep = z.discriminatedUnion('to', [
  z.object({ to: z.literal('dashboard') }),
  z.object({
    to: z.literal('application'),
    applicationId: z.string(),
    redirectUri: z.string(),
    client: z.string(),
  }),
])

/** The session that was opened; our own pages get its secret as a cookie. */
export const signedIn = z.object({
  AutherisationToken: z.string(), // sic
  userData,
  userRole,
  next: nextStep,
})
