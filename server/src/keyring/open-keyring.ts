import { randomBytes } from 'node:crypto'
import sql from 'sql-template-tag'
import { recordAudit } from '../audit/record-audit.ts'
import { deriveKeys, type Keys, masterKeyId, unnamedDataKey } from '../crypto/keys.ts'
import { asKey, oneDataKey, unseal } from '../crypto/seal.ts'
import type { Db, Executor, Tx } from '../db/database.ts'
import { makeDataKeys } from './data-keys.ts'
import {
  insertStoredKey,
  lockKeys,
  type MasterKeys,
  openStoredKey,
  readStoredKeys,
  rewrapStoredKey,
  type StoredKey,
  WrongMasterKey,
  wrapperOf,
} from './stored-keys.ts'

/**
 * The keys of this database. Makes them at the first start, and re-wraps them when the master key has changed.
 *
 * @throws WrongMasterKey
 */
export async function openKeyring(db: Db, masterKeys: MasterKeys): Promise<Keys> {
  const rows = await readStoredKeys(db)
  const isWrapped = rows.length > 0 && rows.every((row) => row.masterKeyId === masterKeyId(masterKeys.masterKey))
  const stored = isWrapped
    ? rows
    : await db.transaction(async (tx) => {
        await tx.execute(lockKeys())
        const rows = await readStoredKeys(tx)
        await (rows.length === 0 ? makeKeys(tx, masterKeys) : rewrap(tx, rows, masterKeys))
        return readStoredKeys(tx)
      })
  return keysFrom(db, masterKeys, stored)
}

/**
 * The keys of this database, which changes nothing. `null`: it was not used with any key yet, or only by a release
 * before keys were stored.
 *
 * @throws WrongMasterKey
 */
export async function readKeyring(db: Db, masterKeys: MasterKeys): Promise<Keys | null> {
  const rows = await readStoredKeys(db)
  return rows.length === 0 ? null : keysFrom(db, masterKeys, rows)
}

function keysFrom(db: Db, masterKeys: MasterKeys, rows: StoredKey[]): Keys {
  const root = openStoredKey(rootOf(rows), masterKeys)
  return { ...deriveKeys(root), seal: makeDataKeys(db, masterKeys, root, rows) }
}

export function rootOf(rows: StoredKey[]): StoredKey {
  const root = rows.find(({ use }) => use === 'root')
  if (root === undefined) throw new Error('This database has no root key: restore a backup.')
  return root
}

/**
 * In a database of a release before this one, everything derives from the master key: it becomes the root key, and values
 * do not name their data key, so that servers of both releases read and write the same (ADR 0055).
 */
async function makeKeys(tx: Tx, masterKeys: MasterKeys) {
  const first = await firstMasterKey(tx, masterKeys)
  const { masterKey } = masterKeys
  const root = first ?? randomBytes(32)
  const data = first === null ? randomBytes(32) : unnamedDataKey(first)
  await tx.execute(insertStoredKey({ use: 'root', version: 1, form: 2, key: root }, masterKey, null))
  const form = first === null ? 2 : 1
  await tx.execute(insertStoredKey({ use: 'data', version: 1, form, key: data }, masterKey, null))
}

/** In this row, releases before this one proved that they have the right master key. */
const PROOF = 'master-key'
const PROOF_PLACE = 'installation|value|master-key'
/** No server of a release before this one accepts this proof, so that none of them starts. */
export const CLOSED_PROOF = JSON.stringify('stored keys')

/** The master key with which a release before this one has set up the database; `null`: none has. */
async function firstMasterKey(tx: Tx, { masterKey, formerMasterKey }: MasterKeys): Promise<Buffer | null> {
  const made = await tx.execute(
    sql`insert into installation (key, value) values (${PROOF}, ${CLOSED_PROOF}::jsonb) on conflict do nothing`,
  )
  if (made.rowCount === 1) return null
  for (const key of [masterKey, formerMasterKey]) if (key !== null && (await isProven(tx, key))) return key
  throw new WrongMasterKey()
}

/** `null`: there is no proof. */
async function isProven(on: Executor, masterKey: Buffer): Promise<boolean | null> {
  const { rows } = await on.execute<{ value: string }>(sql`select value from installation where key = ${PROOF}`)
  const [proof] = rows
  if (proof === undefined) return null
  const keys = oneDataKey(asKey(unnamedDataKey(masterKey)))
  return unseal(keys, PROOF_PLACE, Buffer.from(proof.value, 'base64')).then(
    () => true,
    () => false,
  )
}

/** From then on no server of a release before this one starts. */
export const closeToFormerReleases = () =>
  sql`update installation set value = ${CLOSED_PROOF}::jsonb where key = ${PROOF} and value <> ${CLOSED_PROOF}::jsonb`

async function rewrap(tx: Tx, rows: StoredKey[], masterKeys: MasterKeys) {
  const { masterKey } = masterKeys
  const due = rows.filter((row) => row.masterKeyId !== masterKeyId(masterKey))
  if (due.length === 0) return
  for (const row of due) await tx.execute(rewrapStoredKey(row, openStoredKey(row, masterKeys), masterKey))
  const detail = { former: due[0]?.masterKeyId, current: masterKeyId(masterKey), keys: due.length }
  await recordAudit(tx, { event: 'installation.master-key-changed', detail })
}

/**
 * Whether a master key is the one of the database. `unused`: the database has none yet. `former`: only the former one
 * wraps its keys; the next start of a server changes that.
 */
export async function judgeMasterKey(
  on: Executor,
  masterKeys: MasterKeys,
): Promise<'unused' | 'same' | 'former' | 'other'> {
  const rows = await readStoredKeys(on)
  if (rows.length === 0) {
    const isSame = await isProven(on, masterKeys.masterKey)
    return isSame === null ? 'unused' : isSame ? 'same' : 'other'
  }
  const wrapper = wrapperOf(rootOf(rows), masterKeys)
  if (wrapper === null) return 'other'
  return wrapper === masterKeys.masterKey ? 'same' : 'former'
}
