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
import { ACTING_FIELD } from './acting-fields.ts'
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
import { NEEDED_SIGN_IN_FIELDS } from './needed-sign-in-fields.ts'
import { PkceInput } from './PkceInput.tsx'
import { REQUEST_FIELDS } from './request-fields.ts'
import { TileGroupInput } from './TileGroupInput.tsx'

/** The contradiction between this field and the rest of the form. */
const fits = (field: keyof SignInSettings | 'applicationSecret.applicationLogin'): Pick<FormField, 'problemOf'> => ({
  problemOf: (_value, _settings, values) => {
    const { applicationLogin } = values.applicationSecret as { applicationLogin: string }
    const { applicationType } = values.name as { applicationType: string }
    // The form has all of these fields.
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
    Input: TileGroupInput,
    hint: 'The heading above the tile, such as Claims or Finance. If empty, the tile appears under Other applications.',
  },
  { name: 'name.applicationLogo', label: 'Logo', Input: imageOf(uploadApplicationLogo) },
  ...REQUEST_FIELDS,
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
  ...NEEDED_SIGN_IN_FIELDS,
  {
    name: 'launchMode',
    label: 'Launch method',
    Input: choiceOf(LAUNCH_MODES),
    group: 'Launch',
    hint: 'How the launch token reaches the application when somebody opens its tile.',
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
    hint: 'Details of the person that are sent with the launch token.',
    onlyWith: { field: 'launchMode', values: ['query', 'form_post'] },
  },
  {
    name: 'launchFields',
    label: 'Launch fields',
    Input: LaunchFieldsInput,
    hint: 'Fields are sent in this order. Rename fields, remove those that the application does not need, or add constants.',
    onlyWith: { field: 'launchMode', values: ['query', 'form_post'] },
  },
  { name: 'launchPreview', label: 'Preview of the launch request', Input: LaunchPreview },
  { ...ACTING_FIELD, ...fits('opensWhileActing') },
  {
    name: 'redirectUris',
    label: 'Redirect URIs',
    Input: LinesInput,
    group: 'Sign-in (OpenID Connect)',
    hint: 'Where people return after signing in. Enter one on each line, exactly as the application sends it. If empty, only the Redirect URL is used. Native applications can also use http://127.0.0.1/callback, which is valid on every port, and com.example.app:/callback.',
    ...fits('redirectUris'),
  },
  {
    name: 'applicationSecret.applicationLogin',
    label: 'Application Login',
    Input: TextInput,
    hint: 'Where the application starts its own sign-in (initiate_login_uri).',
    ...fits('applicationSecret.applicationLogin'),
  },
  {
    name: 'oauthGrants',
    label: 'Allowed grant types',
    Input: checksOf(GRANTS),
    hint: 'What the application may request tokens for. Most applications only sign people in.',
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
    label: 'Public key URL (jwks_uri)',
    Input: TextInput,
    hint: 'Used instead of the keys. The portal reads the keys from this URL, and reads them again when a new key is used.',
    onlyWith: { field: 'tokenAuthMethod', values: ['private_key_jwt'] },
    ...fits('jwksUri'),
  },
  {
    name: 'pkceRequired',
    label: 'Require PKCE',
    Input: PkceInput,
    hint: 'Binds each code to the request that it was issued for. Current libraries do this automatically.',
    ...fits('pkceRequired'),
  },
  {
    name: 'allowedScopes',
    label: 'Allowed scopes',
    Input: checksOf(SCOPES),
    hint: 'The application receives only the scopes that it requests. A tile that opens it by address or form hands over the whole profile, whatever is allowed here.',
  },
  {
    name: 'claimsInIdToken',
    label: 'Claims in the ID token',
    Input: SwitchInput,
    hint: 'Adds the claims of the allowed scopes to the ID token, for applications that do not call userinfo.',
  },
  {
    name: 'groupsClaim',
    label: 'Claim “groups”',
    Input: choiceOf(CLAIM_SOURCES),
    hint: 'With the scope access, sends a list in the claim that many products read. “Test this integration” shows it for a person.',
    isHalf: true,
  },
  {
    name: 'rolesClaim',
    label: 'Claim “roles”',
    Input: choiceOf(CLAIM_SOURCES),
    hint: 'The same list in another claim.',
    isHalf: true,
  },
  {
    name: 'isFirstParty',
    label: 'First-party application',
    Input: SwitchInput,
    hint: 'People are not asked for consent unless the application requests it, and it may request tokens for other applications. Turn this off for applications of other companies: each person is then signed out of it and asked, and can withdraw consent. A tile that opens it by address or form asks nobody: choose OpenID Connect for it.',
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
    hint: 'A signed token can be verified without calling the portal. It is valid for 5 minutes. Until then, an application that only verifies the signature does not notice a logout or revocation.',
  },
  {
    name: 'subjectType',
    label: 'Subject identifiers',
    Input: choiceOf(SUBJECT_TYPES),
    hint: 'The id by which the application knows people (sub). If you change it, an application already in use treats each person as new.',
  },
  {
    name: 'subjectSector',
    label: 'Sector',
    Input: TextInput,
    hint: 'Applications in the same sector receive the same id for a person. If empty, only this application uses the id.',
    onlyWith: { field: 'subjectType', values: ['pairwise'] },
  },
  {
    name: 'applicationSecret.applicationLogoutUri',
    label: 'Application Description',
    Input: TextInput,
    group: 'Logout',
    hint: 'The logout address. The browser opens it when the person signs out of the portal.',
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
    hint: 'Where the application may redirect people after signing them out of the portal. Enter one on each line, exactly as sent.',
    ...fits('postLogoutRedirectUris'),
  },
]
