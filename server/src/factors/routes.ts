import * as calls from '@gatehouse/contract/factors/passkeys.ts'
import type { FastifyInstance } from 'fastify'
import { countAttempt } from '../counting/count-attempt.ts'
import type { Deps } from '../deps.ts'
import { route } from '../http/route.ts'
import { acceptedPasskeys, creationOptions } from './ceremony-options.ts'
import { changeFrom } from './change-from.ts'
import { acceptOwnPasskey, addOwnPasskey, removeOwnPasskey, renameOwnPasskey } from './own-passkeys.ts'
import { bindBrowser, bindingsOf, openPasskeyChallenge } from './passkey-challenges.ts'
import { describePasskeys, readPasskeys } from './passkeys.ts'
import { requireConfirmed } from './require-confirmed.ts'

/** People manage their own passkeys. */
export function servePasskeys(app: FastifyInstance, deps: Deps) {
  const { db, config } = deps

  route(app, calls.listPasskeys, async ({ actor }) => readPasskeys(db, actor.userId))

  route(app, calls.describeOwnPasskeys, async ({ actor }) =>
    acceptedPasskeys(config, actor, await describePasskeys(db, actor.userId)),
  )

  route(app, calls.requestPasskey, async ({ actor, request, reply }) => {
    const { userId } = actor
    await requireConfirmed(db, actor)
    await countAttempt(deps, [{ bucket: 'passkey-changes', of: userId }], { subjectId: userId })
    const binding = bindBrowser(request, reply)
    const [challenge, others] = await Promise.all([
      openPasskeyChallenge(db, { purpose: 'enrol', userId, binding }),
      describePasskeys(db, userId),
    ])
    return creationOptions(config, actor, challenge, others)
  })

  route(app, calls.addPasskey, async ({ input, actor, request }) =>
    addOwnPasskey(deps, actor, changeFrom(request), { ...input, bindings: bindingsOf(request) }),
  )

  route(app, calls.renamePasskey, async ({ input, actor, request }) =>
    renameOwnPasskey(deps, actor, changeFrom(request), input),
  )

  route(app, calls.acceptPasskey, async ({ input, actor, request }) =>
    acceptOwnPasskey(deps, actor, changeFrom(request), input.passkeyId),
  )

  route(app, calls.removePasskey, async ({ input, actor, request }) => ({
    ended: await removeOwnPasskey(deps, actor, changeFrom(request), input),
  }))
}
