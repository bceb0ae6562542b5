import { fullNameIn } from '../db/full-name.ts'
/** SQL: the name of the person or service account with an id, or empty. Changes are noted under the id of either. */
export const nameOfActor = (id: string): string => `coalesce(
  (select ${fullNameIn('n')} from users n where n.id = ${id}),
  (select n.name from service_accounts n where n.id = ${id}), '')`
