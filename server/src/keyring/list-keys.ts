import sql from 'sql-template-tag'
import type { Executor } from '../db/database.ts'

/** A stored key, without the key itself. */
export type ListedStoredKey = {
  id: string
  use: 'root' | 'data'
  version: number
  form: 1 | 2
  masterKeyId: string
  wrappedAt: string
  createdAt: string
  /** `null`: values are still being sealed again with this key. */
  resealedAt: string | null
  /** Of the values under former keys; `null`: they were not counted yet. */
  total: number | null
  resealed: number
  unreadable: number
  ageDays: number
}

const iso = (column: 'wrapped_at' | 'created_at' | 'resealed_at') =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`

/** All stored keys: the root key, then the data keys, the newest first. */
export async function listStoredKeys(on: Executor): Promise<ListedStoredKey[]> {
  const { rows } = await on.execute<ListedStoredKey>(LIST)
  return rows
}

const LIST = sql([
  `select id, use, version, form, master_key_id as "masterKeyId", ${iso('wrapped_at')} as "wrappedAt",
    ${iso('created_at')} as "createdAt", ${iso('resealed_at')} as "resealedAt", total, resealed, unreadable,
    floor(extract(epoch from now() - created_at) / 86400)::int as "ageDays"
  from stored_keys order by use desc, version desc`,
])

/** What a data key is used for, in words. `keys` are all of them, the newest first. */
export function stateOf(key: ListedStoredKey, keys: ListedStoredKey[]): string {
  const [newest] = keys.filter(({ use }) => use === 'data')
  if (key !== newest) return newest?.resealedAt === null ? 'still opens values' : 'former'
  if (key.form === 1) return 'seals, derived from the first master key'
  if (key.resealedAt !== null) return unreadableWords(key, 'seals')
  return unreadableWords(key, `seals, ${key.resealed} of ${key.total ?? '?'} values sealed again`)
}

const unreadableWords = ({ unreadable }: ListedStoredKey, words: string) =>
  unreadable === 0 ? words : `${words}, ${unreadable} values cannot be opened`
