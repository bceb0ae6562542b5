import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import * as field from '../../fields.ts'

/** What a request is judged by, in the order in which people read it. */
export const SIMULATION_STEPS = [
  'application',
  'redirect',
  'response',
  'mode',
  'prompt',
  'age',
  'scope',
  'claims',
  'resource',
  'pkce',
  'person',
  'access',
  'consent',
  'redemption',
] as const

/** Everything that can be said of a request; `{{…}}` stands for one of the values beside it. */
export const SIMULATION_TEXTS = {
  application_active: 'The application is active.',
  application_not_active: 'The application is {{status}}: to the provider it does not exist.',
  redirect_registered: 'The redirect address is registered, letter by letter.',
  redirect_any_port: 'The redirect address is registered: on a loopback address any port will do.',
  redirect_missing: 'The request names no redirect address. It must, even where only one is registered.',
  redirect_none: 'No redirect address is registered that people may be sent to.',
  redirect_unknown: 'The redirect address is not registered. The nearest that is: {{nearest}}',
  response_code: 'The application asks for a code.',
  response_missing: 'The request names no response type. It must be code.',
  response_unsupported: 'The response type must be code: {{sent}} would put tokens into addresses.',
  response_not_allowed:
    'The application may not sign people in: authorization_code is not among its allowed grant types.',
  mode_known: 'The answer comes as it is asked for: {{mode}}.',
  mode_unknown: 'The response mode must be query, fragment or form_post, or be left out: {{sent}} is not known.',
  mode_native: 'A native application cannot be sent a form: leave the response mode out.',
  prompt_fine: 'The prompt is understood.',
  prompt_unknown: 'The prompt must be none, login, consent or select_account, or be left out: {{sent}} is not known.',
  prompt_none_alone: 'prompt=none cannot be combined with other prompts.',
  age_understood: 'The person must have signed in within {{seconds}} seconds.',
  age_malformed: 'max_age must be a whole number of seconds.',
  scope_allowed: 'All of the scope is allowed.',
  scope_not_allowed: 'Not allowed to this application: {{scopes}}',
  scope_empty: 'The request contains no known scope, so nothing would be granted.',
  scope_implied: 'The request names no scope: it stands for {{scopes}}, without an ID token.',
  scope_malformed: 'The scope contains characters that are not allowed.',
  scope_without_openid: 'Without openid in the scope there is no ID token: the application does not learn who it is.',
  scope_needs_openid: 'Without openid in the scope, the request cannot contain claims or max_age.',
  scope_without_offline:
    'offline_access is left out of the answer: it needs the prompt consent, and an application that may renew its tokens.',
  scope_unknown: 'Unknown and ignored: {{scopes}}',
  claims_understood: 'The application may receive every claim that it requests by name.',
  claims_passed_over: 'Asked for by name, and passed over: {{claims}}',
  claims_malformed: 'The claims must be a JSON object that holds userinfo or id_token, each of them an object.',
  claims_acr_malformed: 'The values of acr must be a list of names.',
  resource_known: 'The code may be redeemed for a token for {{application}}: the redemption names the resource again.',
  resource_forbidden: 'Only first-party applications may request a token for another application.',
  resource_malformed: 'The resource must be a whole address without #.',
  resource_unknown: 'No active application has this resource as its Allowed URL, letter by letter.',
  pkce_right: 'The request is bound to its browser by PKCE.',
  pkce_absent: 'The request does without PKCE. This application may; better if it did not.',
  pkce_missing: 'PKCE is required, and the request brings no challenge.',
  pkce_plain: 'The challenge method must be S256.',
  pkce_malformed: 'The challenge must be 43 to 128 letters, digits or -._~',
  person_signed_in: 'The person has a session: no page is shown for that.',
  person_signs_in: 'The person signs in first, unless this browser has a session of theirs.',
  person_signs_in_anew: 'The person signs in again, as the prompt requires.',
  person_selects_account: 'The person chooses the account to go on with: the prompt says so.',
  person_signed_in_long_ago: 'The person signs in again: the last sign-in is older than max_age allows.',
  person_too_long_ago:
    'The sign-in of the person is older than max_age allows, and prompt=none does not allow another one.',
  person_signs_in_more_strongly: 'The person signs in with password and code: the request insists on it.',
  person_not_strong_enough:
    'The sign-in of the person is weaker than the request requires, and prompt=none does not allow another one.',
  person_acr_unmet: 'The person cannot sign in as the request insists: {{acrs}}',
  person_not_signed_in: 'The person has no session, and prompt=none does not allow a sign-in.',
  person_not_active: 'The person is not active and cannot sign in.',
  access_open: 'The application is assigned to the person for {{client}}, as {{role}}.',
  access_chosen: 'The person chooses the client: {{clients}}',
  access_choice_forbidden: 'A client must be chosen ({{clients}}), and prompt=none does not allow it.',
  access_missing: 'The application is not assigned to the person.',
  access_other_client: 'The application is not assigned to the person for that client, but for: {{clients}}',
  access_client_inactive: 'Every client for which the application is assigned to the person is inactive.',
  access_resource_closed: 'The application that the token would be for is not assigned to the person.',
  consent_not_needed: 'The application is one of our own: the person is not asked.',
  consent_on_device: 'A program on the device gets the answer: the person confirms each time that they began it.',
  consent_given: 'The person has allowed this before.',
  consent_asked: 'The person is asked for consent.',
  consent_forbidden: 'The person must be asked for consent, and the prompt none forbids it.',
  redemption_secret: 'The code is redeemed with the secret of the application ({{method}}).',
  redemption_key: 'The code is redeemed with a signature that is checked with the public keys of the application.',
  redemption_public: 'The code is redeemed without a secret: PKCE alone protects it.',
  redemption_without_secret: 'The application has no secret yet, and needs one to redeem the code ({{method}}).',
} as const
export type SimulationReason = keyof typeof SIMULATION_TEXTS
const REASONS = Object.keys(SIMULATION_TEXTS) as [SimulationReason, ...SimulationReason[]]

const finding = z.object({
  step: z.enum(SIMULATION_STEPS),
  /** `asks`: a page is shown first. `warns`: it goes on, perhaps otherwise than meant. */
  verdict: z.enum(['passes', 'warns', 'asks', 'fails']),
  reason: z.enum(REASONS),
  values: z.record(z.string(), z.string()),
  /** What the application would be answered, by the protocol's name; `null` while nothing fails. */
  error: z.nullable(z.string()),
})
export type Finding = z.output<typeof finding>

/** A parameter as an application would send it, empty where it would not. */
const parameter = () => field.textOrEmpty(2000)

const claimed = z.record(z.string(), z.unknown())

export const simulateRequest = endpoint({
  method: 'POST',
  path: '/api/application/testIntegration',
  access: 'applications:read',
  touches: [],
  summary:
    'What the provider would do with a request of an application for a person, step by step, without issuing anything. For somebody else than oneself, users:read is needed too.',
  request: z.object({
    applicationId: field.id('Application is required'),
    /** Oneself, when it is left out. */
    userId: z.optional(field.id()),
    /** A client of the person, by its id or its id in other systems. */
    client: parameter(),
    redirectUri: parameter(),
    responseType: parameter(),
    responseMode: parameter(),
    scope: parameter(),
    claims: parameter(),
    resource: parameter(),
    prompt: parameter(),
    maxAge: parameter(),
    codeChallenge: parameter(),
    codeChallengeMethod: parameter(),
  }),
  response: z.object({
    findings: z.array(finding),
    /** What the application would be answered: an error of the first finding that fails. */
    error: z.nullable(z.string()),
    /** Whether the application is told, by way of the browser; otherwise only a page of ours says so. */
    isRedirected: z.boolean(),
    /** What is entered in the application, by the names that libraries have for it. */
    settings: z.record(z.string(), z.string()),
    /** The address that begins the request in a browser. */
    address: z.string(),
    /** Redeems the code at a shell, once it is put in. */
    curl: z.string(),
    /** What it would learn of the person; `null` where the application is not open to them for one client. */
    claims: z.nullable(z.object({ idToken: claimed, userinfo: claimed })),
  }),
})
