import { type SignInSettings, signInProblems } from '@gatehouse/contract/admin/application-oauth.ts'
import {
  APPLICATION_STATUSES,
  APPLICATION_TYPES,
  AUTHENTICATION_TYPES,
  GRANT_TYPES,
} from '@gatehouse/contract/admin/applications.ts'
import { uploadApplicationLogo } from '@gatehouse/contract/uploads.ts'
import { checksOf } from './fields/ChecksInput.tsx'
import { choiceOf } from './fields/ChoiceInput.tsx'
import type { FormField } from './fields/field.ts'
import { imageOf } from './fields/ImageInput.tsx'
import { LinesInput } from './fields/LinesInput.tsx'
import { selectOf } from './fields/SelectInput.tsx'
import { SwitchInput } from './fields/SwitchInput.tsx'
import { TextAreaInput } from './fields/TextAreaInput.tsx'
import { TextInput } from './fields/TextInput.tsx'
import { PkceInput } from './PkceInput.tsx'

const LAUNCH_MODES = {
  query: 'In the address',
  form_post: 'In a posted form (form_post)',
  oidc: 'OpenID Connect: the application starts the sign-in (recommended)',
}
const LAUNCH_IDENTITIES = {
  full: 'Full: name, email, phone number and role',
  minimal: 'Minimal: only the ids of the person and the client',
  none: 'None: the application redeems the launch token for it',
}
const TOKEN_AUTH_METHODS = {
  client_secret_basic: 'Secret in the header (client_secret_basic)',
  client_secret_post: 'Secret in the request body (client_secret_post)',
  private_key_jwt: 'Signed with a private key (private_key_jwt)',
  none: 'None: a public client, in a browser or on a phone (none)',
}
const ID_TOKEN_ALGS = {
  RS256: 'RS256: supported by every library',
  ES256: 'ES256: shorter, and faster to verify',
}
const GRANTS = {
  authorization_code: 'Sign people in (authorization_code)',
  refresh_token: 'Renew tokens without the person (refresh_token)',
  client_credentials: 'Act for itself, without a person (client_credentials)',
}
const SCOPES = {
  openid: 'Identity of the person (openid)',
  profile: 'Name and user name (profile)',
  email: 'Email (email)',
  phone: 'Phone number (phone)',
  access: 'Client, role, ranges, regions and pages (access)',
  offline_access: 'Tokens that outlive the session (offline_access)',
}

const CLAIM_SOURCES = {
  none: 'Nothing',
  role: 'The role in this application',
  'client-role': 'Client and role, as Client/Role',
  pages: 'The names of the pages of the role',
}

/** What does not fit the rest of the form at this field. */
const fits = (field: keyof SignInSettings): Pick<FormField, 'problemOf'> => ({
  problemOf: (_value, _settings, values) => {
    const { applicationLogin } = values.applicationSecret as { applicationLogin: string }
    // The form asks for all of them.
    const settings = { ...values, loginUrl: applicationLogin.trim() } as unknown as SignInSettings
    return signInProblems(settings)[field] ?? null
  },
})

export const APPLICATION_FIELDS: FormField[] = [
  {
    name: 'name.description',
    label: 'Description',
    Input: TextInput,
    group: 'Application',
    hint: 'The name on the tile.',
  },
  { name: 'name.summary', label: 'Summary', Input: TextInput, hint: 'One line under the name.' },
  { name: 'name.applicationLogo', label: 'Logo', Input: imageOf(uploadApplicationLogo) },
  { name: 'status', label: 'Status', Input: selectOf(APPLICATION_STATUSES), isHalf: true },
  {
    name: 'name.applicationType',
    label: 'Application Type',
    Input: selectOf(APPLICATION_TYPES),
    isHalf: true,
    only: 'update',
  },
  {
    name: 'applicationAllowedUrl',
    label: 'Allowed URL',
    Input: TextInput,
    hint: 'The origin of the application. People are never sent anywhere else.',
  },
  { name: 'applicationSecret.GrantTypes', label: 'Grant Types', Input: selectOf(GRANT_TYPES), isHalf: true },
  { name: 'authenticationType', label: 'Authentication Type', Input: selectOf(AUTHENTICATION_TYPES), isHalf: true },
  {
    name: 'launchMode',
    label: 'Launch method',
    Input: choiceOf(LAUNCH_MODES),
    group: 'Launch',
    hint: 'How the launch token reaches the application when somebody opens its tile.',
    ...fits('launchMode'),
  },
  {
    name: 'applicationRedirectUrl',
    label: 'Redirect URL',
    Input: TextInput,
    hint: 'Where people arrive when they open the application.',
  },
  {
    name: 'launchIdentity',
    label: 'Identity in the launch request',
    Input: choiceOf(LAUNCH_IDENTITIES),
    hint: 'Details of the person that are sent along with the launch token.',
    onlyWith: { field: 'launchMode', values: ['query', 'form_post'] },
  },
  {
    name: 'redirectUris',
    label: 'Redirect URIs',
    Input: LinesInput,
    group: 'Sign-in (OpenID Connect)',
    hint: 'Where people return to after signing in: one on each line, exactly as the application sends it. If empty, only the Redirect URL.',
  },
  {
    name: 'applicationSecret.applicationLogin',
    label: 'Application Login',
    Input: TextInput,
    hint: 'Where the application starts a sign-in of its own (initiate_login_uri).',
  },
  {
    name: 'oauthGrants',
    label: 'Allowed grant types',
    Input: checksOf(GRANTS),
    hint: 'What the application may request tokens for. Most only sign people in.',
    ...fits('oauthGrants'),
  },
  {
    name: 'tokenAuthMethod',
    label: 'Client authentication method',
    Input: choiceOf(TOKEN_AUTH_METHODS),
    hint: 'How the application authenticates at the token endpoint. Create its secret under Secrets, in the menu of the list.',
  },
  {
    name: 'jwks',
    label: 'Public keys (JWKS)',
    Input: TextAreaInput,
    hint: 'A JWK Set, {"keys": [ … ]}. The private keys stay with the application.',
    onlyWith: { field: 'tokenAuthMethod', values: ['private_key_jwt'] },
    ...fits('jwks'),
  },
  {
    name: 'pkceRequired',
    label: 'Require PKCE',
    Input: PkceInput,
    hint: 'Binds each code to the request that asked for it. Current libraries do this on their own.',
    ...fits('pkceRequired'),
  },
  {
    name: 'allowedScopes',
    label: 'Allowed scopes',
    Input: checksOf(SCOPES),
    hint: 'The application gets those it requests, and no others.',
  },
  {
    name: 'claimsInIdToken',
    label: 'Claims in the ID token',
    Input: SwitchInput,
    hint: 'For clients that never ask at userinfo: what the scopes open stands in the ID token too.',
  },
  {
    name: 'groupsClaim',
    label: 'Claim “groups”',
    Input: choiceOf(CLAIM_SOURCES),
    hint: 'With the scope access: a list under the name that many products read. Test this integration shows it for a person.',
    isHalf: true,
  },
  {
    name: 'rolesClaim',
    label: 'Claim “roles”',
    Input: choiceOf(CLAIM_SOURCES),
    hint: 'The same under another name.',
    isHalf: true,
  },
  {
    name: 'isFirstParty',
    label: 'First-party application',
    Input: SwitchInput,
    hint: 'People are not asked for consent unless the application requests it, and it may request tokens for other applications. Switch it off for applications of other companies: everybody is then asked, and can withdraw consent.',
  },
  {
    name: 'idTokenAlg',
    label: 'Token signing algorithm',
    Input: choiceOf(ID_TOKEN_ALGS),
    hint: 'For ID tokens and logout tokens.',
  },
  {
    name: 'applicationSecret.applicationLogoutUri',
    label: 'Application Description',
    Input: TextInput,
    group: 'Logout',
    hint: 'The logout address: the browser opens it when somebody signs out of the portal.',
  },
  {
    name: 'backchannelLogoutUri',
    label: 'Back-channel logout URI',
    Input: TextInput,
    hint: 'Receives a signed logout token, server to server, whenever a session ends, even with the browser closed.',
  },
  {
    name: 'postLogoutRedirectUris',
    label: 'Post-logout redirect URIs',
    Input: LinesInput,
    hint: 'Where the application may send people after it has signed them out of the portal: one on each line, exact.',
  },
]
