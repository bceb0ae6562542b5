import { explainAccess, listAssignments } from '@gatehouse/contract/admin/people/assignments.ts'
import * as calls from '@gatehouse/contract/admin/people/users.ts'
import { endApplicationSessions, listOwnAccess } from '@gatehouse/contract/own-access.ts'
import type { FastifyInstance } from 'fastify'
import sql from 'sql-template-tag'
import type { Deps } from '../../deps.ts'
import { canonicalAddress } from '../../http/client-address.ts'
import { route } from '../../http/route.ts'
import { requireSelfOr } from '../../sessions/require-self-or.ts'
import { changeRoute } from '../engine/guard/change-route.ts'
import { withIsoTimes } from '../engine/list.ts'
import { serveResource } from '../engine/resource.ts'
import { explainAccessOf, listPageOfAssignments } from './access/list-assignments.ts'
import { endSessionsIn, listPageOfOwnAccess } from './access/own-access.ts'
import { serveAccessRequests } from './access-requests/routes.ts'
import { serveActing } from './acting/routes.ts'
import { assignApplication, detachApplication } from './assignments/assign.ts'
import { serveUserAuthenticators } from './factors/authenticators.ts'
import { serveUserPasskeys } from './factors/passkeys.ts'
import { serveUserRecoveryCodes } from './factors/recovery-codes.ts'
import { serveUserRememberedBrowsers } from './factors/remembered-browsers.ts'
import { serveInvitations } from './invitations/routes.ts'
import { inviteAgain } from './invite-new-person.ts'
import { serveOwnData } from './own-data/routes.ts'
import { serveOwnerLock } from './owner-lock/routes.ts'
import { preparePassword, setUserPassword } from './password.ts'
import { serveUserPreferences } from './preferences.ts'
import { serveRecoveries } from './recoveries/routes.ts'
import { attachRole, detachRole } from './roles.ts'
import { serveUserSessions } from './sessions.ts'
import { serveStandIns } from './stand-ins/routes.ts'
import { usersStore } from './store.ts'
import { serveSuspensions } from './suspensions/routes.ts'

export function serveUsers(app: FastifyInstance, deps: Deps) {
  const { db } = deps
  serveResource(app, deps, calls.users, usersStore(deps))
  serveUserSessions(app, deps)
  serveUserPreferences(app, deps)
  serveActing(app, deps)
  serveUserPasskeys(app, deps)
  serveUserAuthenticators(app, deps)
  serveUserRecoveryCodes(app, deps)
  serveUserRememberedBrowsers(app, deps)
  serveOwnerLock(app, deps)
  serveAccessRequests(app, deps)
  serveInvitations(app, deps)
  serveRecoveries(app, deps)
  serveStandIns(app, deps)
  serveSuspensions(app, deps)
  serveOwnData(app, deps)

  route(app, listAssignments, async ({ input, actor }) => listPageOfAssignments(db, input, actor))
  route(app, explainAccess, async ({ input, actor }) => explainAccessOf(db, input, actor))

  route(app, listOwnAccess, async ({ input, actor }) => listPageOfOwnAccess(db, actor.userId, input))
  route(app, endApplicationSessions, async ({ input, actor, request }) => {
    await endSessionsIn(db, actor, canonicalAddress(request.ip), input.applicationId)
    deps.outbox.wake()
    return {}
  })

  changeRoute(app, deps, calls.resetUserPassword, {
    prepare: ({ email, newPassword }) => preparePassword(deps, email, newPassword),
    targets: (_input, { userId }) => ({ credential: userId }),
    work: async (tx, { input: { removesFactors }, by, prepared, touched }) => {
      await setUserPassword(deps, tx, by, touched.credential, { ...prepared, removesFactors })
      return {}
    },
  })

  route(app, calls.roleBasedOnUserId, async ({ input: { userId }, actor }) => {
    requireSelfOr('users:read', actor, userId)
    const { rows } = await db.execute<{ _id: string; name: string }>(sql`
      select r.id as "_id", r.name from users u join roles r on r.id = u.role_id and r.deleted_at is null
      where u.id = ${userId} and u.deleted_at is null`)
    return rows.map((role) => ({ ...role, RolesDAta: { name: role.name } })) // sic
  })

  changeRoute(app, deps, calls.attachRoleToUser, {
    targets: ({ userId, roleId }) => ({ standing: userId, 'role-given': roleId }),
    work: async (tx, { input: { formerRoleId }, by, touched }) => {
      await attachRole(deps, tx, by, touched.standing, touched['role-given'], { formerRoleId })
      return {}
    },
  })

  changeRoute(app, deps, calls.detachRoleToUser, {
    targets: ({ userId }) => ({ standing: userId }),
    work: async (tx, { input, by, touched }) => {
      await detachRole(deps, tx, by, touched.standing, input.roleId)
      return {}
    },
  })

  route(app, calls.assignedApplicationWithClient, async ({ input: { userId }, actor }) => {
    requireSelfOr('users:read', actor, userId)
    const { rows } = await db.execute<Assigned>(sql`
      select s.id as "_id", s.role, s.valid_from as "validFrom", s.valid_until as "validUntil",
        json_build_object('_id', a.id, 'status', a.status,
          'name', json_build_object('description', a.name, 'applicationLogo', a.logo)) as "applicationData",
        json_build_object('_id', c.id, 'displayName', c.display_name, 'status', c.status) as clientdata
      from assignments s join applications a on a.id = s.application_id and a.deleted_at is null
        join clients c on c.id = s.client_id and c.deleted_at is null
      where s.user_id = ${userId} order by lower(a.name), lower(c.display_name), s.id`)
    return rows.map(withIsoTimes)
  })

  route(app, calls.roleBasedOnAapplication, async ({ input: { applicationId, clientId } }) => {
    const { rows } = await db.execute<{ _id: string; role: string; roleId: string }>(sql`
      select id as "_id", name as role, role_id as "roleId" from application_roles
      where application_id = ${applicationId} and client_id = ${clientId} and deleted_at is null order by lower(name)`)
    return rows
  })

  changeRoute(app, deps, calls.addUserApplicationClinetRole, {
    targets: ({ userId }) => ({ assignment: userId }),
    work: async (tx, { input, by, touched }) => {
      await assignApplication(deps, tx, by, { ...input, person: touched.assignment })
      return {}
    },
  })

  changeRoute(app, deps, calls.detachClient, {
    targets: ({ userId }) => ({ assignment: userId }),
    work: async (tx, { input, by, touched }) => {
      await detachApplication(deps, tx, by, { ...input, person: touched.assignment })
      return {}
    },
  })

  changeRoute(app, deps, calls.sendInvitation, {
    targets: ({ userId }) => ({ credential: userId }),
    work: async (tx, { by, touched }) => {
      await inviteAgain(deps, tx, by, touched.credential)
      return {}
    },
  })
}

type Assigned = {
  _id: string
  role: string
  validFrom: string | null
  validUntil: string | null
  applicationData: { _id: string; name: { description: string; applicationLogo: string }; status: string }
  clientdata: { _id: string; displayName: string; status: string } // sic
}
