import * as z from 'zod/mini'
import { QUESTIONS_MAX } from './approvals.ts'
import * as dayField from './day-fields.ts'
import { isWritten, NO_CONTROL_CHARACTERS } from './hidden-characters.ts'

// The requests of AuthZEN Authorization API 1.0. Fields that it does not name are ignored, but for what would be missed (`other-names.ts` of the server).

/** The only types of subjects and resources. */
export const SUBJECT_TYPE = 'user'
export const RESOURCE_TYPE = 'page'

/** As `BATCH_MAX_BYTES`: texts are longer here. */
export const EVALUATIONS_MAX_BYTES = 20 * 1024 * 1024

const written = (name: string) => z.refine(isWritten, `${name}: ${NO_CONTROL_CHARACTERS}`)
const text = (name: string) =>
  z.string(`${name} is required`).check(z.maxLength(200, `${name} is too long`), written(name))
const optional = (name: string) => z.optional(text(name))

/** What a document is about. What is missing or malformed here is denied with a reason. */
const properties = z.object({
  client: optional('resource.properties.client'),
  amount: z.optional(
    z
      .union([z.number(), z.string().check(z.maxLength(100))], 'resource.properties.amount is a number')
      .check(written('resource.properties.amount')),
  ),
  currency: optional('resource.properties.currency'),
  region: optional('resource.properties.region'),
  created_by: z.optional(z.nullable(text('resource.properties.created_by'))),
  document: z.optional(z.nullable(text('resource.properties.document'))),
})

const typed = (name: string) => z.object({ type: text(`${name}.type`) }, `${name} is required`)
const subject = z.extend(typed('subject'), { id: text('subject.id') })
const action = z.object({ name: text('action.name') }, 'action is required')
const kind = z.extend(typed('resource'), { properties: z._default(properties, {}) })
const resource = z.extend(kind, { id: text('resource.id') })
const priorApprovals = {
  prior_approvals: z._default(
    z
      .array(
        z.object({ by: text('by'), row: text('row'), on_behalf_of: z.optional(z.nullable(text('on_behalf_of'))) }),
        'context.prior_approvals is a list',
      )
      .check(z.maxLength(50, 'context.prior_approvals is too long')),
    [],
  ),
}
const shared = {
  ...priorApprovals,
  earlier_amount: z.optional(
    z.nullable(
      z
        .union([z.number(), z.string().check(z.maxLength(100))], 'context.earlier_amount is a number')
        .check(written('context.earlier_amount')),
    ),
  ),
  at: z.optional(z.nullable(dayField.moment('context.at is a moment with its time zone'))),
}
/** What a search finds has no receipt. */
const context = z._default(z.object(shared), { prior_approvals: [] })
const evaluationContext = z._default(
  z.object({ ...shared, receipt: z._default(z.boolean('context.receipt is true or false'), false) }),
  { prior_approvals: [], receipt: false },
)
const page = z._default(
  z.object({
    token: z._default(text('page.token'), ''),
    limit: z._default(z.int('page.limit is a whole number').check(z.gte(1), z.lte(100)), 25),
  }),
  { token: '', limit: 25 },
)

export const evaluation = z.object({ subject, action, resource, context: evaluationContext })
export type Evaluation = z.output<typeof evaluation>

/** One request of several; what it leaves out is taken from the request around it. */
export const evaluations = z.object({
  subject: z.optional(z.unknown()),
  action: z.optional(z.unknown()),
  resource: z.optional(z.unknown()),
  context: z.optional(z.unknown()),
  evaluations: z._default(
    z
      .array(z.record(z.string(), z.unknown(), 'evaluations has objects'), 'evaluations is a list')
      .check(z.maxLength(QUESTIONS_MAX, `At most ${QUESTIONS_MAX} evaluations`)),
    [],
  ),
  options: z._default(
    z.object({
      evaluations_semantic: z._default(
        z.enum(
          ['execute_all', 'deny_on_first_deny', 'permit_on_first_permit'],
          'There is no such evaluations_semantic',
        ),
        'execute_all',
      ),
    }),
    { evaluations_semantic: 'execute_all' },
  ),
})

export const subjectSearch = z.object({ subject: typed('subject'), action, resource, context, page })
export const resourceSearch = z.object({ subject, action, resource: kind, context, page })
export const actionSearch = z.object({ subject, resource, context, page })
