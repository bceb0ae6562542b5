import {
  attachPagesToRole,
  detachPagesFromRole,
  pagesOfRole,
  type RangeBounds,
} from '@gatehouse/contract/admin/approvals/application-roles.ts'
import type { FastifyInstance } from 'fastify'
import sql, { empty } from 'sql-template-tag'
import type { Db, Tx } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { route } from '../../http/route.ts'
import { removeUnusedPages } from '../../pages/remove-unused.ts'
import { auditBy } from '../engine/changes.ts'
import { byOf } from '../engine/resource.ts'
import type { Author } from '../engine/store.ts'
import { countUses } from '../engine/table-store.ts'
import { keepAccessApart } from './conflicts/keep-access-apart.ts'
import { nameAuthor } from './second-person/name-author.ts'

type RoleWithPages = { _id: string; pageData: { _id: string; page: string }[] }

/** Which pages an application role may use. */
export function serveRolePages(app: FastifyInstance, { db, config }: Deps) {
  route(app, pagesOfRole, async ({ input: { roleName, applicationName, clientName }, actor }) => {
    const managesRoles = actor.permissions.includes('approvals:read')
    // Callers without a console permission see only usable pages of their own applications (requirements C2 and C10).
    const { rows } = await db.execute<RoleWithPages>(sql`
      select r.id as "_id", (
        select coalesce(json_agg(json_build_object('_id', p.id, 'page', p.name) order by lower(p.name), p.id), '[]')
        from application_role_pages rp join pages p on p.id = rp.page_id and p.deleted_at is null
        where rp.application_role_id = r.id ${managesRoles ? empty : sql`and p.status = 'ACTIVE'`}) as "pageData"
      from application_roles r
        join applications a on a.id = r.application_id and a.deleted_at is null
        join clients c on c.id = r.client_id and c.deleted_at is null
      where r.deleted_at is null and lower(r.name) = lower(${roleName}) and lower(a.name) = lower(${applicationName})
        and lower(${clientName}) in (lower(c.display_name), lower(c.actual_name))
        ${
          managesRoles
            ? empty
            : sql`and exists (
          select 1 from assignments s
          where s.user_id = ${actor.userId} and s.application_id = r.application_id and s.client_id = r.client_id)`
        }
      order by r.id`)
    return rows
  })

  route(app, attachPagesToRole, async ({ input: { id, pageId }, actor, request }) =>
    db.transaction(async (tx) => {
      const wanted = { timeZone: config.timeZone, changes: [{ roleId: id }] }
      await keepAccessApart(tx, byOf(actor, request), wanted, (by) => attachPage(tx, by, id, pageId))
      return {}
    }),
  )

  route(app, detachPagesFromRole, async ({ input: { id, pageId }, actor, request }) =>
    db.transaction((tx) => detachPage(tx, byOf(actor, request), id, pageId)),
  )
}

/**
 * Within `keepAccessApart`, or a change that is judged as a whole.
 *
 * @throws AppError not_found; invalid_request for a page of another application
 */
export async function attachPage(tx: Tx, by: Author, id: string, pageId: string): Promise<void> {
  const role = await getRole(tx, id)
  const page = await getPage(tx, pageId)
  requireOwnPage(page.applicationId === role.applicationId)
  const { rowCount } = await tx.execute(sql`
    insert into application_role_pages (application_role_id, page_id) values (${id}, ${pageId}) on conflict do nothing`)
  const detail = { name: role.name, page: page.name }
  if (rowCount === 1) await auditBy(tx, by, 'applicationRoles.page-attached', id, detail)
}

/** @throws AppError invalid_request */
export function requireOwnPage(isOfApplication: boolean): void {
  if (!isOfApplication) throw new AppError('invalid_request', { msg: 'This page belongs to another application.' })
}

/** @throws AppError not_found; in_use while the role approves the page */
export async function detachPage(tx: Tx, by: Author, id: string, pageId: string) {
  await nameAuthor(tx, by)
  const role = await getRole(tx, id)
  const { rows } = await tx.execute<{ page: string }>(sql`
    with gone as (delete from application_role_pages where application_role_id = ${id} and page_id = ${pageId} returning page_id)
    select p.name as page from gone join pages p on p.id = gone.page_id`)
  if (rows[0] === undefined) throw new AppError('not_found')
  // Checked after the removal, which has waited for any approval that was being added at the same time.
  const uses = await countUses(
    tx,
    'document approvals',
    'blocks',
    sql`select ${rows[0].page}::text as name from document_approvals
      where application_role_id = ${id} and page_id = ${pageId} and deleted_at is null`,
  )
  if (uses.length > 0) throw new AppError('in_use', { data: { uses } })
  const detail = { name: role.name, page: rows[0].page }
  await auditBy(tx, by, 'applicationRoles.page-detached', id, detail)
  const removed = await removeUnusedPages(tx, role.applicationId)
  if (removed.length > 0) await auditBy(tx, by, 'applications.pages-published', role.applicationId, { removed })
  return {}
}

async function getPage(tx: Tx, id: string) {
  const { rows } = await tx.execute<{ applicationId: string; name: string }>(sql`
    select application_id as "applicationId", name from pages where id = ${id} and deleted_at is null for share`)
  if (rows[0] === undefined) throw new AppError('not_found')
  return rows[0]
}

type Role = { applicationId: string; clientId: string; name: string; roleId: string; bounds: RangeBounds }

/**
 * Locks an application role that is not deleted until the transaction ends.
 *
 * @throws AppError not_found
 */
export async function getRole(db: Db | Tx, id: string): Promise<Role> {
  const { rows } = await db.execute<Role>(sql`
    select application_id as "applicationId", client_id as "clientId", name, role_id as "roleId", bounds from application_roles
    where id = ${id} and deleted_at is null for share`)
  if (rows[0] === undefined) throw new AppError('not_found')
  return rows[0]
}
