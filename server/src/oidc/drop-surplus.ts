import { type Db, prepared } from '../db/database.ts'

/** How many requests of one sign-in may wait at a time. */
const WAITING_MAX = 50

/**
 * Removes all waiting requests of a sign-in but the newest: nobody fills the database with them. The index of waiting requests
 * serves it.
 *
 * @param mark of the sign-in (`signInMark`)
 */
export async function dropSurplus(db: Db, mark: string): Promise<void> {
  await db.execute(
    prepared('drop-surplus')`
    delete from oidc_artifacts where id_hash in (
      select id_hash from oidc_artifacts where id_hash in (
        select id_hash from oidc_artifacts where model = 'Interaction' and payload->'lastSubmission'->>'before' = ${mark}
        order by created_at desc, id_hash offset ${WAITING_MAX})
      for update skip locked)`,
  )
}
