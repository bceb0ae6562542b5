import { ERRORS } from '@gatehouse/contract/errors.ts'
import { hasSecret, noticeOf } from '@gatehouse/contract/notices.ts'
import sql from 'sql-template-tag'
import type { Tx } from '../../../db/database.ts'
import { AppError } from '../../../errors.ts'
import type { Caller } from '../../../identity/actor.ts'
import type { Scope } from '../../../notifications/scope.ts'
import { heldBy } from './rights.ts'

/**
 * A mail server or SMS gateway, which delivers the codes and links of all people in its scope.
 *
 * @throws AppError not_found, carries_more
 */
export async function requireMayCarry(tx: Tx, id: string, person: Caller): Promise<void> {
  const scopeOf = (table: 'email_configurations' | 'sms_configurations') =>
    table === 'email_configurations'
      ? sql`select application_id as "applicationId", client_id as "clientId" from email_configurations where id = ${id} for update`
      : sql`select application_id as "applicationId", client_id as "clientId" from sms_configurations where id = ${id} for update`
  const [mail, sms] = await Promise.all([
    tx.execute<Scope>(scopeOf('email_configurations')),
    tx.execute<Scope>(scopeOf('sms_configurations')),
  ])
  const scope = mail.rows[0] ?? sms.rows[0]
  if (scope === undefined) throw new AppError('not_found')
  await requireEverythingOf(tx, scope, person)
}

/**
 * A template. A message without a code or link gives nobody access; one with the link that locks the account warns of what somebody
 * else does, and must not fall silent.
 *
 * @throws AppError not_found, carries_more
 */
export async function requireMayWrite(tx: Tx, id: string, person: Caller): Promise<void> {
  const { rows } = await tx.execute<Scope & { name: string }>(sql`
    select application_id as "applicationId", client_id as "clientId", name from templates where id = ${id} for update`)
  const [template] = rows
  if (template === undefined) throw new AppError('not_found')
  const notice = noticeOf(template.name)
  if (notice !== null && hasSecret(notice)) await requireEverythingOf(tx, template, person)
}

/**
 * Requires every permission held by anyone in a scope: all people, or those with an assignment there. Inactive and
 * deleted people and inactive permissions count, because they can be restored; for all people, whoever accepts an open invitation, too.
 *
 * @throws AppError `error` with the names of the permissions that the caller lacks
 */
export async function requireEverythingOf(
  tx: Tx,
  { applicationId, clientId }: Scope,
  person: Caller,
  error: 'carries_more' | 'demands_more' = 'carries_more',
): Promise<void> {
  const isForAll = sql`(${applicationId}::uuid is null and ${clientId}::uuid is null)`
  const isMeant = sql`${isForAll} or exists (
    select 1 from assignments s where s.user_id = u.id
      and (${applicationId}::uuid is null or s.application_id = ${applicationId})
      and (${clientId}::uuid is null or s.client_id = ${clientId}))`
  const { rows } = await tx.execute<{ name: string }>(sql`
    select p.name from permissions p where p.id not in (${heldBy(person)}) and exists (
      select 1 from role_permissions rp join users u on u.role_id = rp.role_id
      where rp.permission_id = p.id and (${isMeant})
      union all select 1 from role_permissions rp join invitations i on i.role_id = rp.role_id and i.state = 'open'
      where rp.permission_id = p.id and ${isForAll})
    order by p.name`)
  if (rows.length === 0) return
  const missing = rows.map(({ name }) => name)
  const reason = ERRORS[error].msg
  // Each name separately, because a page in another language translates the message and the names.
  throw new AppError(error, { msg: `${reason} ${missing.join(', ')}`, data: { reason, missing } })
}
