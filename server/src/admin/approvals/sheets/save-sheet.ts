import sql from 'sql-template-tag'
import type { Tx } from '../../../db/database.ts'
import { limitsOf, termsOf, withoutDefaults } from '../drafts/draft-sql.ts'
import type { Resolved } from './resolve-entries.ts'

type Asked = {
  draftId: string
  applicationId: string
  resolved: Resolved
  removesOthers: boolean
  pageId?: string | undefined
}

/**
 * Puts what a file says into a draft that has no changes yet. What is as it counts is no change.
 *
 * @param pageId the page of lines that name none: such a file is about its pages alone, so others keep their rows
 * @returns the number of changes
 */
export async function saveSheet(
  tx: Tx,
  { draftId, applicationId, resolved, removesOthers, pageId }: Asked,
): Promise<number> {
  const roles = [...resolved.roles].map(([id, columns]) => ({ id, columns }))
  const limits = await tx.execute(sql`
    insert into approval_draft_changes (id, draft_id, application_role_id, before, after)
    select gen_random_uuid(), ${draftId}, r.id, ${limitsOf('r')}, ${limitsOf('r')} || w.columns
    from jsonb_to_recordset(${JSON.stringify(roles)}::jsonb) w(id uuid, columns jsonb)
      join application_roles r on r.id = w.id and r.application_id = ${applicationId} and r.deleted_at is null
    where ${limitsOf('r')} <> ${limitsOf('r')} || w.columns`)
  const wanted = resolved.rules.map(({ roleId, pageId, days }) => ({ role_id: roleId, page_id: pageId, days }))
  const written = sql`jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) w(role_id uuid, page_id uuid, days jsonb)`
  const rules = await tx.execute(sql`
    insert into approval_draft_changes (id, draft_id, application_role_id, page_id, before, after)
    select gen_random_uuid(), ${draftId}, w.role_id, w.page_id, case when d.id is not null then ${termsOf('d')} end, s.after
    from ${written}
      left join document_approvals d on d.application_role_id = w.role_id and d.page_id = w.page_id and d.deleted_at is null
      cross join lateral (select case when d.id is not null then ${termsOf('d')} else '{"first_day": null, "last_day": null}'::jsonb end
        || w.days as said) m
      cross join lateral (select ${withoutDefaults('m.said')} as after) s
    where d.id is null or ${termsOf('d')} <> s.after`)
  const removed = removesOthers
    ? await tx.execute(sql`
        insert into approval_draft_changes (id, draft_id, application_role_id, page_id, before, after)
        select gen_random_uuid(), ${draftId}, d.application_role_id, d.page_id, ${termsOf('d')}, null
        from document_approvals d join pages p on p.id = d.page_id and p.deleted_at is null
          join application_roles r on r.id = d.application_role_id and r.application_id = ${applicationId} and r.deleted_at is null
        where d.deleted_at is null and r.client_id = any(${resolved.clientIds}::uuid[])
          and (${pageId ?? null}::uuid is null or d.page_id in (select w.page_id from ${written}))
          and not exists (select from ${written} where w.role_id = d.application_role_id and w.page_id = d.page_id)`)
    : { rowCount: 0 }
  return (limits.rowCount ?? 0) + (rules.rowCount ?? 0) + (removed.rowCount ?? 0)
}
