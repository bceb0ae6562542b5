import * as calls from '@gatehouse/contract/factors/recovery-codes.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { route } from '../http/route.ts'
import { findAccountById } from '../identity/users.ts'
import { changeFrom } from './change-from.ts'
import { makeOwnRecoveryCodes, removeOwnRecoveryCodes } from './own-recovery-codes.ts'
import { readRecoveryCodes } from './recovery-codes.ts'

/** People make their own recovery codes (ADR 0066). */
export function serveRecoveryCodes(app: FastifyInstance, deps: Deps) {
  const { db } = deps

  route(app, calls.readRecoveryCodes, async ({ actor: { userId } }) => {
    const [codes, account] = await Promise.all([readRecoveryCodes(db, userId), findAccountById(db, userId)])
    return { ...codes, hasPassword: account?.passwordHash != null }
  })

  route(app, calls.makeRecoveryCodes, async ({ actor, request }) => ({
    codes: await makeOwnRecoveryCodes(deps, actor, changeFrom(request)),
  }))

  route(app, calls.removeRecoveryCodes, async ({ input, actor, request }) => ({
    ended: await removeOwnRecoveryCodes(deps, actor, changeFrom(request), input),
  }))
}
