import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import * as field from './fields.ts'

/** The id of an authorization request that waits for this browser (OpenID Connect Core §3.1.2). */
const request = field.requiredText(
  'This request was answered already, or has expired. Start again from the application.',
  64,
)

/**
 * The `<meta>` of our own page with which the provider says why a request cannot continue: the protocol's error code,
 * or `request_expired`.
 */
export const REFUSAL = 'refusal'

/** The protocol's code for "retry the same request later" (RFC 6749 §4.1.2.1). */
export const NOT_NOW = 'temporarily_unavailable'
/** The code in that `<meta>` for too many requests from the same address. */
export const TOO_MANY = 'too_many_requests'

export const getWaitingRequest = endpoint({
  method: 'GET',
  path: '/api/oidc/request',
  access: 'session',
  summary: 'What an application that signs somebody in waits for.',
  request: z.object({ request }),
  response: z.object({
    step: z.enum(['select-account', 'choose-client', 'consent', 'no-access']),
    application: z.object({ _id: z.string(), name: z.string(), logo: z.string() }),
    /** At `no-access`: the application is assigned to the person, but its client is not active. */
    isClosed: z.boolean(),
    /** The answer goes to a program on the person's device: only the person knows whether they began the request. */
    isOnDevice: z.boolean(),
    /** The clients to choose from, each with the person's role there. */
    clients: z.array(z.object({ _id: z.string(), name: z.string(), role: z.string() })),
    /** The scopes that the application requests. */
    scopes: z.array(z.string()),
  }),
})

export const answerWaitingRequest = endpoint({
  method: 'POST',
  path: '/api/oidc/request/answer',
  access: 'session',
  summary: 'Lets a waiting request go on, or refuses it; the browser then goes to the address of the answer.',
  request: z.object({
    request,
    /** `false` refuses: the application gets an error. */
    allow: z.boolean(),
    client: z.optional(field.id()),
  }),
  response: z.object({ continueAt: z.string() }),
})

export const listConsents = endpoint({
  method: 'GET',
  path: '/api/oidc/consents',
  access: 'session',
  whileActing: 'read',
  summary:
    'The applications that the caller has given consent, or that hold tokens which outlive the session, each with what it may read.',
  request: z.object({}),
  response: z.array(
    z.object({
      applicationId: z.string(),
      name: z.string(),
      logo: z.string(),
      scopes: z.array(z.string()),
      grantedAt: z.string(),
      /** The application can act while the person is not signed in (`offline_access`). */
      isLasting: z.boolean(),
      /** Such access was given in another session, so that ending all others ends it. */
      isLastingElsewhere: z.boolean(),
    }),
  ),
})

export const revokeConsent = endpoint({
  method: 'POST',
  path: '/api/oidc/consents/revoke',
  access: 'session',
  summary: 'Withdraws consent: the application loses its tokens immediately and is notified.',
  request: z.object({ applicationId: field.id() }),
  response: z.object({}),
})
