import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import * as field from '../../fields.ts'

/** The checks of a request, in the order in which they are shown. */
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
  'demand',
  'consent',
  'redemption',
] as const

/** The texts of all findings. `{{…}}` is replaced by one of the finding's values. */
export const SIMULATION_TEXTS = {
  application_active: 'The application is active.',
  application_not_active: 'The application is {{status}}, so the provider rejects its requests.',
  redirect_registered: 'The redirect address exactly matches a registered one.',
  redirect_any_port: 'The redirect address is registered. A loopback address may use any port.',
  redirect_missing: 'The request has no redirect address. It is required, even if only one is registered.',
  redirect_none: 'The application has no registered redirect address.',
  redirect_unknown: 'The redirect address is not registered. The closest registered one: {{nearest}}',
  response_code: 'The application requests a code.',
  response_missing: 'The request has no response type. It must be code.',
  response_unsupported: 'The response type must be code. {{sent}} would put tokens into addresses.',
  response_not_allowed:
    'The application cannot sign people in: authorization_code is not one of its allowed grant types.',
  mode_known: 'The response uses the requested mode: {{mode}}.',
  mode_unknown: 'The response mode must be query, fragment, form_post or empty. {{sent}} is unknown.',
  mode_native: 'Native applications cannot receive a posted form. Leave the response mode empty.',
  prompt_fine: 'The prompt is valid.',
  prompt_unknown: 'The prompt must be none, login, consent, select_account or empty. {{sent}} is unknown.',
  prompt_none_alone: 'prompt=none cannot be combined with other prompts.',
  age_understood: 'The person must have signed in within {{seconds}} seconds.',
  age_malformed: 'max_age must be a whole number of seconds.',
  scope_allowed: 'All requested scopes are allowed.',
  scope_not_allowed: 'Not allowed for this application: {{scopes}}',
  scope_empty: 'The request contains no known scope, so nothing would be granted.',
  scope_implied: 'The request has no scope, so {{scopes}} applies, without an ID token.',
  scope_malformed: 'The scope contains characters that are not allowed.',
  scope_without_openid:
    'Without openid in the scope there is no ID token, so the application does not learn who the person is.',
  scope_needs_openid: 'Without openid in the scope, the request cannot contain claims or max_age.',
  scope_without_offline:
    'offline_access is ignored: it needs prompt=consent and an application that may renew its tokens.',
  scope_unknown: 'Unknown and ignored: {{scopes}}',
  claims_understood: 'The application may receive every claim that it requests by name.',
  claims_passed_over: 'Requested by name and ignored: {{claims}}',
  claims_malformed: 'The claims must be a JSON object with userinfo or id_token, each of which is an object.',
  claims_acr_malformed: 'The values of acr must be a list of names.',
  resource_known:
    'The code may be redeemed for a token for {{application}}. The token request must contain the resource again.',
  resource_forbidden: 'Only first-party applications may request a token for another application.',
  resource_malformed: 'The resource must be a full address without #.',
  resource_unknown: 'No active application has exactly this resource as its Allowed URL.',
  pkce_right: 'PKCE binds the request to its browser.',
  pkce_absent: 'The request does not use PKCE. The application allows this, but PKCE is recommended.',
  pkce_missing: 'PKCE is required, but the request has no challenge.',
  pkce_plain: 'The challenge method must be S256.',
  pkce_malformed: 'The challenge must be 43 to 128 letters, digits or -._~',
  person_signed_in: 'The person has a session, so no sign-in page is shown.',
  person_signs_in: 'The person signs in first, unless the browser already has their session.',
  person_signs_in_anew: 'The person signs in again, as the prompt requires.',
  person_selects_account: 'The person chooses an account, as the prompt requires.',
  person_signed_in_long_ago: 'The person signs in again: the last sign-in is older than max_age allows.',
  person_too_long_ago: 'The last sign-in is older than max_age allows, and prompt=none does not allow another one.',
  person_gives_both_steps:
    'The person signs in again: the last sign-in was by the password alone in a remembered browser, which max_age does not accept.',
  person_gave_one_step:
    'The last sign-in was by the password alone in a remembered browser, which max_age does not accept, and prompt=none does not allow another one.',
  person_signs_in_more_strongly: 'The person signs in with password and code, as the request requires.',
  person_not_strong_enough:
    'The last sign-in is weaker than the request requires, and prompt=none does not allow another one.',
  person_acr_unmet: 'The person cannot sign in as the request requires: {{acrs}}',
  person_not_signed_in: 'The person has no session, and prompt=none does not allow a sign-in.',
  person_not_active: 'The person is not active and cannot sign in.',
  access_open: 'The application is assigned to the person for {{client}}, as {{role}}.',
  access_chosen: 'The person chooses the client: {{clients}}',
  access_choice_forbidden: 'The person must choose a client ({{clients}}), and prompt=none does not allow it.',
  access_missing: 'The application is not assigned to the person.',
  access_other_client: 'The application is assigned to the person for other clients: {{clients}}',
  access_not_now: 'The assignment has not begun, or has ended.',
  access_client_inactive: 'All clients for which the person has the application are inactive.',
  access_resource_closed: 'The application that the token is for is not assigned to the person.',
  demand_met: 'The sign-in is as strong and as recent as role, client and application need it.',
  demand_passkey: 'The person signs in with a passkey, as their role, the client or the application needs it.',
  demand_passkey_missing: 'A sign-in with a passkey is needed. The person has none, and adds one first.',
  demand_passkey_forbidden: 'A sign-in with a passkey is needed, and prompt=none does not allow it.',
  demand_strong:
    'The person signs in with a passkey or an authenticator app, as their role, the client or the application needs it.',
  demand_strong_missing:
    'A sign-in with a passkey or an authenticator app is needed. The person has neither, and adds one first.',
  demand_strong_forbidden:
    'A sign-in with a passkey or an authenticator app is needed, and prompt=none does not allow it.',
  demand_recent: 'The person signs in again: the application needs a sign-in of the last {{minutes}} minutes.',
  demand_recent_forbidden:
    'The application needs a sign-in of the last {{minutes}} minutes, and prompt=none does not allow one.',
  consent_not_needed: 'A first-party application does not need consent.',
  consent_on_device: 'The response goes to a program on the device, so the person confirms every sign-in.',
  consent_given: 'The person has already given consent.',
  consent_asked: 'The person is asked for consent.',
  consent_forbidden: 'Consent is needed, and prompt=none does not allow asking for it.',
  redemption_secret: 'The code is redeemed with the secret of the application ({{method}}).',
  redemption_key: 'The code is redeemed with a signature, which is verified with the public keys of the application.',
  redemption_public: 'The code is redeemed without a secret. Only PKCE protects it.',
  redemption_without_secret: 'The application needs a secret to redeem the code ({{method}}) and has none yet.',
} as const
export type SimulationReason = keyof typeof SIMULATION_TEXTS
const REASONS = Object.keys(SIMULATION_TEXTS) as [SimulationReason, ...SimulationReason[]]

const finding = z.object({
  step: z.enum(SIMULATION_STEPS),
  /** `asks`: a page is shown first. `warns`: the request continues, but may not do what was intended. */
  verdict: z.enum(['passes', 'warns', 'asks', 'fails']),
  reason: z.enum(REASONS),
  values: z.record(z.string(), z.string()),
  /** The protocol error that the application would receive; `null` unless this step fails. */
  error: z.nullable(z.string()),
})
export type Finding = z.output<typeof finding>

/** A parameter as the application would send it. Empty: not sent. */
const parameter = () => field.textOrEmpty(2000)

const claimed = z.record(z.string(), z.unknown())

export const simulateRequest = endpoint({
  method: 'POST',
  path: '/api/application/testIntegration',
  access: 'applications:read',
  touches: [],
  summary:
    'Dry run: what the provider would do with a request of an application for a person, step by step. Nothing is issued. For another person than the caller, users:read is needed too.',
  request: z.object({
    applicationId: field.id('Application is required'),
    /** If absent, the caller. */
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
    /** The protocol error that the application would receive: that of the first failed finding. */
    error: z.nullable(z.string()),
    /** Whether the error is sent to the application by a redirect. Otherwise only a page of the portal shows it. */
    isRedirected: z.boolean(),
    /** The settings to enter in the application, by their names in common libraries. */
    settings: z.record(z.string(), z.string()),
    /** The address that starts the request in a browser. */
    address: z.string(),
    /** A command that redeems a code; the code replaces a placeholder. */
    curl: z.string(),
    /** The claims that the application would receive. `null`: the person cannot open it for one client. */
    claims: z.nullable(z.object({ idToken: claimed, userinfo: claimed })),
  }),
})
