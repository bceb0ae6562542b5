import type { FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { canonicalAddress } from '../http/client-address.ts'
import { COOKIES } from '../http/cookies.ts'
import type { Edge } from '../http/route.ts'
import { readSessionState } from './session-state.ts'

/**
 * Counts what a browser asks for that is no call, such as pages and pictures, in the general limit of its address, as a
 * public call is counted. Who is signed in is not counted: an office looks at many pictures from one address.
 *
 * @returns who is signed in. @throws AppError too_many_attempts
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
