import sql, { raw, type Sql } from 'sql-template-tag'
import { highestIn, lowestIn } from '../../../db/amounts-in.ts'
import { countsOn } from '../../../db/counts-on.ts'
import type { Executor } from '../../../db/database.ts'
import { lookUpLive } from '../../../db/look-up-live.ts'
import { today } from '../../../db/today.ts'
import { countHolders, holderKey } from './count-holders.ts'
import { findSoleSteps, type Step } from './sole-steps.ts'

export type StepOfApplication = Step & { applicationId: string }

/** A document approval `d` and its role `r` as a step. */
const STEP =
  raw(`d.id, d.page_id as "pageId", d.all_pages as "allPages", d.all_clients as "allClients", r.client_id as "clientId",
  lower(r.name) as role, r.application_id as "applicationId", r.action, r.sequence, (${lowestIn('r')})::float8 as lowest,
  (${highestIn('r')})::float8 as highest, r.all_regions as "allRegions", r.regions`)
const ROLE = raw(lookUpLive('application_roles', 'r', 'd.application_role_id'))

const APPROVAL =
  raw(`${lookUpLive('document_approvals', 'd', 'w.id')} ${lookUpLive('application_roles', 'r', 'd.application_role_id')}
  ${lookUpLive('applications', 'a', 'r.application_id')} ${lookUpLive('clients', 'c', 'r.client_id')} ${lookUpLive('pages', 'p', 'd.page_id')}`)

/** Those of these document approvals that count today. */
export async function readSteps(on: Executor, timeZone: string, ids: readonly string[]): Promise<StepOfApplication[]> {
  const { rows } = await on.execute<StepOfApplication>(sql`
    select ${STEP} from unnest(${ids}::uuid[]) w(id) ${APPROVAL} where ${countsOn('d', today(timeZone))}`)
  return rows
}

/** Those of some steps of one application that nobody else can approve, when the document approvals in `removed` do not stay. */
export async function readSoleSteps(
  on: Executor,
  timeZone: string,
  steps: readonly StepOfApplication[],
  removed: readonly string[],
): Promise<Step[]> {
  const [first] = steps
  if (first === undefined) return []
  const { applicationId } = first
  const others = await readOthers(on, timeZone, applicationId, steps, removed)
  const holders = others.map(({ allClients, clientId, role }) => ({ clientId: allClients ? null : clientId, role }))
  const counts = await countHolders(on, applicationId, holders, 'one')
  return findSoleSteps(
    steps,
    others.filter((_, at) => counts.has(holderKey(holders[at]))),
  )
}

/** What can stand in their place: the same actions in the same sequence, on the same pages or on all. */
async function readOthers(
  on: Executor,
  timeZone: string,
  applicationId: string,
  steps: readonly Step[],
  removed: readonly string[],
): Promise<Step[]> {
  const pageIds = new Set(steps.filter(({ allPages }) => !allPages).map(({ pageId }) => pageId))
  const kinds = new Set(steps.map(({ action, sequence }) => `${action} ${sequence ?? ''}`))
  const read = (rows: Sql) => sql`
    select ${STEP} from ${rows} ${ROLE}
    where d.id <> all(${removed}::uuid[]) and ${countsOn('d', today(timeZone))} and r.application_id = ${applicationId}
      and r.action || ' ' || coalesce(r.sequence::text, '') = any(${[...kinds]}::text[])`
  const { rows } = await on.execute<Step>(sql`
    ${read(sql`(select z.* from unnest(${[...pageIds]}::uuid[]) w(id) cross join lateral
      (select * from document_approvals z where z.page_id = w.id and not z.all_pages and z.deleted_at is null offset 0) z) d`)}
    union all
    ${read(sql`(select * from document_approvals z where z.all_pages and z.deleted_at is null offset 0) d`)}`)
  return rows
}
