import sql from 'sql-template-tag'
import type { Tx } from '../db/database.ts'

/**
 * Notes that somebody has proved their number; from then on it names them and nobody else. Others may go on having it
 * unproved.
 *
 * @returns `changed` when the number is another one by now, `taken` when somebody else has proved it; then the
 * transaction is to be given up
 */
export async function provePhone(tx: Tx, userId: string, phoneNumber: string): Promise<'proved' | 'changed' | 'taken'> {
  const { rowCount } = await tx.execute(sql`
    update users set phone_verified_at = now()
    where id = ${userId} and phone_number = ${phoneNumber} and is_active and deleted_at is null`)
  if (rowCount !== 1) return 'changed'
  // The release before claimed numbers that nobody had proved.
  await tx.execute(sql`
    delete from user_identifiers i using users u
    where i.value = ${phoneNumber} and i.kind = 'phone' and u.id = i.user_id and u.phone_verified_at is null`)
  // The primary key decides between two who prove it at once.
  await tx.execute(sql`
    insert into user_identifiers (kind, value, user_id) values ('phone', ${phoneNumber}, ${userId}) on conflict do nothing`)
  const { rows } = await tx.execute(sql`
    select 1 from user_identifiers where value = ${phoneNumber} and user_id = ${userId}`)
  return rows.length === 1 ? 'proved' : 'taken'
}

/** Whether somebody else has proved this number. Whoever just has it is no obstacle: it may be wrong there. */
export async function isPhoneOfAnother(tx: Tx, userId: string, phoneNumber: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select 1 from user_identifiers i join users u on u.id = i.user_id
    where i.value = ${phoneNumber} and i.kind = 'phone' and i.user_id <> ${userId} and u.phone_verified_at is not null`)
  return rows.length > 0
}

/** Somebody else may have proved the number of a deleted person since: it comes back without its proof. */
export async function dropLostPhoneProof(tx: Tx, userId: string): Promise<void> {
  await tx.execute(sql`
    update users u set phone_verified_at = null from user_identifiers i
    where u.id = ${userId} and i.value = u.phone_number and i.kind = 'phone' and i.user_id <> u.id`)
}
