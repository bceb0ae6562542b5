import type { applications } from '@gatehouse/contract/admin/applications/applications.ts'
import type { Input, Output } from '@gatehouse/contract/endpoint.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { Tx } from '../../db/database.ts'
import { auditBy } from '../engine/changes.ts'
import { requireMayGiveAccess } from '../engine/guard/gives-access.ts'
import { refuseFields } from '../engine/refuse-fields.ts'
import type { Author } from '../engine/store.ts'

type Rule = Pick<Output<typeof applications.create>, 'requestRule' | 'requestPageId'>
type Asked = Pick<Input<typeof applications.update>, 'requestRule' | 'requestPageId'>

const MAY_NOT_CHOOSE = 'Whoever decides about requests gives access. To choose who does you also need users:write.'

/** SQL: the name of the page by which the matrix of the application `t` decides about requests. */
export const REQUEST_PAGE = `coalesce((select q.name from pages q
  where q.id = t.request_page_id and q.application_id = t.id and q.deleted_at is null), '')`

/**
 * Judges a change of who decides about the requests for an application.
 *
 * @param after what is left out stays the same
 * @throws AppError not_allowed without `users:write`
 */
export function judgeRequestRule(by: Author, before: Rule, after: Asked): void {
  const { requestRule = before.requestRule, requestPageId = before.requestPageId } = after
  if (requestRule === before.requestRule && requestPageId === before.requestPageId) return
  requireMayGiveAccess(by, MAY_NOT_CHOOSE)
}

/**
 * Checks the page by which a matrix is to decide, as it is stored now. A form that has no page, like that of a file, leaves it to whoever
 * names it later: until then the owners decide.
 *
 * @throws AppError invalid_request
 */
export async function requireRequestPage(tx: Tx, id: string, { requestPageId, requestRule }: Asked): Promise<void> {
  if (requestPageId === undefined) return
  if (requestPageId === null)
    return refuseFields({ requestPageId: requestRule === 'matrix' ? 'Choose a page of this application' : null })
  const { rows } = await tx.execute(sql`
    select from pages where id = ${requestPageId} and application_id = ${id} and deleted_at is null`)
  refuseFields({ requestPageId: rows.length === 0 ? 'Choose a page of this application' : null })
}

/**
 * Makes a page the one by which the matrix of its application decides about requests, where only the page is at hand: in a file.
 *
 * @throws AppError not_allowed without `users:write`; invalid_request for a page of another application
 */
export async function setRequestPage(tx: Tx, by: Author, pageId: string, applicationId: string) {
  await writeRequestPage(tx, by, applicationId, pageId, sql`request_page_id is distinct from ${pageId}`)
  await requireRequestPage(tx, applicationId, { requestPageId: pageId })
  return {}
}

/** Unless another page is it meanwhile. @throws AppError not_allowed without `users:write` */
export async function unsetRequestPage(tx: Tx, by: Author, pageId: string, applicationId: string) {
  await writeRequestPage(tx, by, applicationId, null, sql`request_page_id = ${pageId}`)
  return {}
}

async function writeRequestPage(tx: Tx, by: Author, applicationId: string, pageId: string | null, which: Sql) {
  const nameOf = (page: Sql) => sql`coalesce((select q.name from pages q where q.id = ${page}), '')`
  const { rows } = await tx.execute<{ name: string; idBefore: string | null; before: string; after: string }>(sql`
    with was as (select id, request_page_id from applications where id = ${applicationId} and deleted_at is null and ${which} for no key update)
    update applications a set request_page_id = ${pageId}, version = a.version + 1, updated_at = now(), updated_by = ${by.person.userId}
    from was where a.id = was.id
    returning a.name, was.request_page_id as "idBefore", ${nameOf(sql`was.request_page_id`)} as before, ${nameOf(sql`a.request_page_id`)} as after`)
  const [written] = rows
  if (written === undefined) return
  requireMayGiveAccess(by, MAY_NOT_CHOOSE)
  const { name, idBefore, ...names } = written
  // As the console writes it, for which the page is two fields of the row.
  const changes = [
    { field: 'requestPageId', before: idBefore, after: pageId },
    { field: 'requestPage', ...names },
  ]
  await auditBy(tx, by, 'applications.updated', applicationId, { name, changes })
}
