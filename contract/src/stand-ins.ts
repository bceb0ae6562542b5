import * as z from 'zod/mini'
import * as dayField from './day-fields.ts'
import { endpoint } from './endpoint.ts'
import * as field from './fields.ts'
import { ALL_REGIONS, REGIONS } from './regions.ts'
import { rupees } from './rupees.ts'

/** Stand-ins of one lender that are current or to come. */
export const STAND_INS_MAX = 20
/** The longest time for which authority is lent at once. */
export const LENT_DAYS_MAX = 366
const PAGES_MAX = 200

export const STAND_IN_STATES = ['current', 'coming', 'past'] as const

const named = z.object({ _id: z.string(), name: z.string() })

/** What is lent, independent of the lender. */
export const lentScope = {
  applicationId: field.id('Application is required'),
  /** `null` or left out: every client for which the lender has the role. */
  clientId: z.optional(z.nullable(field.id())),
  role: field.requiredText('Role is required', 100),
  /** Empty: every page. */
  pageIds: z._default(z.array(field.id()).check(z.maxLength(PAGES_MAX, `At most ${PAGES_MAX} pages`)), []),
  upTo: rupees(),
  /** Codes; empty, or 'All': every region of the lender. */
  regions: z._default(
    z
      .array(z.enum([ALL_REGIONS, ...Object.keys(REGIONS)] as [string, ...string[]], 'Choose one from the list'))
      .check(z.maxLength(Object.keys(REGIONS).length + 1)),
    [],
  ),
  /** A day begins at its first moment; left out or empty: now. */
  validFrom: dayField.dayOrMoment(),
  /** A day counts whole; a moment is the first one at which nothing is lent any more. */
  validUntil: z.pipe(z.string('Choose a date').check(z.minLength(1, 'Choose a date')), dayField.requiredDayOrMoment()),
  note: field.textOrEmpty(500),
}

/** A stand-in as it is shown. */
export const standInShape = {
  _id: z.string(),
  lender: named,
  standIn: named,
  application: named,
  client: z.nullable(named),
  role: z.string(),
  /** Empty: every page. */
  pages: z.array(named),
  /** Rupees; `null`: as far as the role. */
  upTo: z.nullable(z.number()),
  regions: z.array(z.string()),
  note: z.string(),
  validFrom: z.string(),
  validUntil: z.string(),
  endedAt: z.nullable(z.string()),
  state: z.enum(STAND_IN_STATES),
}

const ownStandIn = z.object({ ...standInShape, isLender: z.boolean() })
export type OwnStandIn = z.output<typeof ownStandIn>

const lendable = z.object({
  application: named,
  role: z.string(),
  clients: z.array(named),
  /** The pages on which the role approves. */
  pages: z.array(named),
})
export type Lendable = z.output<typeof lendable>

export const listOwnStandIns = endpoint({
  method: 'GET',
  path: '/api/standIns',
  access: 'session',
  whileActing: 'read',
  summary: 'What one lends to others, what others lend to one, and what one could lend.',
  request: z.object({}),
  response: z.object({
    /** Current ones and those to come, then the newest past ones; at most 50. */
    standIns: z.array(ownStandIn),
    /** One’s own authority to approve, by application and role. */
    lendable: z.array(lendable),
  }),
})

export const lendOwnAuthority = endpoint({
  method: 'POST',
  path: '/api/standIns/lendOwn',
  access: 'session',
  summary:
    'Lends one’s own authority to approve to somebody who has the application for the same client. Both are notified. Needs a sign-in of the last ten minutes.',
  message: 'Stand-in Added',
  request: z.object({
    /** The email address or user name of the stand-in. */
    standIn: field.requiredText('Say who stands in', 254),
    ...lentScope,
  }),
  response: z.object({ _id: z.string() }),
})

export const endOwnStandIn = endpoint({
  method: 'POST',
  path: '/api/standIns/endOwn',
  access: 'session',
  summary: 'Ends what one lends, or what is lent to one. Both are notified.',
  message: 'Stand-in Ended',
  request: z.object({ standInId: field.id() }),
  response: z.object({}),
})
