import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import * as field from '../../fields.ts'
import { recordName } from '../../record-name.ts'

/** Two, so that an application can switch to the new secret before the old one expires. */
export const SECRETS_MAX = 2

const DAYS_MAX = 3650

/** Days until it expires. `null`: valid until revoked. */
const days = () => z.nullable(z.number().check(z.int(), z.minimum(0), z.maximum(DAYS_MAX)))

const secretId = field.id('Secret is required')
const applicationId = field.id('Application is required')

const secret = z.object({
  _id: z.string(),
  name: z.string(),
  createdAt: z.nullable(z.string()),
  expiresAt: z.nullable(z.string()),
  /** When it was last used to authenticate, precise to some minutes. `null`: no recorded use. */
  lastUsedAt: z.nullable(z.string()),
})
export type ApplicationSecret = z.output<typeof secret>

export const applicationSecrets = endpoint({
  method: 'GET',
  path: '/api/application/secrets',
  access: 'applications:read',
  summary: 'The valid secrets of an application, by name. Their values cannot be read.',
  request: z.object({ applicationId }),
  response: z.array(secret),
})

export const addApplicationSecret = endpoint({
  method: 'POST',
  path: '/api/application/addSecret',
  isSensitive: true,
  access: 'applications:write',
  touches: [],
  summary: 'Adds a secret to an application and shows it once. Two can be in use at a time.',
  message: 'Secret Added',
  request: z.object({
    applicationId,
    name: recordName('Name is required'),
    days: z._default(days(), null),
  }),
  response: z.object({ secret: z.string() }),
})

export const endApplicationSecret = endpoint({
  method: 'POST',
  path: '/api/application/endSecret',
  isSensitive: true,
  access: 'applications:write',
  touches: [],
  summary: 'Sets when a secret expires: after a number of days, immediately (0), or not before it is revoked (null).',
  message: 'Secret Updated',
  request: z.object({ applicationId, secretId, days: days() }),
  response: z.object({}),
})
