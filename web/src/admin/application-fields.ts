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
  form_post: 'In a form that the browser posts',
  oidc: 'The application signs them in itself (OpenID Connect, recommended)',
}
const LAUNCH_IDENTITIES = {
  full: 'Everything: name, email, phone number, role',
  minimal: 'Only the ids of the person and the client',
  none: 'Nothing: the application asks with its launch token',
}
const TOKEN_AUTH_METHODS = {
  client_secret_basic: 'With its secret, in the header (client_secret_basic)',
  client_secret_post: 'With its secret, in the form (client_secret_post)',
  private_key_jwt: 'With its private key (private_key_jwt)',
  none: 'Not at all: a public client, in a browser or on a phone (none)',
}
const ID_TOKEN_ALGS = {
  RS256: 'RS256, which every library checks',
  ES256: 'ES256, which is shorter and checked faster',
}
const GRANTS = {
  authorization_code: 'Signs people in (authorization_code)',
  refresh_token: 'Renews its tokens without the person (refresh_token)',
  client_credentials: 'Acts for itself, without a person (client_credentials)',
}
const SCOPES = {
  openid: 'Who it is (openid)',
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
    hint: 'What people see on the tile.',
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
    hint: 'Where the application lives: nobody is sent anywhere else.',
  },
  { name: 'applicationSecret.GrantTypes', label: 'Grant Types', Input: selectOf(GRANT_TYPES), isHalf: true },
  { name: 'authenticationType', label: 'Authentication Type', Input: selectOf(AUTHENTICATION_TYPES), isHalf: true },
  {
    name: 'redirectUris',
    label: 'Redirect addresses',
    Input: LinesInput,
    group: 'Sign-in (OpenID Connect)',
    hint: 'Where sign-ins may be answered: one on each line, exactly as the application sends it. Empty: the Redirect URL alone.',
  },
  {
    name: 'applicationSecret.applicationLogin',
    label: 'Application Login',
    Input: TextInput,
    hint: 'Where the application begins a sign-in of its own.',
  },
  {
    name: 'oauthGrants',
    label: 'What it may ask for',
    Input: checksOf(GRANTS),
    hint: 'Most applications only sign people in.',
    ...fits('oauthGrants'),
  },
  {
    name: 'tokenAuthMethod',
    label: 'How it proves itself',
    Input: choiceOf(TOKEN_AUTH_METHODS),
    hint: 'When it redeems a code. The secret is made under Secrets, in the menu of the list.',
  },
  {
    name: 'jwks',
    label: 'Public keys',
    Input: TextAreaInput,
    hint: 'A JWK Set, {"keys": [ … ]}. The private keys stay with the application.',
    onlyWith: { field: 'tokenAuthMethod', values: ['private_key_jwt'] },
    ...fits('jwks'),
  },
  {
    name: 'pkceRequired',
    label: 'Requires PKCE',
    Input: PkceInput,
    hint: 'Ties each code to the browser that asked for it. Every current library does it by itself.',
    ...fits('pkceRequired'),
  },
  {
    name: 'allowedScopes',
    label: 'What it may know',
    Input: checksOf(SCOPES),
    hint: 'It gets what of this it asks for, and nothing else.',
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
    label: 'Is one of our own',
    Input: SwitchInput,
    hint: 'People are asked for their consent only where the application wants them to be, and it may ask for tokens for other applications. Switch it off for applications of others: then everybody decides, and can take it back.',
  },
  {
    name: 'idTokenAlg',
    label: 'How what it is told is signed',
    Input: choiceOf(ID_TOKEN_ALGS),
    hint: 'Identity tokens, and the tokens that tell it of a logout.',
  },
  {
    name: 'launchMode',
    label: 'How people are handed over',
    Input: choiceOf(LAUNCH_MODES),
    group: 'Launch',
    hint: 'What a click on the tile does.',
    ...fits('launchMode'),
  },
  {
    name: 'applicationRedirectUrl',
    label: 'Redirect URL',
    Input: TextInput,
    hint: 'Where people arrive when they open it.',
  },
  {
    name: 'launchIdentity',
    label: 'What is told about them',
    Input: choiceOf(LAUNCH_IDENTITIES),
    hint: 'Beside the launch token.',
    onlyWith: { field: 'launchMode', values: ['query', 'form_post'] },
  },
  {
    name: 'applicationSecret.applicationLogoutUri',
    label: 'Application Description',
    Input: TextInput,
    group: 'Logout',
    hint: 'The logout address: it is told when somebody signs out of the portal.',
  },
  {
    name: 'backchannelLogoutUri',
    label: 'Back-channel logout address',
    Input: TextInput,
    hint: 'Is sent a signed token, server to server, whenever a session ends: also when the browser is closed.',
  },
  {
    name: 'postLogoutRedirectUris',
    label: 'Addresses after logout',
    Input: LinesInput,
    hint: 'Where people may arrive after the application has signed them out of the portal: one on each line, exact.',
  },
]
