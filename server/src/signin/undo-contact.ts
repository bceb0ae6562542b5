import type { MessageLanguage } from '@gatehouse/contract/notices.ts'
import { fullName } from '@gatehouse/contract/people.ts'
import sql from 'sql-template-tag'
import { recordAudit } from '../audit/record-audit.ts'
import { countAttempt } from '../counting/count-attempt.ts'
import type { Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { deleteFactorsSince } from '../factors/delete-all.ts'
import { type ContactKind, findUndoable, spendUndo, type UndoneContact } from '../identity/contact-changes.ts'
import { maskEmail, maskPhone } from '../identity/identifiers.ts'
import { provePhone } from '../identity/phone-proof.ts'
import { forgetBrowsers } from '../identity/remembered-browsers.ts'
import { type Account, claimIdentifiers, findAccountById, lockPerson, voidSecrets } from '../identity/users.ts'
import { notify } from '../notifications/notify.ts'
import { endAccess } from '../sessions/end-access.ts'

type Visitor = { ip: string }

/** Ends what a person has lent since a moment, in the transaction of the undo. */
export type EndLentSince = (tx: Tx, userId: string, since: Date) => Promise<void>

/** @throws AppError too_many_attempts */
export async function kindOfUndoLink(deps: Deps, { ip }: Visitor, uuid: string): Promise<ContactKind | null> {
  await countAttempt(deps, [{ bucket: 'lookup-requests', of: ip }])
  return (await findUndoable(deps.db, uuid))?.kind ?? null
}

/**
 * Restores a former address or number by the link that was sent there, and the other one if it was changed later. Sessions, remembered browsers, and unused
 * codes and links end, with the passkeys, apps and recovery codes added since, and the authority that was lent since: whoever made the change was signed in, and the messages about these went to
 * them. They may know the password, so that nobody changes the two on their own pages for seven days. What is taken away is notified: the link may have been
 * opened by somebody else who reads the former mailbox.
 *
 * @throws AppError undo_link_invalid, former_taken, too_many_attempts
 */
export async function undoContactChange(
  deps: Deps,
  { ip }: Visitor,
  uuid: string,
  endLentSince: EndLentSince,
): Promise<ContactKind> {
  const { db, outbox } = deps
  await countAttempt(deps, [{ bucket: 'lookup-requests', of: ip }])
  const kind = await db.transaction(async (tx) => {
    const found = await findUndoable(tx, uuid)
    if (found === null) throw new AppError('undo_link_invalid')
    const { userId, kind } = found
    await lockPerson(tx, userId)
    const spent = await spendUndo(tx, uuid)
    const before = await findAccountById(tx, userId)
    if (spent === null || before === null) throw new AppError('undo_link_invalid')
    for (const one of spent.undone) await announceUndone(deps, tx, before, { ...one, isByHand: false })
    for (const one of spent.undone) await RESTORE[one.kind](tx, before, one)
    await voidSecrets(tx, userId)
    await forgetBrowsers(tx, userId)
    const factors = await deleteFactorsSince(tx, userId, spent.changedAt)
    const { sessions } = await endAccess(tx, userId, 'ended-by-owner', { by: { actorId: userId, ip } })
    await endLentSince(tx, userId, spent.changedAt)
    const changes = spent.undone.map((one) => {
      const field = one.kind === 'email' ? 'email' : 'phoneNumber'
      return { field, before: before[field], after: one.former }
    })
    await recordAudit(tx, {
      ...{ event: 'contact.change-undone', actorId: userId, subjectId: userId, ip },
      detail: { name: fullName(before), changes, ...factors, sessions: sessions.length },
    })
    return kind
  })
  outbox.wake()
  return kind
}

const WORDS: Record<MessageLanguage, Record<ContactKind, string>> = {
  en: { email: 'email address', phone: 'phone number' },
  hi: { email: 'ईमेल पता', phone: 'फ़ोन नंबर' },
}

/** While what is taken away is still stored, so that the message goes there. */
export async function announceUndone(
  deps: Deps,
  tx: Tx,
  before: Account,
  { kind, former, isByHand }: Pick<UndoneContact, 'kind' | 'former'> & { isByHand: boolean },
): Promise<void> {
  const part = kind === 'email' ? maskEmail(former) : maskPhone(former)
  const values = { changed: WORDS[before.language ?? 'en'][kind], former: part, byHand: isByHand ? 'yes' : '' }
  await notify(deps, tx, 'contact-undone', before.id, { values })
}

async function restoreEmail(tx: Tx, before: Account, { former, wasVerified }: UndoneContact): Promise<void> {
  const { rows } = await tx.execute<{ userName: string }>(sql`
    update users set email = ${former}, email_verified_at = ${wasVerified ? sql`now()` : null}, version = version + 1,
      updated_at = now(), user_name = case when lower(user_name) = lower(email) then ${former} else user_name end
    where id = ${before.id} returning user_name as "userName"`)
  const taken = await claimIdentifiers(tx, before.id, { ...before, email: former, userName: rows[0]?.userName ?? '' })
  if (taken.length > 0) throw new AppError('former_taken')
}

async function restorePhone(tx: Tx, { id }: Account, { former, wasVerified }: UndoneContact): Promise<void> {
  await tx.execute(sql`
    update users set phone_number = ${former}, phone_verified_at = null, version = version + 1, updated_at = now()
    where id = ${id}`)
  await tx.execute(sql`delete from user_identifiers where user_id = ${id} and kind = 'phone'`)
  if (wasVerified && (await provePhone(tx, id, former)) !== 'proved') throw new AppError('former_taken')
}

const RESTORE = { email: restoreEmail, phone: restorePhone }
