import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import * as field from '../../fields.ts'

export const listTemplateVersions = endpoint({
  method: 'GET',
  path: '/api/admin/templates/versions',
  access: 'messages:read',
  summary: 'The saved versions of a template: the newest hundred, newest first.',
  request: z.object({ id: field.id() }),
  response: z.array(
    z.object({
      version: z.number(),
      at: z.string(),
      /** `null`: the system, or a person who was deleted. */
      by: z.nullable(z.string()),
      TemplateId: z.string(),
      Subject: z.string(),
      Template: z.string(),
    }),
  ),
})
export type TemplateVersion = z.output<typeof listTemplateVersions.response>[number]
