import sql from 'sql-template-tag'
import type { Change } from '../../../audit/changes.ts'
import type { Tx } from '../../../db/database.ts'
import { momentOf } from '../../engine/moment-of.ts'
import { refuseFields } from '../../engine/refuse-fields.ts'

/** A moment, or a day such as '2027-03-31' in the portal's time zone; `null`: no limit; left out: as before. */
export type AskedDates = { validFrom?: string | null | undefined; validUntil?: string | null | undefined }

/** When an assignment begins and ends; `null`: at once, and never. */
export type Term = { validFrom: Date | null; validUntil: Date | null }

type Before = Term & {
  role: string
  /** Whether its beginning has been dealt with, a little later than it came. */
  hasBegun: boolean
  isToCome: boolean
  isOver: boolean
}

type NextTerm = Term & {
  /** Whether the dates stay as they are. */
  isSame: boolean
  hasBegun: boolean
  /** Whether the person is to be notified before the end: it is further away than the notice. */
  needsNotice: boolean
}

/** A person is notified so long before an assignment ends. */
export const END_NOTICE_DAYS = 7

/**
 * The dates of an assignment before and after a change, by the clock of the database.
 *
 * @throws AppError invalid_request for an end that is past, or not after the beginning
 */
export async function readTerm(
  tx: Tx,
  { userId, applicationId, clientId }: { userId: string; applicationId: string; clientId: string },
  { validFrom, validUntil }: AskedDates,
  timeZone: string,
): Promise<NextTerm & { before: Before | null }> {
  const from = momentOf(validFrom, 0, timeZone) ?? sql`s.valid_from`
  const until = momentOf(validUntil, 1, timeZone) ?? sql`s.valid_until`
  const { rows } = await tx.execute<Row>(sql`
    select s.role, s.has_begun as "hadBegun", s.valid_from as "fromBefore", s.valid_until as "untilBefore",
      w.valid_from as "validFrom", w.valid_until as "validUntil",
      s.valid_from is not distinct from w.valid_from and s.valid_until is not distinct from w.valid_until as "isSame",
      coalesce(w.valid_from <= now(), true) as "hasBegun", coalesce(w.valid_until <= now(), false) as "isOver",
      coalesce(w.valid_until <= w.valid_from, false) as "isEmpty",
      coalesce(s.valid_from > now(), false) as "wasToCome", coalesce(s.valid_until <= now(), false) as "wasOver",
      coalesce(w.valid_until > now() + make_interval(days => ${END_NOTICE_DAYS}), false) as "needsNotice"
    from (select 1) one
      left join assignments s
        on s.user_id = ${userId} and s.application_id = ${applicationId} and s.client_id = ${clientId}
      cross join lateral (select ${from} as valid_from, ${until} as valid_until) w`)
  const { role, hadBegun, wasToCome, wasOver, fromBefore, untilBefore, isOver, isEmpty, ...next } = rows[0] as Row
  refuseFields({
    validUntil: isOver ? 'The end must be in the future' : isEmpty ? 'The end must be after the beginning' : null,
  })
  if (role === null) return { ...next, before: null }
  const dates = { validFrom: fromBefore, validUntil: untilBefore }
  return { ...next, before: { role, hasBegun: hadBegun, isToCome: wasToCome, isOver: wasOver, ...dates } }
}

type Row = NextTerm & {
  /** `null`: not assigned yet. */
  role: string | null
  hadBegun: boolean
  wasToCome: boolean
  wasOver: boolean
  fromBefore: Date | null
  untilBefore: Date | null
  isOver: boolean
  isEmpty: boolean
}

/**
 * What an assignment gives beyond the one before: 'access', when it is new, goes on after it was over, or begins earlier than one that
 * has not begun; 'more', another role or more time; or 'nothing'.
 */
export function gainOf(before: Before | null, next: Term & { role: string }): 'access' | 'more' | 'nothing' {
  if (before === null || before.isOver) return 'access'
  const isEarlier = (next.validFrom?.getTime() ?? -Infinity) < (before.validFrom?.getTime() ?? -Infinity)
  if (before.isToCome && isEarlier) return 'access'
  const isLater = (next.validUntil?.getTime() ?? Infinity) > (before.validUntil?.getTime() ?? Infinity)
  return isEarlier || isLater || before.role.toLowerCase() !== next.role.toLowerCase() ? 'more' : 'nothing'
}

/** The dates that a change touches, as fields of its line in the audit. */
export function changesOfDates(before: Term | null, next: Term): Change[] {
  const fields = ['validFrom', 'validUntil'] as const
  return fields.flatMap((field) => {
    const [was, is] = [before?.[field]?.toISOString() ?? null, next[field]?.toISOString() ?? null]
    return was === is ? [] : [{ field, before: was, after: is }]
  })
}

/** The same as moments of a message, which names no limit that there is not. */
export const datesOfMessage = ({ validFrom, validUntil, hasBegun }: Term & { hasBegun: boolean }) => ({
  ...(validFrom !== null && !hasBegun && { from: { at: validFrom, is: 'beginning' as const } }),
  ...(validUntil !== null && { until: { at: validUntil, is: 'end' as const } }),
})
