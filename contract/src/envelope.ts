/** The form of every answer; the HTTP status equals `code` (requirement G2). */
export type Envelope<Data> = { code: number; msg: string; data: Data }

/** Sent by our own web client: the answer then carries no token, only the session cookie (requirement P1). */
export const WEB_CLIENT_HEADER = 'x-eai-client'
/** Proves that a state-changing call with a cookie was made by our own page (requirement P2). */
export const CSRF_HEADER = 'x-csrf-token'
/** Sent by our own page with a call that it makes by itself, like a poll: it is no use of the session (requirement S16). */
export const UNATTENDED_HEADER = 'x-eai-unattended'
/** Why a change is made about which a rule asks: percent-encoded UTF-8 (ADR 0117). */
export const REASON_HEADER = 'x-eai-reason'
export const REASON_MAX = 500
/** `data.needs` of a refusal after which the caller may make the call again with a reason. */
export const NEEDS_REASON = 'reason'
/** The key for encrypting the answer of a GET: a public JWK as base64url JSON (requirement P14). */
export const RESPONSE_KEY_HEADER = 'x-eai-rk'
/** The `typ` header of an encrypted request or answer (requirement P14). */
export const JWE_TYPE = 'eai+jwe'
/** The value of `AutherisationToken` when the secret is in the cookie instead. */
export const TOKEN_IN_COOKIE = 'cookie'
