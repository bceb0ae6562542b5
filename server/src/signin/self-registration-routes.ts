import { USER_ROLE } from '@gatehouse/contract/permissions.ts'
import { getSelfRegistration, joinSelfRegistration } from '@gatehouse/contract/self-registration.ts'
import type { FastifyInstance } from 'fastify'
import { assign } from '../access/access.ts'
import { findOpenPair } from '../access/self-registration.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { countAttempt } from '../counting/count-attempt.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { canonicalAddress } from '../http/client-address.ts'
import { route } from '../http/route.ts'
import { notifyPartnerOfAssignment } from '../partner/notify-partner.ts'

const CLOSED = { isOpen: false, application: '', client: '' }

/**
 * The invitation in a link: shown before a visitor fills in the form, and accepted by a person who already has an
 * account.
 */
export function serveSelfRegistration(app: FastifyInstance, deps: Deps) {
  const { db } = deps

  route(app, getSelfRegistration, async ({ input: { Application, Client }, request }) => {
    await countAttempt(deps, [{ bucket: 'lookup-requests', of: canonicalAddress(request.ip) }])
    const pair = await findOpenPair(db, Application, Client)
    return pair === null ? CLOSED : { isOpen: true, application: pair.application, client: pair.client }
  })

  route(app, joinSelfRegistration, async ({ input: { Application, Client }, actor, request }) =>
    db.transaction(async (tx) => {
      const pair = await findOpenPair(tx, Application, Client)
      if (pair === null) throw new AppError('self_registration_closed')
      const { applicationId, clientId } = pair
      const { userId, sessionId } = actor
      const isNew = await assign(tx, userId, applicationId, clientId, USER_ROLE)
      if (isNew) {
        await notifyPartnerOfAssignment(deps, tx, 'assigned', { userId, applicationId, clientId })
        await recordAudit(tx, {
          event: 'registration.assigned',
          actorId: userId,
          subjectId: userId,
          sessionId,
          ip: canonicalAddress(request.ip),
          detail: { applicationId, clientId },
        })
      }
      return { isNew }
    }),
  )
}
