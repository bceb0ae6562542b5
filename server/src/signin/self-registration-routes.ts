import { getSelfRegistration, joinSelfRegistration } from '@gatehouse/contract/self-registration.ts'
import type { FastifyInstance } from 'fastify'
import type { RequireApart } from '../access/access.ts'
import { findOpenPair } from '../access/self-registration.ts'
import { countAttempt } from '../counting/count-attempt.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { canonicalAddress } from '../http/client-address.ts'
import { route } from '../http/route.ts'
import { joinApplication } from './join-application.ts'

const CLOSED = { isOpen: false, application: '', client: '' }

/**
 * The invitation in a link: shown before a visitor fills in the form, and accepted by a person who already has an
 * account.
 */
export function serveSelfRegistration(app: FastifyInstance, deps: Deps, requireApart: RequireApart) {
  const { db } = deps

  route(app, getSelfRegistration, async ({ input: { Application, Client }, request }) => {
    await countAttempt(deps, [{ bucket: 'lookup-requests', of: canonicalAddress(request.ip) }])
    const pair = await findOpenPair(db, Application, Client)
    return pair === null ? CLOSED : { isOpen: true, application: pair.application, client: pair.client }
  })

  route(app, joinSelfRegistration, async ({ input: { Application, Client }, actor, request }) => {
    const { userId, sessionId } = actor
    const joined = await db.transaction(async (tx) => {
      const pair = await findOpenPair(tx, Application, Client)
      if (pair === null) throw new AppError('self_registration_closed')
      return joinApplication(deps, tx, { userId, sessionId, ip: canonicalAddress(request.ip) }, pair, requireApart)
    })
    // After the commit, so that the audit keeps it.
    if (joined === 'refused') throw new AppError('self_registration_refused')
    return { isNew: joined === 'new' }
  })
}
