import { recordAudit } from '../audit/record-audit.ts'
import { countAttempt } from '../counting/count-attempt.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import type { Person } from '../identity/actor.ts'
import { findAccountById } from '../identity/users.ts'
import { notify } from '../notifications/notify.ts'
import { describeDevice } from '../sessions/describe-device.ts'
import { endOwnAccessElsewhere } from '../sessions/end-own.ts'
import { actedBy, type From } from './change-from.ts'
import { lockConfirmed } from './lock-confirmed.ts'
import { deleteRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts'
import { requireConfirmed } from './require-confirmed.ts'

/** @throws AppError confirmation_needed, no_second_step, too_many_attempts */
export async function makeOwnRecoveryCodes(deps: Deps, person: Person, from: From): Promise<string[]> {
  const { db, outbox } = deps
  const { userId } = person
  await requireConfirmed(db, person)
  await countAttempt(deps, [{ bucket: 'app-changes', of: userId }], { subjectId: userId })
  const account = await findAccountById(db, userId)
  // A code is asked for after the password only.
  if (account?.passwordHash == null) throw new AppError('no_second_step')
  const device = describeDevice(from.userAgent, account.language)
  const codes = await db.transaction(async (tx) => {
    await lockConfirmed(tx, person)
    const made = await replaceRecoveryCodes(tx, person)
    await recordAudit(tx, { event: 'recovery-codes.made', ...actedBy(person, from) })
    await notify(deps, tx, 'recovery-codes-made', userId, { values: { device, ip: from.ip } })
    return made
  })
  outbox.wake()
  return codes
}

/** @throws AppError confirmation_needed */
export async function removeOwnRecoveryCodes(
  deps: Deps,
  person: Person,
  from: From,
  { endsSessions }: { endsSessions?: boolean | undefined },
): Promise<number> {
  const { db, outbox } = deps
  const { userId } = person
  await requireConfirmed(db, person)
  const ended = await db.transaction(async (tx) => {
    await lockConfirmed(tx, person)
    if ((await deleteRecoveryCodes(tx, userId)) > 0) {
      await recordAudit(tx, { event: 'recovery-codes.removed', ...actedBy(person, from) })
      await notify(deps, tx, 'recovery-codes-removed', userId, { values: { signedOut: '' } })
    }
    return endsSessions ? endOwnAccessElsewhere(tx, person, from.ip) : 0
  })
  outbox.wake()
  return ended
}
