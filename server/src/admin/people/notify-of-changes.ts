import type { MessageLanguage } from '@gatehouse/contract/notices.ts'
import type { Tx } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { maskEmail, normaliseIdentifier } from '../../identity/identifiers.ts'
import type { Account } from '../../identity/users.ts'
import { type Notifier, notify } from '../../notifications/notify.ts'
import { countMessage, invite } from './invite-new-person.ts'

/**
 * Notifies a person of an administrator's changes to the account, if anything changed.
 *
 * @throws AppError too_many_attempts for an unconfirmed address that has got too many messages
 */
export async function notifyOfChanges(
  deps: Notifier & Pick<Deps, 'keys'>,
  tx: Tx,
  before: Account,
  after: Account,
  byId: string | null,
): Promise<void> {
  const { id } = after
  const language = after.language ?? 'en'
  const changed = DETAILS.filter((field) => before[field] !== after[field])
  if (changed.length > 0) {
    const names = new Intl.ListFormat(language).format(changed.map((field) => WORDS[language][field]))
    await notify(deps, tx, 'details-changed', id, { values: { changed: names } })
  }
  const isMoved = hasMoved(before.email, after.email)
  // An unproved address may belong to another person.
  if (isMoved && before.isEmailVerified)
    await notify(deps, tx, 'email-changed', id, { to: before.email, values: { newEmail: maskEmail(after.email) } })
  const isActivated = !before.isActive && after.isActive
  // A person without a password needs a new link, because the link sent to the former address is void.
  if (after.isActive && after.passwordHash === null && (isActivated || isMoved)) await invite(deps, tx, id, byId)
  else if (isActivated) await notify(deps, tx, before.isSuspended ? 'suspension-ended' : 'account-reactivated', id)
  if (isMoved && after.isActive && after.passwordHash !== null) {
    if (byId !== null) await countMessage(deps, tx, id)
    await notify(deps, tx, 'confirm-email', id)
  }
  if (before.isActive && !after.isActive) await notifyOfEnd(deps, tx, after)
}

async function notifyOfEnd(
  deps: Notifier,
  tx: Tx,
  { id, isSuspended, suspendedUntil, language }: Account,
): Promise<void> {
  if (!isSuspended) return notify(deps, tx, 'account-deactivated', id)
  await notify(deps, tx, 'account-suspended', id, {
    values: { until: NO_END[language ?? 'en'] },
    ...(suspendedUntil !== null && { moments: { until: { at: suspendedUntil, is: 'end' } } }),
  })
}

const NO_END: Record<MessageLanguage, string> = { en: 'further notice', hi: 'अगली सूचना' }

/** Addresses are compared ignoring case. */
export const hasMoved = (before: string, after: string) => normaliseIdentifier(before) !== normaliseIdentifier(after)

const DETAILS = ['firstName', 'lastName', 'phoneNumber', 'codeOnly', 'profileImage'] as const

const WORDS: Record<MessageLanguage, Record<(typeof DETAILS)[number], string>> = {
  en: {
    firstName: 'first name',
    lastName: 'last name',
    phoneNumber: 'phone number',
    codeOnly: 'sign-in by code only',
    profileImage: 'picture',
  },
  hi: {
    firstName: 'पहला नाम',
    lastName: 'उपनाम',
    phoneNumber: 'फ़ोन नंबर',
    codeOnly: 'केवल कोड से साइन-इन',
    profileImage: 'तस्वीर',
  },
}
