import {
  GRID_PAGES_MAX,
  GRID_ROLES_MAX,
  publishManifest,
  readPageAccess,
  savePageAccess,
} from '@gatehouse/contract/admin/approvals/page-access.ts'
import type { Input, Output } from '@gatehouse/contract/endpoint.ts'
import type { FastifyInstance } from 'fastify'
import sql, { raw } from 'sql-template-tag'
import type { Tx } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { route } from '../../http/route.ts'
import { publishPages } from '../../pages/publish-pages.ts'
import { auditBy } from '../engine/changes.ts'
import { byOf } from '../engine/resource.ts'
import type { By } from '../engine/store.ts'
import { keepAccessApart } from './conflicts/keep-access-apart.ts'
import { takeMatrixTurn } from './conflicts/take-turn.ts'
import { UNASSIGNED } from './pages.ts'
import { attachPage, detachPage } from './role-pages.ts'
import { nameAuthor } from './second-person/name-author.ts'

type Grid = Output<typeof readPageAccess>
type Change = Input<typeof savePageAccess>['changes'][number]

/** The grid of roles, pages and actions, and the upload of a manifest. */
export function servePageAccess(app: FastifyInstance, deps: Deps) {
  const { db, config } = deps
  route(app, readPageAccess, async ({ input: { applicationId, clientId } }) => {
    const { rows } = await db.execute<Omit<Grid, 'hasMore'>>(sql`
      with roles as (
          select id, name, sequence from application_roles
          where application_id = ${applicationId} and client_id = ${clientId} and deleted_at is null
          order by sequence nulls last, lower(name) limit ${GRID_ROLES_MAX + 1}),
        shown as (
          select * from pages where application_id = ${applicationId} and deleted_at is null
          order by manifest_id is null, place, lower(name) limit ${GRID_PAGES_MAX + 1}),
        ticks as (
          select rp.* from application_role_pages rp join roles on roles.id = rp.application_role_id
            join shown on shown.id = rp.page_id)
      select
        (select coalesce(json_agg(json_build_object('_id', id, 'name', name) order by sequence nulls last, lower(name)), '[]')
          from roles) as roles,
        (select coalesce(json_agg(json_build_object('roleId', application_role_id, 'pageId', page_id, 'actions', actions)), '[]')
          from ticks) as ticks,
        (select coalesce(json_agg(json_build_object('_id', t.id, 'manifestId', coalesce(t.manifest_id, ''), 'name', t.name,
            'path', t.path, 'isActive', t.status = 'ACTIVE', 'isWithdrawn', t.withdrawn_at is not null,
            'isUnassigned', ${raw(UNASSIGNED)},
            'actions', (select coalesce(json_agg(json_build_object('id', action, 'isRemoved', place is null) order by place, action), '[]')
              from (select action, min(place) as place from (
                select action, place from unnest(t.actions) with ordinality listed(action, place)
                union all select unnest(k.actions), null from ticks k where k.page_id = t.id) known group by action) once))
            order by t.manifest_id is null, t.place, lower(t.name)), '[]')
          from shown t) as pages`)
    const { roles, pages, ticks } = rows[0] as Grid
    const hasMore = roles.length > GRID_ROLES_MAX || pages.length > GRID_PAGES_MAX
    return { roles: roles.slice(0, GRID_ROLES_MAX), pages: pages.slice(0, GRID_PAGES_MAX), ticks, hasMore }
  })

  route(app, savePageAccess, async ({ input: { changes }, actor, request }) => {
    const by = byOf(actor, request)
    const wanted = { timeZone: config.timeZone, changes }
    await db.transaction((tx) => keepAccessApart(tx, by, wanted, (part, change) => saveChange(tx, part, change)))
    return {}
  })

  route(app, publishManifest, async ({ input: { applicationId, pages }, actor, request }) => {
    const { person, ip } = byOf(actor, request)
    const assignsPages = person.permissions.includes(savePageAccess.access)
    const by = { actorId: person.userId, sessionId: person.sessionId, ip, assignsPages }
    return db.transaction(async (tx) => {
      await nameAuthor(tx, { person, ip })
      await takeMatrixTurn(tx, sql`select ${applicationId}::uuid`)
      return publishPages(deps, tx, applicationId, pages, by)
    })
  })
}

/** @throws AppError changed_meanwhile when the role has other actions than the grid showed */
async function saveChange(tx: Tx, by: By, { roleId, pageId, before, after }: Change): Promise<void> {
  const { rows } = await tx.execute<{ actions: string[] }>(sql`
    select actions from application_role_pages where application_role_id = ${roleId} and page_id = ${pageId} for update`)
  if (!areSame(before, rows[0]?.actions ?? null)) throw new AppError('changed_meanwhile')
  if (after === null) {
    if (before !== null) await detachPage(tx, by, roleId, pageId)
    return
  }
  if (before === null) await attachPage(tx, by, roleId, pageId)
  await saveActions(tx, by, { roleId, pageId, before: before ?? [], after: [...new Set(after)] })
}

type Actions = { roleId: string; pageId: string; before: string[]; after: string[] }

/** @throws AppError invalid_request for an action that neither the page nor the role has */
async function saveActions(tx: Tx, by: By, { roleId, pageId, before, after }: Actions) {
  if (areSame(before, after)) return
  const { rows } = await tx.execute<{ role: string; page: string; listed: string[] }>(sql`
    update application_role_pages rp set actions = ${after}::text[] from pages p, application_roles r
    where rp.application_role_id = ${roleId} and rp.page_id = ${pageId} and p.id = rp.page_id and r.id = rp.application_role_id
    returning r.name as role, p.name as page, p.actions as listed`)
  const [row] = rows
  if (row === undefined) throw new AppError('not_found')
  const unknown = after.find((action) => !row.listed.includes(action) && !before.includes(action))
  if (unknown !== undefined) throw new AppError('invalid_request', { msg: 'This page has no such action.' })
  await auditBy(tx, by, 'applicationRoles.actions-changed', roleId, {
    ...{ name: row.role, page: row.page },
    changes: [{ field: 'actions', before: [...before].sort(), after: [...after].sort() }],
  })
}

const areSame = (one: readonly string[] | null, other: readonly string[] | null) =>
  one === null || other === null ? one === other : [...one].sort().join() === [...other].sort().join()
