import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import * as field from '../../fields.ts'

/** The problems that a check of approvals can find. */
export const APPROVAL_FINDINGS = [
  /** The range ends below its start: the role approves nothing. */
  'range-upside-down',
  /** No region is chosen: the role approves nothing. */
  'no-region',
  /** No page has a document approval of the role: it approves nothing. */
  'no-page',
  /** No place in the order: the role comes last. */
  'no-sequence',
  /** Amounts that nobody approves. */
  'nobody',
  /** Amounts that are approved, but never finally. */
  'no-final',
  /** Amounts for which a role comes after the final approval. */
  'after-final',
  /** Amounts that several roles approve in the same way, one after the other. */
  'overlap',
] as const

export const approvalCheck = endpoint({
  method: 'GET',
  path: '/api/admin/approvalCheck',
  access: 'approvals:read',
  summary: 'Problems in the approvals of an application for a client: gaps, overlaps, and roles that are never asked.',
  request: z.object({
    applicationId: field.id('Application is required'),
    clientId: field.id('Client Name is required'),
  }),
  response: z.array(
    z.object({
      kind: z.enum(APPROVAL_FINDINGS),
      roles: z.array(z.string()),
      /** Amounts in paise, both inclusive. No upper bound means unlimited. */
      from: z.number(),
      to: z.nullable(z.number()),
      /** Region codes. An empty list means everywhere; `''` means all regions that no role names. */
      regions: z.array(z.string()),
      /** The finding as an English sentence. */
      text: z.string(),
    }),
  ),
})
