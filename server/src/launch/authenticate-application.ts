import { PROVED, readCredentials } from '../access/application-credentials.ts'
import { countAttempt } from '../counting/count-attempt.ts'
import { failuresOf } from '../counting/doors.ts'
import type { Deps } from '../deps.ts'
import type { Application, CallRequest } from '../http/actor.ts'
import { canonicalAddress } from '../http/client-address.ts'

/**
 * Which application a request comes from, by HTTP Basic with its id and secret (RFC 6749 §2.3.1), or `null`.
 *
 * @throws AppError too_many_attempts for a wrong secret, after too many of them
 */
export async function authenticateApplication(deps: Deps, { headers, ip }: CallRequest): Promise<Application | null> {
  const credentials = readCredentials(deps.keys, String(headers.authorization ?? ''))
  if (credentials === null) return null
  const { rows } = await deps.db.pool.query<{ id: string; isProved: boolean }>({
    name: 'authenticate-application',
    text: `select c.id, ${PROVED} as "isProved" from applications c where c.id = $1`,
    values: credentials.values,
  })
  const [application] = rows
  if (application?.isProved) return { kind: 'application', applicationId: application.id }
  await countAttempt(deps, [failuresOf(application?.id ?? '', canonicalAddress(ip))])
  return null
}
