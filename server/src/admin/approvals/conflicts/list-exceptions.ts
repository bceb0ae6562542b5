import type {
  ConflictException,
  listConflictExceptions,
} from '@gatehouse/contract/admin/approvals/conflict-exceptions.ts'
import type { Input } from '@gatehouse/contract/endpoint.ts'
import { DEFAULT_PAGE_SIZE } from '@gatehouse/contract/paging.ts'
import sql, { empty, raw } from 'sql-template-tag'
import { nameOfActor } from '../../../audit/actor-names.ts'
import type { Db } from '../../../db/database.ts'
import { fullNameIn } from '../../../db/full-name.ts'
import { IS_OPEN } from './is-open.ts'

type Row = Omit<ConflictException, 'createdAt' | 'validUntil' | 'endedAt'> & {
  createdAt: Date
  validUntil: Date
  endedAt: Date | null
}

/** Exceptions of people, rules and applications that are not deleted. */
export async function listExceptions(
  db: Db,
  { state = 'current', ruleId, userId, page = 0, pageSize = DEFAULT_PAGE_SIZE }: Input<typeof listConflictExceptions>,
) {
  const from = sql`from conflict_exceptions e
    join role_conflicts c on c.id = e.rule_id and c.deleted_at is null
    join applications a on a.id = c.application_id and a.deleted_at is null
    join users u on u.id = e.user_id and u.deleted_at is null
    where ${state === 'current' ? IS_OPEN : sql`not (${IS_OPEN})`}
      ${ruleId === undefined ? empty : sql`and e.rule_id = ${ruleId}`}
      ${userId === undefined ? empty : sql`and e.user_id = ${userId}`}`
  const order = raw(state === 'current' ? 'e.valid_until, e.id' : 'e.id desc')
  const [listed, counted] = await Promise.all([
    db.execute<Row>(sql`
      select e.id as "_id", json_build_object('_id', c.id, 'name', c.name) as rule,
        json_build_object('_id', a.id, 'name', a.name) as application,
        json_build_object('_id', u.id, 'name', ${raw(fullNameIn('u'))}) as person,
        json_build_object('_id', e.owner_id, 'name', ${raw(nameOfActor('e.owner_id'))}) as owner, e.reason, e.control,
        e.created_at as "createdAt", e.valid_until as "validUntil", e.ended_at as "endedAt",
        ${raw(nameOfActor('e.ended_by'))} as "endedBy"
      ${from} order by ${order} limit ${pageSize} offset ${page * pageSize}`),
    db.execute<{ total: number }>(sql`select count(*)::int as total ${from}`),
  ])
  const rows: ConflictException[] = listed.rows.map(({ createdAt, validUntil, endedAt, ...row }) => ({
    ...row,
    ...{ createdAt: createdAt.toISOString(), validUntil: validUntil.toISOString() },
    endedAt: endedAt?.toISOString() ?? null,
  }))
  return { rows, total: counted.rows[0]?.total ?? 0, isEstimate: false }
}
