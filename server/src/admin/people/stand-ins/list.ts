import type { listStandIns, StandIn } from '@gatehouse/contract/admin/people/stand-ins.ts'
import type { Input } from '@gatehouse/contract/endpoint.ts'
import { COUNTED_MAX_ROWS, DEFAULT_PAGE_SIZE, type Page } from '@gatehouse/contract/paging.ts'
import { ALL_REGIONS } from '@gatehouse/contract/regions.ts'
import type { OwnStandIn, STAND_IN_STATES } from '@gatehouse/contract/stand-ins.ts'
import sql, { empty, raw } from 'sql-template-tag'
import { nameOfActor } from '../../../audit/actor-names.ts'
import type { Db } from '../../../db/database.ts'
import { fullNameIn } from '../../../db/full-name.ts'
import { withIsoTimes } from '../../engine/list.ts'

const OWN_MAX = 50

/** Stand-ins of and for people who are not deleted. */
const LISTED = sql`stand_ins t
  join users l on l.id = t.lender_id and l.deleted_at is null
  join users u on u.id = t.stand_in_id and u.deleted_at is null
  join applications a on a.id = t.application_id and a.deleted_at is null
  left join clients c on c.id = t.client_id`

const IS_OVER = '(t.ended_at is not null or t.valid_until <= now())'
const IN_STATE: Record<(typeof STAND_IN_STATES)[number], string> = {
  current: `not ${IS_OVER} and t.valid_from <= now()`,
  coming: `not ${IS_OVER} and t.valid_from > now()`,
  past: IS_OVER,
}
const IN_ORDER: typeof IN_STATE = {
  current: 'order by t.valid_until, t.id',
  coming: 'order by t.valid_until, t.id',
  past: 'order by t.id desc',
}

/** When it ends, or ended before that. */
const END = 'coalesce(t.ended_at, t.valid_until)'

type Asked = Input<typeof listStandIns>

/** Those that count at some time between two moments. One that ended before it began never counted. */
const countsBetween = ({ from = '-infinity', until = 'infinity' }: Asked) => sql`
  ${raw(END)} > greatest(t.valid_from, ${from}) and t.valid_until > ${from} and t.valid_from < ${until}`

const SHOWN = raw(`t.id as "_id", json_build_object('_id', l.id, 'name', ${fullNameIn('l')}) as lender,
  json_build_object('_id', u.id, 'name', ${fullNameIn('u')}) as "standIn",
  json_build_object('_id', a.id, 'name', a.name) as application,
  case when c.id is not null then json_build_object('_id', c.id, 'name', c.display_name) end as client, t.role,
  coalesce((select json_agg(json_build_object('_id', p.id, 'name', p.name) order by lower(p.name), p.id)
    from pages p where p.id = any(t.page_ids)), '[]') as pages,
  t.up_to::float8 / 100 as "upTo", case when t.all_regions then array['${ALL_REGIONS}'] else t.regions end as regions,
  t.note, t.valid_from as "validFrom", t.valid_until as "validUntil", t.ended_at as "endedAt",
  case when ${IS_OVER} then 'past' when t.valid_from > now() then 'coming' else 'current' end as state`)

export async function listPageOfStandIns(db: Db, asked: Asked): Promise<Page<StandIn>> {
  const { state = 'current', userId, applicationId, page = 0, pageSize = DEFAULT_PAGE_SIZE } = asked
  const isOfTime = asked.from !== undefined || asked.until !== undefined
  const from = sql`from ${LISTED} where ${isOfTime ? countsBetween(asked) : raw(IN_STATE[state])}
    ${userId === undefined ? empty : sql`and (t.lender_id = ${userId} or t.stand_in_id = ${userId})`}
    ${applicationId === undefined ? empty : sql`and t.application_id = ${applicationId}`}`
  const order = isOfTime ? 'order by t.valid_from, t.id' : IN_ORDER[state]
  const [listed, counted] = await Promise.all([
    db.execute<StandIn>(sql`
      select ${SHOWN}, ${raw(nameOfActor('t.created_by'))} as "createdBy", ${raw(nameOfActor('t.ended_by'))} as "endedBy"
      ${from} ${raw(order)} limit ${pageSize} offset ${page * pageSize}`),
    db.execute<{ total: number }>(
      sql`select count(*)::int as total from (select 1 ${from} limit ${COUNTED_MAX_ROWS + 1}) counted`,
    ),
  ])
  const total = counted.rows[0]?.total ?? 0
  return { rows: listed.rows.map(withIsoTimes), total, isEstimate: total > COUNTED_MAX_ROWS }
}

/** What somebody lends and what is lent to them: what is to end first, then what is over. */
export async function readOwnStandIns(db: Db, userId: string): Promise<OwnStandIn[]> {
  const { rows } = await db.execute<OwnStandIn>(sql`
    select ${SHOWN}, t.lender_id = ${userId} as "isLender" from ${LISTED}
    where t.lender_id = ${userId} or t.stand_in_id = ${userId}
    order by ${raw(IS_OVER)}, case when ${raw(IS_OVER)} then null else t.valid_until end, t.id desc limit ${OWN_MAX}`)
  return rows.map(withIsoTimes)
}
