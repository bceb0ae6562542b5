import { recordAudit } from '../audit/record-audit.ts'
import type { Deps } from '../deps.ts'
import type { Person } from '../identity/actor.ts'
import { notify } from '../notifications/notify.ts'
import { describeDevice } from '../sessions/describe-device.ts'
import { beginSecondStep } from './begin-second-step.ts'
import { actedBy, type From } from './change-from.ts'
import { lockConfirmed } from './lock-confirmed.ts'
import { deleteRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts'
import { removeConfirmed } from './remove-confirmed.ts'

/** @throws AppError confirmation_needed, no_second_step, too_many_attempts */
export async function makeOwnRecoveryCodes(deps: Deps, person: Person, from: From): Promise<string[]> {
  const { db, outbox } = deps
  const { userId } = person
  const account = await beginSecondStep(deps, person)
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
  return removeConfirmed(deps, person, from, endsSessions, async (tx) => {
    if ((await deleteRecoveryCodes(tx, person.userId)) === 0) return
    await recordAudit(tx, { event: 'recovery-codes.removed', ...actedBy(person, from) })
    await notify(deps, tx, 'recovery-codes-removed', person.userId, { values: { signedOut: '' } })
  })
}
