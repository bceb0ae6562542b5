import { downloadOwnData } from '@gatehouse/contract/own-data.ts'
import { fullName } from '@gatehouse/contract/people.ts'
import type { FastifyInstance } from 'fastify'
import { recordAudit } from '../../../audit/record-audit.ts'
import { countAttempt } from '../../../counting/count-attempt.ts'
import type { Deps } from '../../../deps.ts'
import { actedBy, changeFrom } from '../../../factors/change-from.ts'
import { requireConfirmed } from '../../../factors/require-confirmed.ts'
import { route } from '../../../http/route.ts'
import { findAccountById } from '../../../identity/users.ts'
import { notify } from '../../../notifications/notify.ts'
import { describeDevice } from '../../../sessions/describe-device.ts'
import { readOwnData } from './read-own-data.ts'

/** People download what is stored about them. A session that was left open or stolen is not enough, and they are notified. */
export function serveOwnData(app: FastifyInstance, deps: Deps) {
  const { db, outbox } = deps

  route(app, downloadOwnData, async ({ actor, request }) => {
    const { userId } = actor
    await requireConfirmed(db, actor)
    await countAttempt(deps, [{ bucket: 'data-downloads', of: userId }], { subjectId: userId })
    const from = changeFrom(request)
    const account = await findAccountById(db, userId)
    const device = describeDevice(from.userAgent, account?.language ?? null)
    const data = await db.transaction(async (tx) => {
      const read = await readOwnData(tx, userId)
      const { firstName, lastName } = read.profile
      await recordAudit(tx, {
        event: 'users.data-downloaded',
        ...actedBy(actor, from),
        detail: { name: fullName({ firstName, lastName }) },
      })
      await notify(deps, tx, 'data-downloaded', userId, { values: { device, ip: from.ip } })
      return read
    })
    outbox.wake()
    return data
  })
}
