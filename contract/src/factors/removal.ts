import * as z from 'zod/mini'
import { flag } from '../paging.ts'

/** Of every call that removes what somebody signs in with. */
export const removalAsked = {
  /**
   * Also ends the sessions of the person, but for the one that asks, and the tokens that outlive them: a lost device may still
   * be signed in.
   */
  endsSessions: z.optional(flag()),
}
