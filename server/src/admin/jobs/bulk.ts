import type { BulkChange } from '@gatehouse/contract/admin/jobs/jobs.ts'
import { users } from '@gatehouse/contract/admin/people/users.ts'
import sql from 'sql-template-tag'
import type { Tx } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { findAccountById } from '../../identity/users.ts'
import { removeRecord, restoreRecord } from '../engine/changes.ts'
import { requireMayTouch } from '../engine/guard/guard.ts'
import type { By } from '../engine/store.ts'
import { assignApplication, detachApplication } from '../people/assignments/assign.ts'
import { attachRole, lockUser } from '../people/roles.ts'
import { usersStore } from '../people/store.ts'
import { deactivateSuspended } from '../people/suspensions/drop.ts'
import { setActive } from '../people/suspensions/update-part.ts'

/** The result of one record. */
export type Outcome = 'added' | 'changed' | 'unchanged'

/**
 * Applies the change of a job to one person, with the functions and rules of the single calls. Whether it would change anything is
 * looked at after the caller was judged: that tells what the person has.
 */
export async function changePerson(deps: Deps, tx: Tx, by: By, change: BulkChange, userId: string): Promise<Outcome> {
  switch (change.action) {
    case 'activate':
    case 'deactivate':
      return activate(deps, tx, by, userId, change.action === 'activate')
    case 'delete':
      await removeRecord(tx, { resource: users, store: usersStore(deps) }, userId, by)
      return 'changed'
    case 'restore':
      return restore(deps, tx, by, userId)
    case 'assign': {
      const person = await requireMayTouch(tx, by.person, 'assignment', userId)
      return (await assignApplication(deps, tx, by, { ...change, person })) ? 'changed' : 'unchanged'
    }
    case 'detach':
      return detach(deps, tx, by, { ...change, userId })
    case 'attachRole':
      return giveRole(deps, tx, by, userId, change.roleId)
  }
}

async function activate(deps: Deps, tx: Tx, by: By, userId: string, isActive: boolean): Promise<Outcome> {
  // Whoever changes the person at this moment finishes first: the update writes all fields of the form.
  await lockUser(tx, userId)
  // Nor does a refusal tell whether somebody with more permissions is active.
  await requireMayTouch(tx, by.person, 'person', userId)
  const person = await findAccountById(tx, userId)
  if (person?.isActive === isActive) return isActive ? 'unchanged' : endForGood(deps, tx, by, userId)
  await setActive(deps, tx, by, userId, isActive)
  return 'changed'
}

/** Deactivates somebody who is suspended, so that they do not come back by themselves. */
export async function endForGood(deps: Deps, tx: Tx, by: By, userId: string): Promise<Outcome> {
  await requireMayTouch(tx, by.person, 'standing', userId)
  return (await deactivateSuspended(deps, tx, by, userId)) ? 'changed' : 'unchanged'
}

async function restore(deps: Deps, tx: Tx, by: By, userId: string): Promise<Outcome> {
  const store = usersStore(deps)
  await requireMayTouch(tx, by.person, 'standing', userId)
  const person = await store.find(tx, userId)
  if (person?.deletedAt === null) return 'unchanged'
  await restoreRecord(tx, { resource: users, store }, userId, by)
  return 'changed'
}

async function detach(
  deps: Deps,
  tx: Tx,
  by: By,
  pair: { userId: string; applicationId: string; clientId: string },
): Promise<Outcome> {
  const person = await requireMayTouch(tx, by.person, 'assignment', pair.userId)
  const { rowCount } = await tx.execute(sql`
    select 1 from assignments
    where user_id = ${pair.userId} and application_id = ${pair.applicationId} and client_id = ${pair.clientId}`)
  if (rowCount === 0) return 'unchanged'
  await detachApplication(deps, tx, by, { ...pair, person })
  return 'changed'
}

async function giveRole(deps: Deps, tx: Tx, by: By, userId: string, roleId: string): Promise<Outcome> {
  const { rowCount } = await tx.execute(sql`select 1 from users where id = ${userId} and role_id = ${roleId}`)
  const role = await requireMayTouch(tx, by.person, 'role-given', roleId)
  await attachRole(deps, tx, by, await requireMayTouch(tx, by.person, 'standing', userId), role)
  return rowCount === 0 ? 'changed' : 'unchanged'
}
