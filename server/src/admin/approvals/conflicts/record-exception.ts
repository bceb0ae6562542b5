import sql, { raw } from 'sql-template-tag'
import type { Tx } from '../../../db/database.ts'
import { fullNameIn } from '../../../db/full-name.ts'
import { auditBy } from '../../engine/changes.ts'
import type { By } from '../../engine/store.ts'

type Facts = {
  userId: string
  person: string
  rule: string
  applicationId: string
  reason: string
  control: string
  validUntil: Date
}

/** The line of the audit, of the person who is excepted. */
export async function recordException(tx: Tx, by: By, id: string, happened: 'added' | 'ended'): Promise<void> {
  const { rows } = await tx.execute<Facts>(sql`
    select e.user_id as "userId", ${raw(fullNameIn('u'))} as person, c.name || ' · ' || a.name as rule,
      a.id as "applicationId", e.reason, e.control, e.valid_until as "validUntil"
    from conflict_exceptions e join users u on u.id = e.user_id join role_conflicts c on c.id = e.rule_id
      join applications a on a.id = c.application_id where e.id = ${id}`)
  const { userId, person, applicationId, validUntil, ...values } = rows[0] as Facts
  const fields = { ...values, validUntil: validUntil.toISOString() }
  await auditBy(tx, by, `users.conflict-exception-${happened}`, userId, {
    ...{ name: person, applicationId, exceptionId: id },
    changes: Object.entries(fields)
      .filter(([, value]) => value !== '')
      .map(([field, value]) =>
        happened === 'added' ? { field, before: null, after: value } : { field, before: value, after: null },
      ),
  })
}
