import * as calls from '@gatehouse/contract/admin/people/invitations.ts'
import * as visitors from '@gatehouse/contract/invitations.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { canonicalAddress } from '../../../http/client-address.ts'
import { route } from '../../../http/route.ts'
import { changeRoute } from '../../engine/guard/change-route.ts'
import { acceptInvitation, readInvitation } from './accept.ts'
import { judgeGift } from './gift.ts'
import { inviteEach, resendAll } from './invite.ts'
import { listPageOfInvitations } from './list.ts'
import { revokeAll } from './revoke.ts'

/** Invitations to people without an account (ADR 0073). */
export function serveInvitations(app: FastifyInstance, deps: Deps) {
  const { db } = deps

  route(app, calls.listInvitations, async ({ input }) => listPageOfInvitations(db, input))
  changeRoute(app, deps, calls.invite, {
    targets: () => ({}),
    work: async (tx, { input: { emails, language = null, ...asked }, by }) => {
      const gift = await judgeGift(tx, by, asked, deps.config)
      const letters = emails.map((email) => ({ email, gift, language }))
      return { results: await inviteEach(deps, tx, by, letters) }
    },
  })
  changeRoute(app, deps, calls.resendInvitations, {
    targets: () => ({}),
    work: async (tx, { input, by }) => ({ results: await resendAll(deps, tx, by, input.ids) }),
  })
  changeRoute(app, deps, calls.revokeInvitations, {
    targets: () => ({}),
    work: async (tx, { input, by }) => ({ revoked: await revokeAll(tx, by, input.ids) }),
  })

  route(app, visitors.readInvitation, async ({ input: { uuid }, request }) =>
    readInvitation(deps, { ip: canonicalAddress(request.ip) }, uuid),
  )
  route(app, visitors.acceptInvitation, async ({ input, request }) =>
    acceptInvitation(deps, { ip: canonicalAddress(request.ip) }, input),
  )
}
