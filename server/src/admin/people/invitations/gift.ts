import type { invite } from '@gatehouse/contract/admin/people/invitations.ts'
import type { Input } from '@gatehouse/contract/endpoint.ts'
import type { Change } from '../../../audit/changes.ts'
import type { Config } from '../../../config.ts'
import type { Tx } from '../../../db/database.ts'
import { AppError } from '../../../errors.ts'
import type { Notifier } from '../../../notifications/notify.ts'
import { requireGiftApart } from '../../approvals/conflicts/require-gift-apart.ts'
import { requireMayTouch } from '../../engine/guard/guard.ts'
import type { By } from '../../engine/store.ts'
import { requireLive } from '../../engine/table-store.ts'
import { readRole } from '../../roles/roles.ts'
import { assignApplication, lockPair, roleOfPair } from '../assignments/assign.ts'
import { changesOfDates, readTerm, type Term } from '../assignments/term.ts'
import { attachRole } from '../roles.ts'

export type AskedGift = Pick<
  Input<typeof invite>,
  'applicationId' | 'clientId' | 'role' | 'validFrom' | 'validUntil' | 'roleId'
>

/** What an invitation gives. */
export type Gift = Term & {
  application: { applicationId: string; clientId: string; role: string } | null
  /** What its message calls them. */
  names: { applicationName?: string; clientName?: string }
  /** The role in the portal. */
  roleId: string | null
  /** The same for the audit. */
  changes: Change[]
}

/** The person does not exist yet, so they have no assignment to compare with. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

/**
 * What the caller may give to somebody who has nothing yet.
 *
 * @throws AppError grants_more, not_found; invalid_request for an incomplete choice, an unknown record, a wrong term, or a role that by itself
 * breaks a rule of separation of duties
 */
export async function judgeGift(
  tx: Tx,
  by: By,
  { applicationId, clientId, role, validFrom = null, validUntil = null, roleId = null }: AskedGift,
  { timeZone }: Pick<Config, 'timeZone'>,
): Promise<Gift> {
  const changes: Change[] = []
  if (roleId !== null) {
    await requireMayTouch(tx, by.person, 'role-given', roleId)
    await requireLive(tx, 'roles', roleId, 'Role is required')
    changes.push({ field: 'role', before: null, after: (await readRole(tx, roleId)).name })
  }
  if (!applicationId && !clientId && role === '')
    return { application: null, names: {}, roleId, validFrom: null, validUntil: null, changes }
  if (!applicationId || !clientId || role === '')
    throw new AppError('invalid_request', { msg: 'Choose an application, a client and a role' })
  const { appName, clientName } = await lockPair(tx, applicationId, clientId)
  const known = await roleOfPair(tx, applicationId, clientId, role)
  await requireGiftApart(tx, { applicationId, clientId, role: known, timeZone })
  const pair = { userId: NOBODY, applicationId, clientId }
  const term = await readTerm(tx, pair, { validFrom, validUntil }, timeZone)
  changes.push({ field: `${appName} · ${clientName}`, before: null, after: known }, ...changesOfDates(null, term))
  return {
    application: { applicationId, clientId, role: known },
    names: { applicationName: appName, clientName },
    ...{ roleId, validFrom: term.validFrom, validUntil: term.validUntil, changes },
  }
}

/**
 * Gives it to the new person in the name of the sender, as far as they may do so now. The person knows it from the
 * invitation, and gets no further message.
 *
 * @throws AppError as the single changes do
 */
export async function give(
  deps: Notifier,
  tx: Tx,
  by: By,
  userId: string,
  { application, roleId, validFrom, validUntil }: Omit<Gift, 'changes' | 'names'>,
): Promise<void> {
  const quiet = { isQuiet: true }
  if (roleId !== null) {
    const standing = await requireMayTouch(tx, by.person, 'standing', userId)
    await attachRole(deps, tx, by, standing, await requireMayTouch(tx, by.person, 'role-given', roleId), quiet)
  }
  if (application === null) return
  const person = await requireMayTouch(tx, by.person, 'assignment', userId)
  const term = { validFrom: validFrom?.toISOString() ?? null, validUntil: validUntil?.toISOString() ?? null }
  await assignApplication(deps, tx, by, { ...application, ...term, ...quiet, person })
}
