import sql from 'sql-template-tag'
import type { Tx } from '../db/database.ts'

/**
 * Records that a person has proved their number; from then on it identifies this account only. Other accounts may keep
 * the number unproved.
 *
 * @returns `changed` when the person has another number by now, `taken` when another person has proved it; the caller
 * must then roll back
 */
export async function provePhone(tx: Tx, userId: string, phoneNumber: string): Promise<'proved' | 'changed' | 'taken'> {
  const { rowCount } = await tx.execute(sql`
    update users set phone_verified_at = now()
    where id = ${userId} and phone_number = ${phoneNumber} and is_active and deleted_at is null`)
  if (rowCount !== 1) return 'changed'
  // The former release let people claim numbers that they had not proved.
  await tx.execute(sql`
    delete from user_identifiers i using users u
    where i.value = ${phoneNumber} and i.kind = 'phone' and u.id = i.user_id and u.phone_verified_at is null`)
  // When two people prove the number at once, the primary key decides.
  await tx.execute(sql`
    insert into user_identifiers (kind, value, user_id) values ('phone', ${phoneNumber}, ${userId}) on conflict do nothing`)
  const { rows } = await tx.execute(sql`
    select 1 from user_identifiers where value = ${phoneNumber} and user_id = ${userId}`)
  return rows.length === 1 ? 'proved' : 'taken'
}

/**
 * Whether another person has proved this number. An unproved number of another account does not count: it may be wrong
 * there.
 */
export async function isPhoneOfAnother(tx: Tx, userId: string, phoneNumber: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select 1 from user_identifiers i join users u on u.id = i.user_id
    where i.value = ${phoneNumber} and i.kind = 'phone' and i.user_id <> ${userId} and u.phone_verified_at is not null`)
  return rows.length > 0
}

/** For a restored person: when another person has proved the number since, the proof is removed. */
export async function dropLostPhoneProof(tx: Tx, userId: string): Promise<void> {
  await tx.execute(sql`
    update users u set phone_verified_at = null from user_identifiers i
    where u.id = ${userId} and i.value = u.phone_number and i.kind = 'phone' and i.user_id <> u.id`)
}
