import { type Account, errors, type KoaContextWithOIDC, Provider } from 'oidc-provider'
import sql from 'sql-template-tag'
import { listAccessOfActing, listAccessOfSession, type SessionAccess } from '../access/access.ts'
import { accessesFor } from '../access/redirects.ts'
import type { Db } from '../db/database.ts'
import type { SignInDemand } from '../identity/sign-in-demand.ts'
import { answerOf, ownAnswer } from './answers.ts'
import type { Claims } from './claims.ts'
import { type Actor, readFacts } from './facts.ts'
import { grantPayload } from './grant-payload.ts'
import { openActingGrant, openGrant } from './grants.ts'
import { actingOf } from './portal-session.ts'
import { takeReadAhead } from './read-ahead.ts'
import { refusalWhileActing } from './refuse-while-acting.ts'
import { isOnDevice } from './registered-address.ts'
import { requireFewResources, requireOpen, requireResource } from './require-resource.ts'

/** For how long after a launch from the portal a sign-in means the client of that launch. */
const LAUNCH_SECONDS = 120

/** What the policy needs to know of the signed-in person while it judges an authorization request. */
export type Authorizing = Account & {
  /** The person's accesses to the application, one for each client (organisation). */
  accesses: SessionAccess[]
  /** The access that the request means, or `null` while several are possible. */
  chosen: SessionAccess | null
  /** The id by which the application knows the person; `null`: they have no access to it. */
  subject: string | null
  /** What the sign-in lacks for that access, and for the applications that tokens are requested for. */
  lacks: SignInDemand['lacks']
  isConsentMissing: boolean
}

type Oidc = KoaContextWithOIDC['oidc']

/** The person of a token, and the administrator who acts for them, with the claims that name that one. */
type OfToken = Account & { acting: Actor | null; actor: Record<string, unknown> }

/** The administrator who acts for the person for whom tokens are issued. */
export const actorOf = (account: Account | undefined): Pick<OfToken, 'acting' | 'actor'> => ({
  acting: (account as Partial<OfToken> | undefined)?.acting ?? null,
  actor: (account as Partial<OfToken> | undefined)?.actor ?? {},
})

export const authorizing = ({ account }: Oidc) => account as Authorizing | undefined

type Presented = {
  kind: string
  grantId?: string | undefined
  scopes?: Set<string>
  resource?: string | string[] | undefined
}

/** The resources that a refresh token is used for: those of the request, else its own when it is not for userinfo. */
function renewedFor({ params }: Oidc, { kind, scopes, resource }: Presented): string[] {
  if (kind !== 'RefreshToken') return []
  const own = scopes?.has('openid') === true ? [] : resource
  return [(params?.resource as typeof resource) ?? own ?? []].flat()
}

/**
 * The person of a token, or of the session that asks for a code. `undefined` when the person is no longer active or
 * assigned; then no token is issued.
 */
export async function findAccount(
  db: Db,
  claims: Claims,
  { oidc }: KoaContextWithOIDC,
  accountId: string,
  token: Presented | undefined,
): Promise<Account | undefined> {
  if (token === undefined) return findAuthorizing(db, claims, oidc, accountId)
  // Check before the library spends the refresh token: a refused application must still have it.
  requireFewResources(oidc.params?.resource)
  for (const resource of renewedFor(oidc, token))
    await requireResource(db, resource, { client: oidc.client, accountId, isActing: false })
  const facts = token.grantId === undefined ? null : await readFacts(db, token.grantId)
  if (facts === null) return undefined
  const { subject, acting } = facts
  const account: OfToken = { accountId, claims: () => claims.all(facts), acting, actor: claims.actor(subject, acting) }
  return account
}

async function findAuthorizing(db: Db, claims: Claims, oidc: Oidc, accountId: string): Promise<Authorizing> {
  const { client, params, session } = oidc
  if (client === undefined || session === undefined) throw new Error('an account without an application that asks')
  const ahead = takeReadAhead(
    Provider.ctx?.req,
    'accesses',
    (one) => one.userId === accountId && one.applicationId === client.clientId,
  )
  const acting = actingOf(session)
  const list = (applicationId: string) =>
    acting === null
      ? listAccessOfSession(db, { id: session.uid }, applicationId)
      : listAccessOfActing(db, acting.sessionId, accountId, applicationId)
  const accesses = ahead?.found ?? (await list(client.clientId))
  const asked = answerOf(oidc).client ?? (params?.client as string | undefined)
  // A request may name several resources: each application must be open to the person.
  const named: SessionAccess[] = []
  for (const { audience } of Object.values(oidc.resourceServers ?? {})) {
    await requireOpen(db, accountId, String(audience), acting !== null)
    const open = await list(String(audience))
    if (open.length === 0) throw new errors.InvalidTarget('resource is not open to whoever acts for this person')
    named.push(...open)
  }
  const fitting = accessesFor(accesses, asked)
  const isOne = fitting.length === 1
  const known = isOne
    ? null
    : (chosenBefore(oidc) ??
      (await (acting === null ? launchedFor : launchedUnder)(db, acting?.id ?? session.uid, client.clientId)))
  const chosen = isOne ? (fitting[0] ?? null) : (fitting.find((one) => one.client.id === known) ?? null)
  return {
    accountId,
    claims: () => ({ sub: accountId }),
    accesses: asked === undefined ? accesses : fitting,
    chosen,
    subject: accesses[0] === undefined ? null : claims.subject(accesses[0].application, accountId),
    lacks: chosen === null ? null : lackOf([chosen, ...named]),
    isConsentMissing: await isConsentMissing(db, oidc, accountId),
  }
}

/** The strictest, where several applications are meant. */
function lackOf(accesses: SessionAccess[]): SignInDemand['lacks'] {
  const lacks = accesses.map(({ demand }) => demand.lacks)
  return (['passkey', 'strong', 'recent'] as const).find((lack) => lacks.includes(lack)) ?? null
}

/** The client that the person chose before a later prompt, whose answer has replaced that one. */
const chosenBefore = ({ entities, session }: Oidc): string | null =>
  ownAnswer(entities.Interaction?.lastSubmission, session?.accountId).client ?? null

/** The client (organisation) for which the portal has just opened the application. */
async function launchedFor(db: Db, sessionId: string, applicationId: string): Promise<string | null> {
  const { rows } = await db.execute<{ clientId: string }>(sql`
    select launched_for as "clientId" from opened_applications
    where session_id = ${sessionId} and application_id = ${applicationId}
      and launched_at > now() - make_interval(secs => ${LAUNCH_SECONDS})`)
  return rows[0]?.clientId ?? null
}

/** The same, while an administrator acts for the person. */
async function launchedUnder(db: Db, actingId: string, applicationId: string): Promise<string | null> {
  const { rows } = await db.execute<{ clientId: string }>(sql`
    select client_id as "clientId" from launch_tokens
    where acting_id = ${actingId} and application_id = ${applicationId}
      and created_at > now() - make_interval(secs => ${LAUNCH_SECONDS}) order by created_at desc limit 1`)
  return rows[0]?.clientId ?? null
}

async function isConsentMissing(db: Db, oidc: Oidc, userId: string) {
  const { client, params, requestParamOIDCScopes, prompts } = oidc
  const hasAnswered = answerOf(oidc).consent !== undefined
  // The request asks for consent: ask again, even for one of our own applications (OpenID Connect Core §3.1.2.1).
  if (prompts.has('consent') && !hasAnswered) return true
  // Any program on the device could have sent this request: only the person knows whether they began it (RFC 8252
  // §8.6).
  const isNative = client?.applicationType === 'native'
  if (isNative && isOnDevice(String(params?.redirect_uri)) && !hasAnswered) return true
  if (client?.first_party === true) return false
  const { rows } = await db.execute<{ scopes: string[] }>(sql`
    select scopes from oidc_consents where user_id = ${userId} and application_id = ${client?.clientId}`)
  const given = new Set(rows[0]?.scopes)
  return [...requestParamOIDCScopes].some((scope) => !given.has(scope))
}

/** The grant of a request's codes; none while a prompt is still open. */
export async function loadGrant(db: Db, { byScope }: Claims, { oidc }: KoaContextWithOIDC) {
  const account = authorizing(oidc)
  const { client, session } = oidc
  if (account === undefined || client === undefined || session === undefined) return undefined
  if (account.chosen === null || account.isConsentMissing) return undefined
  const acting = actingOf(session)
  // Such a request is refused a moment later.
  if (acting !== null && refusalWhileActing(oidc, account) !== null) return undefined
  const asked = {
    applicationId: client.clientId,
    clientId: account.chosen.client.id,
    scopes: [...oidc.requestParamOIDCScopes],
    resources: Object.keys(oidc.resourceServers ?? {}),
  }
  const isOffline = oidc.requestParamScopes.has('offline_access')
  const grant =
    acting === null
      ? await openGrant(
          db,
          { ...asked, userId: account.accountId, sessionId: session.uid, isOffline },
          { needsConsent: client.first_party !== true },
        )
      : await openActingGrant(db, acting.id, asked)
  if (grant === null) throw new errors.AccessDenied('the session, the consent or acting for this person has just ended')
  return new oidc.provider.Grant(grantPayload(grant, byScope))
}
