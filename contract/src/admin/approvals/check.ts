import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import * as field from '../../fields.ts'

/** What can be odd about the approvals of an application for a client. */
export const APPROVAL_FINDINGS = [
  /** The range ends below its beginning: the role approves nothing. */
  'range-upside-down',
  /** No region is chosen: the role approves nothing. */
  'no-region',
  /** No place in the order: the role comes last. */
  'no-sequence',
  /** Amounts that nobody approves. */
  'nobody',
  /** Amounts that are approved, but never finally. */
  'no-final',
  /** Amounts for which a role stands after the final approval. */
  'after-final',
  /** Amounts for which several roles do the same, one after the other. */
  'overlap',
] as const

export const approvalCheck = endpoint({
  method: 'GET',
  path: '/api/admin/approvalCheck',
  access: 'approvals:read',
  summary: 'What is odd about the approvals of an application for a client: gaps, overlaps, and roles that never act.',
  request: z.object({
    applicationId: field.id('Application is required'),
    clientId: field.id('Client Name is required'),
  }),
  response: z.array(
    z.object({
      kind: z.enum(APPROVAL_FINDINGS),
      roles: z.array(z.string()),
      /** Amounts in paise, both inclusive; no upper bound is unlimited. */
      from: z.number(),
      to: z.nullable(z.number()),
      /** Region codes; none stands for everywhere, `''` for all regions that no role names. */
      regions: z.array(z.string()),
      /** All of it in plain English. */
      text: z.string(),
    }),
  ),
})
