import type { users } from '@gatehouse/contract/admin/people/users.ts'
import type { Output } from '@gatehouse/contract/endpoint.ts'
import sql from 'sql-template-tag'
import type { Tx } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { voidUndoLinks } from '../../identity/contact-changes.ts'
import { normaliseIdentifier } from '../../identity/identifiers.ts'
import { requireStrongPassword } from '../../identity/password-strength.ts'
import { hashPassword } from '../../identity/passwords.ts'
import { dropLostPhoneProof } from '../../identity/phone-proof.ts'
import { changedPart, requireSoundPerson } from '../../identity/require-sound-person.ts'
import { type Account, claimIdentifiers, findAccountById, insertUser, voidSecrets } from '../../identity/users.ts'
import { notifyPartnerOfPerson, UNKNOWN } from '../../partner/notify-partner.ts'
import { endAccess, endWhatIsLeft } from '../../sessions/end-access.ts'
import { requireSelfOr } from '../../sessions/require-self-or.ts'
import { guardAdministrators, requireNotDeletedHolder, requireOther } from '../engine/guard/people.ts'
import { type Author, readsPeople, type Store, whoOf } from '../engine/store.ts'
import { tableStore } from '../engine/table-store.ts'
import { requirePicture } from '../engine/uploads.ts'
import { listByApplication } from './by-application.ts'
import { type FirstPassword, firstPasswordOf } from './first-password.ts'
import { invite } from './invite-new-person.ts'
import { dropPastDay, requireDayToCome } from './last-day/last-day.ts'
import { type UsersQuery, usersFilter, usersSource } from './list.ts'
import { hasMoved, notifyOfChanges } from './notify-of-changes.ts'
import { readPerson } from './read-person.ts'
import { stopRecoveriesOf } from './recoveries/stop.ts'
import { refuseTaken } from './refuse-taken.ts'
import { dropDeletedRole } from './roles.ts'
import { announceEndsOf } from './stand-ins/end.ts'
import { dropSuspension } from './suspensions/drop.ts'
import { usesOfPerson } from './uses/uses-of-person.ts'

export type UserRow = Output<typeof users.create>

export type UserForm = FirstPassword & {
  firstName: string
  lastName: string
  email: string
  phoneNumber: string
  userName: string
  profileImage: string
  /** A person created as inactive is invited when activated. */
  isActive?: boolean | undefined
  cPortalId?: string | undefined
  lastDay?: string | null | undefined
  /** False: no invitation is sent. */
  isInvited?: boolean
}

export type UserChanges = {
  firstName: string
  lastName: string
  email: string
  phoneNumber: string
  status?: 'ACTIVE' | 'INACTIVE' | undefined
  isActive?: boolean | undefined
  codeOnly?: boolean | undefined
  profileImage?: string | undefined
  cPortalId?: string | undefined
  lastDay?: string | null | undefined
}

/** People. The last active administrator stays (requirement C1). */
export function usersStore(
  deps: Pick<Deps, 'keys' | 'config' | 'outbox' | 'matrices'>,
): Store<UserRow, UserForm, UserChanges, Author> {
  const { keys, config } = deps
  const store = tableStore<UserRow, UsersQuery, UserForm, UserChanges>({
    table: 'users',
    nameOf: ({ name }) => name,
    source: usersSource,
    filter: usersFilter,
    toColumns,
    uses: (db, id) => usesOfPerson(deps, db, id),
  })
  return {
    ...store,
    isVisible: ({ _id }, person) => _id === person.userId || readsPeople(person),
    listPage: async (db, query, person) =>
      // Parsed by the schema of the list.
      query.sort === 'assignedApps'
        ? listByApplication(db, query, usersFilter(query as UsersQuery, person))
        : store.listPage(db, query, person),

    listAll: async (db, query, person) => {
      if (typeof query.userId !== 'string') return store.listAll(db, query, person)
      requireSelfOr('users:read', person, query.userId)
      return readPerson(db, await store.find(db, query.userId))
    },

    create: async (tx, id, form, by) => {
      const { person } = by
      const { email, firstName, lastName, isActive = true, isInvited = true } = form
      await requireNotDeletedHolder(tx, form, by)
      const password = firstPasswordOf(form)
      // Checked before the costly hash, and again by the insert.
      requireSoundPerson(form)
      if (password !== null) await requireStrongPassword(config, password, { email, firstName, lastName })
      await requirePicture(tx, form.profileImage)
      const taken = await insertUser(tx, {
        ...form,
        id,
        passwordHash: password === null ? null : await hashPassword(keys, password),
        roleId: null,
        // With a password set by an administrator, the address counts as proved. A link still has to prove it.
        isEmailVerified: password !== null,
      })
      await refuseTaken(tx, id, taken, { newPhone: form.phoneNumber, cPortalId: form.cPortalId ?? '' })
      await requireDayToCome(tx, form.lastDay, config.timeZone)
      await tx.execute(sql`
        update users set created_by = ${person.userId}, updated_by = ${person.userId}, profile_image = ${form.profileImage},
          is_active = ${isActive}, c_portal_id = ${form.cPortalId ?? ''}, last_day = ${form.lastDay ?? null}::date where id = ${id}`)
      if (password === null && isActive && isInvited) await invite(deps, tx, id, person.userId)
    },

    update: async (tx, id, changes, by) => {
      const [before] = await Promise.all([findAccountById(tx, id), requirePicture(tx, changes.profileImage)])
      requireSoundPerson(changedPart(before ?? {}, { ...changes, userName: before?.userName }))
      const isActive = isActiveOf(changes) ?? before?.isActive
      if (isActive) {
        if (before !== null) await requireOthersIdentity(tx, before, changes, by)
        // By the key of a program: nobody else can do it to themselves.
        if (before?.isActive === false) await requireOther(tx, id, by)
        await requireDayToCome(tx, changes.lastDay, config.timeZone)
        await store.update(tx, id, changes, by)
        if (!before?.isActive) await dropPastDay(tx, id, config.timeZone)
      } else {
        await guardAdministrators(tx, id, () => store.update(tx, id, changes, by))
        await requireOther(tx, id, by)
      }
      if (isActive !== before?.isActive) {
        const isSuspended = before?.isSuspended === true && !isActive
        if (!isSuspended) await dropSuspension(tx, by, id)
        if (isActive) await endWhatIsLeft(tx, id, whoOf(by))
        else {
          await endAccess(tx, id, isSuspended ? 'suspended' : 'deactivated', { by: whoOf(by) })
          await stopRecoveriesOf(tx, id)
        }
      }
      if (before !== null && hasMoved(before.email, changes.email)) {
        // Voids codes and links that were sent to the former address.
        await voidSecrets(tx, id)
        await stopRecoveriesOf(tx, id)
        await tx.execute(sql`update users set email_verified_at = null where id = ${id}`)
      }
      // A link of the person must not undo what an administrator has entered.
      if (before !== null && (hasMoved(before.email, changes.email) || before.phoneNumber !== changes.phoneNumber))
        await voidUndoLinks(tx, id)
      const after = await requireOwnIdentifiers(
        tx,
        id,
        before?.phoneNumber === changes.phoneNumber ? {} : { newPhone: changes.phoneNumber },
      )
      if (before === null) return
      await notifyOfChanges(deps, tx, before, after, by.person.userId)
      if (before.isActive && !after.isActive) await announceEndsOf(deps, tx, by, id)
      await notifyPartnerOfPerson(deps, tx, id, { before, after })
    },

    remove: async (tx, id, by) => {
      const before = (await findAccountById(tx, id)) ?? UNKNOWN
      await guardAdministrators(tx, id, () => tx.execute(sql`update users set deleted_at = now() where id = ${id}`))
      await endAccess(tx, id, 'deleted', { by: whoOf(by) })
      await stopRecoveriesOf(tx, id)
      await announceEndsOf(deps, tx, by, id)
      // Frees the address, the user name and the number for other people.
      await tx.execute(sql`delete from user_identifiers where user_id = ${id}`)
      await notifyPartnerOfPerson(deps, tx, id, { before, after: { ...before, isActive: false } })
    },

    restore: async (tx, id, by) => {
      await dropDeletedRole(tx, id)
      await dropLostPhoneProof(tx, id)
      await endWhatIsLeft(tx, id, whoOf(by))
      const after = await requireOwnIdentifiers(tx, id, { isRestored: true })
      // The link to choose a password ended with the account.
      if (after.isActive && after.passwordHash === null) await invite(deps, tx, id, by.person.userId)
      await notifyPartnerOfPerson(deps, tx, id, { before: { ...after, isActive: false }, after })
    },
  }
}

/**
 * Callers may change only their own name and picture: with a new address, or without the current password, a stolen
 * session could be used to take over the account.
 *
 * @throws AppError not_yourself
 */
async function requireOthersIdentity(
  tx: Tx,
  before: Account,
  { email, phoneNumber, codeOnly, cPortalId, lastDay }: UserChanges,
  by: Author,
): Promise<void> {
  const isSame =
    normaliseIdentifier(email) === normaliseIdentifier(before.email) &&
    phoneNumber === before.phoneNumber &&
    (codeOnly ?? before.codeOnly) === before.codeOnly &&
    (cPortalId ?? before.cPortalId) === before.cPortalId &&
    (lastDay === undefined || lastDay === before.lastDay)
  if (!isSame) await requireOther(tx, before.id, by)
}

/** The user name is read-only (requirement A17). A user name equal to the email follows it. */
function toColumns({ firstName, lastName, email, phoneNumber, ...changes }: UserForm | UserChanges) {
  return {
    first_name: firstName,
    last_name: lastName,
    user_name: sql`case when lower(user_name) = lower(email) then ${email} else user_name end`,
    email,
    phone_number: phoneNumber,
    // The proof of the former number does not apply to the new one.
    phone_verified_at: sql`case when phone_number = ${phoneNumber} then phone_verified_at end`,
    profile_image: changes.profileImage,
    c_portal_id: changes.cPortalId,
    last_day: changes.lastDay,
    ...('userName' in changes ? {} : { is_active: isActiveOf(changes), code_only: changes.codeOnly }),
  }
}

/** The specified call has two fields for it. `undefined`: unchanged. */
function isActiveOf({ isActive, status }: Pick<UserChanges, 'isActive' | 'status'>): boolean | undefined {
  return isActive ?? (status === undefined ? undefined : status === 'ACTIVE')
}

/** @throws AppError already_registered if the address, user name or number belongs to another person */
async function requireOwnIdentifiers(
  tx: Tx,
  id: string,
  circumstances: Parameters<typeof refuseTaken>[3],
): Promise<Account> {
  const account = await findAccountById(tx, id)
  if (account === null) throw new AppError('not_found')
  const taken = await claimIdentifiers(tx, id, account)
  await refuseTaken(tx, id, taken, { ...circumstances, cPortalId: account.cPortalId })
  return account
}
