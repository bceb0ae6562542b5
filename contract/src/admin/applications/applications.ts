import * as z from 'zod/mini'
import { REQUEST_RULES } from '../../access-requests.ts'
import { brandingForm, brandingRow } from '../../branding.ts'
import { endpoint } from '../../endpoint.ts'
import * as field from '../../fields.ts'
import { flag } from '../../paging.ts'
import { recordName, recordNameOrEmpty } from '../../record-name.ts'
import { ownersForm, ownersRow } from '../engine/owners.ts'
import { resource } from '../engine/resource.ts'
import { confirmMinutesForm, confirmMinutesRow, signInDemandForm, signInDemandRow } from '../engine/sign-in-demand.ts'
import { LAUNCH_IDENTITIES, LAUNCH_MODES, launchFieldsForm, launchFieldsRow } from './launch-fields.ts'
import { oauthForm, oauthRow } from './oauth-settings.ts'

export const APPLICATION_STATUSES = ['ACTIVE', 'INACTIVE', 'Temporary BLOCKED', 'Permanent BLOCKED'] as const
// 'NA' is what the old console sent for all of these (requirement G12).
export const APPLICATION_TYPES = ['NA', 'Web', 'Single-page', 'Native', 'Service'] as const
export const GRANT_TYPES = ['NA', 'Authorization Code', 'Client Credentials', 'Launch Token'] as const
export const AUTHENTICATION_TYPES = ['NA', 'Password and code', 'Passkey'] as const

/** A secret that expires within this many days needs attention. */
export const SECRET_SOON_DAYS = 14

/** A choice whose default, if absent or empty, is the first option. */
const choice = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z._default(
    z.pipe(
      z.pipe(
        z.string('Choose one from the list'),
        z.transform((sent) => (sent === '' ? values[0] : sent)),
      ),
      field.oneOf(values, 'Choose one from the list'),
    ),
    values[0],
  )

const row = {
  name: z.object({
    description: field.text(),
    summary: field.text(),
    applicationLogo: field.text(),
    applicationType: field.text(),
  }),
  applicationSecret: z.object({
    applicationLogin: field.text(),
    applicationLogoutUri: field.text(),
    GrantTypes: field.text(),
  }),
  tileGroup: field.text(),
  applicationAllowedUrl: field.text(),
  applicationRedirectUrl: field.text(),
  authenticationType: field.text(),
  launchMode: field.text(),
  launchIdentity: field.text(),
  launchFields: launchFieldsRow,
  ...oauthRow,
  isRequestable: z.boolean(),
  requestRule: z.enum(REQUEST_RULES),
  /** The page by whose approvals its matrix decides about requests (ADR 0109); `null`: none. */
  requestPageId: z.nullable(z.string()),
  /** The name of that page; empty: there is none any more. */
  requestPage: z.string(),
  /** The email addresses of its owners, who decide about requests for it (ADR 0089). */
  owners: ownersRow,
  ...signInDemandRow,
  confirmMinutes: confirmMinutesRow,
  opensWhileActing: z.boolean(),
  branding: brandingRow,
  hasSecret: z.boolean(),
  status: field.text(),
  createdBy: field.text(),
  updatedBy: field.text(),
}

const PAGE = 'Choose a page of this application'
const form = {
  name: z.object(
    {
      description: recordName('Description is required'),
      /** One line for the tile. */
      summary: field.textOrEmpty(200),
      /** The path that an upload returned, or empty. */
      applicationLogo: field.uploadedPath(),
      applicationType: choice(APPLICATION_TYPES),
    },
    'Description is required',
  ),
  applicationSecret: z._default(
    z.object({
      /** Where the application starts its own sign-in (OpenID Connect `initiate_login_uri`). */
      applicationLogin: field.webAddress(),
      applicationLogoutUri: field.webAddress(),
      GrantTypes: choice(GRANT_TYPES),
    }),
    { applicationLogin: '', applicationLogoutUri: '', GrantTypes: 'NA' },
  ),
  /** The heading above its tile. */
  tileGroup: z._default(recordNameOrEmpty(60), ''),
  applicationAllowedUrl: field.webAddress(),
  applicationRedirectUrl: field.webAddress(),
  authenticationType: choice(AUTHENTICATION_TYPES),
  launchMode: choice(LAUNCH_MODES),
  launchIdentity: choice(LAUNCH_IDENTITIES),
  launchFields: launchFieldsForm(),
  ...oauthForm,
  /** Whether people may ask for it. If absent, it stays the same; a new one cannot be asked for. */
  isRequestable: z.optional(flag()),
  /** If absent, it stays the same; those of a new application decide. A change also needs `users:write`. */
  requestRule: z.optional(field.oneOf(REQUEST_RULES, 'Choose one from the list')),
  /** A page of the application, for the rule `matrix`. If absent, it stays the same. A change also needs `users:write`. */
  requestPageId: z.optional(
    z.pipe(
      z.nullable(z.union([z.literal(''), z.uuid(PAGE)], PAGE)),
      z.transform((sent) => sent || null),
    ),
  ),
  /** Email addresses of people. If absent, they stay the same. A change also needs `users:write`. */
  owners: ownersForm(),
  /** Without such a sign-in it does not open. */
  ...signInDemandForm(),
  /**
   * How old, in minutes, a sign-in may be when the application is opened; null: of any age. If absent, it stays the same; a
   * new application allows any age.
   */
  confirmMinutes: confirmMinutesForm(),
  /**
   * Whether administrators who act for somebody may open it in the name of that person. If absent, it stays the same; a new
   * application does not open so. Switching it on also needs `users:act`, and a back-channel logout address.
   */
  opensWhileActing: z.optional(flag()),
  branding: brandingForm(),
  status: choice(APPLICATION_STATUSES),
}

/** Applications (requirement A3); `name.description` is what people see. */
export const applications = resource({
  name: 'applications',
  title: 'Application',
  messages: { created: 'Application Created', updated: 'Application Updated', removed: 'Application Deleted' },
  idKey: 'id',
  read: 'applications:read',
  write: 'applications:write',
  touches: {},
  isSensitive: true,
  fields: ['description', 'applicationType', 'GrantTypes', 'authenticationType', 'status'],
  filters: {
    /** Only this one. */
    id: z.optional(field.id()),
    /** Those with a secret that ends within `SECRET_SOON_DAYS`. */
    secretEndsSoon: z.optional(flag()),
  },
  row,
  form,
  // Fields that the specified update does not send keep their values if absent. So does the optional status.
  changes: {
    ...form,
    name: z.object(
      {
        ...form.name.shape,
        summary: field.optionalText(200),
        applicationType: field.oneOf(APPLICATION_TYPES, 'Application Type is required'),
      },
      'Description is required',
    ),
    tileGroup: z.optional(recordNameOrEmpty(60)),
    launchMode: z.optional(field.oneOf(LAUNCH_MODES, 'Choose one from the list')),
    launchIdentity: z.optional(field.oneOf(LAUNCH_IDENTITIES, 'Choose one from the list')),
    status: z.optional(
      z.union(
        [
          field.oneOf(APPLICATION_STATUSES, 'Choose one from the list'),
          z.pipe(
            z.literal(''),
            z.transform(() => undefined),
          ),
        ],
        'Choose one from the list',
      ),
    ),
  },
  paths: {
    list: '/api/application/getAllApplication',
    create: '/api/application/registerApplication',
    update: '/api/application/updateApplication/:id',
    remove: '/api/application/deleteApplication/:id',
  },
})

export const renewApplicationSecret = endpoint({
  method: 'POST',
  path: '/api/application/renewSecret',
  isSensitive: true,
  access: 'applications:write',
  touches: [],
  summary: 'Creates a new secret for an application and shows it once. All other secrets stop working immediately.',
  message: 'Secret Renewed',
  request: z.object({ applicationId: field.id('Application is required') }),
  response: z.object({ secret: z.string() }),
})

export const tileGroups = endpoint({
  method: 'GET',
  path: '/api/application/tileGroups',
  access: 'applications:read',
  summary: 'The groups that tiles of applications stand in, by name.',
  request: z.object({}),
  response: z.array(z.string()),
})

const pair = z.object({
  applicationId: field.id('Application is required'),
  clientId: field.id('Client Name is required'),
})

export const selfRegistrations = endpoint({
  method: 'GET',
  path: '/api/application/selfRegistrations',
  access: 'applications:read',
  summary: 'The clients for which anyone can register for an application, with the role User.',
  request: z.object({ applicationId: field.id('Application is required') }),
  response: field.named(),
})

export const openSelfRegistration = endpoint({
  method: 'POST',
  path: '/api/application/openSelfRegistration',
  isSensitive: true,
  access: 'applications:write',
  touches: [],
  summary: 'Opens self-registration for an application and client. Needs users:write too, because it gives access.',
  message: 'Registration Opened',
  request: pair,
  response: z.object({}),
})

export const closeSelfRegistration = endpoint({
  method: 'POST',
  path: '/api/application/closeSelfRegistration',
  access: 'applications:write',
  touches: [],
  summary: 'Closes self-registration. People who have registered keep their access.',
  message: 'Registration Closed',
  request: pair,
  response: z.object({}),
})
