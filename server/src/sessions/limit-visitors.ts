import type { FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { canonicalAddress } from '../http/client-address.ts'
import { COOKIES } from '../http/cookies.ts'
import type { Edge } from '../http/route.ts'
import { readSessionState } from './session-state.ts'

/**
 * Counts requests of a browser that are no API calls (pages, pictures) in the general rate limit of its address, like
 * public calls. Requests of signed-in people are not counted: an office loads many pictures from one address.
 *
 * @returns the person who is signed in, or `null`. @throws AppError too_many_attempts
 */
export async function limitVisitors(
  { db }: Pick<Deps, 'db'>,
  limit: Edge['limit'],
  { cookies, ip }: FastifyRequest,
): Promise<string | null> {
  const { userId } = await readSessionState(db, cookies[COOKIES.session])
  if (userId === null) await limit(canonicalAddress(ip))
  return userId
}
