import * as calls from '@gatehouse/contract/phone-proof.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { canonicalAddress } from '../http/client-address.ts'
import { route } from '../http/route.ts'
import { confirmPhone, readOwnPhone, requestPhoneCode } from './verify-phone.ts'

/** People confirm their own phone number. */
export function servePhoneProof(app: FastifyInstance, deps: Deps) {
  route(app, calls.getOwnPhone, async ({ actor }) => readOwnPhone(deps, actor.userId))

  route(app, calls.requestPhoneCode, ({ actor, request }) =>
    requestPhoneCode(deps, actor, canonicalAddress(request.ip)),
  )

  route(app, calls.confirmPhone, async ({ input, actor, request }) =>
    confirmPhone(deps, actor, canonicalAddress(request.ip), input.otp),
  )
}
