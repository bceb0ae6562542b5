import { DRAFT_CHANGES_MAX } from '@gatehouse/contract/admin/approvals/drafts.ts'
import { NO_SUCH_VERSION } from '@gatehouse/contract/admin/approvals/explain.ts'
import sql, { raw } from 'sql-template-tag'
import type { Tx } from '../../../db/database.ts'
import { statesOf } from '../../../decisions/read-matrix.ts'
import { AppError } from '../../../errors.ts'
import { isCatchAllLeft, restoreRouting } from './draft-routing.ts'
import { limitsOf, termsOf } from './draft-sql.ts'

type Asked = { draftId: string; applicationId: string; version: number }

/** What stands in place of a page in the name of what was left out, where it is the catch-all role. */
export const NO_PAGE = ': '

const refuse = (msg: string) => new AppError('invalid_request', { msg })

/**
 * Fills a draft with what makes the matrix what it was in a version: its routing, the limits of the roles that still exist, and
 * the rules of pages and roles that still exist.
 *
 * @throws AppError not_found when there is no such version; invalid_request when nothing differs, or too much
 */
export async function restoreVersion(tx: Tx, { draftId, applicationId, version }: Asked): Promise<void> {
  const known = await tx.execute(sql`
    select 1 from approval_versions where application_id = ${applicationId} and version = ${version}`)
  if (known.rows.length === 0) throw new AppError('not_found', { msg: NO_SUCH_VERSION })
  const limits = await tx.execute(sql`
    insert into approval_draft_changes (id, draft_id, application_role_id, before, after)
    select gen_random_uuid(), ${draftId}, r.id, ${limitsOf('r')}, ${limitsOf('s')}
    from (${statesOf('application_roles', applicationId, version)}) s
      cross join lateral (select * from application_roles z where z.id = s.id offset 0) r
    where r.application_id = ${applicationId} and r.deleted_at is null and ${limitsOf('r')} <> ${limitsOf('s')}`)
  const rules = await tx.execute(sql`
    insert into approval_draft_changes (id, draft_id, application_role_id, page_id, before, after)
    with now_ as materialized (select d.* from application_roles r join document_approvals d on d.application_role_id = r.id
        where r.application_id = ${applicationId} and r.deleted_at is null and d.deleted_at is null and ${isThere('pages', 'd.page_id', applicationId)}),
      then_ as materialized (select d.* from (${statesOf('document_approvals', applicationId, version)}) d
        where ${isThere('application_roles', 'd.application_role_id', applicationId)} and ${isThere('pages', 'd.page_id', applicationId)})
    select gen_random_uuid(), ${draftId}, coalesce(n.application_role_id, t.application_role_id), coalesce(n.page_id, t.page_id),
      case when n.id is not null then ${termsOf('n')} end, case when t.id is not null then ${termsOf('t')} end
    from now_ n full join then_ t on t.application_role_id = n.application_role_id and t.page_id = n.page_id
    where n.id is null or t.id is null or ${termsOf('n')} <> ${termsOf('t')}`)
  const isRerouted = await restoreRouting(tx, { draftId, applicationId, version })
  const changes = (limits.rowCount ?? 0) + (rules.rowCount ?? 0) + Number(isRerouted)
  if (changes > DRAFT_CHANGES_MAX) throw refuse('More than 15,000 records differ from this version.')
  const leftOut = await nameLeftOut(tx, { applicationId, version })
  if (changes === 0)
    throw refuse(
      leftOut.length === 0
        ? 'What counts does not differ from this version.'
        : 'Only deleted roles and pages differ from this version. Restore them first.',
    )
  await tx.execute(sql`update approval_drafts set left_out = ${leftOut}::text[] where id = ${draftId}`)
}

/**
 * SQL: whether a role or page is one of the application. Looked up for each: before the database has statistics of a new matrix, it would go
 * through all of them for each rule.
 */
const isThere = (table: 'pages' | 'application_roles', id: string, applicationId: string) => sql`
  coalesce((select n.application_id = ${applicationId} and n.deleted_at is null from ${raw(table)} n where n.id = ${raw(id)}), false)`

/** What the version has, and a draft cannot bring back: the rules of roles and pages that are deleted, and a catch-all role that is gone. */
async function nameLeftOut(tx: Tx, { applicationId, version }: Omit<Asked, 'draftId'>): Promise<string[]> {
  const nameIn = (
    table: 'pages' | 'application_roles',
    id: string,
  ) => sql`(select h.state->>'name' from approval_history h
    where h.application_id = ${applicationId} and h.record_id = ${raw(id)} and h.kind = ${table} and h.from_version <= ${version}
      and (h.until_version is null or h.until_version > ${version}))`
  const { rows } = await tx.execute<{ name: string }>(sql`
    select n.name from (${statesOf('document_approvals', applicationId, version)}) d
      cross join lateral (select ${nameIn('pages', 'd.page_id')} || ': ' || ${nameIn('application_roles', 'd.application_role_id')} as name offset 0) n
    where n.name is not null and not (
      ${isThere('application_roles', 'd.application_role_id', applicationId)} and ${isThere('pages', 'd.page_id', applicationId)})
    union all
    select ${NO_PAGE} || g.catch_all_role from (${statesOf('approval_routings', applicationId, version)}) g
    where g.catch_all_role <> '' and not ${isCatchAllLeft('g', applicationId)}
    order by name`)
  return rows.map(({ name }) => name)
}
