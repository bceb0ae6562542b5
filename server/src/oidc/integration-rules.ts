import { OAUTH_SCOPES } from '@gatehouse/contract/admin/application-oauth.ts'
import type { Finding, IntegrationReason } from '@gatehouse/contract/admin/test-integration.ts'

/** The parameters of a request; empty is as good as absent. */
export type AskedRequest = {
  client: string
  redirectUri: string
  responseType: string
  scope: string
  prompt: string
  codeChallenge: string
  codeChallengeMethod: string
}

export type ApplicationFacts = {
  status: string
  /** Those that people may be sent to. */
  redirectUris: string[]
  oauthGrants: string[]
  tokenAuthMethod: string
  hasSecret: boolean
  pkceRequired: boolean
  allowedScopes: string[]
  isFirstParty: boolean
}

export type PersonFacts = {
  isActive: boolean
  hasSession: boolean
  assignments: { clientId: string; uuid: string; name: string; role: string; isActive: boolean }[]
  /** The scopes of their consent. */
  allowed: string[]
}

type Step = Finding['step']
type Judged = Omit<Finding, 'step'>

/** Every rule that a request meets, in the order in which people read them; none hides another. */
export function judgeRequest(asked: AskedRequest, application: ApplicationFacts, person: PersonFacts): Finding[] {
  const prompts = asked.prompt.split(' ').filter(Boolean)
  const judged: [Step, Judged][] = [
    ['application', judgeApplication(application)],
    ['redirect', judgeRedirect(asked.redirectUri, application.redirectUris)],
    ['response', judgeResponse(asked.responseType, application)],
    ['prompt', judgePrompt(asked.prompt, prompts)],
    ['scope', judgeScope(asked.scope, prompts, application)],
    ['pkce', judgePkce(asked, application)],
    ['person', judgePerson(prompts, person)],
    ['access', judgeAccess(asked.client, prompts, person)],
    ['consent', judgeConsent(asked.scope, prompts, application, person)],
    ['redemption', judgeRedemption(application)],
  ]
  return judged.map(([step, finding]) => ({ step, ...finding }))
}

/** What decides first; what is redeemed comes later. */
const ORDER: Step[] = ['application', 'redirect', 'response', 'prompt', 'scope', 'pkce', 'person', 'access', 'consent']

/** What the application is answered, and whether it is: with a wrong address only a page of ours says so. */
export function answerOf(findings: Finding[]): { error: string | null; isRedirected: boolean } {
  const failing = ORDER.flatMap((step) => findings.filter((one) => one.step === step && one.verdict === 'fails'))
  return {
    error: failing[0]?.error ?? null,
    isRedirected: !failing.some(({ step }) => step === 'application' || step === 'redirect'),
  }
}

const passes = (reason: IntegrationReason, values: Judged['values'] = {}): Judged => say('passes', reason, values)
const warns = (reason: IntegrationReason, values: Judged['values'] = {}): Judged => say('warns', reason, values)
const asks = (reason: IntegrationReason, values: Judged['values'] = {}): Judged => say('asks', reason, values)
const fails = (error: string | null, reason: IntegrationReason, values: Judged['values'] = {}): Judged => ({
  ...say('fails', reason, values),
  error,
})

function say(verdict: Judged['verdict'], reason: IntegrationReason, values: Judged['values']): Judged {
  return { verdict, reason, values, error: null }
}

function judgeApplication({ status }: ApplicationFacts): Judged {
  return status === 'ACTIVE'
    ? passes('application_active')
    : fails('invalid_client', 'application_not_active', { status })
}

function judgeRedirect(sent: string, registered: string[]): Judged {
  if (sent === '') return fails('invalid_request', 'redirect_missing')
  if (registered.includes(sent)) return passes('redirect_registered')
  const nearest = nearestTo(sent, registered)
  return nearest === null
    ? fails('invalid_redirect_uri', 'redirect_none')
    : fails('invalid_redirect_uri', 'redirect_unknown', { nearest })
}

function judgeResponse(sent: string, { oauthGrants }: ApplicationFacts): Judged {
  if (sent === '') return fails('invalid_request', 'response_missing')
  if (sent !== 'code') return fails('unsupported_response_type', 'response_unsupported', { sent })
  return oauthGrants.includes('authorization_code')
    ? passes('response_code')
    : fails('invalid_request', 'response_not_allowed')
}

function judgePrompt(sent: string, prompts: string[]): Judged {
  if (prompts.some((prompt) => !['none', 'login', 'consent'].includes(prompt)))
    return fails('invalid_request', 'prompt_unknown', { sent })
  return prompts.includes('none') && prompts.length > 1
    ? fails('invalid_request', 'prompt_none_alone')
    : passes('prompt_fine')
}

function judgeScope(sent: string, prompts: string[], { allowedScopes, oauthGrants }: ApplicationFacts): Judged {
  // RFC 6749 §3.3
  if (sent !== '' && !/^[\x21\x23-\x5b\x5d-\x7e]+( [\x21\x23-\x5b\x5d-\x7e]+)*$/.test(sent))
    return fails('invalid_scope', 'scope_malformed')
  const scopes = scopesOf(sent)
  const isOffline = prompts.includes('consent') && oauthGrants.includes('refresh_token')
  const effective = scopes.filter((scope) => scope !== 'offline_access' || isOffline)
  const known = effective.filter(isKnown)
  const refused = known.filter((scope) => !allowedScopes.includes(scope))
  if (refused.length > 0) return fails('invalid_scope', 'scope_not_allowed', { scopes: refused.join(' ') })
  if (known.length === 0) return fails('access_denied', 'scope_empty')
  if (!scopes.includes('openid')) return warns('scope_without_openid')
  if (effective.length < scopes.length) return warns('scope_without_offline')
  return known.length < effective.length
    ? warns('scope_unknown', { scopes: effective.filter((scope) => !isKnown(scope)).join(' ') })
    : passes('scope_allowed')
}

function judgePkce({ codeChallenge, codeChallengeMethod }: AskedRequest, application: ApplicationFacts): Judged {
  const isRequired = application.pkceRequired || application.tokenAuthMethod === 'none'
  if (codeChallenge === '' && codeChallengeMethod === '')
    return isRequired ? fails('invalid_request', 'pkce_missing') : warns('pkce_absent')
  if (codeChallengeMethod !== 'S256') return fails('invalid_request', 'pkce_plain')
  if (codeChallenge === '') return fails('invalid_request', 'pkce_missing')
  return /^[\w.~-]{43,128}$/.test(codeChallenge) ? passes('pkce_right') : fails('invalid_request', 'pkce_malformed')
}

function judgePerson(prompts: string[], { isActive, hasSession }: PersonFacts): Judged {
  if (!isActive) return fails(prompts.includes('none') ? 'login_required' : null, 'person_not_active')
  if (prompts.includes('login')) return asks('person_signs_in_anew')
  if (hasSession) return passes('person_signed_in')
  return prompts.includes('none') ? fails('login_required', 'person_not_signed_in') : asks('person_signs_in')
}

function judgeAccess(client: string, prompts: string[], { assignments }: PersonFacts): Judged {
  if (assignments.length === 0) return fails('access_denied', 'access_missing')
  const open = assignments.filter(({ isActive }) => isActive)
  if (open.length === 0) return fails('access_denied', 'access_client_inactive')
  const fitting = open.filter(({ clientId, uuid }) => client === '' || clientId === client || uuid === client)
  const [only, ...others] = fitting
  if (only === undefined) return fails('access_denied', 'access_other_client', { clients: namesOf(open) })
  if (others.length === 0) return passes('access_open', { client: only.name, role: only.role })
  return prompts.includes('none')
    ? fails('interaction_required', 'access_choice_forbidden', { clients: namesOf(fitting) })
    : asks('access_chosen', { clients: namesOf(fitting) })
}

function judgeConsent(scope: string, prompts: string[], application: ApplicationFacts, person: PersonFacts): Judged {
  if (prompts.includes('consent')) return asks('consent_asked')
  if (application.isFirstParty) return passes('consent_not_needed')
  const wanted = scopesOf(scope).filter((one) => isKnown(one) && one !== 'offline_access')
  if (wanted.every((one) => person.allowed.includes(one))) return passes('consent_given')
  return prompts.includes('none') ? fails('consent_required', 'consent_forbidden') : asks('consent_asked')
}

function judgeRedemption({ tokenAuthMethod: method, hasSecret }: ApplicationFacts): Judged {
  if (method === 'none') return passes('redemption_public')
  if (method === 'private_key_jwt') return passes('redemption_key')
  return hasSecret
    ? passes('redemption_secret', { method })
    : fails('invalid_client', 'redemption_without_secret', { method })
}

const scopesOf = (sent: string) => [...new Set(sent.split(' ').filter(Boolean))]
const isKnown = (scope: string) => (OAUTH_SCOPES as readonly string[]).includes(scope)
const namesOf = (some: { name: string }[]) => some.map(({ name }) => name).join(', ')

/** Enough to tell addresses apart; the work grows with its square. */
const COMPARED_LENGTH = 300

/** The registered address that was most likely meant, or `null` when there is none. */
function nearestTo(sent: string, registered: string[]): string | null {
  const cut = (address: string) => address.slice(0, COMPARED_LENGTH)
  const byDistance = registered.map((address) => ({ address, distance: distanceOf(cut(sent), cut(address)) }))
  return byDistance.sort((one, other) => one.distance - other.distance)[0]?.address ?? null
}

/** How many letters must be put in, taken out or changed to make one text the other. */
function distanceOf(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (const [line, letter] of [...one].entries()) {
    const next = [line + 1]
    for (let column = 1; column <= other.length; column++) {
      const changed = (row[column - 1] ?? 0) + (letter === other[column - 1] ? 0 : 1)
      next[column] = Math.min(changed, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1)
    }
    row = next
  }
  return row[other.length] ?? 0
}
