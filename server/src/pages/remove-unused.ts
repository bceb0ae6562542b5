import sql, { type Sql } from 'sql-template-tag'
import type { Tx } from '../db/database.ts'

/** Whoever the transaction names as its author (`nameAuthor`), or `null`. */
export const AUTHOR: Sql = sql`nullif(current_setting('gatehouse.author', true), '')::uuid`

/** Whether a role that is not deleted has, or approves, a page `p`. */
export const IS_PAGE_USED: Sql = sql`(
  exists (select from application_role_pages rp
    join application_roles r on r.id = rp.application_role_id and r.deleted_at is null where rp.page_id = p.id)
  or exists (select from document_approvals d
    join application_roles r on r.id = d.application_role_id and r.deleted_at is null
    where d.page_id = p.id and d.deleted_at is null))`

/**
 * Deletes the pages of an application that it has left out of its manifest and that no role uses any more. Without their
 * id in the manifest, so that a restored page is one of the console.
 *
 * @returns their names
 */
export async function removeUnusedPages(tx: Tx, applicationId: string): Promise<string[]> {
  const { rows } = await tx.execute<{ name: string }>(sql`
    update pages p set deleted_at = now(), manifest_id = null, withdrawn_at = null, version = version + 1, updated_at = now(),
      updated_by = ${AUTHOR}
    where p.application_id = ${applicationId} and p.withdrawn_at is not null and p.deleted_at is null and not ${IS_PAGE_USED}
    returning p.name`)
  return rows.map(({ name }) => name).toSorted()
}
