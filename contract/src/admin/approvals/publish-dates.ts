import * as z from 'zod/mini'
import * as dayField from '../../day-fields.ts'
import { endpoint } from '../../endpoint.ts'
import * as field from '../../fields.ts'

/** Why a draft with a date is not published. */
export const NOT_PUBLISHED = {
  changed: 'What counts was changed since the date was set, and this draft was compared with what counted before.',
  errors: 'It has new errors.',
  reason: 'It has problems that were not there before, and no reason was given for them.',
  unconfirmed: 'A second person confirms changes of this application now, and nobody has confirmed this one.',
  person: 'Whoever set the date, or confirmed it, may no longer change approvals.',
  session:
    'The session in which the date was set or confirmed was ended, or the password was changed since. Set the date again.',
  conflict: 'By its changes somebody would break a rule of separation of duties. Publish it by hand to see which.',
  failed: 'Its changes could not be made. Publish it by hand to see why.',
} as const
export type NotPublished = keyof typeof NOT_PUBLISHED
const NOT_PUBLISHED_CODES = Object.keys(NOT_PUBLISHED) as [NotPublished, ...NotPublished[]]

/** The moment from which a draft counts. */
export const publishDate = z.object({
  publishAt: z.string(),
  setBy: z.string(),
  /** The second person; empty: none was asked. */
  confirmedBy: z.string(),
  /** Empty: none was given. */
  reason: z.string(),
  /** When it was not published; `null`: it waits. */
  refusedAt: z.nullable(z.string()),
  /** Why it was not, or, while it waits, why it would not be as things are now; `null`: nothing is known to stand against it. */
  refusal: z.nullable(z.enum(NOT_PUBLISHED_CODES)),
})
export type PublishDate = z.output<typeof publishDate>

export const DATE_IS_OUT = 'Choose a moment to come, at most a year ahead.'
export const DRAFT_HAS_DATE = 'This draft is published at its date, so nobody changes it. Call the date off first.'

export const DATE_IS_GONE = 'This draft has no date any more. Somebody has called it off, or it was published.'

/** When a draft is to be published; absent or `null`: at once. */
export const publishAt = () => z.optional(z.nullable(dayField.moment('Choose a date and a time')))

const change = { method: 'POST', access: 'approvals:write', touches: [], serviceAccounts: false } as const

export const datePublishing = endpoint({
  ...change,
  path: '/api/admin/approvalPublishing/date',
  isSensitive: true,
  summary: 'Publishes a draft from a moment on. Until then it stays as it is; at that moment it is judged again.',
  message: 'Date Set',
  request: z.object({
    draftId: field.id(),
    /** The revision and version of the comparison that the caller has seen. */
    revision: z.int(),
    version: z.int(),
    reason: field.textOrEmpty(500),
    publishAt: dayField.moment('Choose a date and a time'),
  }),
  response: z.object({}),
})

export const callOffPublishing = endpoint({
  ...change,
  path: '/api/admin/approvalPublishing/callOff',
  summary: 'Calls off that a draft is published at its date. It stays a draft.',
  message: 'Called Off',
  request: z.object({ draftId: field.id() }),
  response: z.object({}),
})
