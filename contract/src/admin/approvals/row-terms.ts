import * as z from 'zod/mini'
import * as dayField from '../../day-fields.ts'
import { STATUSES, status } from '../../fields.ts'
import { flag } from '../../paging.ts'

/** Where and when a document approval counts. */
export const rowTerms = z.object({
  firstDay: z.nullable(z.string()),
  lastDay: z.nullable(z.string()),
  /** For every client of the application, instead of the one of its role. */
  allClients: z.boolean(),
  /** On every page of the application, instead of its own. */
  allPages: z.boolean(),
  status: z.enum(STATUSES),
})
export type RowTerms = z.output<typeof rowTerms>

/** The same in a form; what is absent stays as it is. */
export const rowTermsForm = {
  /** The days on which it counts, both whole, in the portal's time zone. Without one it has no beginning, or no end. */
  firstDay: dayField.day(),
  lastDay: dayField.day(),
  allClients: z.optional(flag()),
  allPages: z.optional(flag()),
  status: z.optional(status()),
}
