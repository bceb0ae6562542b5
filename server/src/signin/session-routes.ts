import { getEncryptionKeys, getSession, getSessionState } from '@gatehouse/contract/session.ts'
import type { FastifyInstance } from 'fastify'
import { decidesRequests } from '../access/decides-requests.ts'
import { hasReviews } from '../access/has-reviews.ts'
import { approvesRequests, usesStandIns } from '../decisions/held.ts'
import type { Deps } from '../deps.ts'
import { hasPasskey } from '../factors/has-passkey.ts'
import { canHavePasskeys, relyingPartyOf } from '../factors/relying-party.ts'
import { readDemandDays } from '../factors/strong-sign-in.ts'
import { COOKIES } from '../http/cookies.ts'
import type { EncryptionKeys } from '../http/encryption-keys.ts'
import { route } from '../http/route.ts'
import { type Person, signedInAs } from '../identity/actor.ts'
import { findPreferences } from '../identity/preferences.ts'
import { csrfToken } from '../sessions/authenticate.ts'
import { readEndedCookie } from '../sessions/logout.ts'
import { readSessionState } from '../sessions/session-state.ts'

/** The first call of the web app: who is signed in, and how this deployment is configured. */
export function serveSession(app: FastifyInstance, { config, db, keys }: Deps, encryptionKeys: EncryptionKeys) {
  const isEncrypting = config.encryption !== 'off'

  route(app, getSession, async ({ person: readPerson, request }) => {
    const person = await readPerson()
    const own = person && (await readOwn(db, person, config.timeZone))
    // A person who is deleted at this moment is not signed in.
    const who = own && person
    const state = who ? null : await readSessionState(db, request.cookies[COOKIES.session])
    // Signing out deletes the session cookie; other open pages of the browser still need the reason.
    const hasSignedOut = state !== null && readEndedCookie({ keys }, request.cookies[COOKIES.ended]) !== null
    const endReason = state && (state.endReason ?? (hasSignedOut ? 'logout' : null))
    const [newest] = isEncrypting ? await encryptionKeys.published() : []
    const session = who && {
      user: who.user,
      role: who.role,
      permissions: [...who.permissions],
      lacksStrongSignIn: who.lacksStrongSignIn,
      lacksPasskey: who.lacksPasskey,
      ...own,
      csrfToken: csrfToken(keys.csrf, who),
      acting: who.acting && shown(who.acting),
      lastSignInAt: who.lastSignInAt?.toISOString() ?? null,
    }
    const { brand, footer, passwordPolicy, passwordClipboard, vendorRegistrationUrl } = config
    const passkeys = canHavePasskeys(config)
    const { id: passkeyHost } = relyingPartyOf(config)
    const inbox = config.mode === 'development' && config.smtpUrl === null
    return {
      session,
      endReason,
      encryptionKey: newest ?? null,
      time: (await db.now()).toISOString(),
      settings: {
        brand,
        footer,
        passwordPolicy,
        passwordClipboard,
        vendorRegistrationUrl,
        passkeys,
        passkeyHost,
        inbox,
      },
    }
  })

  route(app, getSessionState, async ({ request }) => {
    const { userId } = await readSessionState(db, request.cookies[COOKIES.session])
    return { userId }
  })

  route(app, getEncryptionKeys, async () => ({ keys: isEncrypting ? await encryptionKeys.published() : [] }))
}

const shown = ({ administrator, until, mayChange }: NonNullable<Person['acting']>) => ({
  administrator,
  until,
  mayChange,
})

/** What the pages of a person depend on, in one round trip. `null`: the person was deleted meanwhile. */
async function readOwn(db: Deps['db'], person: Person, timeZone: string) {
  const { userId, acting } = person
  const [preferences, usesThem, reviews, decides, approves, owns, days] = await db.together((on) =>
    Promise.all([
      // Who acts for somebody reads the pages, and the banner above them, in their own language.
      findPreferences(on, signedInAs(person)),
      usesStandIns(on, timeZone, userId),
      hasReviews(on, userId),
      decidesRequests(on, userId),
      approvesRequests(on, timeZone, userId),
      hasPasskey(on, userId),
      readDemandDays(on, userId, timeZone),
    ]),
  )
  // Other people stand on these pages, so they are closed while acting.
  const [isReviewer, isDecider, hasOwnPasskey] =
    acting === null ? [reviews, decides || approves, owns] : [false, false, false]
  return (
    preferences && {
      ...{
        preferences,
        usesStandIns: usesThem,
        reviews: isReviewer,
        decidesRequests: isDecider,
        hasPasskey: hasOwnPasskey,
        ...days,
      },
    }
  )
}
