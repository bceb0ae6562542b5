import { previewLaunch } from '@gatehouse/contract/admin/applications/preview-launch.ts'
import * as calls from '@gatehouse/contract/launch.ts'
import * as lookup from '@gatehouse/contract/lookup.ts'
import { clientBasedOnApplicationAndUser } from '@gatehouse/contract/people.ts'
import { DestroySession, getEndedSession } from '@gatehouse/contract/session.ts'
import type { FastifyInstance } from 'fastify'
import { listAccessToApplication } from '../access/access.ts'
import { toClientData } from '../access/wire-access.ts'
import { countAttempt } from '../counting/count-attempt.ts'
import type { Deps } from '../deps.ts'
import { canonicalAddress } from '../http/client-address.ts'
import { COOKIES, clearCookie, setCookie } from '../http/cookies.ts'
import { route } from '../http/route.ts'
import type { Person } from '../identity/actor.ts'
import {
  ENDED_SECONDS,
  endedCookie,
  findUnused,
  logout,
  needsFrames,
  readEndedCookie,
  readLogoutRequest,
  sessionOf,
} from '../sessions/logout.ts'
import { personMeant, requireSelfOr } from '../sessions/require-self-or.ts'
import { explainMissing } from './explain-missing.ts'
import { changeFavourite } from './favourites.ts'
import { grantToken, launchAt, openByAddress } from './grant.ts'
import { listOpened } from './logout.ts'
import { findApplicationsByName, findClientsByName } from './lookup.ts'
import { previewOf } from './preview-launch.ts'
import { redeemLaunchToken } from './redeem.ts'
import { listTiles } from './tiles.ts'

export function serveLaunch(app: FastifyInstance, deps: Deps) {
  const { db } = deps
  const openerOf = (person: Person, ip: string) => ({ ...person, ip: canonicalAddress(ip) })
  const countLookup = (ip: string) => countAttempt(deps, [{ bucket: 'lookup-requests', of: canonicalAddress(ip) }])

  route(app, calls.listTiles, async ({ actor }) => listTiles(db, actor))

  route(app, calls.setFavourite, async ({ input, actor, request }) => {
    await changeFavourite(deps, actor, canonicalAddress(request.ip), input)
    return {}
  })

  route(app, calls.explainMissing, async ({ input, actor }) => explainMissing(db, actor.userId, input.name))

  route(app, calls.grantToken, async ({ input, actor, request }) => {
    const { clientId: applicationId, redirectUri, userId, client } = input
    const { token, launch } = await grantToken(deps, openerOf(actor, request.ip), {
      applicationId,
      redirectUri,
      userId,
      client,
    })
    return { oAuthToken: token, launch }
  })

  route(app, calls.appAuth, async ({ input, actor, request }) => ({
    launch: await openByAddress(deps, openerOf(actor, request.ip), input.RedirectUrl, input.clientIDE),
  }))

  route(app, calls.ssoLaunch, async ({ input, actor, request }) => {
    const { redirectUrl, clientId: applicationId, clientIDE: client } = input
    const target = { redirectUrl, applicationId: applicationId || null, client: client || null }
    return { launch: await launchAt(deps, openerOf(actor, request.ip), target) }
  })

  route(app, previewLaunch, async ({ input, actor }) => {
    const userId = personMeant('users:read', actor, input.userId)
    return previewOf(deps, { ...input, userId })
  })

  route(app, DestroySession, async ({ input, person, request, reply }) => {
    const signedIn = await person()
    const who = (signedIn && sessionOf(signedIn)) ?? (await findUnused(deps, request.cookies[COOKIES.session]))
    clearCookie(reply, COOKIES.session)
    if (who === null) return { applications: 0, continueAt: null }
    const asked = readLogoutRequest(deps, who.sessionId, input.asked ?? '')
    const applications = await logout(deps, who)
    deps.outbox.wake()
    if (applications > 0 && signedIn?.via !== 'bearer')
      setCookie(reply, COOKIES.ended, endedCookie(deps, who.sessionId, asked), ENDED_SECONDS)
    const { continueAt } = asked
    return {
      applications,
      continueAt: continueAt !== null && (await needsFrames(deps, who.sessionId)) ? null : continueAt,
    }
  })

  route(app, getEndedSession, async ({ request }) => {
    const opened = await listOpened(deps, request.cookies[COOKIES.ended])
    return {
      applications: opened.map(({ id, ...application }) => ({ _id: id, ...application })),
      continueAt: readEndedCookie(deps, request.cookies[COOKIES.ended])?.continueAt ?? null,
    }
  })

  route(app, clientBasedOnApplicationAndUser, async ({ input, actor }) => {
    requireSelfOr('users:read', actor, input.userId)
    const accesses = await listAccessToApplication(db, input.userId, input.applicationId)
    return accesses.map((access) => ({ clientData: [toClientData(access)], role: access.role }))
  })

  route(app, lookup.getApplicationDetails, async ({ input, request }) => {
    await countLookup(request.ip)
    return findApplicationsByName(db, input.name)
  })

  route(app, lookup.getClientdetails, async ({ input, request }) => {
    await countLookup(request.ip)
    return findClientsByName(db, input.name)
  })
}

/** Calls of applications. Their bodies may also be forms, as OAuth clients send them. */
export function serveApplications(app: FastifyInstance, deps: Deps) {
  route(app, calls.redeem, async ({ input, actor }) => redeemLaunchToken(deps, actor.applicationId, input.token))
}
