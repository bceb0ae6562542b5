import { COUNTED_PEOPLE_MAX, NAMED_PEOPLE } from '@gatehouse/contract/admin/approvals/explain.ts'
import sql, { raw, type Sql } from 'sql-template-tag'
import type { Executor } from '../db/database.ts'
import { fullNameIn } from '../db/full-name.ts'
import { isCurrent } from '../db/is-current.ts'
import { isPersonActive } from '../db/is-person-active.ts'

/** The people whom a role can ask: active ones, with a current assignment. `wanted.role` is in lower case. */
export const peopleOfWantedRole = (applicationId: string | Sql, clientId: string | Sql): Sql => sql`
  assignments s join users u on u.id = s.user_id and ${raw(isPersonActive('u'))}
  where s.application_id = ${applicationId} and s.client_id = ${clientId} and lower(s.role) = wanted.role
    and ${raw(isCurrent('s'))}`

type Crowd = { role: string; count: number; people: { _id: string; name: string }[] }

/** How many people have each role, and the first of them, by the role in lower case. */
export async function countPeopleOfRoles(
  on: Executor,
  { applicationId, clientId }: { applicationId: string; clientId: string },
  roles: readonly string[],
): Promise<ReadonlyMap<string, Crowd>> {
  const people = peopleOfWantedRole(applicationId, clientId)
  const { rows } = await on.execute<Crowd>(sql`
    select wanted.role,
      (select count(*)::int from (select 1 from ${people} limit ${COUNTED_PEOPLE_MAX}) counted) as count,
      (select coalesce(json_agg(p), '[]') from (
        select u.id as "_id", ${raw(fullNameIn('u'))} as name from ${people}
        order by s.user_id limit ${NAMED_PEOPLE}) p) as people
    from unnest(${[...new Set(roles.map((role) => role.toLowerCase()))]}::text[]) wanted(role)`)
  return new Map(rows.map((crowd) => [crowd.role, crowd]))
}
