import sql, { type Sql } from 'sql-template-tag'
import type { Config } from '../config.ts'
import { newId } from '../crypto/ids.ts'
import { handoverKey, masterKeyId, wrappingKey } from '../crypto/keys.ts'
import { unwrap, wrap } from '../crypto/seal.ts'
import type { Executor } from '../db/database.ts'

/** `formerMasterKey`: the one before, while it is being replaced. */
export type MasterKeys = Pick<Config, 'masterKey' | 'formerMasterKey'>

export type StoredKey = {
  /** 32 hex digits. */
  id: string
  use: 'root' | 'data'
  version: number
  form: 1 | 2
  wrapped: Buffer
  masterKeyId: string
  handover: Buffer | null
}

/** A number that no other program on the database uses for an advisory lock. */
const KEYS_LOCK = 7_142_011

/** Only one server at a time makes or re-wraps keys; until the transaction ends. */
export const lockKeys = (): Sql => sql`select pg_advisory_xact_lock(${KEYS_LOCK})`

export async function readStoredKeys(on: Executor): Promise<StoredKey[]> {
  const { rows } = await on.execute<StoredKey>(sql`
    select replace(id::text, '-', '') as id, use, version, form, wrapped, master_key_id as "masterKeyId", handover
    from stored_keys order by use, version`)
  return rows
}

type NewKey = Pick<StoredKey, 'use' | 'version' | 'form'> & { key: Buffer }

/** @param rootKey when given, the key is also wrapped for servers that still run with the former master key */
export function insertStoredKey({ key, ...row }: NewKey, masterKey: Buffer, rootKey: Buffer | null): Sql {
  const uuid = newId()
  const id = uuid.replaceAll('-', '')
  const { use, version, form } = row
  const wrapped = wrap(wrappingKey(masterKey), place({ ...row, id }), key)
  const handover = rootKey && wrap(handoverKey(rootKey), place({ ...row, id }), key)
  return sql`
    insert into stored_keys (id, use, version, form, wrapped, master_key_id, handover, resealed_at)
    values (${uuid}, ${use}, ${version}, ${form}, ${wrapped}, ${masterKeyId(masterKey)}, ${handover},
      case when ${version} = 1 then now() end)`
}

/** Stores an opened key as wrapped by another master key. */
export function rewrapStoredKey(row: StoredKey, key: Buffer, masterKey: Buffer): Sql {
  const wrapped = wrap(wrappingKey(masterKey), place(row), key)
  return sql`
    update stored_keys set wrapped = ${wrapped}, master_key_id = ${masterKeyId(masterKey)}, wrapped_at = now()
    where id = ${row.id}::uuid`
}

/** The one of both master keys that wraps this key, or `null`. */
export const wrapperOf = (row: Pick<StoredKey, 'masterKeyId'>, { masterKey, formerMasterKey }: MasterKeys) =>
  [masterKey, formerMasterKey].find((key) => key !== null && masterKeyId(key) === row.masterKeyId) ?? null

/** @throws Error with a sentence for the operator when neither master key wraps it */
export function openStoredKey(row: StoredKey, masterKeys: MasterKeys): Buffer {
  const masterKey = wrapperOf(row, masterKeys)
  if (masterKey === null) throw new WrongMasterKey()
  try {
    return unwrap(wrappingKey(masterKey), place(row), row.wrapped)
  } catch (cause) {
    throw new Error('The stored keys of this database were changed: restore a backup.', { cause })
  }
}

/** A data key that was made after the master key was changed, for a server that has the former one. */
export const openHandover = (row: StoredKey, rootKey: Buffer): Buffer | null =>
  row.handover && unwrap(handoverKey(rootKey), place(row), row.handover)

export class WrongMasterKey extends Error {
  constructor() {
    super(
      'The master key is not that of this database: set MASTER_KEY to it or, to change it, give the former one as MASTER_KEY_PREVIOUS.',
    )
  }
}

const place = ({ id, use, version, form }: Pick<StoredKey, 'id' | 'use' | 'version' | 'form'>) =>
  `stored_keys|wrapped|${id}|${use}|${version}|${form}`
