import sql from 'sql-template-tag'
import type { Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { Author } from '../engine/store.ts'

const TAKEN_URL = 'Another application has this Allowed URL. A token for it is for one application only.'
const URL_TAKEN_BY = 'This Allowed URL belongs to the application'

/**
 * Makes sure that no other application has the Allowed URL of a stored one: a token for it is for one application alone (RFC 8707),
 * and launches by address ask which one is meant. The other one is named to whoever may read applications.
 *
 * @throws AppError invalid_request at the field
 */
export async function requireOwnAddress(tx: Tx, { person }: Author, id: string): Promise<void> {
  // Two applications that get the same one at the same moment wait for each other.
  await tx.execute(sql`
    select pg_advisory_xact_lock(hashtextextended('allowed url ' || allowed_url, 0)) from applications
    where id = ${id} and allowed_url <> ''`)
  const { rows } = await tx.execute<{ name: string }>(sql`
    select o.name from applications t
      join applications o on o.allowed_url = t.allowed_url and o.id <> t.id and o.deleted_at is null
    where t.id = ${id} and t.allowed_url <> '' order by o.id limit 1`)
  const [other] = rows
  if (other === undefined) return
  const fields = { applicationAllowedUrl: TAKEN_URL }
  if (!person.permissions.includes('applications:read'))
    throw new AppError('invalid_request', { msg: TAKEN_URL, data: { fields } })
  const missing = [other.name]
  throw new AppError('invalid_request', {
    msg: `${URL_TAKEN_BY} ${other.name}`,
    data: { fields, reason: URL_TAKEN_BY, missing },
  })
}
