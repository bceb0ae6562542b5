import { users } from '@gatehouse/contract/admin/people/users.ts'
import type { Tx } from '../../../db/database.ts'
import type { Deps } from '../../../deps.ts'
import { updateRecord } from '../../engine/changes.ts'
import type { Author } from '../../engine/store.ts'
import { usersStore } from '../store.ts'

type Needs = Pick<Deps, 'keys' | 'config' | 'outbox' | 'matrices'>

/**
 * Changes these fields of a person and nothing else, with all that follows from it. The transaction has locked the person: the
 * form that is saved has the other fields, too.
 */
export async function updatePart(
  deps: Needs,
  tx: Tx,
  by: Author,
  userId: string,
  part: { isActive?: boolean; lastDay?: string },
): Promise<void> {
  const store = usersStore(deps)
  const person = await store.find(tx, userId)
  if (person === null) return
  const { firstName, lastName, email, phoneNumber } = person
  await updateRecord(tx, { resource: users, store }, userId, { firstName, lastName, email, phoneNumber, ...part }, by)
}

/** Changes whether a person is active. */
export const setActive = (deps: Needs, tx: Tx, by: Author, userId: string, isActive: boolean): Promise<void> =>
  updatePart(deps, tx, by, userId, { isActive })
