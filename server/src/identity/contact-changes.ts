import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { newId } from '../crypto/ids.ts'
import { secretHash } from '../crypto/secrets.ts'
import type { Executor, Tx } from '../db/database.ts'

export type ContactKind = 'email' | 'phone'

export const UNDO_HOURS = 72
/** After an undo by a link: whoever made the change may know the password. */
const LOCK_DAYS = 7

/**
 * Keeps the former value for the link that undoes a change. The caller has locked the person: the database numbers the changes in the
 * order in which it writes them.
 *
 * @returns the secret of the link
 */
export async function keepFormer(
  tx: Tx,
  userId: string,
  kind: ContactKind,
  { value, isVerified }: { value: string; isVerified: boolean },
): Promise<string> {
  const uuid = randomUUID()
  await tx.execute(sql`
    insert into contact_changes (id, user_id, kind, former, was_verified, undo_hash, undo_until)
    values (${newId()}, ${userId}, ${kind}, ${value}, ${isVerified}, ${undoHash(uuid)}, now() + make_interval(hours => ${UNDO_HOURS}))`)
  return uuid
}

/**
 * The change that a link can still undo, or `null`. A locked or deactivated account is among them: what an administrator sends when it
 * is opened again must not go to whoever moved the address.
 */
export async function findUndoable(on: Executor, uuid: string): Promise<{ userId: string; kind: ContactKind } | null> {
  const { rows } = await on.execute<{ userId: string; kind: ContactKind }>(sql`
    select c.user_id as "userId", c.kind from contact_changes c join users u on u.id = c.user_id
    where c.undo_hash = ${undoHash(uuid)} and c.settled_at is null and c.undo_until > now() and u.deleted_at is null`)
  return rows[0] ?? null
}

/**
 * Whether a value was there before a change whose link can still undo it. Then that link and a code at the value prove the same: bringing it back is
 * an undo, and voids the links of the changes of this kind since the last one away from the value, which went to what those brought in. The links that went to the
 * value stay. The caller has locked the person.
 */
export async function bringBack(tx: Tx, userId: string, kind: ContactKind, value: string): Promise<boolean> {
  const { rows } = await tx.execute<{ number: string }>(sql`
    select number from contact_changes where user_id = ${userId} and kind = ${kind} and lower(former) = lower(${value})
      and settled_at is null and undo_until > now() order by number desc limit 1`)
  const [last] = rows
  if (last === undefined) return false
  await tx.execute(sql`
    update contact_changes set settled_at = now()
    where user_id = ${userId} and kind = ${kind} and number > ${last.number} and settled_at is null`)
  return true
}

export type UndoneContact = { kind: ContactKind; former: string; wasVerified: boolean }

/**
 * Spends a link, with those of all later changes: whoever made this one may have made them, and was sent their links. The caller has
 * locked the person.
 *
 * @returns the former values to restore, at most one of a kind, the email address first, and when the change was made; `null`: the link is void
 */
export async function spendUndo(tx: Tx, uuid: string): Promise<{ undone: UndoneContact[]; changedAt: Date } | null> {
  const { rows } = await tx.execute<{ number: string; userId: string; changedAt: Date }>(sql`
    update contact_changes set settled_at = now()
    where undo_hash = ${undoHash(uuid)} and settled_at is null and undo_until > now()
    returning number, user_id as "userId", created_at as "changedAt"`)
  const [spent] = rows
  if (spent === undefined) return null
  // Of each kind the first of these changes knows the value from before.
  const { rows: undone } = await tx.execute<UndoneContact>(sql`
    select distinct on (kind) kind, former, was_verified as "wasVerified" from contact_changes
    where user_id = ${spent.userId} and (number = ${spent.number} or number > ${spent.number} and settled_at is null)
    order by kind, number`)
  await tx.execute(sql`
    update contact_changes set settled_at = now()
    where user_id = ${spent.userId} and number > ${spent.number} and settled_at is null`)
  await tx.execute(sql`
    update users set contact_locked_until = now() + make_interval(days => ${LOCK_DAYS}) where id = ${spent.userId}`)
  return { undone, changedAt: spent.changedAt }
}

/** After a change by somebody else, an older link must not restore what was there before it. */
export async function voidUndoLinks(tx: Tx, userId: string): Promise<void> {
  await tx.execute(sql`update contact_changes set settled_at = now() where user_id = ${userId} and settled_at is null`)
}

/** Whether a person may not change their own address and number, because such a change was undone. */
export async function isContactLocked(on: Executor, userId: string): Promise<boolean> {
  const { rows } = await on.execute(sql`select from users where id = ${userId} and contact_locked_until > now()`)
  return rows.length > 0
}

const undoHash = (uuid: string): Buffer => secretHash(uuid.toLowerCase())
