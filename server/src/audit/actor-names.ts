import { ACCOUNT_IS_GONE } from '@gatehouse/contract/access-requests.ts'
import { fullNameIn } from '../db/full-name.ts'
/** SQL: the name of the person or service account with an id, or empty. Changes are noted under the id of either. */
export const nameOfActor = (id: string): string => `coalesce(
  (select ${fullNameIn('n')} from users n where n.id = ${id}),
  (select n.name from service_accounts n where n.id = ${id}), '')`

/** SQL: the same, with `ACCOUNT_IS_GONE` for an id whose account is not kept any more; empty for `null`. */
export const nameOrGone = (id: string): string =>
  `case when ${id} is null then '' else coalesce(nullif(${nameOfActor(id)}, ''), '${ACCOUNT_IS_GONE}') end`
