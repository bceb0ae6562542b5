import { randomBytes } from 'node:crypto'
import { recordAudit } from '../audit/record-audit.ts'
import type { Db } from '../db/database.ts'
import { closeToFormerReleases, rootOf } from './open-keyring.ts'
import { insertStoredKey, lockKeys, type MasterKeys, openStoredKey, readStoredKeys, wrapperOf } from './stored-keys.ts'

/** Whether servers of the release before, which only read values that do not name their key, can still work. */
export async function isOpenToFormerRelease(db: Db): Promise<boolean> {
  const newest = (await readStoredKeys(db)).findLast(({ use }) => use === 'data')
  return newest?.form === 1
}

/**
 * Makes a new data key. Servers use it within seconds, and seal all values again with it; the former ones still open values.
 *
 * @returns its version
 * @throws WrongMasterKey
 */
export function rotateDataKey(db: Db, masterKeys: MasterKeys): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.execute(lockKeys())
    const rows = await readStoredKeys(tx)
    const root = rootOf(rows)
    const rootKey = openStoredKey(root, masterKeys)
    const version = Math.max(...rows.flatMap((row) => (row.use === 'data' ? [row.version] : []))) + 1
    // `openStoredKey` has found it.
    const masterKey = wrapperOf(root, masterKeys) as Buffer
    await tx.execute(insertStoredKey({ use: 'data', version, form: 2, key: randomBytes(32) }, masterKey, rootKey))
    await tx.execute(closeToFormerReleases())
    await recordAudit(tx, { event: 'installation.data-key-renewed', detail: { version, by: 'gatehouse' } })
    return version
  })
}
