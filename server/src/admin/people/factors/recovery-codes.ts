import { removeUserRecoveryCodes, userRecoveryCodes } from '@gatehouse/contract/admin/people/recovery-codes.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../errors.ts'
import { deleteRecoveryCodes, readRecoveryCodes } from '../../../factors/recovery-codes.ts'
import { route } from '../../../http/route.ts'
import { notify } from '../../../notifications/notify.ts'
import { auditBy } from '../../engine/changes.ts'
import { changeRoute } from '../../engine/guard/change-route.ts'
import { lockUser } from '../roles.ts'
import { endAllSessions, NOTHING_ENDED } from '../sessions.ts'

/** Counts and removes the recovery codes of people. */
export function serveUserRecoveryCodes(app: FastifyInstance, deps: Deps) {
  route(app, userRecoveryCodes, async ({ input: { userId } }) => readRecoveryCodes(deps.db, userId))

  changeRoute(app, deps, removeUserRecoveryCodes, {
    targets: ({ userId }) => ({ credential: userId }),
    work: async (tx, { input: { userId, endsSessions }, by }) => {
      const { name } = await lockUser(tx, userId)
      const { madeAt } = await readRecoveryCodes(tx, userId)
      if (madeAt === null) throw new AppError('not_found')
      const unused = await deleteRecoveryCodes(tx, userId)
      await auditBy(tx, by, 'users.recovery-codes-removed', userId, { name, unused })
      const { ended, signedOut } = endsSessions ? await endAllSessions(tx, by, { userId, name }) : NOTHING_ENDED
      // One message says both.
      await notify(deps, tx, 'recovery-codes-removed', userId, { values: { signedOut } })
      return { ended }
    },
  })
}
