import type { MessageLanguage } from '@gatehouse/contract/notices.ts'
import sql, { raw, type Sql } from 'sql-template-tag'
import type { Executor } from '../../../db/database.ts'
import { inHandOf } from '../../../service-accounts/in-hand-of.ts'

/** SQL: whether the person `u` may change approvals now: active, not suspended, and with a role that has the permission. */
export const mayPublish = (u: string): Sql =>
  raw(`(${u}.is_active and ${u}.deleted_at is null and (${u}.suspended_from is null or ${u}.suspended_from > now()) and exists (
    select from roles r join role_permissions rp on rp.role_id = r.id
      join permissions p on p.id = rp.permission_id and p.name = 'approvals:write' and p.status = 'ACTIVE' and p.deleted_at is null
    where r.id = ${u}.role_id and r.status = 'ACTIVE' and r.deleted_at is null))`)

/** SQL: everybody who has changed a draft `f`. Of drafts that were begun by a former release the first and the last are known. */
const EDITORS = raw('array_remove(f.editors || array[f.created_by, f.updated_by], null)')

/** SQL: whether a person has changed a draft `f`, or a program in their hand has. */
export const isEditor = (userId: string | Sql): Sql => sql`(
  ${userId}::uuid = any(${EDITORS}) or ${EDITORS} && array(${inHandOf(userId, 'ever')}))`

const CONFIRMERS_MAX = 50

type Confirmer = { id: string; language: MessageLanguage | null }

/** The people who may confirm what somebody asks for: the oldest accounts first. */
export async function findConfirmers(on: Executor, asker: string, draftId: string | null): Promise<Confirmer[]> {
  const { rows } = await on.execute<Confirmer>(sql`
    select u.id, u.language from users u
    where u.id <> ${asker} and ${mayPublish('u')}
      and not exists (select from approval_drafts f where f.id = ${draftId} and ${isEditor(raw('u.id'))})
    order by u.created_at, u.id limit ${CONFIRMERS_MAX}`)
  return rows
}
