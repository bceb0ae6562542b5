import * as z from 'zod/mini'

/** What a person who is signed in learns of the code that they asked for, to prove an address or number. */
export const ownCode = z.object({
  /** `false`: the last code was sent less than a minute ago, and is still valid. */
  isSent: z.boolean(),
  expiresInSeconds: z.number(),
  resendInSeconds: z.number(),
})
export type OwnCode = z.output<typeof ownCode>
