import { raw } from 'sql-template-tag'
import { canonicalJson } from './canonical-json.ts'
import { hashOf } from './merkle.ts'

/** A line of the audit as it is sealed. `at`: UTC, to the microsecond. */
export type TrailLine = {
  id: string
  number: number
  at: string
  event: string
  actorId: string | null
  subjectId: string | null
  sessionId: string | null
  ip: string | null
  detail: Record<string, unknown>
}

/** `raw` SQL for a time as `TrailLine` and seals have it. */
export const instant = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** The columns of `audit_events e`, as `TrailLine`; the number as text. */
export const LINE_COLUMNS = raw(
  `e.id, e.number, ${instant('e.at')} as at, e.event, e.actor_id as "actorId", e.subject_id as "subjectId",
  e.session_id as "sessionId", e.ip, e.detail`,
)

/** The columns are selected by name, and the driver gives a bigint as text. */
export const lineOf = ({ number, ...row }: Omit<TrailLine, 'number'> & { number: string }): TrailLine => ({
  id: row.id,
  number: Number(number),
  at: row.at,
  event: row.event,
  actorId: row.actorId,
  subjectId: row.subjectId,
  sessionId: row.sessionId,
  ip: row.ip,
  detail: row.detail,
})

/**
 * The commitment to what may be erased: with the salt it is proved by the details, without it nobody can find them by
 * trying.
 */
export const detailsHashOf = ({ ip, detail }: Pick<TrailLine, 'ip' | 'detail'>, salt: Buffer): Buffer =>
  hashOf('details', salt, canonicalJson({ detail, ip }))

/** The leaf of a line in the Merkle tree of its batch. */
export function leafOf(line: TrailLine, detailsHash: Buffer): Buffer {
  const { ip: _, detail: __, ...rest } = line
  return hashOf('leaf', canonicalJson({ ...rest, details: detailsHash.toString('hex') }))
}
