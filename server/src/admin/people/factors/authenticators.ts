import { removeUserAuthenticator, userAuthenticators } from '@gatehouse/contract/admin/people/authenticators.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { deleteAuthenticator, readAuthenticators } from '../../../factors/authenticators.ts'
import { route } from '../../../http/route.ts'
import { notify } from '../../../notifications/notify.ts'
import { auditBy } from '../../engine/changes.ts'
import { changeRoute } from '../../engine/guard/change-route.ts'
import { lockUser } from '../roles.ts'
import { endAllSessions, NOTHING_ENDED } from '../sessions.ts'

/** Lists and removes the authenticator apps of people: they then get their codes by email. */
export function serveUserAuthenticators(app: FastifyInstance, deps: Deps) {
  route(app, userAuthenticators, async ({ input: { userId } }) => readAuthenticators(deps.db, userId))

  changeRoute(app, deps, removeUserAuthenticator, {
    targets: ({ userId }) => ({ credential: userId }),
    work: async (tx, { input: { userId, authenticatorId, endsSessions }, by }) => {
      const { name } = await lockUser(tx, userId)
      const authenticator = await deleteAuthenticator(tx, userId, authenticatorId)
      await auditBy(tx, by, 'users.authenticator-removed', userId, { name, authenticator })
      const { ended, signedOut } = endsSessions ? await endAllSessions(tx, by, { userId, name }) : NOTHING_ENDED
      // One message says both.
      await notify(deps, tx, 'authenticator-removed', userId, { values: { authenticator, signedOut } })
      return { ended }
    },
  })
}
