import sql, { raw } from 'sql-template-tag'
import type { Db, Tx } from '../db/database.ts'
import { isActive } from './launch-rule.ts'

export type Pair = { applicationId: string; clientId: string }

/** With the names as stored, in their own upper and lower case. */
type OpenPair = Pair & { application: string; client: string }

/** The pair of these names when it is open to self-registration, else `null` (requirement S6). */
export async function findOpenPair(db: Db | Tx, application: string, client: string): Promise<OpenPair | null> {
  const { rows } = await db.execute<OpenPair>(sql`
    select s.application_id as "applicationId", s.client_id as "clientId", a.name as application, c.actual_name as client
    from self_registrations s
      join applications a on a.id = s.application_id and ${raw(isActive('a'))}
      join clients c on c.id = s.client_id and ${raw(isActive('c'))}
    where s.enabled and lower(a.name) = lower(${application}) and lower(c.actual_name) = lower(${client})`)
  return rows[0] ?? null
}
