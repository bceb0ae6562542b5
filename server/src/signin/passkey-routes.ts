import { requestPasskeySignIn, signInWithPasskey } from '@gatehouse/contract/factors/passkey-sign-in.ts'
import * as own from '@gatehouse/contract/factors/passkeys.ts'
import { requestPasskeyStep, signInWithPasskeyStep } from '@gatehouse/contract/factors/second-step.ts'
import type { FastifyInstance } from 'fastify'
import { countAttempt, countInBatch, tooManyAttempts } from '../counting/count-attempt.ts'
import type { Deps } from '../deps.ts'
import { requestOptions } from '../factors/ceremony-options.ts'
import { bindBrowser, bindingsOf, openPasskeyChallenge } from '../factors/passkey-challenges.ts'
import { describePasskeys } from '../factors/passkeys.ts'
import { canonicalAddress } from '../http/client-address.ts'
import { route } from '../http/route.ts'
import { isRemembered } from '../sessions/sessions.ts'
import { answerSignedIn } from './answer-signed-in.ts'
import { callerOf } from './caller.ts'
import { signInByPasskey } from './sign-in-by-passkey.ts'
import { passkeyStepOptions, signInByPasskeyStep } from './sign-in-by-passkey-step.ts'

/** Signing in by passkey, giving one after the password, and confirming a session with one. */
export function servePasskeySignIn(app: FastifyInstance, deps: Deps) {
  const { db, config } = deps

  route(app, requestPasskeySignIn, async ({ request, reply }) => {
    const requests = [{ bucket: 'passkey-requests' as const, of: canonicalAddress(request.ip) }]
    const binding = bindBrowser(request, reply)
    const [, challenge] = await db
      .batch((tx) =>
        Promise.all([
          countInBatch(deps, tx, requests),
          openPasskeyChallenge(tx, { purpose: 'sign-in', userId: null, binding }),
        ]),
      )
      .catch((error: unknown) => {
        throw tooManyAttempts(deps, requests, null, error)
      })
    return requestOptions(config, challenge)
  })

  route(app, signInWithPasskey, async ({ input, request, reply }) => {
    const caller = callerOf(request)
    const { credential, rememberMe = false, redirectUrl, clientId, clientIDE } = input
    const signedIn = await signInByPasskey(deps, caller, {
      ...{ credential, rememberMe },
      ceremony: { purpose: 'sign-in', userId: null, bindings: bindingsOf(request) },
      target: redirectUrl ? { redirectUrl, applicationId: clientId || null, client: clientIDE || null } : null,
    })
    return answerSignedIn(caller, reply, signedIn)
  })

  route(app, requestPasskeyStep, async ({ input, request }) =>
    passkeyStepOptions(deps, callerOf(request), input.loginTxn),
  )

  route(app, signInWithPasskeyStep, async ({ input, request, reply }) => {
    const caller = callerOf(request)
    const { credential, loginTxn, rememberBrowser = false } = input
    return answerSignedIn(
      caller,
      reply,
      await signInByPasskeyStep(deps, caller, { credential, loginTxn, rememberBrowser }),
    )
  })

  route(app, own.requestConfirmation, async ({ actor, request, reply }) => {
    const { userId } = actor
    await countAttempt(deps, [{ bucket: 'passkey-changes', of: userId }], { subjectId: userId })
    const binding = bindBrowser(request, reply)
    const [challenge, passkeys] = await Promise.all([
      openPasskeyChallenge(db, { purpose: 'confirm', userId, binding }),
      describePasskeys(db, userId),
    ])
    return requestOptions(config, challenge, passkeys)
  })

  route(app, own.confirmWithPasskey, async ({ input, actor, request, reply }) => {
    const { userId, via } = actor
    const caller = { ...callerOf(request), isWeb: via === 'cookie' }
    const signedIn = await signInByPasskey(deps, caller, {
      credential: input.credential,
      ceremony: { purpose: 'confirm', userId, bindings: bindingsOf(request) },
      rememberMe: await isRemembered(db, actor.sessionId),
      target: null,
    })
    const { AutherisationToken } = answerSignedIn(caller, reply, signedIn)
    return { AutherisationToken } // sic
  })
}
