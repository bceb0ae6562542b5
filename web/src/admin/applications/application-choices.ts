// The choices of the application form, with their labels.

export const REQUEST_RULES = {
  owners: 'The owners of the application',
  contacts: 'The contacts of the client that is asked for',
  matrix: 'Its matrix of approvals, step by step',
}
export const LAUNCH_MODES = {
  query: 'In the address',
  form_post: 'In a posted form (form_post)',
  oidc: 'OpenID Connect: the application starts the sign-in (recommended)',
}
export const LAUNCH_IDENTITIES = {
  full: 'Full: name, email, phone number and role',
  minimal: 'Minimal: only the ids of the person and the client',
  none: 'None: the application redeems the launch token for these details',
}
export const TOKEN_AUTH_METHODS = {
  client_secret_basic: 'Secret in the header (client_secret_basic)',
  client_secret_post: 'Secret in the request body (client_secret_post)',
  private_key_jwt: 'Signed with a private key (private_key_jwt)',
  none: 'None: a public client, in a browser or on a phone (none)',
}
export const ID_TOKEN_ALGS = {
  RS256: 'RS256: supported by every library',
  ES256: 'ES256: shorter, and faster to verify',
}
export const ACCESS_TOKEN_FORMATS = {
  opaque: 'Opaque: resource servers ask the portal (introspection)',
  jwt: 'Signed: a JWT that resource servers check themselves (RFC 9068)',
}
export const SUBJECT_TYPES = {
  public: 'Public: the same id in every application',
  pairwise: 'Pairwise: a separate id for this application',
}
export const GRANTS = {
  authorization_code: 'Sign people in (authorization_code)',
  refresh_token: 'Renew tokens without the person (refresh_token)',
  client_credentials: 'Act on its own behalf, without a person (client_credentials)',
}
export const SCOPES = {
  openid: 'Identity of the person (openid)',
  profile: 'Name and user name (profile)',
  email: 'Email (email)',
  phone: 'Phone number (phone)',
  access: 'Client, role, ranges, regions and pages (access)',
  offline_access: 'Tokens that outlive the session (offline_access)',
}

export const CLAIM_SOURCES = {
  none: 'Nothing',
  role: 'The role in this application',
  'role-id': 'The Role Id of that role',
  'client-role': 'Client and role, as Client/Role',
  client: 'The client, by name',
  'client-id': 'The client, by its id in other systems',
  pages: 'The names of the pages of the role',
  'page-actions': 'The pages of the role with their actions, as page:action',
}
