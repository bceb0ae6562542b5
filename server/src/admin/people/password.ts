import type { Tx } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { deleteAllFactors } from '../../factors/delete-all.ts'
import type { Breached } from '../../identity/breached-passwords.ts'
import { requireUnusedPassword } from '../../identity/former-passwords.ts'
import { requireStrongPassword } from '../../identity/password-strength.ts'
import { hashPassword } from '../../identity/passwords.ts'
import { findAccountByIdentifier, setPassword } from '../../identity/users.ts'
import { notify } from '../../notifications/notify.ts'
import { endAccess } from '../../sessions/end-access.ts'
import { auditBy } from '../engine/changes.ts'
import type { Touched } from '../engine/guard/guard.ts'
import { type By, whoOf } from '../engine/store.ts'
import { stopRecoveriesOf } from './recoveries/stop.ts'
import { lockUser } from './roles.ts'

type Prepared = { userId: string; newPassword: string; passwordHash: string; judged: { breached?: Breached } }

/**
 * The person and the hash of the new password.
 *
 * @throws AppError not_found, invalid_request, password_too_weak, password_breached
 */
export async function preparePassword(
  { db, keys, config }: Deps,
  email: string,
  newPassword: string,
): Promise<Prepared> {
  const account = await findAccountByIdentifier(db, email)
  if (account === null) throw new AppError('not_found')
  const judged = await requireStrongPassword(config, newPassword, account)
  return { userId: account.id, newPassword, passwordHash: await hashPassword(keys, newPassword), judged }
}

/**
 * Sets a person's password, and removes their passkeys, authenticator apps and recovery codes if asked for. Ends their sessions, voids their unused codes and links, and notifies them.
 *
 * @throws AppError not_found, password_unchanged, password_used_before
 */
export async function setUserPassword(
  deps: Deps,
  tx: Tx,
  by: By,
  { id }: Touched<'credential'>,
  { newPassword, passwordHash, judged, removesFactors = false }: Prepared & { removesFactors?: boolean | undefined },
): Promise<void> {
  const { name } = await lockUser(tx, id)
  // Only now: whoever may not change this person must not be able to try what their password is.
  await requireUnusedPassword(tx, deps, id, newPassword)
  await setPassword(tx, deps.config, id, passwordHash)
  await stopRecoveriesOf(tx, id)
  await endAccess(tx, id, 'password-reset', { by: whoOf(by) })
  await auditBy(tx, by, 'users.password-set', id, { name, ...judged })
  await notify(deps, tx, 'password-changed', id)
  if (!removesFactors) return
  const factors = await deleteAllFactors(tx, id)
  if (Object.values(factors).every((count) => count === 0)) return
  await auditBy(tx, by, 'users.factors-removed', id, { name, ...factors })
  await notify(deps, tx, 'factors-removed', id)
}
