import type { Decided } from '@gatehouse/contract/decided.ts'
import sql, { raw, type Sql } from 'sql-template-tag'
import type { Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import { nameOfActor } from './actor-names.ts'
import type { AuditEvent } from './record-audit.ts'

/**
 * Somebody else has decided meanwhile: the answer says who and how.
 *
 * @param isNamed whether the caller may read who it was
 */
export const decidedMeanwhile = (
  { by, at, ...decided }: Omit<Decided, 'at'> & { at: Date | string },
  isNamed = true,
): AppError =>
  new AppError('changed_meanwhile', {
    data: { decided: { ...decided, by: isNamed ? by : '', at: new Date(at).toISOString() } },
  })

/** The audit lines that are decisions, with what they decide and where they hold the answer. */
export type DecidingEvents = Partial<Record<AuditEvent, Decided['what']>>

/**
 * The last of these decisions by its audit line, or `null`.
 *
 * @param of.during SQL: which lines `e` count
 * @param isNamed whether the caller may read who has decided
 */
export async function lastDecision(
  tx: Tx,
  events: DecidingEvents,
  of: { subjectId: string; during?: Sql } | { requestId: string },
  isNamed = true,
): Promise<AppError | null> {
  const which =
    'subjectId' in of
      ? sql`e.subject_id = ${of.subjectId} and ${of.during ?? sql`true`}`
      : sql`e.detail->>'requestId' = ${of.requestId}`
  const { rows } = await tx.execute<{ event: AuditEvent; by: string; at: Date; note: string }>(sql`
    select e.event, ${raw(nameOfActor('e.actor_id'))} as by, e.at, coalesce(e.detail->>'note', '') as note
    from audit_events e where ${which} and e.event = any(${Object.keys(events)}::text[]) order by e.number desc limit 1`)
  const [line] = rows
  if (line === undefined) return null
  const { event, by, at, note } = line
  return decidedMeanwhile({ what: events[event] as Decided['what'], by, at, role: '', note }, isNamed)
}

/** The refusal of what was ended before. @param row SQL from `from` on, of a row `t` with `ended_at` and `ended_by` */
export async function endedMeanwhile(tx: Tx, row: Sql, isNamed: boolean): Promise<AppError> {
  const { rows } = await tx.execute<{ by: string; at: Date | null }>(
    sql`select ${raw(nameOfActor('t.ended_by'))} as by, t.ended_at as at ${row}`,
  )
  const { by = '', at = null } = rows[0] ?? {}
  if (at === null) return new AppError('not_found')
  return decidedMeanwhile({ what: 'ended', by, at, role: '', note: '' }, isNamed)
}
