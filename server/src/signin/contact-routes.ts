import * as calls from '@gatehouse/contract/own-contact.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { canonicalAddress } from '../http/client-address.ts'
import { route } from '../http/route.ts'
import { confirmContactChange, requestContactChange } from './change-contact.ts'
import { type EndLentSince, kindOfUndoLink, undoContactChange } from './undo-contact.ts'

/** People change their own email address and phone number (ADR 0094). */
export function serveOwnContact(app: FastifyInstance, deps: Deps, endLentSince: EndLentSince) {
  route(app, calls.requestEmailChange, ({ input, actor, request }) =>
    requestContactChange(deps, actor, canonicalAddress(request.ip), { kind: 'email', value: input.email }),
  )
  route(app, calls.confirmEmailChange, async ({ input: { otp }, actor, request }) => ({
    email: await confirmContactChange(deps, actor, canonicalAddress(request.ip), { kind: 'email', otp }),
  }))
  route(app, calls.requestPhoneChange, ({ input, actor, request }) =>
    requestContactChange(deps, actor, canonicalAddress(request.ip), { kind: 'phone', value: input.phoneNumber }),
  )
  route(app, calls.confirmPhoneChange, async ({ input: { otp }, actor, request }) => ({
    phoneNumber: await confirmContactChange(deps, actor, canonicalAddress(request.ip), { kind: 'phone', otp }),
  }))

  route(app, calls.undoLinkState, async ({ input: { uuid }, request }) => ({
    kind: await kindOfUndoLink(deps, { ip: canonicalAddress(request.ip) }, uuid),
  }))
  route(app, calls.undoContactChange, async ({ input: { uuid }, request }) => ({
    kind: await undoContactChange(deps, { ip: canonicalAddress(request.ip) }, uuid, endLentSince),
  }))
}
