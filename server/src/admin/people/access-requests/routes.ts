import * as own from '@gatehouse/contract/access-requests.ts'
import * as calls from '@gatehouse/contract/admin/people/access-requests.ts'
import * as owned from '@gatehouse/contract/owned-requests.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { canonicalAddress } from '../../../http/client-address.ts'
import { route } from '../../../http/route.ts'
import { changeRoute } from '../../engine/guard/change-route.ts'
import { approveAsDecider, declineAsDecider, listPageOfOwned, readChoices } from './as-decider.ts'
import { approveRequest, declineRequest } from './decide.ts'
import { listPageOfRequests } from './list.ts'
import { askForAccess, readOwnRequests, readRequestable, withdrawRequest } from './own-requests.ts'
import { readLink } from './read-link.ts'

/**
 * People ask for applications; those who may assign applications decide (ADR 0071), and owners of the application (ADR 0089),
 * contacts of the client (ADR 0101) or its matrix of approvals (ADR 0109).
 */
export function serveAccessRequests(app: FastifyInstance, deps: Deps) {
  const { db, outbox } = deps

  route(app, own.listRequestable, async ({ actor }) => readRequestable(db, actor.userId))
  route(app, own.listOwnAccessRequests, async ({ actor }) => readOwnRequests(deps, actor.userId))
  route(app, own.requestAccess, async ({ input, actor, request }) =>
    askForAccess(deps, actor, canonicalAddress(request.ip), input),
  )
  route(app, own.withdrawAccessRequest, async ({ input, actor, request }) => {
    await withdrawRequest(deps, actor, canonicalAddress(request.ip), input.requestId)
    return {}
  })

  route(app, owned.listOwnedRequests, async ({ input, actor }) => listPageOfOwned(deps, actor.userId, input))
  route(app, owned.readRequestLink, async ({ input, actor }) => readLink(deps, actor, input.link))
  route(app, owned.listOwnedRequestChoices, async ({ input, actor }) =>
    readChoices(deps, db, actor.userId, input.requestId),
  )
  route(app, owned.approveOwnedRequest, async ({ input, actor: person, request }) => {
    const isGranted = await db.transaction((tx) =>
      approveAsDecider(deps, tx, { person, ip: canonicalAddress(request.ip) }, input),
    )
    outbox.wake()
    return { isGranted }
  })
  route(app, owned.declineOwnedRequest, async ({ input, actor: person, request }) => {
    await db.transaction((tx) => declineAsDecider(deps, tx, { person, ip: canonicalAddress(request.ip) }, input))
    outbox.wake()
    return {}
  })

  route(app, calls.listAccessRequests, async ({ input, actor }) => listPageOfRequests(deps, actor, input))
  changeRoute(app, deps, calls.approveAccess, {
    targets: ({ userId }) => ({ assignment: userId }),
    work: async (tx, { input: { userId: _, ...input }, by, touched }) => {
      await approveRequest(deps, tx, by, { ...input, person: touched.assignment })
      return {}
    },
  })
  changeRoute(app, deps, calls.declineAccess, {
    targets: () => ({}),
    work: async (tx, { input, by }) => {
      await declineRequest(deps, tx, by, input)
      return {}
    },
  })
}
