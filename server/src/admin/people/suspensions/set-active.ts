import { users } from '@gatehouse/contract/admin/people/users.ts'
import type { Tx } from '../../../db/database.ts'
import type { Deps } from '../../../deps.ts'
import { updateRecord } from '../../engine/changes.ts'
import type { Author } from '../../engine/store.ts'
import { usersStore } from '../store.ts'

/** Changes whether a person is active, and nothing else, with all that follows from it. */
export async function setActive(
  deps: Pick<Deps, 'keys' | 'config' | 'outbox' | 'matrices'>,
  tx: Tx,
  by: Author,
  userId: string,
  isActive: boolean,
): Promise<void> {
  const store = usersStore(deps)
  const person = await store.find(tx, userId)
  if (person === null) return
  const { firstName, lastName, email, phoneNumber } = person
  await updateRecord(tx, { resource: users, store }, userId, { firstName, lastName, email, phoneNumber, isActive }, by)
}
