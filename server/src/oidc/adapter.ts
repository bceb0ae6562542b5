import { isUuid } from '@gatehouse/contract/uuid.ts'
import { type Adapter, type AdapterFactory, errors, Provider } from 'oidc-provider'
import { keyIdOf, publicKeys } from '../access/application-assertion.ts'
import type { Db } from '../db/database.ts'
import { isUnstorable } from '../db/faults.ts'
import type { Deps } from '../deps.ts'
import { keepActingCode } from './acting-code.ts'
import type { Payload } from './artifacts.ts'
import * as artifacts from './artifacts.ts'
import { makeClaims } from './claims.ts'
import { findOAuthClient } from './clients.ts'
import { dropSurplus } from './drop-surplus.ts'
import { grantPayload } from './grant-payload.ts'
import { findGrant, revokeGrant } from './grants.ts'
import { INTERACTIONS, markBefore } from './interaction-store.ts'
import { PATHS } from './paths.ts'
import { actingOf, findPortalSession } from './portal-session.ts'
import { applicationOf, takeReadAhead } from './read-ahead.ts'
import { isAnswerable } from './refresh-again.ts'
import { isRegistered } from './registered-address.ts'
import { requireResource } from './require-resource.ts'
import { endReplayed, keepCode } from './sign-in-notes.ts'
import { asPresented } from './structured-tokens.ts'
import { dropFromBrowser, keepInBrowser, readFromBrowser } from './waiting-cookie.ts'

/**
 * The library's storage adapter: everything in PostgreSQL, so that one server may finish what another began. The
 * library's "sessions" and "clients" are the portal's sessions and applications, which it cannot change. In its
 * payloads `clientId` is the OAuth client id, which is our application id.
 */
export function makeAdapter(needs: Pick<Deps, 'db' | 'config' | 'keys' | 'keySets'>): AdapterFactory {
  const { db, keys } = needs
  const { byScope } = makeClaims(needs)
  const readKeys = async (registered: { jwks: string; jwksUri: string }) => {
    const { client_assertion: assertion } = Provider.ctx?.oidc?.params ?? {}
    return typeof assertion === 'string' ? publicKeys(needs.keySets, registered, keyIdOf(assertion)) : []
  }
  const special: Record<string, Partial<Adapter>> = {
    Client: {
      find: async (id) => {
        const ahead = takeReadAhead(Provider.ctx?.req, 'client', (one) => one.id === id)
        return ahead === null ? findOAuthClient(db, id, readKeys) : ahead.found
      },
    },
    Session: {
      find: async (secret) => {
        const ahead = takeReadAhead(Provider.ctx?.req, 'session', (one) => one.secret === secret)
        if (ahead !== null) return ahead.found
        const { req } = Provider.ctx ?? {}
        return findPortalSession(db, secret, req === undefined ? null : applicationOf(req))
      },
    },
    Grant: {
      find: async (id) => {
        const grant = isUuid(id) ? await findGrant(db, id) : null
        return grant === null ? undefined : grantPayload(grant, byScope)
      },
      destroy: (id) => endGrant(db, id),
    },
    AccessToken: {
      find: (presented) => artifacts.findArtifact(db, 'AccessToken', asPresented(presented)),
    },
    ClientCredentials: {
      find: (presented) => artifacts.findArtifact(db, 'ClientCredentials', asPresented(presented)),
    },
    Interaction: {
      upsert: async (id, payload, ttl = 0) => {
        const stored = INTERACTIONS.toStored(payload)
        const isKnown = payload.session !== undefined
        if (isKnown || !(await keepInBrowser(needs, id, stored, ttl)))
          await artifacts.saveArtifact(db, 'Interaction', id, stored, ttl)
        const mark = markBefore(stored.lastSubmission)
        if (isKnown && mark !== undefined) await dropSurplus(db, mark)
      },
      find: async (id) =>
        INTERACTIONS.fromStored(
          id,
          (await readFromBrowser(needs, id)) ?? (await artifacts.findArtifact(db, 'Interaction', id)),
        ),
      destroy: async (id) => {
        if (!dropFromBrowser(id)) await artifacts.destroyArtifact(db, 'Interaction', id)
      },
    },
    AuthorizationCode: {
      find: async (id) => {
        const code = await findPresented(db, 'AuthorizationCode', id)
        return code !== undefined && (await isStillValid(db, code)) ? code : undefined
      },
      upsert: async (id, payload, ttl) => {
        // The person or the application has lost the access while the request was judged.
        const keep = actingOf(Provider.ctx?.oidc.session) === null ? keepCode : keepActingCode
        if (!(await keep(db, id, payload, { ttlSeconds: ttl ?? 0, ip: Provider.ctx?.ip ?? null })))
          throw new errors.AccessDenied('the access has just ended')
      },
      consume: async (id) => {
        await requireOwnResource(db, id)
        await spend(db, 'AuthorizationCode', id)
      },
    },
    RefreshToken: {
      find: async (id) => {
        const found = await findPresented(db, 'RefreshToken', id)
        if (found?.consumed === undefined || !(await isAnswerable(db, keys.refreshToken, id))) return found
        const { consumed: _, ...again } = found
        return again
      },
      consume: async (id) => {
        const spent = await artifacts.consumeArtifact(db, 'RefreshToken', id)
        if (!spent.isFirst && !(await isAnswerable(db, keys.refreshToken, id)))
          await refuseReplayed(db, 'RefreshToken', spent)
      },
    },
    ReplayDetection: {
      // The library looks first and stores later: of two simultaneous uses the second is refused here.
      upsert: async (id, _payload, ttl) => {
        if (!(await artifacts.saveOnce(db, 'ReplayDetection', id, ttl ?? 0)))
          throw new errors.InvalidClientAuth('client assertion tokens must only be used once')
      },
    },
  }
  const readOnly: Partial<Adapter> = { upsert: async () => undefined, destroy: async () => undefined }
  return (model) => {
    const adapter = {
      ...ordinary(db, model),
      ...(['Client', 'Session', 'Grant'].includes(model) ? readOnly : {}),
      ...special[model],
    }
    return { ...adapter, upsert: (id, payload, ttl) => adapter.upsert(id, payload, ttl).catch(refuseUnstorable) }
  }
}

function refuseUnstorable(error: unknown): never {
  if (isUnstorable(error)) throw new errors.InvalidRequest('a text of the request cannot be stored')
  throw error
}

function ordinary(db: Db, model: string): Adapter {
  return {
    upsert: (id, payload, ttl) => artifacts.saveArtifact(db, model, id, payload, ttl ?? 0),
    find: (id) => artifacts.findArtifact(db, model, id),
    // We have no device codes, and sessions are not looked up by uid.
    findByUserCode: async () => undefined,
    findByUid: async () => undefined,
    consume: (id) => spend(db, model, id),
    destroy: (id) => artifacts.destroyArtifact(db, model, id),
    revokeByGrantId: (grantId) => artifacts.destroyOfGrant(db, model, grantId),
  }
}

async function spend(db: Db, model: string, id: string): Promise<void> {
  const spent = await artifacts.consumeArtifact(db, model, id)
  if (!spent.isFirst) await refuseReplayed(db, model, spent)
}

/**
 * The library judges the resource of a token request when the code is spent: an application that corrects its request would
 * count as a thief.
 *
 * @throws InvalidTarget
 */
async function requireOwnResource(db: Db, id: string): Promise<void> {
  const { client, params } = Provider.ctx?.oidc ?? {}
  const [asked, ...more] = [params?.resource ?? []].flat() as string[]
  if (asked === undefined) return
  const code = await artifacts.findArtifact(db, 'AuthorizationCode', id)
  const isOwn = [code?.resource].flat().includes(asked)
  if (more.length > 0 || !isOwn) throw new errors.InvalidTarget('the code was not given for this resource')
  await requireResource(db, asked, { client, accountId: code?.accountId as string | undefined, isActing: false })
}

/** The code or token was copied (RFC 6749 §4.1.2, RFC 9700 §4.14): the tokens of its first use are revoked, too. */
async function refuseReplayed(db: Db, model: string, { grantId }: { grantId: string | null }): Promise<never> {
  if (grantId !== null) await endReplayed(db, grantId, model)
  throw new errors.InvalidGrant('already used')
}

/**
 * A code or refresh token. `undefined` when another application presents it: then it was copied, and its grant ends.
 */
async function findPresented(db: Db, model: string, id: string): Promise<Payload | undefined> {
  const found = await artifacts.findArtifact(db, model, id)
  const { path, oidc } = Provider.ctx ?? {}
  const isForeign = path === PATHS.token && oidc?.client !== undefined && oidc.client.clientId !== found?.clientId
  if (found === undefined || !isForeign) return found
  if (found.grantId !== undefined) await endReplayed(db, found.grantId, model)
  return undefined
}

/**
 * Whether the application could still get this code today. A spent code passes, so that its second use is recognised.
 */
async function isStillValid(db: Db, payload: Payload): Promise<boolean> {
  const { clientId: applicationId, redirectUri, codeChallenge, consumed } = payload
  if (consumed !== undefined) return true
  const client = applicationId === undefined ? undefined : await findOAuthClient(db, applicationId)
  const isNative = client?.application_type === 'native'
  const isOpen = isRegistered(String(redirectUri), client?.redirect_uris ?? [], isNative)
  return isOpen && (codeChallenge !== undefined || client?.pkce_required !== true)
}

/** At the token endpoint the library ends a grant only for a code or refresh token that is used a second time. */
async function endGrant(db: Db, id: string): Promise<void> {
  const { path, oidc } = Provider.ctx ?? {}
  if (path !== PATHS.token) return revokeGrant(db, id)
  const isCode = oidc?.params?.grant_type === 'authorization_code'
  return endReplayed(db, id, isCode ? 'AuthorizationCode' : 'RefreshToken')
}
