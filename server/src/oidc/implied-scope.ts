const NEVER_IMPLIED = ['openid', 'offline_access', '']

/**
 * The scope of a request without `scope`: a plain OAuth 2.0 request (RFC 6749 §3.3) for everything that the application
 * is allowed, without an identity token and not outliving the session.
 */
export const impliedScope = (allowed: readonly string[]): string =>
  allowed.filter((scope) => !NEVER_IMPLIED.includes(scope)).join(' ')
