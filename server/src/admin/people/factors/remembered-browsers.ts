import { forgetUserBrowsers, userRememberedBrowsers } from '@gatehouse/contract/admin/people/remembered-browsers.ts'
import type { FastifyInstance } from 'fastify'
import type { Tx } from '../../../db/database.ts'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../errors.ts'
import { readRememberedBrowsers } from '../../../factors/remembered-browsers.ts'
import { route } from '../../../http/route.ts'
import { forgetBrowser, forgetBrowsers } from '../../../identity/remembered-browsers.ts'
import { auditBy } from '../../engine/changes.ts'
import { changeRoute } from '../../engine/guard/change-route.ts'
import { lockUser } from '../roles.ts'

/** Lists and forgets the remembered browsers of people. */
export function serveUserRememberedBrowsers(app: FastifyInstance, deps: Deps) {
  route(app, userRememberedBrowsers, async ({ input: { userId } }) => readRememberedBrowsers(deps.db, userId, null))

  changeRoute(app, deps, forgetUserBrowsers, {
    targets: ({ userId }) => ({ credential: userId }),
    work: async (tx, { input: { userId, browserId }, by }) => {
      const { name } = await lockUser(tx, userId)
      const forgotten =
        browserId === undefined ? await forgetBrowsers(tx, userId) : await forgetOne(tx, userId, browserId)
      if (forgotten > 0) await auditBy(tx, by, 'users.browsers-forgotten', userId, { name, forgotten })
      return { forgotten }
    },
  })
}

async function forgetOne(tx: Tx, userId: string, browserId: string): Promise<number> {
  if (!(await forgetBrowser(tx, userId, browserId))) throw new AppError('not_found')
  return 1
}
