import * as calls from '@gatehouse/contract/factors/authenticators.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { route } from '../http/route.ts'
import { findAccountById } from '../identity/users.ts'
import { readAuthenticators } from './authenticators.ts'
import { changeFrom } from './change-from.ts'
import {
  addOwnAuthenticator,
  removeOwnAuthenticator,
  renameOwnAuthenticator,
  startAuthenticator,
} from './own-authenticators.ts'

/** People manage their own authenticator apps. */
export function serveAuthenticators(app: FastifyInstance, deps: Deps) {
  const { db } = deps

  route(app, calls.listAuthenticators, async ({ actor: { userId } }) => {
    const [authenticators, account] = await Promise.all([readAuthenticators(db, userId), findAccountById(db, userId)])
    return { authenticators, hasPassword: account?.passwordHash != null }
  })

  route(app, calls.requestAuthenticator, async ({ actor }) => startAuthenticator(deps, actor))

  route(app, calls.addAuthenticator, async ({ input, actor, request }) =>
    addOwnAuthenticator(deps, actor, changeFrom(request), input),
  )

  route(app, calls.renameAuthenticator, async ({ input, actor, request }) =>
    renameOwnAuthenticator(deps, actor, changeFrom(request), input),
  )

  route(app, calls.removeAuthenticator, async ({ input, actor, request }) => ({
    ended: await removeOwnAuthenticator(deps, actor, changeFrom(request), input),
  }))
}
