import * as z from 'zod/mini'
import { APPROVAL_REASON_CODES } from '../../approval-reasons.ts'
import * as dayField from '../../day-fields.ts'
import { download, endpoint } from '../../endpoint.ts'
import * as field from '../../fields.ts'
import { integer, pageAsked, pageOf } from '../../paging.ts'

/** Decisions of one replay. */
export const REPLAYED_MAX = 500_000
/** Changed decisions that a replay lists; the others are only counted. */
export const LISTED_CHANGES_MAX = 10_000
/** Replays that are under way at once. */
export const REPLAYS_AT_ONCE = 3

/** Why a logged decision could not be replayed. */
export const NOT_REPLAYED = {
  'person-gone': 'The person is not active any more.',
  'assignment-gone': 'The person was deleted, or no longer has the application for this client.',
  'client-gone': 'The client was deleted.',
  'page-gone': 'The page was deleted.',
  'stand-in-gone': 'It was allowed by a stand-in that has ended.',
  'rule-gone': 'It was refused by a rule of separation of duties that refuses nothing any more.',
} as const
export type NotReplayed = keyof typeof NOT_REPLAYED
const NOT_REPLAYED_CODES = Object.keys(NOT_REPLAYED) as [NotReplayed, ...NotReplayed[]]

/** How a decision differs. `unapprovable`: a document like this reaches somebody at each step now, and would not any more. */
export const REPLAY_CHANGES = ['allow-to-deny', 'deny-to-allow', 'unapprovable'] as const
export type ReplayChange = (typeof REPLAY_CHANGES)[number]

export const REPLAY_STATES = ['waiting', 'running', 'done', 'cancelled', 'failed'] as const

export const NO_DECISIONS = 'No application asked for a decision in these days, or it was not kept.'
export const TOO_MANY_DECISIONS = 'These days have more than 500,000 decisions. Choose fewer days.'
export const TOO_MANY_REPLAYS = 'Three replays are under way. Wait for one of them, or cancel it.'
export const DAYS_UPSIDE_DOWN = 'The first day cannot be after the last.'
export const ONE_TARGET = 'Choose a draft or a version.'

const named = z.object({ _id: z.string(), name: z.string() })

const replay = z.object({
  _id: z.string(),
  application: named,
  /** What was replayed against: a draft by its name, with its id while it exists; or a version. */
  draftId: z.nullable(z.string()),
  draftName: z.string(),
  version: z.nullable(z.number()),
  firstDay: z.string(),
  lastDay: z.string(),
  state: z.enum(REPLAY_STATES),
  cancelRequested: z.boolean(),
  /** Why it stopped. */
  error: z.string(),
  /** The decisions of these days, and those that were looked at. */
  total: z.number(),
  position: z.number(),
  replayed: z.number(),
  allowToDeny: z.number(),
  denyToAllow: z.number(),
  /** Changed answers that the matrix gives also without the draft, by what counted when it was replayed. */
  changedAnyway: z.number(),
  unapprovable: z.number(),
  notReplayed: z.array(z.object({ reason: z.enum(NOT_REPLAYED_CODES), count: z.number() })),
  createdBy: z.string(),
  createdAt: z.string(),
  finishedAt: z.nullable(z.string()),
})
export type Replay = z.output<typeof replay>

export const startApprovalReplay = endpoint({
  method: 'POST',
  path: '/api/admin/approvalReplays/start',
  access: 'approvals:write',
  touches: [],
  summary:
    'Replays the decisions that an application asked for in these days against a draft or a version of its matrix, as a job. Nothing is changed.',
  message: 'Started',
  request: z.object({
    applicationId: field.id('Application is required'),
    draftId: z.optional(field.id()),
    version: z.optional(integer(1, 999_999)),
    firstDay: dayField.requiredDay(),
    lastDay: dayField.requiredDay(),
  }),
  response: z.object({ _id: z.string() }),
})

export const listApprovalReplays = endpoint({
  method: 'GET',
  path: '/api/admin/approvalReplays/list',
  access: 'approvals:read',
  summary: 'The replays of the last 30 days, the newest first, one page at a time.',
  request: z.object({ applicationId: z.optional(field.id()), ...pageAsked }),
  response: pageOf(replay),
})

const byId = { replayId: field.id() }

export const readApprovalReplay = endpoint({
  method: 'GET',
  path: '/api/admin/approvalReplays/read',
  access: 'approvals:read',
  summary: 'A replay with its figures, also while it is under way.',
  request: z.object(byId),
  response: replay,
})

export const cancelApprovalReplay = endpoint({
  method: 'POST',
  path: '/api/admin/approvalReplays/cancel',
  access: 'approvals:write',
  touches: [],
  summary: 'Stops a replay. What it has found so far stays.',
  message: 'Cancelled',
  request: z.object(byId),
  response: z.object({}),
})

const changed = z.object({
  number: z.number(),
  /** The id of the decision: `_id` of its answer, and `jti` of its receipt. `null`: it was made before decisions had one. */
  decisionId: z.nullable(z.string()),
  /** When it was decided. */
  at: z.string(),
  /** `null`: nobody, or the caller may not see people. */
  person: z.nullable(named),
  /** The lender, when a stand-in decided by lent authority. */
  onBehalfOf: z.nullable(named),
  client: z.nullable(named),
  page: named,
  action: z.string(),
  amount: z.string(),
  /** What was approved before of the same case; empty: nothing. */
  earlierAmount: z.string(),
  region: z.string(),
  /** The answer then, by the draft or version, and by what counted when it was replayed. */
  before: z.enum(['allow', 'deny']),
  after: z.enum(['allow', 'deny']),
  current: z.enum(['allow', 'deny']),
  isUnapprovable: z.boolean(),
  reasonsBefore: z.array(z.enum(APPROVAL_REASON_CODES)),
  reasonsAfter: z.array(z.enum(APPROVAL_REASON_CODES)),
})
export type ChangedDecision = z.output<typeof changed>

export const listReplayChanges = endpoint({
  method: 'GET',
  path: '/api/admin/approvalReplays/changes',
  access: 'approvals:read',
  summary:
    'The first 10,000 decisions that differ, one page at a time, in the order in which they were made, or the one with this id. People are named for callers who may see people.',
  request: z.object({
    ...byId,
    change: z.optional(z.enum(REPLAY_CHANGES)),
    decision: field.optionalText(200),
    ...pageAsked,
  }),
  response: pageOf(changed),
})

/** The same as a file. */
export const replayChangesFile = download({
  path: '/api/admin/approvalReplays/changes.csv',
  isSensitive: true,
  access: 'approvals:read',
  name: 'changed-decisions.csv',
  request: z.object(byId),
})
