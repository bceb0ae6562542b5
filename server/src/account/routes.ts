import { getOwnNotices, putOffNotice } from '@gatehouse/contract/own-notices.ts'
import { setPreferences } from '@gatehouse/contract/own-preferences.ts'
import { changeOwnName } from '@gatehouse/contract/own-profile.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { canonicalAddress } from '../http/client-address.ts'
import { route } from '../http/route.ts'
import { changeName } from './change-name.ts'
import { keepPreferences } from './keep-preferences.ts'
import { putOff, readPutOff } from './put-off-notice.ts'

/** What people change about their own account (ADR 0086). */
export function serveAccount(app: FastifyInstance, deps: Deps) {
  route(app, changeOwnName, async ({ input, actor, request }) =>
    changeName(deps, actor, canonicalAddress(request.ip), input),
  )
  route(app, setPreferences, async ({ input, actor, request }) =>
    keepPreferences(deps, actor, canonicalAddress(request.ip), input),
  )
  route(app, getOwnNotices, async ({ actor }) => ({ putOff: await readPutOff(deps.db, actor.userId) }))
  route(app, putOffNotice, async ({ input, actor, request }) => ({
    putOff: await putOff(deps, actor, canonicalAddress(request.ip), input),
  }))
}
