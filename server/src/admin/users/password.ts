import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { requireStrongPassword } from '../../identity/password-strength.ts'
import { hashPassword } from '../../identity/passwords.ts'
import { findAccountByIdentifier, setPassword, voidSecrets } from '../../identity/users.ts'
import { notify } from '../../notifications/notify.ts'
import { endAccess } from '../../sessions/end-access.ts'
import { auditBy } from '../changes.ts'
import type { By } from '../store.ts'
import { requireNotAbove } from './rank.ts'
import { lockUser } from './roles.ts'

/**
 * Sets a person's password. Their sessions end, codes and links on their way are void, and they are told.
 *
 * @throws AppError not_found, above_you, invalid_request, password_too_weak
 */
export async function setUserPassword(deps: Deps, by: By, email: string, newPassword: string): Promise<void> {
  const { db, keys, config, outbox } = deps
  const account = await findAccountByIdentifier(db, email)
  if (account === null) throw new AppError('not_found')
  await requireStrongPassword(config.passwordPolicy, newPassword, { ...account, brand: config.brand })
  const passwordHash = await hashPassword(keys, newPassword)
  await db.transaction(async (tx) => {
    const { name } = await lockUser(tx, account.id)
    await requireNotAbove(tx, account.id, by.person)
    await setPassword(tx, account.id, passwordHash)
    await voidSecrets(tx, account.id)
    await endAccess(tx, account.id, 'password-reset')
    await auditBy(tx, by, 'users.password-set', account.id, { name })
    await notify(deps, tx, 'password-changed', account.id)
  })
  outbox.wake()
}
