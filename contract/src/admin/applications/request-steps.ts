import * as z from 'zod/mini'
import { MATRIX_PROBLEMS } from '../../access-requests.ts'
import { endpoint } from '../../endpoint.ts'
import * as field from '../../fields.ts'

/** The most clients that a preview names. */
export const PREVIEWED_CLIENTS_MAX = 20

const previewedStep = z.object({
  /** `people`: how many active people have the role for the client now, at most 100. */
  roles: z.array(z.object({ name: z.string(), people: z.number() })),
  /** Whether one of the roles is enough. */
  isOneEnough: z.boolean(),
  /** How many of the roles have to approve. */
  needed: z.number(),
})

const previewedClient = z.object({
  _id: z.string(),
  name: z.string(),
  steps: z.array(previewedStep),
  /** Why the owners would decide, at one of the steps at the latest; `null`: the matrix decides. */
  problem: z.nullable(z.enum(MATRIX_PROBLEMS)),
})
export type PreviewedClient = z.output<typeof previewedClient>

export const previewRequestSteps = endpoint({
  method: 'GET',
  path: '/api/admin/applications/requestSteps',
  access: 'applications:read',
  summary:
    'Which steps a request for the application would need, for each of the clients with roles in it, if its matrix of approvals decided by this page: the first clients by name.',
  request: z.object({
    applicationId: field.id('Application is required'),
    pageId: field.id('Choose a page of this application'),
  }),
  response: z.object({
    clients: z.array(previewedClient),
    /** Whether there are more clients. */
    hasMore: z.boolean(),
  }),
})
