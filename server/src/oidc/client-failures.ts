import type { Deps } from '../deps.ts'
import { type Attempted, attemptKey } from '../identity/throttle.ts'

/**
 * Failures are counted for an application from an address, so that whoever guesses elsewhere stops no application.
 * Successes are not counted: these are the requests that come most, and a secret of ours cannot be guessed meanwhile.
 */
export const failuresOf = (applicationId: string, address: string): Attempted => ({
  bucket: 'client-failures',
  of: `${applicationId} ${address}`,
})

export const failuresKey = (keys: Deps['keys'], applicationId: string, address: string): Buffer =>
  attemptKey(keys, failuresOf(applicationId, address))
