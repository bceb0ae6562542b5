import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { firstHourSteps } from './first-hour.ts'

export const OVERVIEW_DAYS = 30
/** Messages are counted up to this number. */
export const OVERVIEW_COUNTED_MAX = 10_000

/** What needs attention. */
export const ATTENTION_KINDS = [
  /** Gateways, applications, webhooks and the partner portal that cannot be reached. */
  'lanesFailing',
  /** Messages wait, the oldest of them for some minutes. */
  'messagesWaiting',
  /** Messages of today and yesterday that failed. */
  'messagesFailed',
  /** Calls to the partner portal that failed. */
  'partnerCallsFailed',
  /** The newest scheduled backup failed, or none was made in time: one line. */
  'backupsFailed',
  /** The archive of the embedded database fails or is late: one line. */
  'archiveFailing',
  /** Minutes of today and yesterday in which so many sign-ins failed that unknown browsers had to wait. */
  'signInsFlooded',
  /** Rate limits reached today and yesterday: one for each account or address, and window. */
  'signInsThrottled',
  /** Far more sign-ins failed on a day than on others. */
  'signInsFailed',
  /** Applications with a secret that ends soon. */
  'secretsEnding',
  /** Service accounts with a key that ends soon. */
  'keysEnding',
  /** Service accounts whose owner is missing, inactive or deleted. */
  'accountsOwnerless',
  /** The caller's own jobs that failed, or some of whose records did. */
  'jobsFailed',
  /** Applications and clients with amounts that nobody approves. */
  'approvalsMissing',
  /** Changes of approvals that wait for a second person, and that the caller may confirm. */
  'publishingWaiting',
  /** Requests of people for applications that wait for a decision. */
  'accessRequested',
  /** Account recoveries that are open. */
  'recoveriesOpen',
  /** Pages that applications have published and no role may use yet. */
  'pagesUnassigned',
  /** Reviews of access after their due date. */
  'reviewsOverdue',
  /** People whose review of access could not start by itself. */
  'reviewsRefused',
  /** Webhooks that were switched off after failed deliveries. */
  'webhooksOff',
] as const

const named = z.object({ _id: z.string(), name: z.string() })

const attention = z.object({
  kind: z.enum(ATTENTION_KINDS),
  count: z.number(),
  /** There are more than the number counted. */
  hasMore: z.boolean(),
  /** For waiting messages: since when the oldest waits. */
  since: z.nullable(z.string()),
  /** For failed sign-ins: the day, and the usual number per day. */
  day: z.nullable(z.string()),
  usual: z.nullable(z.number()),
  /** For approvals: the first ten places, with their numbers of gaps, and of steps whose role nobody has. */
  places: z.array(z.object({ application: named, client: named, count: z.number(), withoutPeople: z.number() })),
})
export type Attention = z.output<typeof attention>

const figure = z.object({ count: z.number(), isEstimate: z.boolean() })
/** One number for each day. */
const daily = z.array(z.number())

export const overview = endpoint({
  method: 'GET',
  path: '/api/admin/overview',
  access: 'session',
  serviceAccounts: true,
  summary:
    'What needs attention, and sign-ins, launches, people and messages of the last 30 days. What the caller may not read is empty or null.',
  request: z.object({
    /** The IANA time zone of the days. */
    timeZone: z._default(z.string().check(z.maxLength(64, 'Too Long!')), 'UTC'),
  }),
  response: z.object({
    /** Such as 2026-11-22, oldest first; the last one is today. */
    days: z.array(z.string()),
    /** The steps of the first hour; `null` once they were all done, or hidden, and for people who may do none of them. */
    firstHour: z.nullable(firstHourSteps),
    /** The most urgent first. */
    attention: z.array(attention),
    signIns: z.nullable(z.object({ completed: daily, failed: daily })),
    /** From the dashboard, and by OpenID Connect sign-ins of the applications. */
    launches: z.nullable(z.object({ tiles: daily, openId: daily })),
    /** The most opened applications. */
    applications: z.nullable(z.array(z.object({ ...named.shape, tiles: z.number(), openId: z.number() }))),
    people: z.nullable(z.object({ active: figure, inactive: figure, deleted: figure })),
    /** Sent and failed messages of today and yesterday. */
    messages: z.nullable(z.object({ waiting: figure, sent: figure, failed: figure })),
  }),
})
