import * as calls from '@gatehouse/contract/admin/users.ts'
import type { FastifyInstance } from 'fastify'
import sql from 'sql-template-tag'
import type { Deps } from '../../deps.ts'
import { route } from '../../http/route.ts'
import { requireSelfOr } from '../../sessions/require-self-or.ts'
import { byOf, serveResource } from '../resource.ts'
import { assignApplication, detachApplication } from './assignments.ts'
import { inviteAgain } from './invite.ts'
import { setUserPassword } from './password.ts'
import { attachRole, detachRole } from './roles.ts'
import { serveUserSessions } from './sessions.ts'
import { usersStore } from './store.ts'

export function serveUsers(app: FastifyInstance, deps: Deps) {
  const { db, outbox } = deps
  serveResource(app, deps, calls.users, usersStore(deps))
  serveUserSessions(app, deps)

  route(app, calls.resetUserPassword, async ({ input, actor, request }) => {
    await setUserPassword(deps, byOf(actor, request), input.email, input.newPassword)
    return {}
  })

  route(app, calls.roleBasedOnUserId, async ({ input: { userId }, actor }) => {
    requireSelfOr('users:read', actor, userId)
    const { rows } = await db.execute<{ _id: string; name: string }>(sql`
      select r.id as "_id", r.name from users u join roles r on r.id = u.role_id and r.deleted_at is null
      where u.id = ${userId} and u.deleted_at is null`)
    return rows.map((role) => ({ ...role, RolesDAta: { name: role.name } })) // sic
  })

  route(app, calls.attachRoleToUser, async ({ input: { userId, roleId }, actor, request }) => {
    await db.transaction((tx) => attachRole(deps, tx, byOf(actor, request), userId, roleId))
    outbox.wake()
    return {}
  })

  route(app, calls.detachRoleToUser, async ({ input: { userId, roleId }, actor, request }) => {
    await db.transaction((tx) => detachRole(deps, tx, byOf(actor, request), userId, roleId))
    outbox.wake()
    return {}
  })

  route(app, calls.assignedApplicationWithClient, async ({ input: { userId }, actor }) => {
    requireSelfOr('users:read', actor, userId)
    const { rows } = await db.execute<Assigned>(sql`
      select s.id as "_id", s.role,
        json_build_object('_id', a.id, 'status', a.status,
          'name', json_build_object('description', a.name, 'applicationLogo', a.logo)) as "applicationData",
        json_build_object('_id', c.id, 'displayName', c.display_name, 'status', c.status) as clientdata
      from assignments s join applications a on a.id = s.application_id and a.deleted_at is null
        join clients c on c.id = s.client_id and c.deleted_at is null
      where s.user_id = ${userId} order by lower(a.name), lower(c.display_name), s.id`)
    return rows
  })

  route(app, calls.roleBasedOnAapplication, async ({ input: { applicationId, clientId } }) => {
    const { rows } = await db.execute<{ _id: string; role: string; roleId: string }>(sql`
      select id as "_id", name as role, role_id as "roleId" from application_roles
      where application_id = ${applicationId} and client_id = ${clientId} and deleted_at is null order by lower(name)`)
    return rows
  })

  route(app, calls.addUserApplicationClinetRole, async ({ input, actor, request }) => {
    await db.transaction((tx) => assignApplication(deps, tx, byOf(actor, request), input))
    outbox.wake()
    return {}
  })

  route(app, calls.detachClient, async ({ input, actor, request }) => {
    await db.transaction((tx) => detachApplication(deps, tx, byOf(actor, request), input))
    outbox.wake()
    return {}
  })

  route(app, calls.sendInvitation, async ({ input: { userId }, actor, request }) => {
    await db.transaction((tx) => inviteAgain(deps, tx, byOf(actor, request), userId))
    outbox.wake()
    return {}
  })
}

type Assigned = {
  _id: string
  role: string
  applicationData: { _id: string; name: { description: string; applicationLogo: string }; status: string }
  clientdata: { _id: string; displayName: string; status: string } // sic
}
