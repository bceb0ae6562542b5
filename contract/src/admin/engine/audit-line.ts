import * as z from 'zod/mini'

/** One line of a record's history or of the activity screen. */
export const auditEvent = z.object({
  _id: z.string(),
  at: z.string(),
  event: z.string(),
  actor: z.nullable(z.object({ _id: z.string(), name: z.string(), isServiceAccount: z.boolean() })),
  /** Of the actor; in a line about the end of a session, the one that ended. */
  sessionId: z.nullable(z.string()),
  subjectId: z.nullable(z.string()),
  /** The record's name at that time. */
  subject: z.string(),
  ip: z.nullable(z.string()),
  /** Each changed field, before and after. Never contains secrets. */
  changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
  detail: z.record(z.string(), z.unknown()),
})
export type AuditLine = z.output<typeof auditEvent>
