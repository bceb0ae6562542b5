import { simulateRequest } from '@gatehouse/contract/admin/applications/simulate-request.ts'
import type { Output } from '@gatehouse/contract/endpoint.ts'
import type { FastifyInstance } from 'fastify'
import sql, { raw } from 'sql-template-tag'
import { listAccessToSignIn } from '../access/access.ts'
import { hasSecret } from '../access/application-credentials.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/database.ts'
import { isCurrent } from '../db/is-current.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { hasStrongFactor } from '../factors/strong-sign-in.ts'
import { route } from '../http/route.ts'
import { ownsPasskey, roleIdOf, SIGN_IN_DEMAND } from '../identity/sign-in-demand.ts'
import { personMeant } from '../sessions/require-self-or.ts'
import { type Claims, makeClaims } from './claims.ts'
import { isNative, usableRedirects, usableScopes } from './clients.ts'
import { readFactsOf } from './facts.ts'
import { impliedScope } from './implied-scope.ts'
import { PATHS } from './paths.ts'
import { acrOf, isByPasswordAlone } from './portal-session.ts'
import { findResourceServer } from './resource-servers.ts'
import {
  type ApplicationFacts,
  type AskedRequest,
  answerOf,
  judgeRequest,
  type PersonFacts,
} from './simulation/judge-all.ts'
import { scopesOf } from './simulation/judge-scope.ts'

/** The dry run of an authorization request: predicts the answer from stored data, without issuing anything. */
export function serveSimulateRequest(app: FastifyInstance, deps: Deps) {
  const { db, config } = deps
  const claims = makeClaims(deps)
  route(app, simulateRequest, async ({ input: { applicationId, userId, ...asked }, actor }) => {
    const whose = personMeant('users:read', actor, userId)
    const found = asked.resource === '' ? null : await findResourceServer(db, asked.resource)
    const resource = found && { name: found.name, isItself: found.id === applicationId }
    const application = { ...(await readApplication(db, applicationId)), resource }
    const person = await readPerson(db, whose, applicationId, found?.id)
    const findings = judgeRequest(asked, application, person, claims.byScope)
    const learned = await preview(db, claims, { userId: whose, applicationId, application, person, asked })
    return {
      findings,
      ...answerOf(findings),
      ...settingsFor(config, applicationId, application, asked),
      claims: learned,
    }
  })
}

type ApplicationRow = Omit<ApplicationFacts, 'resource' | 'isNative'> & { applicationType: string; redirectUrl: string }
type Previewed = {
  userId: string
  applicationId: string
  application: ApplicationFacts
  person: PersonFacts
  asked: AskedRequest
}

/** The claims of the person that the scope of the request would give, without claims requested one by one. */
async function preview(db: Db, claims: Claims, { userId, applicationId, application, person, asked }: Previewed) {
  const open = person.assignments.filter((one) => one.isActive && one.isCurrent)
  const [only, ...others] = open.filter(({ clientId, uuid }) => ['', clientId, uuid].includes(asked.client))
  const facts =
    only === undefined || others.length > 0
      ? null
      : await readFactsOf(db, { userId, applicationId, clientId: only.clientId })
  if (facts === null) return null
  const { allowedScopes, claimsInIdToken } = application
  const scopes = scopesOf(asked.scope || impliedScope(allowedScopes)).filter((one) => allowedScopes.includes(one))
  const all = claims.open(facts, scopes, { claims: [], scopes: [] })
  const isOpenId = scopes.includes('openid')
  return { idToken: !isOpenId ? {} : claimsInIdToken ? all : { sub: all.sub }, userinfo: isOpenId ? all : {} }
}

/** @throws AppError not_found */
async function readApplication(db: Db, id: string): Promise<Omit<ApplicationFacts, 'resource'>> {
  const { rows } = await db.execute<ApplicationRow>(sql`
    select status, application_type as "applicationType", redirect_url as "redirectUrl", redirect_uris as "redirectUris", oauth_grants as "oauthGrants",
      token_auth_method as "tokenAuthMethod", ${raw(hasSecret('a'))} as "hasSecret", pkce_required as "pkceRequired",
      allowed_scopes as "allowedScopes", claims_in_id_token as "claimsInIdToken", is_first_party as "isFirstParty"
    from applications a where id = ${id} and deleted_at is null`)
  const [row] = rows
  if (row === undefined) throw new AppError('not_found')
  return { ...row, isNative: isNative(row), redirectUris: usableRedirects(row), allowedScopes: usableScopes(row) }
}

/** @throws AppError not_found */
async function readPerson(
  db: Db,
  userId: string,
  applicationId: string,
  resourceId: string | undefined,
): Promise<PersonFacts> {
  const { rows } = await db.execute<PersonRow>(sql`
    select u.is_active as "isActive", ${hasStrongFactor('u.id')} as "hasStrongFactor", ${raw(ownsPasskey('u.id'))} as "hasPasskey", case when e.amr is not null then
        json_build_object('ageSeconds', extract(epoch from now() - e.authenticated_at)::int, 'amr', e.amr) end as session,
      coalesce((select json_agg(json_build_object('clientId', c.id, 'uuid', c.uuid, 'name', c.display_name,
            'role', s.role, 'isActive', c.status = 'ACTIVE',
            'isCurrent', ${raw(isCurrent('s'))}, 'demand', ${raw(SIGN_IN_DEMAND)}) order by lower(c.display_name), c.id)
        from assignments s join applications a on a.id = s.application_id
          join clients c on c.id = s.client_id and c.deleted_at is null
        where s.user_id = u.id and s.application_id = ${applicationId}), '[]') as assignments,
      coalesce((select c.scopes from oidc_consents c
        where c.user_id = u.id and c.application_id = ${applicationId}), '{}') as allowed
    from users u left join roles r on r.id = ${raw(roleIdOf('u'))} and r.deleted_at is null
      left join lateral (
        select s.user_id, s.amr, s.is_strong, s.factor, s.authenticated_at from sessions s
        where s.user_id = u.id and s.kind = 'cookie' and s.ended_at is null
          and s.expires_at > now() and s.last_seen_at + make_interval(secs => s.idle_seconds) > now()
        order by s.authenticated_at desc limit 1) e on true
    where u.id = ${userId} and u.deleted_at is null`)
  if (rows[0] === undefined) throw new AppError('not_found')
  const { session, ...person } = rows[0]
  return {
    ...person,
    session: session && {
      ageSeconds: session.ageSeconds,
      acr: acrOf(session.amr),
      isByPasswordAlone: isByPasswordAlone(session.amr),
    },
    mayUseResource: resourceId !== undefined && (await listAccessToSignIn(db, userId, resourceId)).length > 0,
  }
}

type PersonRow = Omit<PersonFacts, 'session' | 'mayUseResource'> & {
  session: { ageSeconds: number; amr: string[] } | null
}

type Copied = Pick<Output<typeof simulateRequest>, 'settings' | 'address' | 'curl'>

/** The settings that an integrator copies. They contain no secret: only its digest is stored. */
function settingsFor(config: Config, id: string, { tokenAuthMethod }: ApplicationFacts, asked: AskedRequest): Copied {
  const urlOf = (path: string) => new URL(path, config.publicUrl).href
  const parameters = {
    client_id: id,
    redirect_uri: asked.redirectUri,
    response_type: asked.responseType,
    response_mode: asked.responseMode,
    scope: asked.scope,
    claims: asked.claims,
    resource: asked.resource,
    state: 'choose-a-random-one',
    prompt: asked.prompt,
    max_age: asked.maxAge,
    client: asked.client,
    code_challenge: asked.codeChallenge,
    code_challenge_method: asked.codeChallengeMethod,
  }
  const sent = Object.entries(parameters).filter(([, value]) => value !== '')
  return {
    settings: {
      issuer: config.publicUrl.origin,
      discovery: urlOf(PATHS.discovery),
      client_id: id,
      token_endpoint_auth_method: tokenAuthMethod,
      authorization_endpoint: urlOf(PATHS.authorization),
      token_endpoint: urlOf(PATHS.token),
      userinfo_endpoint: urlOf(PATHS.userinfo),
      introspection_endpoint: urlOf(PATHS.introspection),
      revocation_endpoint: urlOf(PATHS.revocation),
      end_session_endpoint: urlOf(PATHS.endSession),
      jwks_uri: urlOf(PATHS.jwks),
    },
    address: `${urlOf(PATHS.authorization)}?${new URLSearchParams(sent)}`,
    curl: curlFor(urlOf(PATHS.token), id, tokenAuthMethod, asked),
  }
}

function curlFor(address: string, id: string, method: string, asked: AskedRequest): string {
  const fields: [string, string][] = [
    ['grant_type', 'authorization_code'],
    ['code', 'CODE'],
    ['redirect_uri', asked.redirectUri],
    ...(asked.resource === '' ? [] : ([['resource', asked.resource]] satisfies [string, string][])),
    ...(asked.codeChallenge === '' ? [] : ([['code_verifier', 'VERIFIER']] satisfies [string, string][])),
    ...proofOf(id, method),
  ]
  const basic = method === 'client_secret_basic' ? `-u ${quoted(`${id}:SECRET`)} ` : ''
  const data = fields.map(([name, value]) => `--data-urlencode ${quoted(`${name}=${value}`)}`)
  return `curl ${basic}${data.join(' ')} ${quoted(address)}`
}

function proofOf(id: string, method: string): [string, string][] {
  if (method === 'client_secret_basic') return []
  if (method === 'client_secret_post')
    return [
      ['client_id', id],
      ['client_secret', 'SECRET'],
    ]
  if (method === 'none') return [['client_id', id]]
  return [
    ['client_assertion_type', 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'],
    ['client_assertion', 'ASSERTION'],
  ]
}

/** Quotes a text as one word for a shell. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
