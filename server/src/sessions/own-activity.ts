import type { OwnActivityLine } from '@gatehouse/contract/own-activity.ts'
import sql, { empty } from 'sql-template-tag'
import type { Change } from '../audit/changes.ts'
import { type AUDIT_EVENTS, presentName, RECORD_CHANGES, storedNamesOf } from '../audit/record-audit.ts'
import type { Executor } from '../db/database.ts'
import { describeUserAgent } from './user-agent.ts'

/** Lines of one answer. */
const LINES = 25

/** Groups of events whose records are people. */
type PersonalGroup =
  | 'signin'
  | 'session'
  | 'registration'
  | 'phone'
  | 'password'
  | 'passkeys'
  | 'authenticators'
  | 'recovery-codes'
  | 'browsers'
  | 'contact'
  | 'users'
type PersonalEvent = Extract<(typeof AUDIT_EVENTS)[number], `${PersonalGroup}.${string}`>

/** Whether the person whom an event is about sees it. Each new event of these groups is decided here. */
const IS_SHOWN: Record<PersonalEvent, boolean> = {
  'signin.code-sent': true,
  'signin.app-asked': true,
  'signin.failed': true,
  'signin.completed': true,
  'signin.code-wrong': true,
  'signin.throttled': true,
  // About all people together.
  'signin.flooded': false,
  'session.ended': true,
  'registration.requested': true,
  'registration.completed': true,
  'registration.assigned': true,
  'registration.refused': true,
  'phone.code-sent': true,
  'phone.code-wrong': true,
  'phone.confirmed': true,
  'phone.refused': true,
  'contact.code-sent': true,
  'contact.code-wrong': true,
  'contact.email-changed': true,
  'contact.phone-changed': true,
  'contact.change-undone': true,
  'password.reset-requested': true,
  'password.reset': true,
  'password.changed': true,
  'password.current-wrong': true,
  'passkeys.added': true,
  'passkeys.renamed': true,
  'passkeys.removed': true,
  'passkeys.copied': true,
  'passkeys.accepted': true,
  'authenticators.added': true,
  'authenticators.renamed': true,
  'authenticators.removed': true,
  'recovery-codes.made': true,
  'recovery-codes.used': true,
  'recovery-codes.removed': true,
  'browsers.remembered': true,
  'browsers.forgotten': true,
  'browsers.copied': true,
  'users.password-set': true,
  'users.role-attached': true,
  'users.role-detached': true,
  'users.application-assigned': true,
  'users.application-detached': true,
  'users.application-ended': true,
  'users.access-requested': true,
  'users.access-withdrawn': true,
  'users.access-step-approved': true,
  'users.access-approved': true,
  'users.access-declined': true,
  'users.stand-in-added': true,
  'users.stand-in-ended': true,
  'users.conflict-exception-added': true,
  'users.conflict-exception-ended': true,
  'users.conflict-reason-given': true,
  'users.data-downloaded': true,
  'users.preferences-changed': true,
  'users.favourite-changed': true,
  'users.sessions-ended': true,
  'users.application-sessions-ended': true,
  'users.passkey-removed': true,
  'users.authenticator-removed': true,
  'users.recovery-codes-removed': true,
  'users.browsers-forgotten': true,
  'users.invited': true,
  'users.access-reset': true,
  'users.locked': true,
  // A planned one is not announced to the person; its beginning is a change of the account.
  'users.suspended': false,
  'users.suspension-ended': true,
  'users.acting-started': true,
  'users.acting-ended': true,
  'users.acting-opened': true,
  'users.acting-refused': true,
  'users.factors-removed': true,
  'users.recovery-started': true,
  'users.recovery-approved': true,
  'users.recovery-cancelled': true,
  'users.recovery-stopped': true,
  'users.recovery-sent': true,
  'users.recovered': true,
  'users.limits-cleared': true,
  // About a list of people.
  'users.exported': false,
}

/** SQL: the line of the audit is about a suspension that had not begun: nobody learns of it that it was planned. */
const IS_OF_PLAN = sql`event = 'users.suspension-ended' and coalesce((detail->>'isPlanned')::boolean, false)`

/** The events that people see of their own account. */
export const OWN_EVENTS: readonly string[] = [
  ...Object.entries(IS_SHOWN).flatMap(([event, isShown]) => (isShown ? [event] : [])),
  ...RECORD_CHANGES.map((change) => `users.${change}`),
]
const STORED = OWN_EVENTS.flatMap(storedNamesOf)

type Row = {
  _id: string
  at: Date
  event: string
  actorId: string | null
  ip: string | null
  userAgent: string | null
  detail: {
    changes?: Change[]
    breached?: string
    name?: string
    formerName?: string
    administrator?: string
    reason?: string
    mayChange?: boolean
    application?: string
  } & {
    [factor in 'passkey' | 'authenticator']?: string
  }
}

/**
 * What happened to the account of a person, newest first. The address and the browser of an administrator are not shown.
 *
 * @param before the last line of the page before
 */
export async function readOwnActivity(
  db: Executor,
  userId: string,
  before: string | undefined,
  limit = LINES,
): Promise<{ lines: OwnActivityLine[]; hasMore: boolean }> {
  const older = before
    ? sql`and number < (select number from audit_events where id = ${before} and subject_id = ${userId})`
    : empty
  const { rows } = await db.execute<Row>(sql`
    with own as (
      select * from audit_events where subject_id = ${userId} and event = any(${STORED}::text[]) and not (${IS_OF_PLAN}) ${older}
      order by number desc limit ${limit + 1})
    select own.id as "_id", own.at, own.event, own.actor_id as "actorId", own.ip, own.detail, s.user_agent as "userAgent"
    from own left join sessions s on s.id = own.session_id and s.user_id = ${userId}
    order by own.number desc`)
  const lines = rows.slice(0, limit).map(({ _id, at, event, actorId, ip, userAgent, detail }) => {
    const by = actorId === userId ? 'owner' : actorId === null ? 'unknown' : 'administrator'
    return {
      ...({ _id, at: at.toISOString(), event: presentName(event), by, changes: changesOf(event, detail) } as const),
      isUnchecked: detail.breached === 'unknown',
      ip: by === 'administrator' ? null : ip,
      ...(userAgent === null || by === 'administrator' ? { browser: '', system: '' } : describeUserAgent(userAgent)),
    }
  })
  return { lines, hasMore: rows.length > limit }
}

/**
 * Factors are recorded by their names, acting by who acts and why, everything else by its values before and after, with the
 * administrator who has changed it while acting for the person.
 */
function changesOf(event: string, { changes, name, formerName, ...detail }: Row['detail']): OwnActivityLine['changes'] {
  const said = (['administrator', 'reason', 'mayChange', 'application'] as const).flatMap((field) =>
    detail[field] === undefined ? [] : [{ field, before: null, after: String(detail[field]) }],
  )
  if (event.startsWith('users.acting-')) return said
  for (const [field, group] of [
    ['passkey', 'passkeys.'],
    ['authenticator', 'authenticators.'],
  ] as const) {
    const one = event.startsWith(group) ? name : detail[field]
    if (one !== undefined) return [{ field, before: formerName ?? null, after: one }]
  }
  const changed = (changes ?? []).map(({ field, before, after }) => ({
    field,
    before: textOf(before),
    after: textOf(after),
  }))
  return [...changed, ...said.filter(({ field }) => field === 'administrator')]
}

const textOf = (value: unknown): string | null =>
  value === null || value === undefined || value === ''
    ? null
    : typeof value === 'string'
      ? value
      : JSON.stringify(value)
