import { NAMED_PEOPLE } from '@gatehouse/contract/admin/approvals/explain.ts'
import sql, { raw, type Sql } from 'sql-template-tag'
import type { Case } from '../approvals/chain.ts'
import type { Executor } from '../db/database.ts'
import { fullNameIn } from '../db/full-name.ts'
import { isCurrent } from '../db/is-current.ts'
import { isPersonActive } from '../db/is-person-active.ts'

/**
 * What is lent at this moment, as tables to select from: the stand-in `t`, the lender's own assignment `ls` with the role
 * that is lent, and the lender `l`. So nobody lends more than they hold, and what is lent to them is not passed on.
 */
export const LENT = `stand_ins t
  join assignments ls on ls.user_id = t.lender_id and ls.application_id = t.application_id
    and (t.client_id is null or ls.client_id = t.client_id) and lower(ls.role) = lower(t.role) and ${isCurrent('ls')}
    and t.ended_at is null and ${isCurrent('t')}
  join users l on l.id = t.lender_id and ${isPersonActive('l')}`

/** Where a document is, and what it is about. */
export type Place = { applicationId: string; clientId: string; pageId: string; at: Case }

/** The same, as columns of a query around it. */
type PlaceInSql = Pick<Place, 'at'> & Record<'applicationId' | 'clientId' | 'pageId', Sql>

/** The same for a case, with the active person `u` who may act and their own current assignment `s`. */
export const lentIn = ({ applicationId, clientId, pageId, at: { amount, region } }: Place | PlaceInSql): Sql => sql`
  ${raw(LENT)}
    join assignments s on s.user_id = t.stand_in_id and s.application_id = t.application_id
      and s.client_id = ls.client_id and ${raw(isCurrent('s'))}
    join users u on u.id = t.stand_in_id and ${raw(isPersonActive('u'))}
  where t.application_id = ${applicationId} and ls.client_id = ${clientId}
    and (t.page_ids is null or ${pageId} = any(t.page_ids)) and (t.up_to is null or ${amount}::bigint <= t.up_to)
    and (t.all_regions or ${region}::text = any(t.regions))`

type Named = { _id: string; name: string }

/** The first people who may act for others in a case, with these, by the lent role in lower case. */
export async function nameStandIns(
  on: Executor,
  place: Place,
): Promise<ReadonlyMap<string, (Named & { lender: Named })[]>> {
  const { rows } = await on.execute<{ role: string; people: (Named & { lender: Named })[] }>(sql`
    select role, json_agg(person) as people from (
      select lower(t.role) as role, row_number() over (partition by lower(t.role) order by t.id) as place,
        json_build_object('_id', u.id, 'name', ${raw(fullNameIn('u'))},
          'lender', json_build_object('_id', l.id, 'name', ${raw(fullNameIn('l'))})) as person
      from ${lentIn(place)}) found
    where place <= ${NAMED_PEOPLE} group by role`)
  return new Map(rows.map(({ role, people }) => [role, people]))
}
