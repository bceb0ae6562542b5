import type { StoredKeysNote } from '@gatehouse/contract/admin/security/checklist.ts'
import type { Config } from '../../config.ts'
import type { Executor } from '../../db/database.ts'
import { type ListedStoredKey, listStoredKeys } from '../../keyring/list-keys.ts'
import type { Judged } from './judge-settings.ts'

/** What the stored keys say, of the server that is asked. */
export async function judgeKeys(on: Executor, { formerMasterKey }: Pick<Config, 'formerMasterKey'>): Promise<Judged> {
  const newest = (await listStoredKeys(on)).find(({ use }) => use === 'data') as ListedStoredKey
  const { form, unreadable, resealedAt, total, resealed, ageDays } = newest
  const judged = (state: Judged['state'], count: number, ...names: StoredKeysNote[]): Judged => ({
    ...{ kind: 'storedKeys', state, count, names },
  })
  if (unreadable > 0) return judged('danger', unreadable, 'unreadable')
  if (formerMasterKey !== null) return judged('warning', 0, 'former')
  if (form === 1) return judged('warning', 0, 'first')
  if (resealedAt === null) return judged('good', Math.max(0, (total ?? 0) - resealed), 'sealing')
  return judged('good', ageDays)
}
