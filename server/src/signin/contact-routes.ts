import * as calls from '@gatehouse/contract/own-contact.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { canonicalAddress } from '../http/client-address.ts'
import { route } from '../http/route.ts'
import { CODE_MINUTES, RESEND_SECONDS } from './challenge-limits.ts'
import { confirmContactChange, requestContactChange } from './change-contact.ts'
import { kindOfUndoLink, undoContactChange } from './undo-contact.ts'

const CODE_SENT = { expiresInSeconds: CODE_MINUTES * 60, resendInSeconds: RESEND_SECONDS }

/** People change their own email address and phone number (ADR 0094). */
export function serveOwnContact(app: FastifyInstance, deps: Deps) {
  route(app, calls.requestEmailChange, async ({ input, actor, request }) => {
    await requestContactChange(deps, actor, canonicalAddress(request.ip), { kind: 'email', value: input.email })
    return CODE_SENT
  })
  route(app, calls.confirmEmailChange, async ({ input: { otp }, actor, request }) => ({
    email: await confirmContactChange(deps, actor, canonicalAddress(request.ip), { kind: 'email', otp }),
  }))
  route(app, calls.requestPhoneChange, async ({ input, actor, request }) => {
    await requestContactChange(deps, actor, canonicalAddress(request.ip), { kind: 'phone', value: input.phoneNumber })
    return CODE_SENT
  })
  route(app, calls.confirmPhoneChange, async ({ input: { otp }, actor, request }) => ({
    phoneNumber: await confirmContactChange(deps, actor, canonicalAddress(request.ip), { kind: 'phone', otp }),
  }))

  route(app, calls.undoLinkState, async ({ input: { uuid }, request }) => ({
    kind: await kindOfUndoLink(deps, { ip: canonicalAddress(request.ip) }, uuid),
  }))
  route(app, calls.undoContactChange, async ({ input: { uuid }, request }) => ({
    kind: await undoContactChange(deps, { ip: canonicalAddress(request.ip) }, uuid),
  }))
}
