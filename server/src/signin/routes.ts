import { TOKEN_IN_COOKIE } from '@gatehouse/contract/envelope.ts'
import { signInWithAuthenticator, signInWithRecoveryCode } from '@gatehouse/contract/factors/second-step.ts'
import { identifierOf } from '@gatehouse/contract/identifier.ts'
import * as calls from '@gatehouse/contract/signin.ts'
import type { FastifyInstance } from 'fastify'
import type { RequireApart } from '../access/access.ts'
import type { SignInTarget } from '../access/sign-in-target.ts'
import { countAttempt } from '../counting/count-attempt.ts'
import type { Deps } from '../deps.ts'
import { canonicalAddress } from '../http/client-address.ts'
import { COOKIES, setCookie } from '../http/cookies.ts'
import { route } from '../http/route.ts'
import { DEVICE_SECONDS } from '../identity/known-device.ts'
import { answerBegun, SIGN_IN_SECONDS } from './answer-begun.ts'
import { answerSignedIn } from './answer-signed-in.ts'
import { bind, callerOf, unbind } from './caller.ts'
import { RESEND_SECONDS } from './challenge-limits.ts'
import { changePassword } from './change-password.ts'
import { codeDelivery } from './code-delivery.ts'
import { completeSignIn } from './complete.ts'
import { login } from './login.ts'
import { signUp } from './registration.ts'
import { requireAssigned } from './require-assigned.ts'
import { isLinkUsable, requestReset, resetPassword } from './reset-password.ts'
import { codeSentToNobody } from './send-code.ts'
import { requestCode, resendCode } from './sign-in-by-code.ts'
import { signInByAuthenticator, signInByRecoveryCode } from './sign-in-by-other-step.ts'
import { signInProgress } from './sign-in-progress.ts'
import { resendVerification, verifyEmail } from './verify-email.ts'

const PROOF_SECONDS = 24 * 3600

export function serveSignIn(app: FastifyInstance, deps: Deps, requireApart: RequireApart) {
  route(app, calls.login, async ({ input, request, reply }) => {
    const caller = callerOf(request)
    const { password, rememberMe = false, secondStep } = input
    const begun = await login(deps, caller, { identifier: identifierOf(input), password, rememberMe, secondStep })
    return answerBegun(caller, reply, begun)
  })

  route(app, calls.ssoLogIn, async ({ input, request, reply }) => {
    const caller = callerOf(request)
    const { password, rememberMe = false, secondStep, redirectUrl, clientId: applicationId, clientIDE: client } = input
    const target: SignInTarget = { redirectUrl, applicationId: applicationId || null, client: client || null }
    const begun = await login(
      deps,
      caller,
      { identifier: identifierOf(input), password, rememberMe, secondStep },
      { target, requireAllowed: (account) => requireAssigned(deps, account, target) },
    )
    return answerBegun(caller, reply, begun)
  })

  route(app, calls.requestLogInOtp, async ({ input, request, reply }) => {
    const caller = callerOf(request)
    const secret = await requestCode(deps, caller, identifierOf(input), input.rememberMe ?? false)
    return codeSentToNobody(bind(caller, reply, secret, SIGN_IN_SECONDS))
  })

  route(app, calls.resendLogInOtp, async ({ input, request }) => {
    const caller = callerOf(request)
    return resendCode(deps, caller, caller.isWeb ? caller.challengeCookie : input.loginTxn)
  })

  route(app, calls.signInProgress, async ({ input, request }) => {
    const caller = callerOf(request)
    return signInProgress(deps, caller, caller.isWeb ? caller.challengeCookie : input.loginTxn)
  })

  route(app, calls.codeDelivery, async ({ input, request }) => {
    const caller = callerOf(request)
    await countAttempt(deps, [{ bucket: 'delivery-requests', of: caller.ip }])
    return { state: await codeDelivery(deps, caller.isWeb ? caller.challengeCookie : input.loginTxn) }
  })

  route(app, calls.consumeLogInOtpEmail, async ({ input, request, reply }) => {
    const caller = callerOf(request)
    const { otp, loginTxn, rememberBrowser = false } = input
    const signedIn = await completeSignIn(deps, caller, {
      identifier: identifierOf(input),
      ...{ otp, loginTxn, rememberBrowser },
    })
    return answerSignedIn(caller, reply, signedIn)
  })

  route(app, signInWithAuthenticator, async ({ input, request, reply }) => {
    const caller = callerOf(request)
    const { otp, loginTxn, rememberBrowser = false } = input
    return answerSignedIn(caller, reply, await signInByAuthenticator(deps, caller, { otp, loginTxn, rememberBrowser }))
  })

  route(app, signInWithRecoveryCode, async ({ input, request, reply }) => {
    const caller = callerOf(request)
    return answerSignedIn(
      caller,
      reply,
      await signInByRecoveryCode(deps, caller, { code: input.code, loginTxn: input.loginTxn }),
    )
  })

  route(app, calls.signUp, async ({ input, request, reply }) => {
    const caller = callerOf(request)
    const secret = await signUp(deps, caller, { ...input, pair: pairOf(input) })
    bind(caller, reply, secret, PROOF_SECONDS)
    return { email: input.email, resendInSeconds: RESEND_SECONDS }
  })

  route(app, calls.consumeRequestEmailOtp, async ({ input, request, reply }) => {
    const caller = callerOf(request)
    const entered = { email: input.email, otp: input.otp, pair: pairOf(input) }
    const verified = await verifyEmail(deps, caller, entered, requireApart)
    unbind(caller, reply)
    return verified
  })

  route(app, calls.resendEmailOtp, async ({ input, request }) => {
    await resendVerification(deps, callerOf(request), input.email)
    return { resendInSeconds: RESEND_SECONDS }
  })

  route(app, calls.requestRequestPassword, async ({ input, request }) => {
    await requestReset(deps, callerOf(request), input)
    return {}
  })

  route(app, calls.resetLinkState, async ({ input, request }) => ({
    isUsable: await isLinkUsable(deps, callerOf(request), input.uuid),
  }))

  route(app, calls.consumeRequestRequestPassword, async ({ input, request }) => {
    await resetPassword(deps, callerOf(request), input.uuid, input.newPassword)
    return {}
  })

  route(app, calls.changePassword, async ({ input, actor, request, reply }) => {
    const { session, deviceCookie } = await changePassword(
      deps,
      actor,
      canonicalAddress(request.ip),
      input.oldPassword,
      input.newPassword,
    )
    const { secret, rememberSeconds } = session
    if (actor.via === 'cookie') {
      setCookie(reply, COOKIES.session, secret, rememberSeconds ?? undefined)
      setCookie(reply, COOKIES.device, deviceCookie, DEVICE_SECONDS)
    }
    return { AutherisationToken: actor.via === 'cookie' ? TOKEN_IN_COOKIE : secret } // sic
  })
}

function pairOf({ Application, Client }: { Application?: string | undefined; Client?: string | undefined }) {
  return Application && Client ? { application: Application, client: Client } : null
}
