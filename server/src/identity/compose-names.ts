import sql, { raw } from 'sql-template-tag'
import type { Db } from '../db/database.ts'

const BATCH = 200
/** The condition of the index `users_not_composed`, which is empty but for what a former release has stored. */
const NOT_COMPOSED = raw('(first_name is not nfc normalized or last_name is not nfc normalized)')
const HAS_INDEX = raw(
  "exists (select from pg_index where indexrelid = to_regclass('users_not_composed') and indisvalid)",
)

/**
 * Stores names of people with composed letters, as they are entered since (`personName`), where a former release stored
 * them otherwise. They look the same, so this is no change of the record: its version and times stay. Nobody waits for it,
 * and it waits for nobody. Nothing is done before the index is built, perhaps by another server: each step would read everybody.
 *
 * It goes with its index in the release after the next one, ADR 0009 says why: servers of a release that stores names
 * otherwise run beside this one and no later one.
 */
export async function composeNames(db: Db): Promise<void> {
  let composed: number | null
  do {
    const { rowCount } = await db.execute(sql`
      update users set first_name = normalize(first_name), last_name = normalize(last_name) where id in (
        select id from users where ${HAS_INDEX} and ${NOT_COMPOSED}
        order by id limit ${BATCH} for no key update skip locked)`)
    composed = rowCount
  } while (composed === BATCH)
}
