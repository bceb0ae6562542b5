import sql, { type Sql } from 'sql-template-tag'
import type { Tx } from '../../../db/database.ts'

/**
 * Locks, until the transaction ends, what it depends on who decides about a request: whoever has asked and whoever decides, so that
 * nobody changes what they may open; the application, with which owners and the rule change; contacts; and the matrix. Editors of a
 * matrix lock its roles before its version, and so does this.
 */
export async function lockDecision(tx: Tx, requestId: string, decider: string): Promise<void> {
  const ofRequest = (column: Sql) => sql`(select r.${column} from access_requests r where r.id = ${requestId})`
  const [application, client] = [ofRequest(sql`application_id`), ofRequest(sql`client_id`)]
  await tx.execute(sql`
    select from users u where u.id = ${decider} or u.id = ${ofRequest(sql`user_id`)} order by u.id for no key update`)
  await tx.execute(sql`select from applications a where a.id = ${application} for share`)
  await tx.execute(sql`select from pocs p where p.client_id = ${client} and p.decides_requests order by p.id for share`)
  await tx.execute(sql`
    select from application_roles x where x.application_id = ${application} and x.client_id = ${client} order by x.id for share`)
  await tx.execute(sql`select from approval_matrices m where m.application_id = ${application} for share`)
}
