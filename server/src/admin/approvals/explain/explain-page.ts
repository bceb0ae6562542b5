import { explainPage, type PageReason } from '@gatehouse/contract/admin/approvals/explain-page.ts'
import type { Input, Output } from '@gatehouse/contract/endpoint.ts'
import type { FastifyInstance } from 'fastify'
import sql, { raw } from 'sql-template-tag'
import { isActive } from '../../../access/launch-rule.ts'
import type { Db } from '../../../db/database.ts'
import { fullNameIn } from '../../../db/full-name.ts'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../errors.ts'
import { route } from '../../../http/route.ts'
import { requireSelfOr } from '../../../sessions/require-self-or.ts'
import { joinPageGrant } from './grants.ts'
import { assignmentOf, type HeldAssignment } from './held-assignment.ts'

type Explained = Output<typeof explainPage>
type Asked = Input<typeof explainPage>

/** Which roles have a page, and whether one person may use it. */
export function serveExplainPage(app: FastifyInstance, { db }: Deps) {
  route(app, explainPage, async ({ input, actor }) => {
    const { userId } = input
    if (userId !== undefined) requireSelfOr('users:read', actor, userId)
    const { reasons, ...page } = await readPage(db, input)
    if (userId === undefined) return { ...page, reasons, person: null }
    const found = await readPerson(db, { ...input, userId }, actor.permissions.includes('audit:read'))
    const person = judge({ ...page, reasons }, found, input.action)
    return { ...page, reasons, person }
  })
}

/**
 * The page with the roles that have it, or have the action.
 *
 * @throws AppError not_found, also for a page of another application
 */
export async function readPage(
  db: Db,
  { applicationId, clientId, pageId, action }: Asked,
): Promise<Omit<Explained, 'person'>> {
  const has = action === undefined ? sql`true` : sql`${action}::text = any(rp.actions)`
  const { rows } = await db.execute<
    Pick<Explained, 'actions' | 'roles'> & Record<'isApplicationActive' | 'isClientActive' | 'isPageActive', boolean>
  >(sql`
    select ${raw(isActive('a'))} as "isApplicationActive", ${raw(isActive('c'))} as "isClientActive", p.status = 'ACTIVE' as "isPageActive",
      array(select distinct action from (
        select unnest(p.actions) as action union all
        select unnest(rp.actions) from application_role_pages rp where rp.page_id = p.id) known order by action) as actions,
      (select coalesce(json_agg(json_build_object('_id', r.id, 'name', r.name, 'actions', rp.actions, 'granted', given.grant_of_page)
          order by r.sequence nulls last, lower(r.name)), '[]')
        from application_role_pages rp
          join application_roles r on r.id = rp.application_role_id and r.client_id = c.id and r.deleted_at is null
          ${joinPageGrant(action)}
        where rp.page_id = p.id and ${has}) as roles
    from applications a
      join clients c on c.id = ${clientId} and c.deleted_at is null
      join pages p on p.id = ${pageId} and p.application_id = a.id and p.deleted_at is null
    where a.id = ${applicationId} and a.deleted_at is null`)
  const [found] = rows
  if (found === undefined) throw new AppError('not_found')
  const { actions, roles } = found
  const reasons: PageReason[] = [
    ...(found.isApplicationActive ? [] : ['application-inactive' as const]),
    ...(found.isClientActive ? [] : ['client-inactive' as const]),
    ...(found.isPageActive ? [] : ['page-inactive' as const]),
  ]
  return { reasons, actions, roles }
}

type Person = { name: string; isActive: boolean; assignment: HeldAssignment | null; hasPage: boolean }

/** @throws AppError not_found when there is no such person */
async function readPerson(db: Db, about: Asked & { userId: string }, maySeeAudit: boolean): Promise<Person> {
  const { rows } = await db.execute<Person>(sql`
    select ${raw(fullNameIn('u'))} as name, u.is_active as "isActive", ${assignmentOf(about, maySeeAudit)} as assignment,
      exists (
        select from assignments s
          join application_roles r on r.application_id = s.application_id and r.client_id = s.client_id
            and lower(r.name) = lower(s.role) and r.deleted_at is null
          join application_role_pages rp on rp.application_role_id = r.id and rp.page_id = ${about.pageId}
        where s.user_id = u.id and s.application_id = ${about.applicationId} and s.client_id = ${about.clientId}) as "hasPage"
    from users u where u.id = ${about.userId} and u.deleted_at is null`)
  if (rows[0] === undefined) throw new AppError('not_found')
  return rows[0]
}

function judge(
  { reasons: ofPage, roles }: Pick<Explained, 'reasons' | 'roles'>,
  { name, isActive: isPersonActive, assignment, hasPage }: Person,
  action: string | undefined,
): NonNullable<Explained['person']> {
  const role = roles.find((one) => one.name.toLowerCase() === assignment?.role.toLowerCase()) ?? null
  const reasons: PageReason[] = [...ofPage]
  if (assignment === null) reasons.push('not-assigned')
  else {
    if (!assignment.isCurrent) reasons.push('assignment-not-current')
    if (role === null) reasons.push(hasPage && action !== undefined ? 'action-not-given' : 'page-not-given')
  }
  if (!isPersonActive) reasons.push('person-inactive')
  return { name, decision: reasons.length === 0 ? 'allow' : 'deny', reasons, assignment, role }
}
