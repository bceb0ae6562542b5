import type { KeyObject } from 'node:crypto'
import sql from 'sql-template-tag'
import { seal, unseal } from '../crypto/seal.ts'
import type { Db, Executor } from '../db/database.ts'

const PROOF = 'master-key'
const PLACE = 'installation|value|master-key'

/**
 * Compares the master key with the one that this database was first used with. With another key nobody could sign in,
 * and new secrets would be sealed so that the right key cannot open them (requirement P16).
 *
 * @throws Error with a sentence for the operator
 */
export async function requireSameMasterKey(db: Db, sealKey: KeyObject): Promise<void> {
  const proof = JSON.stringify(seal(sealKey, PLACE, PROOF).toString('base64'))
  await db.execute(sql`insert into installation (key, value) values (${PROOF}, ${proof}::jsonb) on conflict do nothing`)
  if (!(await isSameMasterKey(db, sealKey)))
    throw new Error('The master key is not the one that this database was set up with.')
}

/** The same without storing anything. `null`: the database was not used with any key yet. */
export async function isSameMasterKey(on: Executor, sealKey: KeyObject): Promise<boolean | null> {
  const { rows } = await on.execute<{ value: string }>(sql`select value from installation where key = ${PROOF}`)
  const [proof] = rows
  if (proof === undefined) return null
  try {
    unseal(sealKey, PLACE, Buffer.from(proof.value, 'base64'))
    return true
  } catch {
    return false
  }
}
