import type { AuditLine } from '@gatehouse/contract/admin/engine/audit-line.ts'
import { COUNTED_MAX_ROWS, type Page } from '@gatehouse/contract/paging.ts'
import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import type { Db } from '../db/database.ts'
import { fullNameIn } from '../db/full-name.ts'
import type { Change } from './changes.ts'
import { presentName, storedNamesOf } from './record-audit.ts'

export type AuditFilter = {
  subjectId?: string | undefined
  actorId?: string | undefined
  /** Only with `actorId`, for whom there is an index. */
  sessionId?: string | undefined
  /** An event, or its group (the part before the dot). */
  event?: string | undefined
  from?: string | undefined
  /** Exclusive. */
  to?: string | undefined
}

export type AuditQuery = AuditFilter & { page?: number | undefined; pageSize?: number | undefined }

type Row = Omit<AuditLine, 'at' | 'changes' | 'subject' | 'detail'> & {
  number: string
  at: Date
  /** `at` to the microsecond, which a `Date` cannot hold. */
  instant: string
  detail: Record<string, unknown>
  subject: string | null
}

const BATCH = 1000

/** The audit, newest first. Names of people are the present ones, names of records those at the time of the event. */
export async function listAuditEvents(db: Db, query: AuditQuery): Promise<Page<AuditLine>> {
  const { page = 0, pageSize = 25 } = query
  const where = whereOf(query)
  const [rows, counted] = await Promise.all([
    select(db, where, orderOf(query), sql`limit ${pageSize} offset ${page * pageSize}`),
    db.execute<{ total: number }>(
      sql`select count(*)::int as total from (select 1 ${where} limit ${COUNTED_MAX_ROWS + 1}) counted`,
    ),
  ])
  const total = counted.rows[0]?.total ?? 0
  return { rows: rows.map(toLine), total, isEstimate: total > COUNTED_MAX_ROWS }
}

/** All matching lines, newest first, in batches; lines written after the first batch are not in it. */
export async function* readAuditEvents(db: Db, filter: AuditFilter): AsyncGenerator<AuditLine[]> {
  let older = empty
  for (;;) {
    const rows = await select(db, sql`${whereOf(filter)} ${older}`, orderOf(filter), sql`limit ${BATCH}`)
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows.map(toLine)
    older = isByTime(filter)
      ? sql`and (e.at, e.number) < (${last.instant}::timestamptz, ${last.number})`
      : sql`and e.number < ${last.number}`
  }
}

function whereOf({ subjectId, actorId, sessionId, event, from, to }: AuditFilter): Sql {
  const conditions = [sql`true`]
  if (subjectId) conditions.push(sql`e.subject_id = ${subjectId}`)
  if (actorId) conditions.push(sql`e.actor_id = ${actorId}`)
  if (sessionId) conditions.push(sql`e.session_id = ${sessionId}`)
  if (event) conditions.push(sql`e.event = any(${storedNamesOf(event)}::text[])`)
  if (from) conditions.push(sql`e.at >= ${from}`)
  if (to) conditions.push(sql`e.at < ${to}`)
  return sql`from audit_events e where ${join(conditions, ' and ')}`
}

/** Line numbers are in the order of time; each order and each filter has an index. */
function orderOf(filter: AuditFilter): Sql {
  return isByTime(filter) ? sql`order by e.at desc, e.number desc` : sql`order by e.number desc`
}

const isByTime = ({ subjectId, actorId, event, from, to }: AuditFilter) =>
  Boolean(from || to) && !subjectId && !actorId && !event

/** Looks up names for the lines of the page only. */
async function select(db: Db, where: Sql, order: Sql, limit: Sql): Promise<Row[]> {
  const { rows } = await db.execute<Row>(sql`
    with e as (select e.* ${where} ${order} ${limit})
    select e.id as "_id", e.number, e.at, e.at::text as instant, e.event, e.subject_id as "subjectId", e.session_id as "sessionId", e.ip, e.detail,
      case when e.actor_id is not null
        then json_build_object('_id', e.actor_id, 'name', coalesce(${raw(fullNameIn('a'))}, m.name, ''),
          'isServiceAccount', m.id is not null) end as actor,
      coalesce(e.detail->>'name', ${raw(fullNameIn('s'))}, p.name, o.name) as subject
    from e left join users a on a.id = e.actor_id left join service_accounts m on m.id = e.actor_id
      left join users s on s.id = e.subject_id left join applications p on p.id = e.subject_id
      left join service_accounts o on o.id = e.subject_id
    ${order}`)
  return rows
}

function toLine({
  number: _,
  instant: __,
  at,
  event,
  detail: { changes, name: ___, ...detail },
  subject,
  ...row
}: Row) {
  return {
    ...row,
    at: at.toISOString(),
    event: presentName(event),
    subject: subject ?? '',
    changes: Array.isArray(changes) ? (changes as Change[]) : [],
    detail,
  }
}
