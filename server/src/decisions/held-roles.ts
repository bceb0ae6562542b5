import sql from 'sql-template-tag'
import type { Matrix } from '../approvals/matrix.ts'
import type { Executor } from '../db/database.ts'
import { peopleOfWantedRole } from './people-of-roles.ts'

/**
 * Which roles of some matrices active people have, for each of these clients: one query, where a matrix is judged for thousands of clients.
 * `ofClient` counts one for each that somebody has.
 */
export async function readHeldRoles(
  on: Executor,
  applicationId: string,
  clients: readonly { _id: string }[],
  matrices: readonly Matrix[],
) {
  const rolesOf = Map.groupBy(
    matrices.flatMap(({ places, catchAlls }) => [
      ...[...places.values()].flatMap(({ byRole }) =>
        [...byRole].map(([role, [rule]]) => ({ role, clientId: rule?.clientId ?? null })),
      ),
      ...[...catchAlls].map(([clientId, { role }]) => ({ role: role.toLowerCase(), clientId })),
    ]),
    ({ clientId }) => clientId,
  )
  const namesOf = (clientId: string | null) => rolesOf.get(clientId)?.map(({ role }) => role) ?? []
  const ofAll = new Set(namesOf(null))
  const wanted = clients.flatMap(({ _id }) => [...new Set([...ofAll, ...namesOf(_id)])].map((role) => ({ _id, role })))
  const { rows } = await on.execute<{ clientId: string; role: string }>(sql`
    select wanted.client_id as "clientId", wanted.role
    from unnest(${wanted.map(({ _id }) => _id)}::uuid[], ${wanted.map(({ role }) => role)}::text[]) wanted(client_id, role)
    -- Each is looked up by its index. Without the offset the database would join, and compare each with each before it has statistics.
    where exists (select from ${peopleOfWantedRole(applicationId, sql`wanted.client_id`)} offset 0)`)
  const held = new Set(rows.map(({ clientId, role }) => `${clientId} ${role}`))
  return {
    ofClient: (clientId: string, roles: readonly string[]): ReadonlyMap<string, { count: number }> =>
      new Map(
        roles.map((role) => [role.toLowerCase(), { count: held.has(`${clientId} ${role.toLowerCase()}`) ? 1 : 0 }]),
      ),
  }
}
