import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import * as field from '../../fields.ts'
import { REGIONS } from '../../regions.ts'
import { approvalFinding, intendedGap } from './check.ts'
import { answeredBy, caseMatrix, shownRow } from './explain.ts'
import { shownRouting } from './routing.ts'

const REGION_CODES = Object.keys(REGIONS) as [string, ...string[]]

/** Rupees, both inclusive; without an upper bound it is unlimited. */
const range = z.object({ from: z.number(), to: z.nullable(z.number()) })

const lane = {
  isCreation: z.boolean(),
  /** True where no row acts, so that the catch-all role does. */
  isCatchAll: z.boolean(),
  sequence: z.nullable(z.number()),
}

const bar = z.extend(shownRow, {
  applicationRoleId: z.string(),
  /** The client of that role: another one, where its row counts for all clients. */
  roleClientId: z.string(),
  /** Active people of the role, at most `COUNTED_PEOPLE_MAX`. */
  count: z.number(),
  /** The parts of its range that come after a final approval, or for which a lower level is asked. */
  neverAsked: z.array(range),
})

export const approvalPicture = endpoint({
  method: 'GET',
  path: '/api/admin/approvalPicture',
  access: 'approvals:read',
  summary:
    'The rows of one page in one region as bars over amounts, step by step, with what a check finds about them: of the matrix that counts, or of a draft, a version or a day.',
  request: z.object({
    applicationId: field.id('Application is required'),
    clientId: field.id('Client Name is required'),
    /** Left out: the page with the most rows. */
    pageId: z.optional(field.id()),
    /** A region code. Left out: the state with the most rows. */
    region: z.optional(z.enum(REGION_CODES, 'Choose one from the list')),
    ...caseMatrix,
  }),
  response: z.object({
    ...answeredBy,
    routing: shownRouting,
    /** The pages that have rows for this client. */
    pages: field.named(),
    /** What is drawn. Without any row: `null`. */
    pageId: z.nullable(z.string()),
    region: z.string(),
    /** The regions in which something denies documents, or is probably not meant. */
    regions: z.array(z.object({ code: z.string(), severity: z.enum(['error', 'warning']) })),
    /** Steps in their order; creation comes first, and what the catch-all role approves last. */
    lanes: z.array(z.object({ ...lane, bars: z.array(bar) })),
    findings: z.array(approvalFinding),
    /** The gaps that are meant. They are among no findings, and documents there are denied as well. */
    intended: z.array(intendedGap),
  }),
})

export const approvalCoverage = endpoint({
  method: 'GET',
  path: '/api/admin/approvalCoverage',
  access: 'approvals:read',
  summary:
    'Which amounts of one page each step is asked about in each region, with what a check finds about the page: of the matrix that counts, or of a draft, a version or a day.',
  request: z.object({
    applicationId: field.id('Application is required'),
    clientId: field.id('Client Name is required'),
    /** Left out: the page with the most rows. */
    pageId: z.optional(field.id()),
    ...caseMatrix,
  }),
  response: z.object({
    ...answeredBy,
    routing: shownRouting,
    /** The pages that have rows for this client. */
    pages: field.named(),
    /** What is answered. Without any row: `null`. */
    pageId: z.nullable(z.string()),
    /** The steps that any region has, with the roles of their rows. Creation comes first. */
    steps: z.array(z.object({ ...lane, roles: z.array(z.string()) })),
    /** Regions with the same rows, once. Every region is in one of them. */
    areas: z.array(
      z.object({
        regions: z.array(z.string()),
        /** One for each of the steps. */
        cells: z.array(
          z.object({
            /** The amounts about which the step is asked. */
            asked: z.array(range),
            /** Whether rows of this step act here at all. */
            hasRows: z.boolean(),
          }),
        ),
      }),
    ),
    /** All findings of the page. */
    findings: z.array(approvalFinding),
    /** The gaps that are meant. They are among no findings, and documents there are denied as well. */
    intended: z.array(intendedGap),
  }),
})

/** The calls of the picture. */
export const PICTURE_CALLS = [approvalPicture, approvalCoverage] as const
