import {
  APPLICATION_STATUSES,
  APPLICATION_TYPES,
  AUTHENTICATION_TYPES,
  type applications,
  GRANT_TYPES,
} from '@gatehouse/contract/admin/applications/applications.ts'
import { type SignInSettings, signInProblems } from '@gatehouse/contract/admin/applications/oauth-settings.ts'
import { uploadApplicationLogo } from '@gatehouse/contract/uploads.ts'
import { checksOf } from '../engine/fields/ChecksInput.tsx'
import { choiceOf } from '../engine/fields/ChoiceInput.tsx'
import type { FormField } from '../engine/fields/field.ts'
import { imageOf } from '../engine/fields/ImageInput.tsx'
import { LinesInput } from '../engine/fields/LinesInput.tsx'
import { selectOf } from '../engine/fields/SelectInput.tsx'
import { SwitchInput } from '../engine/fields/SwitchInput.tsx'
import { TextAreaInput } from '../engine/fields/TextAreaInput.tsx'
import { TextInput } from '../engine/fields/TextInput.tsx'
import type { InputOf } from '../engine/screen-of.ts'
import {
  ACCESS_TOKEN_FORMATS,
  CLAIM_SOURCES,
  GRANTS,
  ID_TOKEN_ALGS,
  LAUNCH_IDENTITIES,
  LAUNCH_MODES,
  SCOPES,
  SUBJECT_TYPES,
  TOKEN_AUTH_METHODS,
} from './application-choices.ts'
import { LaunchFieldsInput } from './launch-fields/LaunchFieldsInput.tsx'
import { LaunchPreview } from './launch-fields/LaunchPreview.tsx'
import { PkceInput } from './PkceInput.tsx'

/** What does not fit the rest of the form at this field. */
const fits = (field: keyof SignInSettings): Pick<FormField, 'problemOf'> => ({
  problemOf: (_value, _settings, values) => {
    const { applicationLogin } = values.applicationSecret as { applicationLogin: string }
    const { applicationType } = values.name as { applicationType: string }
    // The form asks for all of them.
    const settings = { ...values, applicationType, loginUrl: applicationLogin.trim() } as unknown as SignInSettings
    return signInProblems(settings)[field] ?? null
  },
})

export const APPLICATION_FIELDS: FormField<InputOf<typeof applications> | 'launchPreview'>[] = [
  {
    name: 'name.description',
    label: 'Description',
    Input: TextInput,
    group: 'Application',
    hint: 'The name on the tile.',
  },
  { name: 'name.summary', label: 'Summary', Input: TextInput, hint: 'One line under the name.' },
  {
    name: 'tileGroup',
    label: 'Group',
    Input: TextInput,
    hint: 'The heading under which the tile stands, such as Claims or Finance. If empty, under the other applications.',
  },
  { name: 'name.applicationLogo', label: 'Logo', Input: imageOf(uploadApplicationLogo) },
  { name: 'status', label: 'Status', Input: selectOf(APPLICATION_STATUSES), isHalf: true },
  {
    name: 'name.applicationType',
    label: 'Application Type',
    Input: selectOf(APPLICATION_TYPES),
    isHalf: true,
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
    name: 'launchFields',
    label: 'Launch fields',
    Input: LaunchFieldsInput,
    hint: 'What is sent, in this order. Enter another name, leave out what the application does not need, or add constants.',
    onlyWith: { field: 'launchMode', values: ['query', 'form_post'] },
  },
  { name: 'launchPreview', label: 'Preview of the launch request', Input: LaunchPreview },
  {
    name: 'redirectUris',
    label: 'Redirect URIs',
    Input: LinesInput,
    group: 'Sign-in (OpenID Connect)',
    hint: 'Where people return to after signing in: one on each line, exactly as the application sends it. If empty, only the Redirect URL. For a native application also http://127.0.0.1/callback, which then counts on every port, and com.example.app:/callback.',
    ...fits('redirectUris'),
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
    ...fits('tokenAuthMethod'),
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
    name: 'jwksUri',
    label: 'Address of the public keys (jwks_uri)',
    Input: TextInput,
    hint: 'In place of the keys: the portal reads them there, and again when a new key signs.',
    onlyWith: { field: 'tokenAuthMethod', values: ['private_key_jwt'] },
    ...fits('jwksUri'),
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
    hint: 'Adds the claims of the allowed scopes to the ID token, for clients that do not call userinfo.',
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
    name: 'accessTokenFormat',
    label: 'Access tokens for this application',
    Input: choiceOf(ACCESS_TOKEN_FORMATS),
    hint: 'A signed token can be checked without asking the portal. It lives for 5 minutes, and until then no logout or revocation reaches an application that checks its signature alone.',
  },
  {
    name: 'subjectType',
    label: 'Subject identifiers',
    Input: choiceOf(SUBJECT_TYPES),
    hint: 'By which id the application knows people (sub). Another choice makes everybody a stranger to an application that is already in use.',
  },
  {
    name: 'subjectSector',
    label: 'Sector',
    Input: TextInput,
    hint: 'Applications with the same sector know people by the same ids. If empty, this application alone.',
    onlyWith: { field: 'subjectType', values: ['pairwise'] },
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
    ...fits('postLogoutRedirectUris'),
  },
]
