/** The paths of the provider (the issuer is PUBLIC_URL). */
export const PATHS = {
  authorization: '/oauth2/authorize',
  token: '/oauth2/token',
  userinfo: '/oauth2/userinfo',
  introspection: '/oauth2/introspect',
  revocation: '/oauth2/revoke',
  jwks: '/oauth2/jwks',
  endSession: '/oauth2/logout',
  access: '/oauth2/access',
  discovery: '/.well-known/openid-configuration',
  /** The same document under the name of RFC 8414. */
  metadata: '/.well-known/oauth-authorization-server',
} as const
