import type { SomeoneWhoCan } from '@gatehouse/contract/admin/approvals/explain-page.ts'
import { COUNTED_MAX_ROWS } from '@gatehouse/contract/paging.ts'
import sql, { empty, raw, type Sql } from 'sql-template-tag'
import { nameOfActor } from '../../../audit/actor-names.ts'
import type { Executor } from '../../../db/database.ts'
import { fullNameIn } from '../../../db/full-name.ts'
import { lentIn, type Place } from '../../../decisions/lent.ts'
import { peopleOfWantedRole } from '../../../decisions/people-of-roles.ts'
import { isoOf, joinAssignmentGrant } from './grants.ts'

/** Whose people are listed, and where what is lent counts; `null`: nowhere. */
export type Wanted = {
  applicationId: string
  clientId: string
  roles: Pick<SomeoneWhoCan, 'role' | 'action' | 'sequence'>[]
  lentIn: Place | null
}

/** Where a row stands in the list: a role, then its own people before those to whom it is lent, by their ids. */
export type Position = { place: number; isLent: boolean; userId: string; standInId: string | null }

const FIRST_ID = '00000000-0000-0000-0000-000000000000'
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
const START: Position = { place: 0, isLent: false, userId: FIRST_ID, standInId: null }

/**
 * The people of the roles, role after role, and after them those to whom a role is lent, from a position on. Each role reads no more
 * than this many, from there on.
 */
function foundOf(
  { applicationId, clientId, roles, lentIn: place }: Wanted,
  limit: number,
  after: Position = START,
): Sql {
  const { isLent, userId, standInId } = after
  const own = isLent ? LAST_ID : userId
  const [lentTo, standIn] = isLent ? [userId, standInId] : [FIRST_ID, FIRST_ID]

  const lent =
    place === null
      ? empty
      : sql`
    union all
    select wanted.*, t.stand_in_id as user_id, null::uuid as assignment_id, t.id as stand_in_id from wanted cross join lateral (
      select t.id, t.stand_in_id from ${lentIn(place)} and lower(t.role) = wanted.role and wanted.action <> 'Creator'
        and (t.stand_in_id, t.id) > (wanted.lent_to, wanted.stand_in)
      order by t.stand_in_id, t.id limit ${limit}) t`
  return sql`
    with wanted as (
      select lower(w.role) as role, w.action, w.sequence, w.place,
        case when w.place = ${after.place} then ${own}::uuid else ${FIRST_ID}::uuid end as own_from,
        case when w.place = ${after.place} then ${lentTo}::uuid else ${FIRST_ID}::uuid end as lent_to,
        case when w.place = ${after.place} then ${standIn}::uuid else ${FIRST_ID}::uuid end as stand_in
      from unnest(${roles.map(({ role }) => role)}::text[],
        ${roles.map(({ action }) => action)}::text[], ${roles.map(({ sequence }) => sequence)}::int[])
        with ordinality w(role, action, sequence, place) where w.place >= ${after.place})
    select wanted.*, s.user_id, s.id as assignment_id, null::uuid as stand_in_id from wanted cross join lateral (
      select s.id, s.user_id from ${peopleOfWantedRole(applicationId, clientId)} and s.user_id > wanted.own_from order by s.user_id limit ${limit}) s ${lent}`
}

/** At most one more than lists count. */
export async function countWhoCan(on: Executor, wanted: Wanted): Promise<number> {
  const most = COUNTED_MAX_ROWS + 1
  const { rows } = await on.execute<{ total: number }>(
    sql`select count(*)::int as total from (select 1 from (${foundOf(wanted, most)}) found limit ${most}) counted`,
  )
  return rows[0]?.total ?? 0
}

/** What is lent is named with who lends it, and who added it. `after`: the rows after this one, however many stand before it. */
export async function listPeople(
  on: Executor,
  wanted: Wanted,
  {
    offset = 0,
    after = START,
    limit,
    maySeeAudit,
  }: { offset?: number; after?: Position; limit: number; maySeeAudit: boolean },
): Promise<(SomeoneWhoCan & { position: Position })[]> {
  const { rows } = await on.execute<SomeoneWhoCan & { position: Position }>(sql`
    with found as materialized (
      select * from (${foundOf(wanted, offset + limit, after)}) f
      order by f.place, f.stand_in_id is not null, f.user_id, f.stand_in_id limit ${limit} offset ${offset})
    select json_build_object('_id', u.id, 'name', ${raw(fullNameIn('u'))}) as person, coalesce(t.role, s.role) as role, found.action, found.sequence,
      case when l.id is not null then json_build_object('_id', l.id, 'name', ${raw(fullNameIn('l'))}) end as "onBehalfOf",
      ${raw(isoOf('coalesce(t.valid_from, s.valid_from, s.created_at)'))} as since,
      ${raw(isoOf('coalesce(t.valid_until, s.valid_until)'))} as until,
      case when t.id is null then grant_of_assignment else jsonb_build_object('by', trim(${raw(nameOfActor('t.created_by'))}),
        'at', ${raw(isoOf('t.created_at'))}) end as granted,
      json_build_object('place', found.place, 'isLent', found.stand_in_id is not null, 'userId', found.user_id,
        'standInId', found.stand_in_id) as position
    from found join users u on u.id = found.user_id
      left join assignments s on s.id = found.assignment_id
      left join stand_ins t on t.id = found.stand_in_id left join users l on l.id = t.lender_id
      ${joinAssignmentGrant(maySeeAudit)}
    order by found.place, found.stand_in_id is not null, found.user_id, found.stand_in_id`)
  return rows
}
