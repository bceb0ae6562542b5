import * as z from 'zod/mini'
import * as dayField from '../../day-fields.ts'
import { download, endpoint } from '../../endpoint.ts'
import * as field from '../../fields.ts'
import { pageAsked, pageOf } from '../../paging.ts'
import { auditEvent } from '../engine/audit-line.ts'

const DAY_MS = 86_400_000

/** A date of ISO 8601, in UTC, or a moment. The last day counts whole. */
const moment = (isEnd: boolean) =>
  z.pipe(
    dayField.requiredDayOrMoment(),
    z.transform((sent) => new Date(Date.parse(sent) + (isEnd && sent.length === 10 ? DAY_MS : 0)).toISOString()),
  )

const filters = {
  actorId: z.optional(field.id()),
  subjectId: z.optional(field.id()),
  /** What `actorId`, which is needed too, did in one session. */
  sessionId: z.optional(field.id()),
  /** An event such as 'users.deleted', or all of a group: 'users'. */
  event: z.optional(z.string().check(z.maxLength(100, 'Too Long!'), z.regex(/^[A-Za-z]+(\.[a-z-]+)?$/))),
  from: z.optional(moment(false)),
  /** Exclusive. A date without a time includes the whole day. */
  to: z.optional(moment(true)),
}

export const listActivity = endpoint({
  method: 'GET',
  path: '/api/audit/events',
  access: 'audit:read',
  summary: 'Who did what and when, newest first, one page at a time.',
  request: z.object({ ...filters, ...pageAsked }),
  response: pageOf(auditEvent),
})

/** All matching lines as a file, streamed without an envelope. */
export const activityFile = download({
  path: '/api/audit/events.csv',
  isSensitive: true,
  access: 'audit:read',
  name: 'activity.csv',
  request: z.object(filters),
})
