import * as z from 'zod/mini'
import * as dayField from '../../day-fields.ts'
import { endpoint } from '../../endpoint.ts'
import * as field from '../../fields.ts'
import { pageAsked, pageOf } from '../../paging.ts'

/** A person has one exception of a rule at a time. */
export const EXCEPTED_ALREADY = 'This person has an exception of this rule already. End it first.'

/** Those that count, and those that have ended. */
export const EXCEPTION_STATES = ['current', 'past'] as const

const named = z.object({ _id: z.string(), name: z.string() })

const conflictException = z.object({
  _id: z.string(),
  rule: named,
  application: named,
  person: named,
  /** Who has granted it and answers for it. */
  owner: named,
  reason: z.string(),
  /** What is done instead of keeping the duties apart; may be empty. */
  control: z.string(),
  createdAt: z.string(),
  /** From this moment on, the rule counts for the person again. */
  validUntil: z.string(),
  /** When somebody ended it before that, and who. */
  endedAt: z.nullable(z.string()),
  endedBy: z.string(),
})
export type ConflictException = z.output<typeof conflictException>

export const listConflictExceptions = endpoint({
  method: 'GET',
  path: '/api/admin/conflictExceptions',
  access: 'users:read',
  summary:
    'Who is excepted from which rule of separation of duties, one page at a time: current exceptions by their end, past ones the newest first.',
  request: z.object({
    /** Left out: current ones. */
    state: z.optional(z.enum(EXCEPTION_STATES)),
    ruleId: z.optional(field.id()),
    userId: z.optional(field.id()),
    ...pageAsked,
  }),
  response: pageOf(conflictException),
})

export const exceptFromRule = endpoint({
  method: 'POST',
  path: '/api/admin/conflictExceptions/add',
  access: 'approvals:write',
  touches: ['assignment'],
  // Somebody has to answer for it.
  serviceAccounts: false,
  summary:
    'Excepts a person from a rule of separation of duties for a time. The caller owns the exception, and is notified before it ends. Nobody excepts themselves.',
  message: 'Exception Added',
  request: z.object({
    ruleId: field.id('Choose one from the list'),
    userId: field.id('Choose one from the list'),
    reason: field.requiredText('Reason is required', 500),
    control: field.textOrEmpty(500),
    /** A day counts whole; a moment is the first one at which the rule counts again. */
    validUntil: z.pipe(
      z.string('Choose a date').check(z.minLength(1, 'Choose a date')),
      dayField.requiredDayOrMoment(),
    ),
  }),
  response: z.object({ _id: z.string() }),
})

export const endConflictException = endpoint({
  method: 'POST',
  path: '/api/admin/conflictExceptions/end',
  access: 'approvals:write',
  touches: [],
  summary: 'Ends an exception before its time: the rule counts for the person again. Nothing is taken away from them.',
  message: 'Exception Ended',
  request: z.object({ exceptionId: field.id() }),
  response: z.object({}),
})
