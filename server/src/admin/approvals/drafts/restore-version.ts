import { DRAFT_CHANGES_MAX } from '@gatehouse/contract/admin/approvals/drafts.ts'
import { NO_SUCH_VERSION } from '@gatehouse/contract/admin/approvals/explain.ts'
import sql from 'sql-template-tag'
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
  const roles = sql`select * from application_roles where application_id = ${applicationId} and deleted_at is null`
  const pages = sql`select id from pages where application_id = ${applicationId} and deleted_at is null`
  const limits = await tx.execute(sql`
    insert into approval_draft_changes (id, draft_id, application_role_id, before, after)
    select gen_random_uuid(), ${draftId}, r.id, ${limitsOf('r')}, ${limitsOf('s')}
    from (${roles}) r join (${statesOf('application_roles', applicationId, version)}) s on s.id = r.id
    where ${limitsOf('r')} <> ${limitsOf('s')}`)
  const rules = await tx.execute(sql`
    insert into approval_draft_changes (id, draft_id, application_role_id, page_id, before, after)
    with r as materialized (${roles}), p as materialized (${pages}),
      now_ as materialized (select d.* from document_approvals d join r on r.id = d.application_role_id join p on p.id = d.page_id
        where d.deleted_at is null),
      then_ as materialized (select d.* from (${statesOf('document_approvals', applicationId, version)}) d
        join r on r.id = d.application_role_id join p on p.id = d.page_id)
    select gen_random_uuid(), ${draftId}, coalesce(n.application_role_id, t.application_role_id), coalesce(n.page_id, t.page_id),
      case when n.id is not null then ${termsOf('n')} end, case when t.id is not null then ${termsOf('t')} end
    from now_ n full join then_ t on t.application_role_id = n.application_role_id and t.page_id = n.page_id
    where n.id is null or t.id is null or ${termsOf('n')} <> ${termsOf('t')}`)
  const isRerouted = await restoreRouting(tx, { draftId, applicationId, version })
  const changes = (limits.rowCount ?? 0) + (rules.rowCount ?? 0) + Number(isRerouted)
  if (changes > DRAFT_CHANGES_MAX) throw refuse('More than 5,000 records differ from this version.')
  const leftOut = await nameLeftOut(tx, { applicationId, version })
  if (changes === 0)
    throw refuse(
      leftOut.length === 0
        ? 'What counts does not differ from this version.'
        : 'Only deleted roles and pages differ from this version. Restore them first.',
    )
  await tx.execute(sql`update approval_drafts set left_out = ${leftOut}::text[] where id = ${draftId}`)
}

/** What the version has, and a draft cannot bring back: the rules of roles and pages that are deleted, and a catch-all role that is gone. */
async function nameLeftOut(tx: Tx, { applicationId, version }: Omit<Asked, 'draftId'>): Promise<string[]> {
  const { rows } = await tx.execute<{ name: string }>(sql`
    with d as materialized (${statesOf('document_approvals', applicationId, version)}),
      r as materialized (${statesOf('application_roles', applicationId, version)}),
      p as materialized (${statesOf('pages', applicationId, version)})
    select p.name || ': ' || r.name as name from d join r on r.id = d.application_role_id join p on p.id = d.page_id
    where not exists (select from application_roles n where n.id = r.id and n.application_id = r.application_id and n.deleted_at is null)
      or not exists (select from pages n where n.id = p.id and n.application_id = p.application_id and n.deleted_at is null)
    union all
    select ${NO_PAGE} || g.catch_all_role from (${statesOf('approval_routings', applicationId, version)}) g
    where g.catch_all_role <> '' and not ${isCatchAllLeft('g', applicationId)}
    order by name`)
  return rows.map(({ name }) => name)
}
