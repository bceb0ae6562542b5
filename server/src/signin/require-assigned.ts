import { listAccess, listAssigned } from '../access/access.ts'
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
 * L5), application_closed when that cannot be opened
 */
export async function requireAssigned(deps: Deps, account: Account, target: SignInTarget): Promise<void> {
  if (accessesOf(await listAccess(deps.db, account.id), target).length > 0) return
  const isClosed = accessesOf(await listAssigned(deps.db, account.id, null), target).length > 0
  await recordAudit(deps.db, {
    event: 'launch.refused',
    actorId: account.id,
    subjectId: account.id,
    detail: { reason: isClosed ? 'application_closed' : 'address not assigned' },
  })
  throw new AppError(isClosed ? 'application_closed' : 'redirect_not_allowed')
}
