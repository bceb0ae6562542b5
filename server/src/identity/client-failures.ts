import type { Attempted } from './throttle.ts'

/**
 * Wrong secrets of an application, counted for an address and by one count for every door. It slows down whoever guesses
 * and nobody else: secrets are compared before it is asked, so the right one is always taken.
 *
 * @param applicationId empty where there is no such application: names that nobody has are counted together
 */
export const failuresOf = (applicationId: string, address: string): Attempted => ({
  bucket: 'client-failures',
  of: `${applicationId} ${address}`,
})
