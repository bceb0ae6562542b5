import sql, { raw } from 'sql-template-tag'
import type { Db } from '../db/database.ts'
import { lentIn, type Place } from './lent.ts'
import { peopleOfWantedRole } from './people-of-roles.ts'

/** Somebody who may act, by their own role or, with a lender, by a role that is lent to them. */
export type Actor = {
  id: string
  firstName: string
  lastName: string
  role: string
  standIn: { id: string; lender: string; firstName: string; lastName: string } | null
}

/** Somebody who does not act in this role, in lower case. */
export type Apart = { userId: string; role: string }

type Wanted = Place & {
  roles: string[]
  /** Whose authority cannot be used any more, their own or what they lend. */
  excluded: string[]
  /** What a rule of separation of duties keeps apart from what people have already done. */
  keptApart: Apart[]
  /** The creation of documents is not lent. */
  isLent: boolean
  /** The last person of the former page. */
  start: string | null
  limit: number
}

/** The people who may act, in the order of their ids. A person who may act on their own does not act for another. */
export async function listActors(db: Db, wanted: Wanted): Promise<Actor[]> {
  const { applicationId, clientId, roles, excluded, keptApart, start, limit } = wanted
  const [apartUsers, apartRoles] = [keptApart.map(({ userId }) => userId), keptApart.map(({ role }) => role)]
  const isKeptApart = (user: string, role: string) => sql`
    exists (select from unnest(${apartUsers}::uuid[], ${apartRoles}::text[]) k(user_id, role)
      where k.user_id = ${raw(user)} and k.role = lower(${raw(role)}))`
  // One part for each role: each reads its index in order, and stops.
  const { rows } = await db.execute<Actor>(sql`
    select id, first_name as "firstName", last_name as "lastName", role, "standIn" from (
      select distinct on (p.id) p.* from (
        select u.id, u.first_name, u.last_name, s.role, null::json as "standIn", null::uuid as lent
        from unnest(${roles}::text[]) wanted(role) cross join lateral (
          select s.user_id, s.role from ${peopleOfWantedRole(applicationId, clientId)}
            and (${start}::uuid is null or s.user_id > ${start}::uuid) and s.user_id <> all(${excluded}::uuid[])
            and not ${isKeptApart('s.user_id', 's.role')}
          order by s.user_id limit ${limit}) s join users u on u.id = s.user_id
        union all
        (select distinct on (u.id) u.id, u.first_name, u.last_name, t.role,
          json_build_object('id', t.id, 'lender', l.id, 'firstName', l.first_name, 'lastName', l.last_name), t.id
        from ${lentIn(wanted)} and ${wanted.isLent} and lower(t.role) = any(${roles}::text[])
          and (${start}::uuid is null or t.stand_in_id > ${start}::uuid)
          and t.stand_in_id <> all(${excluded}::uuid[]) and t.lender_id <> all(${excluded}::uuid[])
        order by u.id, t.id limit ${limit})) p
      order by p.id, p.lent nulls first) found
    order by id limit ${limit}`)
  return rows
}
