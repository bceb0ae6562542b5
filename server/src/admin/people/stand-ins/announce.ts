import sql, { raw } from 'sql-template-tag'
import { nameOfActor } from '../../../audit/actor-names.ts'
import type { Tx } from '../../../db/database.ts'
import { fullNameIn } from '../../../db/full-name.ts'
import { type Notifier, notify } from '../../../notifications/notify.ts'
import { auditBy } from '../../engine/changes.ts'
import type { Author } from '../../engine/store.ts'

type Facts = {
  applicationId: string
  clientId: string | null
  what: string
  validFrom: Date
  validUntil: Date
  /** The name of who makes the change. */
  by: string
} & Record<'lender' | 'standIn', { _id: string; name: string; isDeleted: boolean }>

/**
 * Writes a line of the audit and a message for each of the two, with both names and
 * that of who did it. Who is deleted gets no message. The note of a person is not sent: it
 * would go out in the name of the portal.
 */
export async function announce(
  deps: Notifier,
  tx: Tx,
  by: Author,
  id: string,
  happened: 'added' | 'ended',
): Promise<void> {
  const { rows } = await tx.execute<Facts>(sql`
    select t.application_id as "applicationId", t.client_id as "clientId",
      t.role || ' · ' || a.name || coalesce(' · ' || c.display_name, '') as what,
      t.valid_from as "validFrom", t.valid_until as "validUntil",
      ${raw(nameOfActor(happened === 'added' ? 't.created_by' : 't.ended_by'))} as by,
      json_build_object('_id', l.id, 'name', ${raw(fullNameIn('l'))}, 'isDeleted', l.deleted_at is not null) as lender,
      json_build_object('_id', u.id, 'name', ${raw(fullNameIn('u'))}, 'isDeleted', u.deleted_at is not null) as "standIn"
    from stand_ins t join users l on l.id = t.lender_id join users u on u.id = t.stand_in_id
      join applications a on a.id = t.application_id left join clients c on c.id = t.client_id
    where t.id = ${id}`)
  const { applicationId, clientId, what, by: author, lender, standIn, ...times } = rows[0] as Facts
  const until = times.validUntil.toISOString()
  const lent = { from: times.validFrom.toISOString(), until }
  const changes = [
    { field: 'lender', before: null, after: lender.name },
    { field: 'standIn', before: null, after: standIn.name },
    { field: 'authority', before: null, after: what },
    { field: 'validFrom', before: null, after: lent.from },
    { field: 'validUntil', before: null, after: lent.until },
  ]
  const shown =
    happened === 'added' ? changes : changes.map(({ field, after }) => ({ field, before: after, after: null }))
  for (const one of [lender, standIn]) {
    await auditBy(tx, by, `users.stand-in-${happened}`, one._id, { name: one.name, changes: shown })
    if (one.isDeleted) continue
    await notify(deps, tx, `stand-in-${happened}`, one._id, {
      scope: { applicationId, clientId },
      values: { lender: lender.name, standIn: standIn.name, authority: what, by: author },
      moments: { from: { at: times.validFrom, is: 'beginning' }, until: { at: times.validUntil, is: 'end' } },
    })
  }
}
