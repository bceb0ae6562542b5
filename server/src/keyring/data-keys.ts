import type { KeyObject } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { asKey, type DataKey, type DataKeys } from '../crypto/seal.ts'
import type { Db } from '../db/database.ts'
import {
  type MasterKeys,
  openHandover,
  openStoredKey,
  readStoredKeys,
  type StoredKey,
  wrapperOf,
} from './stored-keys.ts'

/** An unknown key may have been made by another server; unknown ids cost at most one reading in this time. */
const REREAD_MS = 1000

/** The data keys, kept in memory and read again when a value names one that is not known. */
export function makeDataKeys(db: Db, masterKeys: MasterKeys, rootKey: Buffer, stored: StoredKey[]): DataKeys {
  const known = new Map<string | null, KeyObject>()
  let newest: DataKey | null = null
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | null = null

  const learn = (rows: StoredKey[]) => {
    for (const row of rows) {
      if (row.use !== 'data') continue
      const id = row.form === 1 ? null : row.id
      if (!known.has(id)) {
        const key = wrapperOf(row, masterKeys) ? openStoredKey(row, masterKeys) : openHandover(row, rootKey)
        // The master key was changed and this server not restarted for an hour: it reads what it could read before.
        if (key === null) continue
        known.set(id, asKey(key))
      }
      newest = { id, key: known.get(id) as KeyObject }
    }
  }
  const read = async () => {
    readAt = performance.now()
    learn(await readStoredKeys(db))
  }
  const readSoon = async () => {
    const waitMs = readAt + REREAD_MS - performance.now()
    if (waitMs > 0) await sleep(waitMs)
    await read()
  }
  learn(stored)
  return {
    newest: () => {
      if (newest === null) throw new Error('this database has no data key')
      return newest
    },
    find: async (id) => {
      if (!known.has(id)) {
        reading ??= readSoon().finally(() => {
          reading = null
        })
        await reading
      }
      return known.get(id) ?? null
    },
    reread: read,
  }
}
