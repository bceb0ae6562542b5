import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import type { Config } from '../config.ts'
import { newId } from '../crypto/ids.ts'
import { secretHash } from '../crypto/secrets.ts'
import type { Tx } from '../db/database.ts'

/**
 * Makes the one-time link by which a person chooses a password; earlier links become void.
 *
 * @param userId `null`: a decoy. The same work is done, and the link is not valid
 */
export async function makeResetLink(
  tx: Tx,
  { publicUrl }: Pick<Config, 'publicUrl'>,
  userId: string | null,
  minutes: number,
): Promise<string> {
  const uuid = randomUUID()
  await tx.execute(sql`
    with void as (update reset_links set used_at = now() where user_id = ${userId} and used_at is null)
    insert into reset_links (id, secret_hash, user_id, expires_at)
    select ${newId()}, ${secretHash(uuid)}, id, now() + make_interval(mins => ${minutes}) from users where id = ${userId}`)
  return new URL(`/resetpassword/${uuid}`, publicUrl).href
}
