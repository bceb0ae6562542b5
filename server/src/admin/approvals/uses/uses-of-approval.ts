import type { Use } from '@gatehouse/contract/admin/engine/resource.ts'
import sql, { raw, type Sql } from 'sql-template-tag'
import { stepIn } from '../../../db/amounts-in.ts'
import { countsOn } from '../../../db/counts-on.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { fullNameIn } from '../../../db/full-name.ts'
import { isCurrent } from '../../../db/is-current.ts'
import { lookUpLive } from '../../../db/look-up-live.ts'
import { today } from '../../../db/today.ts'
import { countUses } from '../../engine/table-store.ts'
import { readSoleSteps, readSteps } from './read-steps.ts'

/** A document approval `d` of the role `r`, with its application, client and page. */
const APPROVAL = `document_approvals d ${lookUpLive('application_roles', 'r', 'd.application_role_id')}
  ${lookUpLive('applications', 'a', 'r.application_id')} ${lookUpLive('clients', 'c', 'r.client_id')} ${lookUpLive('pages', 'p', 'd.page_id')}`

/** The active people `u` who have the role `r`, by the row `d` for their client. */
const PEOPLE = `assignments s join users u on u.id = s.user_id and u.is_active and u.deleted_at is null
  where s.application_id = r.application_id and lower(s.role) = lower(r.name) and ${isCurrent('s')}
    and (d.all_clients or s.client_id = r.client_id)`

/** What a document approval carries while it counts. `countUsesOfEach` counts the same of several that go together. */
export async function usesOfApproval(timeZone: string, db: Db | Tx, id: string): Promise<Use[]> {
  const which = sql`d.id = ${id} and ${countsOn('d', today(timeZone))}`
  const uses = await Promise.all([
    countUses(
      db,
      'people',
      'leaves',
      sql`select distinct u.id, ${raw(fullNameIn('u'))} as name from ${raw(APPROVAL)}
        cross join lateral (select u.* from ${raw(PEOPLE)}) u where ${which}`,
    ),
    findSoleStep(timeZone, db, id, which),
    countUses(
      db,
      'stand-ins',
      'leaves',
      sql`select ${raw(fullNameIn('u'))} || ' · ' || t.role as name from ${raw(APPROVAL)}
        join stand_ins t on t.application_id = r.application_id and lower(t.role) = lower(r.name) and t.ended_at is null
          and t.valid_until > now() and (t.client_id is null or d.all_clients or t.client_id = r.client_id)
          and (t.page_ids is null or d.all_pages or d.page_id = any(t.page_ids))
        join users u on u.id = t.stand_in_id where ${which}`,
    ),
    countUses(
      db,
      'requests for access that wait',
      'leaves',
      sql`select ${raw(fullNameIn('u'))} || ' · ' || a.name as name from ${raw(APPROVAL)}
        join access_requests q on q.application_id = r.application_id and q.state = 'waiting'
          and (d.all_clients or q.client_id = r.client_id)
        join users u on u.id = q.user_id and u.deleted_at is null
        where ${which} and a.request_rule = 'matrix' and (d.all_pages or a.request_page_id = d.page_id)`,
    ),
  ])
  return uses.flat()
}

async function findSoleStep(timeZone: string, db: Db | Tx, id: string, which: Sql): Promise<Use[]> {
  const sole = await readSoleSteps(db, timeZone, await readSteps(db, timeZone, [id]), [id])
  if (sole.length === 0) return []
  const kind = 'steps of approvals that nobody else can approve'
  return countUses(db, kind, 'leaves', sql`select ${raw(stepIn('r'))} as name from ${raw(APPROVAL)} where ${which}`)
}
