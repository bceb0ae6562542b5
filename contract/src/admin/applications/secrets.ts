import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import * as field from '../../fields.ts'

/** So that an application can be told of a new one before the old one ends. */
export const SECRETS_MAX = 2

const DAYS_MAX = 3650

/** After how many days it ends; `null`: when it is revoked. */
const days = () => z.nullable(z.number().check(z.int(), z.minimum(0), z.maximum(DAYS_MAX)))

const secretId = field.id('Secret is required')
const applicationId = field.id('Application is required')

const secret = z.object({
  _id: z.string(),
  name: z.string(),
  createdAt: z.nullable(z.string()),
  expiresAt: z.nullable(z.string()),
  /** When it last proved the application, within some minutes; `null`: not since that is noted. */
  lastUsedAt: z.nullable(z.string()),
})
export type ApplicationSecret = z.output<typeof secret>

export const applicationSecrets = endpoint({
  method: 'GET',
  path: '/api/application/secrets',
  access: 'applications:read',
  summary: 'The secrets of an application that have not ended, by name; nobody can read them.',
  request: z.object({ applicationId }),
  response: z.array(secret),
})

export const addApplicationSecret = endpoint({
  method: 'POST',
  path: '/api/application/addSecret',
  access: 'applications:write',
  touches: [],
  summary: 'Gives an application another secret, shown this once; two can be in use at a time.',
  message: 'Secret Added',
  request: z.object({
    applicationId,
    name: field.requiredText('Name is required', 100),
    days: z._default(days(), null),
  }),
  response: z.object({ secret: z.string() }),
})

export const endApplicationSecret = endpoint({
  method: 'POST',
  path: '/api/application/endSecret',
  access: 'applications:write',
  touches: [],
  summary: 'Sets when a secret ends: in so many days, at once (0), or not before it is revoked (null).',
  message: 'Secret Updated',
  request: z.object({ applicationId, secretId, days: days() }),
  response: z.object({}),
})
