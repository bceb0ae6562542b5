import type { Finding } from '@gatehouse/contract/admin/applications/simulate-request.ts'
import type { SignInDemand } from '../../identity/sign-in-demand.ts'
import { judgeDemand } from './judge-demand.ts'
import { judgeAccess, judgeConsent, judgePerson } from './judge-person.ts'
import {
  judgeAge,
  judgeMode,
  judgePkce,
  judgePrompt,
  judgeRedemption,
  judgeRedirect,
  judgeResource,
  judgeResponse,
} from './judge-request.ts'
import { judgeClaims, judgeScope } from './judge-scope.ts'
import { fails, type Judged, passes } from './judged.ts'

/** The parameters of a request; an empty one counts as absent. */
export type AskedRequest = {
  client: string
  redirectUri: string
  responseType: string
  responseMode: string
  scope: string
  claims: string
  resource: string
  prompt: string
  maxAge: string
  codeChallenge: string
  codeChallengeMethod: string
}

export type ApplicationFacts = {
  status: string
  isNative: boolean
  /** The addresses that people may be sent to. */
  redirectUris: string[]
  oauthGrants: string[]
  tokenAuthMethod: string
  hasSecret: boolean
  pkceRequired: boolean
  allowedScopes: string[]
  isFirstParty: boolean
  claimsInIdToken: boolean
  /** The application whose address is the requested resource. */
  resource: { name: string; isItself: boolean } | null
}

export type PersonFacts = {
  isActive: boolean
  /** The person's newest sign-in in a browser. */
  session: { ageSeconds: number; acr: string; isByPasswordAlone: boolean } | null
  hasStrongFactor: boolean
  hasPasskey: boolean
  assignments: {
    clientId: string
    uuid: string
    name: string
    role: string
    isActive: boolean
    isCurrent: boolean
    /** What that session lacks; without a session, what any would. */
    demand: SignInDemand
  }[]
  /** The scopes of the person's consent. */
  allowed: string[]
  mayUseResource: boolean
}

type Step = Finding['step']

/** The findings of all rules, in the order in which people read them; a finding never hides another one. */
export function judgeRequest(
  asked: AskedRequest,
  application: ApplicationFacts,
  person: PersonFacts,
  claimsByScope: Record<string, string[]>,
): Finding[] {
  const prompts = asked.prompt.split(' ').filter(Boolean)
  const judged: [Step, Judged | null][] = [
    ['application', judgeApplication(application)],
    ['redirect', judgeRedirect(asked.redirectUri, application)],
    ['response', judgeResponse(asked.responseType, application)],
    ['mode', judgeMode(asked.responseMode, application)],
    ['prompt', judgePrompt(asked.prompt, prompts)],
    ['age', judgeAge(asked.maxAge)],
    ['scope', judgeScope(asked, prompts, application)],
    ['claims', judgeClaims(asked, application, claimsByScope)],
    ['resource', judgeResource(asked.resource, application)],
    ['pkce', judgePkce(asked, application)],
    ['person', judgePerson(asked, prompts, person)],
    ['access', judgeAccess(asked, prompts, person)],
    ['demand', judgeDemand(asked, prompts, person)],
    ['consent', judgeConsent(asked, prompts, application, person)],
    ['redemption', judgeRedemption(application)],
  ]
  return judged.flatMap(([step, finding]) => (finding === null ? [] : { step, ...finding }))
}

/** The order in which findings decide the answer; problems of the later token request come last. */
const ORDER: Step[] = [
  ...(['application', 'redirect', 'mode', 'response', 'prompt', 'scope', 'pkce'] as const),
  ...(['claims', 'resource', 'age', 'person', 'access', 'demand', 'consent'] as const),
]

/**
 * The answer to the application, and whether the browser is sent to it: with a wrong address only our own error page is
 * shown.
 */
export function answerOf(findings: Finding[]): { error: string | null; isRedirected: boolean } {
  const failing = ORDER.flatMap((step) => findings.filter((one) => one.step === step && one.verdict === 'fails'))
  return {
    error: failing[0]?.error ?? null,
    isRedirected: !failing.some(({ step }) => step === 'application' || step === 'redirect'),
  }
}

function judgeApplication({ status }: ApplicationFacts): Judged {
  return status === 'ACTIVE'
    ? passes('application_active')
    : fails('invalid_client', 'application_not_active', { status })
}
