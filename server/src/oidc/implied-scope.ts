const NEVER_IMPLIED = ['openid', 'offline_access', '']

/**
 * What a request stands for that names no scope: one of OAuth 2.0 (RFC 6749 §3.3), for everything that the application
 * may know, without an identity token and without outliving the session.
 */
export const impliedScope = (allowed: readonly string[]): string =>
  allowed.filter((scope) => !NEVER_IMPLIED.includes(scope)).join(' ')
