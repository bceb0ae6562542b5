import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import * as field from '../../fields.ts'
import { publishAt } from './publish-dates.ts'

/** Why a request can no longer be confirmed. */
export const VOID_REASONS = ['matrix', 'draft', 'asker', 'date'] as const

/** What waits for a second person: to publish a draft, or to stop asking for one. */
export const publishRequest = z.object({
  _id: z.string(),
  askedBy: z.string(),
  askedAt: z.string(),
  /** Empty: none was given. */
  reason: z.string(),
  isMine: z.boolean(),
  /** Not for the asker, nor for anybody who has changed the draft. */
  mayConfirm: z.boolean(),
  /** `null`: it waits. */
  voidBecause: z.nullable(z.enum(VOID_REASONS)),
  /** What is confirmed; `null`: that no second person is asked any more. */
  revision: z.nullable(z.number()),
  version: z.nullable(z.number()),
  /** The moment from which the draft is to count; `null`: from the confirmation on. */
  publishAt: z.nullable(z.string()),
})
export type PublishRequest = z.output<typeof publishRequest>

/** What somebody answered instead of confirming. */
export const sentBack = z.object({ by: z.string(), at: z.string(), note: z.string() })

/** The refusal of every change outside a draft, while a second person confirms the changes. */
export const ASKS_SECOND_PERSON =
  'In this application a second person confirms what people may approve. Make this change in a draft, under Approval versions.'
export const RULES_HOLD =
  'In this application a second person confirms what people may approve, so a role or page that a rule or the catch-all role decides about keeps its name, status and place, and none is added. First remove the rule or the catch-all role in a draft, under Approval versions.'
/** The refusal of a change in a matrix by which requests for access are decided. */
export const GIVES_ACCESS =
  'The matrix of this application decides about requests for access. To change it you also need users:write.'
export const ASK_INSTEAD = 'In this application a second person confirms. Ask for it instead of publishing.'
export const NOBODY_CONFIRMS =
  'Nobody else may confirm: that takes another active person who may change approvals, and has not changed this draft.'
/** The same before there is a draft: when a second person is asked from now on. */
export const NOBODY_COULD_CONFIRM =
  'Nobody else could confirm: that takes another active person who may change approvals.'
export const ALREADY_ASKED = 'This waits for a second person already.'
export const NOT_ASKED = 'No second person is asked in this application.'
export const DRAFT_WAITS =
  'This draft waits for a second person, so nobody changes it. Withdraw the request, or send it back.'
export const MAY_NOT_CONFIRM = 'You have asked for this, or changed the draft. Another person must confirm it.'
export const VOID_TEXTS = {
  matrix: 'What counts was changed since somebody asked, so this request is void. It has to be asked again.',
  draft: 'The draft was changed since somebody asked, so this request is void. It has to be asked again.',
  asker: 'Whoever asked may no longer change approvals, so this request is void. It has to be asked again.',
  date: 'Nobody confirmed this before its date, so this request is void. It has to be asked again.',
} as const satisfies Record<(typeof VOID_REASONS)[number], string>

const ofApplication = { applicationId: field.id('Application is required') }
const change = { method: 'POST', access: 'approvals:write', touches: [], serviceAccounts: false } as const

export const readSecondPerson = endpoint({
  method: 'GET',
  path: '/api/admin/approvalPublishing/read',
  access: 'approvals:read',
  summary: 'Whether publishing in an application asks a second person, and whether somebody asks to stop that.',
  request: z.object(ofApplication),
  response: z.object({
    asksSecondPerson: z.boolean(),
    /** To stop asking for a second person. */
    request: z.nullable(publishRequest),
  }),
})

export const askSecondPerson = endpoint({
  ...change,
  path: '/api/admin/approvalPublishing/start',
  isSensitive: true,
  summary: 'From now on a second person confirms every change of the approval matrix of an application.',
  message: 'A Second Person Confirms From Now On',
  request: z.object(ofApplication),
  response: z.object({}),
})

export const askToStopSecondPerson = endpoint({
  ...change,
  path: '/api/admin/approvalPublishing/stop',
  isSensitive: true,
  summary: 'Asks that no second person confirms changes of an approval matrix any more. A second person confirms that.',
  message: 'A Second Person Was Asked',
  request: z.object({ ...ofApplication, reason: field.requiredText('Reason is required', 500) }),
  response: z.object({}),
})

export const askToPublish = endpoint({
  ...change,
  path: '/api/admin/approvalPublishing/ask',
  isSensitive: true,
  summary: 'Asks a second person to publish a draft. Until that is decided the draft stays as it is.',
  message: 'A Second Person Was Asked',
  request: z.object({
    draftId: field.id(),
    /** The revision and version of the comparison that the caller has seen. */
    revision: z.int(),
    version: z.int(),
    reason: field.textOrEmpty(500),
    publishAt: publishAt(),
  }),
  response: z.object({}),
})

const ofRequest = { requestId: field.id() }

export const confirmPublishing = endpoint({
  ...change,
  path: '/api/admin/approvalPublishing/confirm',
  isSensitive: true,
  summary: 'Confirms, as the second person, what somebody else has asked for. It counts from now on, or from its date.',
  message: 'Confirmed',
  request: z.object({
    ...ofRequest,
    /** The revision and version of the comparison that the caller has seen; `null` where there is none. */
    revision: z.nullable(z.int()),
    version: z.nullable(z.int()),
  }),
  response: z.object({}),
})

export const sendBackPublishing = endpoint({
  ...change,
  path: '/api/admin/approvalPublishing/sendBack',
  summary:
    'Sends back what somebody else has asked for, with a sentence. Nothing changes but that it can be changed again.',
  message: 'Sent Back',
  request: z.object({ ...ofRequest, note: field.requiredText('Say what is to be done', 500) }),
  response: z.object({}),
})

export const withdrawPublishing = endpoint({
  ...change,
  path: '/api/admin/approvalPublishing/withdraw',
  summary: 'Takes back what the caller has asked for.',
  message: 'Withdrawn',
  request: z.object(ofRequest),
  response: z.object({}),
})
