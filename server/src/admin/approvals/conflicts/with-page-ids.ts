import { readDuty, writeDuty } from '@gatehouse/contract/admin/approvals/conflict-duties.ts'
import sql, { raw, type Sql } from 'sql-template-tag'
import type { Tx } from '../../../db/database.ts'
import { dutyRows, WRITTEN_DUTY } from './duties-in.ts'

type Named = { applicationId: string; duties: string[] }

/**
 * The actions and pages, each once, with the ids of pages in place of their names; `null`: one is not known. What the rule names already on
 * pages that are gone is known. A page that exists comes before one of the same name that is gone.
 */
export async function withPageIds(
  tx: Tx,
  { applicationId, duties }: Named,
  ruleId: string | null,
): Promise<string[] | null> {
  const { rows } = await tx.execute<{ id: string; key: string; actions: string[] }>(sql`
    select p.id, lower(p.name) as key, ${KNOWN_ACTIONS} as actions from pages p
    where p.application_id = ${applicationId} and p.deleted_at is null`)
  const pages = new Map(rows.map(({ key, ...page }) => [key, page]))
  const kept = await onMissingPages(tx, applicationId, ruleId)
  const written = duties.flatMap((one) => {
    const duty = readDuty(one)
    if (duty === null || duty.page === '') return duty && writeDuty(duty)
    const page = pages.get(duty.page.toLowerCase())
    if (page === undefined) return kept.get(writeDuty(duty).toLowerCase()) ?? null
    const isKnown = duty.by === 'approvals' || duty.action === '' || page.actions.includes(duty.action)
    return isKnown ? writeDuty({ ...duty, page: page.id }) : null
  })
  return written.includes(null) ? null : [...new Set(written as string[])]
}

/** What a rule of the application names on pages that are gone, by how it is written. Several pages may have had one name. */
async function onMissingPages(tx: Tx, applicationId: string, ruleId: string | null): Promise<Map<string, string[]>> {
  const { rows } = await tx.execute<{ key: string; page: string; action: string | null; isAccess: boolean | null }>(sql`
    select lower(${raw(WRITTEN_DUTY)}) as key, d.page, d.action, d."by" = 'access' as "isAccess"
    from role_conflicts t cross join ${dutyRows('t')}
    where t.id = ${ruleId}::uuid and t.application_id = ${applicationId}
      and (p.deleted_at is not null or p.application_id <> t.application_id)`)
  const kept = new Map<string, string[]>()
  for (const { key, page, action, isAccess } of rows) {
    const written = writeDuty({ page, action: action ?? '', by: isAccess ? 'access' : 'approvals' })
    kept.set(key, [...(kept.get(key) ?? []), written])
  }
  return kept
}

/** The actions of a page `p`: those that its application has published, and those left out since that a role or a rule still has. */
const KNOWN_ACTIONS: Sql = sql`array(
  select unnest(p.actions)
  union select unnest(rp.actions) from application_role_pages rp where rp.page_id = p.id
  union select d.action from role_conflicts c cross join jsonb_to_recordset(c.duties) as d(page uuid, action text, "by" text)
    where c.application_id = p.application_id and d.page = p.id and d."by" = 'access')`
