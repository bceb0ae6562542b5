import sql from 'sql-template-tag'
import { isDenial } from '../../approvals/lint.ts'
import { type Matrix, type Moment, nextChangeOf } from '../../approvals/matrix.ts'
import type { Executor } from '../../db/database.ts'
import { readMatrix } from '../../decisions/read-matrix.ts'
import { type IntendedGap, readIntendedGaps } from './intended/read-intended-gaps.ts'
import { lintApprovals } from './lint-approvals.ts'

type Named = { _id: string; name: string }
type Place = { application: Named; client: Named; version: number; marks: string; now: Moment }
export type MissingApprovals = { application: Named; client: Named; count: number }

/** The applications and clients with amounts that nobody approves, with their numbers of gaps. */
export async function findMissingApprovals(on: Executor, timeZone: string): Promise<MissingApprovals[]> {
  const { rows } = await on.execute<Place>(sql`
    with pair as (
      select r.application_id, r.client_id from application_roles r where r.action <> '' and r.deleted_at is null
      union
      -- Pages are to be approved, whether or not anybody does.
      select r.application_id, r.client_id from document_approvals d join application_roles r on r.id = d.application_role_id
      where d.deleted_at is null and r.deleted_at is null)
    select json_build_object('_id', a.id, 'name', a.name) as application,
      json_build_object('_id', c.id, 'name', c.display_name) as client, coalesce(m.version, 0)::float8 as version,
      extract(epoch from now())::float8 * 1000 as now, coalesce((
        select string_agg(g.id::text, ' ' order by g.id) from intended_gaps g where g.application_id = a.id
          and (g.last_day is null or g.last_day >= (now() at time zone ${timeZone})::date)), '') as marks
    from pair join applications a on a.id = pair.application_id and a.deleted_at is null
      join clients c on c.id = pair.client_id and c.deleted_at is null
      left join approval_matrices m on m.application_id = a.id
    order by lower(a.name), lower(c.display_name), a.id, c.id`)
  const missing: MissingApprovals[] = []
  for (const ofApplication of Map.groupBy(rows, ({ application }) => application._id).values()) {
    const counts = await countGaps(on, ofApplication, timeZone)
    missing.push(
      ...ofApplication
        .map(({ application, client }) => ({ application, client, count: counts.get(client._id) ?? 0 }))
        .filter(({ count }) => count > 0),
    )
  }
  return missing
}

type Counts = ReadonlyMap<string, number>

const KNOWN_MAX = 1000
const known = new Map<string, { version: number; marks: string; until: Moment; counts: Counts }>()

/**
 * The gaps of each client of one application. They follow from its matrix, so each version is judged once, and again when one of its
 * rows begins or ends.
 */
async function countGaps(on: Executor, places: readonly Place[], timeZone: string): Promise<Counts> {
  const [{ application, version, marks: marked, now }] = places as [Place]
  const found = known.get(application._id)
  if (
    found?.version === version &&
    found.marks === marked &&
    now < found.until &&
    places.every(({ client }) => found.counts.has(client._id))
  )
    return found.counts
  const matrix = await readMatrix(on, application._id, timeZone)
  const marks = await readIntendedGaps(on, application._id, timeZone)
  const counts = new Map<string, number>()
  for (const { client } of places) counts.set(client._id, await countGapsOf(matrix, client._id, now, marks))
  if (known.size >= KNOWN_MAX) known.clear()
  known.set(application._id, {
    ...{ version: matrix.version, marks: marked, counts, until: nextChangeOf(matrix, now) ?? Number.POSITIVE_INFINITY },
  })
  return counts
}

async function countGapsOf(
  matrix: Matrix,
  clientId: string,
  now: Moment,
  marks: readonly IntendedGap[],
): Promise<number> {
  const { findings } = await lintApprovals({ matrix, clientId, now, marks })
  return findings.filter((finding) => finding.severity === 'error' && (finding.code === 'no-rows' || isDenial(finding)))
    .length
}
