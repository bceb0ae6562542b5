import { importedAssignment, importedUser, PHONE_REQUIRED } from '@gatehouse/contract/admin/jobs/jobs.ts'
import { users } from '@gatehouse/contract/admin/people/users.ts'
import sql from 'sql-template-tag'
import type { Tx } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { normaliseIdentifier } from '../../identity/identifiers.ts'
import { createRecord, updateRecord } from '../engine/changes.ts'
import { requireMayTouch } from '../engine/guard/guard.ts'
import type { By } from '../engine/store.ts'
import { assignApplication } from '../people/assignments/assign.ts'
import { lockUser } from '../people/roles.ts'
import { usersStore } from '../people/store.ts'
import { endForGood, type Outcome } from './bulk.ts'
import { type FileRow, parseRow } from './csv/parse-row.ts'
import { findApplication, findClient } from './find-by-name.ts'

/**
 * Creates the person of a row, or updates the one with that email. New people have no password: they choose one by the
 * link of their invitation or of a password reset, which also proves the address.
 */
export async function importUser(deps: Deps, tx: Tx, by: By, row: FileRow, isInvited: boolean): Promise<Outcome> {
  const { status, userName, phoneNumber, cPortalId, lastDay, ...names } = parseRow(importedUser, row)
  const kind = { resource: users, store: usersStore(deps) }
  const id = await findUserId(tx, names.email)
  const isActive = status === 'ACTIVE'
  // Whoever changes the person at this moment finishes first: the update writes all fields of the form.
  if (id !== null) await lockUser(tx, id)
  const person = id === null ? null : await kind.store.find(tx, id)
  // Before anything is compared: whoever may not change this person must not be able to try what is right about them.
  if (id !== null) await requireMayTouch(tx, by.person, 'person', id)
  if (status === 'SUSPENDED' && person?.isSuspended !== true) throw refused(`status: ${NOT_SUSPENDED}`)
  if (phoneNumber === null && person?.phoneNumber !== '') throw refused(`phoneNumber: ${PHONE_REQUIRED}`)
  const profile = {
    ...names,
    phoneNumber: phoneNumber ?? '',
    ...(cPortalId === undefined ? {} : { cPortalId }),
    ...(lastDay === undefined ? {} : { lastDay }),
  }
  if (id === null) {
    const form = { ...profile, userName, firstPassword: 'link' as const, profileImage: '', isActive, isInvited }
    await createRecord(tx, kind, form, by)
    return 'added'
  }
  if (person === null) throw new AppError('not_found')
  if (normaliseIdentifier(person.email) !== normaliseIdentifier(names.email)) throw new AppError('changed_meanwhile')
  if (normaliseIdentifier(userName) !== normaliseIdentifier(person.userName))
    throw refused('User names cannot be changed')
  // Addresses are compared ignoring case.
  const changes = { ...profile, email: person.email, isActive }
  const isSame = Object.entries(changes).every(([field, value]) => person[field as keyof typeof changes] === value)
  if (!isSame) await updateRecord(tx, kind, id, changes, by)
  const isEnded = status === 'INACTIVE' && person.isSuspended && (await endForGood(deps, tx, by, id)) === 'changed'
  return isSame && !isEnded ? 'unchanged' : 'changed'
}

/** Creates the assignment of a row, or changes its role and the dates that the row has. */
export async function importAssignment(deps: Deps, tx: Tx, by: By, row: FileRow): Promise<Outcome> {
  const { email, application, client, ...given } = parseRow(importedAssignment, row)
  const userId = await findUserId(tx, email)
  if (userId === null) throw refused('No person has this email')
  const applicationId = await findApplication(tx, application)
  const clientId = await findClient(tx, client)
  const { rowCount: isAssigned } = await tx.execute(sql`
    select 1 from assignments where user_id = ${userId} and application_id = ${applicationId} and client_id = ${clientId}`)
  const person = await requireMayTouch(tx, by.person, 'assignment', userId)
  if (!(await assignApplication(deps, tx, by, { ...given, person, applicationId, clientId }))) return 'unchanged'
  return isAssigned ? 'changed' : 'added'
}

async function findUserId(tx: Tx, email: string): Promise<string | null> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select user_id as id from user_identifiers where kind = 'email' and value = ${normaliseIdentifier(email)}`)
  return rows[0]?.id ?? null
}

const NOT_SUSPENDED = 'Nobody is suspended by an import. Suspend people in the console.'

const refused = (msg: string) => new AppError('invalid_request', { msg })
