import type { Db } from '../db/database.ts'

const EVERY_MS = 5 * 60_000

const noted = new WeakMap<Db, Map<string, number>>()

/**
 * Notes that an application has authenticated with a secret, at most once in five minutes per server: before ending a
 * secret an administrator must know whether it is still in use, but not to the second. A note neither waits for somebody
 * who changes the application nor makes a request fail: its code or refresh token is used up already.
 *
 * @param digest the stored digest of the secret
 */
export async function noteSecretUse(db: Db, applicationId: string, digest: Buffer): Promise<void> {
  const known = noted.get(db) ?? new Map<string, number>()
  noted.set(db, known)
  const key = digest.toString('base64')
  const now = performance.now()
  if (now - (known.get(key) ?? Number.NEGATIVE_INFINITY) < EVERY_MS) return
  // Set before the statement: of simultaneous requests only one writes.
  known.set(key, now)
  const noting = {
    name: 'note-secret-use',
    text: `with own as (
        update applications set secret_last_used_at = now() where id = (
          select id from applications where id = $1 and secret_hash = $2 for no key update skip locked))
      update application_secrets set last_used_at = now() where id = (
        select id from application_secrets where application_id = $1 and secret_hash = $2 for no key update skip locked)`,
    values: [applicationId, digest],
  }
  // The next use tries again.
  await db.execute(noting).catch(() => known.delete(key))
}
