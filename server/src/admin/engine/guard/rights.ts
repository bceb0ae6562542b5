import { PERMISSIONS } from '@gatehouse/contract/permissions.ts'
import sql, { raw, type Sql } from 'sql-template-tag'
import type { Tx } from '../../../db/database.ts'
import { AppError } from '../../../errors.ts'
import type { Caller } from '../../../identity/actor.ts'
import { holdersOf } from '../../../service-accounts/in-hand-of.ts'

/**
 * The ids of the permissions of a service account, or of a person's role. Unlike the session's permissions they include inactive and deleted
 * ones, because a single call can activate them again.
 */
export function heldBy({ kind, userId }: Caller): Sql {
  if (kind === 'service-account')
    return sql`select own.permission_id from service_account_permissions own where own.account_id = ${userId}`
  return sql`select own.permission_id from users me join role_permissions own on own.role_id = me.role_id where me.id = ${userId}`
}

/**
 * A role without permissions that the caller lacks. Locks the role until the transaction ends. A program does not change the role that
 * somebody has who made a key of it or owns it: whoever was demoted would take permissions back by it.
 *
 * @throws AppError not_found; grants_more: otherwise callers could raise their own permissions; not_yourself
 */
export async function requireWithin(tx: Tx, id: string, person: Caller, purpose: 'changed' | 'given'): Promise<void> {
  const lock = raw(purpose === 'changed' ? 'for no key update' : 'for share')
  const [role, more, own] = await Promise.all([
    tx.execute(sql`select 1 from roles where id = ${id} ${lock}`),
    tx.execute(sql`
      select 1 from role_permissions where role_id = ${id} and permission_id not in (${heldBy(person)}) limit 1`),
    purpose === 'changed' && person.kind === 'service-account'
      ? tx.execute(sql`select 1 from users where role_id = ${id} and id in (${holdersOf(person.userId)}) limit 1`)
      : null,
  ])
  if (role.rows.length === 0) throw new AppError('not_found')
  if (more.rows.length > 0) throw new AppError('grants_more')
  if (own?.rows.length) throw new AppError('not_yourself')
}

/** @throws AppError not_found; grants_more: nobody grants what they do not hold (requirement C1) */
export async function requireHeld(tx: Tx, id: string, person: Caller): Promise<void> {
  const { rows } = await tx.execute<{ isHeld: boolean }>(sql`
    select id in (${heldBy(person)}) as "isHeld" from permissions where id = ${id} for share`)
  if (rows[0] === undefined) throw new AppError('not_found')
  if (!rows[0].isHeld) throw new AppError('grants_more')
}

/**
 * A permission that the caller holds; or one that is not built in and is attached to nothing but role Admin, so that whoever has just made
 * it can correct it.
 *
 * @throws AppError not_found, grants_more
 */
export async function requireHeldOrUnused(tx: Tx, id: string, person: Caller): Promise<void> {
  const [permission, judgement] = await Promise.all([
    tx.execute(sql`select 1 from permissions where id = ${id} for update`),
    tx.execute<{ isMine: boolean }>(sql`
      select ${id}::uuid in (${heldBy(person)})
        or not exists (select 1 from permissions where id = ${id} and name = any(${Object.keys(PERMISSIONS)}::text[])) and not exists (
          select 1 from role_permissions rp join roles r on r.id = rp.role_id
          where rp.permission_id = ${id} and r.system is distinct from 'admin')
        and not exists (select 1 from record_permissions where permission_id = ${id})
        and not exists (select 1 from service_account_permissions where permission_id = ${id}) as "isMine"`),
  ])
  if (permission.rows.length === 0) throw new AppError('not_found')
  if (!judgement.rows[0]?.isMine) throw new AppError('grants_more')
}

/**
 * A service account without permissions that the caller lacks, and not the caller itself: a stolen key must not be enough
 * to open the account to other networks. Locks the account until the transaction ends.
 *
 * @throws AppError not_found, not_yourself; grants_more: the person who makes its keys has its permissions
 */
export async function requireAccountWithin(tx: Tx, id: string, person: Caller): Promise<void> {
  const [account, more] = await Promise.all([
    tx.execute(sql`select 1 from service_accounts where id = ${id} for update`),
    tx.execute(sql`
      select 1 from service_account_permissions
      where account_id = ${id} and permission_id not in (${heldBy(person)}) limit 1`),
  ])
  if (account.rows.length === 0) throw new AppError('not_found')
  if (id === person.userId) throw new AppError('not_yourself')
  if (more.rows.length > 0) throw new AppError('grants_more')
}
