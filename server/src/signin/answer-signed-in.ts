import type { Output } from '@gatehouse/contract/endpoint.ts'
import { TOKEN_IN_COOKIE } from '@gatehouse/contract/envelope.ts'
import type { consumeLogInOtpEmail } from '@gatehouse/contract/signin.ts'
import type { FastifyReply } from 'fastify'
import { COOKIES, setCookie } from '../http/cookies.ts'
import { DEVICE_SECONDS } from '../identity/known-device.ts'
import { type Caller, unbind } from './caller.ts'
import type { SignedIn } from './complete.ts'

/** Hands the new session to the caller: as cookies to our own pages, in the answer to others. */
export function answerSignedIn(
  caller: Caller,
  reply: FastifyReply,
  { session, person, next, deviceCookie, rememberedCookie }: SignedIn,
): Output<typeof consumeLogInOtpEmail> {
  if (caller.isWeb) {
    setCookie(reply, COOKIES.session, session.secret, session.rememberSeconds ?? undefined)
    setCookie(reply, COOKIES.device, deviceCookie, DEVICE_SECONDS)
    if (rememberedCookie) setCookie(reply, COOKIES.remembered, rememberedCookie.value, rememberedCookie.seconds)
    unbind(caller, reply)
  }
  return {
    AutherisationToken: caller.isWeb ? TOKEN_IN_COOKIE : session.secret, // sic
    userData: person.user,
    userRole: [{ RolesDAta: { name: person.role } }], // sic
    next,
  }
}
