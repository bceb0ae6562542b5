import { listAccess, listAssigned } from '../access/access.ts'
import { closedReason } from '../access/closed-reason.ts'
import { accessesOf } from '../access/redirects.ts'
import type { SignInTarget } from '../access/sign-in-target.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import type { Account } from '../identity/users.ts'

/**
 * Call it after the password or passkey was right: the answer depends on the assignments of the account.
 *
 * @throws AppError redirect_not_allowed unless the address belongs to an application assigned to this account (requirement
 * L5), application_closed or application_ended when that cannot be opened
 */
export async function requireAssigned(deps: Deps, account: Account, target: SignInTarget): Promise<void> {
  if (accessesOf(await listAccess(deps.db, account.id), target).length > 0) return
  const reason = closedReason(accessesOf(await listAssigned(deps.db, account.id, null), target))
  await recordAudit(deps.db, {
    event: 'launch.refused',
    actorId: account.id,
    subjectId: account.id,
    detail: { reason: reason ?? 'address not assigned' },
  })
  throw new AppError(reason ?? 'redirect_not_allowed')
}
