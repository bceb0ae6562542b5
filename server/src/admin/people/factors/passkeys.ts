import { removeUserPasskey, userPasskeys } from '@gatehouse/contract/admin/people/passkeys.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { deletePasskey, readPasskeys } from '../../../factors/passkeys.ts'
import { route } from '../../../http/route.ts'
import { notify } from '../../../notifications/notify.ts'
import { auditBy } from '../../engine/changes.ts'
import { changeRoute } from '../../engine/guard/change-route.ts'
import { lockUser } from '../roles.ts'
import { endAllSessions, NOTHING_ENDED } from '../sessions.ts'

/** Lists and removes the passkeys of people. Their last one may go: it can be on a lost device. */
export function serveUserPasskeys(app: FastifyInstance, deps: Deps) {
  route(app, userPasskeys, async ({ input: { userId } }) => readPasskeys(deps.db, userId))

  changeRoute(app, deps, removeUserPasskey, {
    targets: ({ userId }) => ({ credential: userId }),
    work: async (tx, { input: { userId, passkeyId, endsSessions }, by }) => {
      const { name } = await lockUser(tx, userId)
      const passkey = await deletePasskey(tx, userId, passkeyId)
      await auditBy(tx, by, 'users.passkey-removed', userId, { name, passkey })
      const { ended, signedOut } = endsSessions ? await endAllSessions(tx, by, { userId, name }) : NOTHING_ENDED
      // One message says both.
      await notify(deps, tx, 'passkey-removed', userId, { values: { passkey, signedOut } })
      return { ended }
    },
  })
}
