import type { Authenticator } from '@gatehouse/contract/factors/authenticators.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { clearCounts, countAttempt } from '../counting/count-attempt.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import type { Person } from '../identity/actor.ts'
import { findAccountById } from '../identity/users.ts'
import { notify } from '../notifications/notify.ts'
import { describeDevice } from '../sessions/describe-device.ts'
import { admitFactor } from './admit-factor.ts'
import { deleteAuthenticator, insertAuthenticator, nameAuthenticator } from './authenticators.ts'
import { beginSecondStep } from './begin-second-step.ts'
import { actedBy, type From } from './change-from.ts'
import { openEnrolment, readEnrolment } from './enrolment.ts'
import { removeConfirmed } from './remove-confirmed.ts'
import { noteStrongFactor } from './strong-sign-in.ts'
import { stepOf, totpUri } from './totp.ts'

type Started = { secret: string; uri: string; enrolment: string }

/** @throws AppError confirmation_needed, no_second_step, too_many_attempts */
export async function startAuthenticator(deps: Deps, person: Person): Promise<Started> {
  const { db, keys, config } = deps
  await beginSecondStep(deps, person)
  const { secret, enrolment } = await openEnrolment(keys.seal, person, secondsOf(await db.now()))
  return { secret, uri: await totpUri(secret, config.brand, person.user.email), enrolment }
}

type Shown = { enrolment: string; code: string; name: string }

/**
 * Adds an app that has shown a right code. The enrolment was given to a confirmed session, minutes ago.
 *
 * @throws AppError authenticator_expired, authenticator_code_wrong, confirmation_needed, authenticator_exists, too_many_authenticators, too_many_attempts
 */
export async function addOwnAuthenticator(
  deps: Deps,
  person: Person,
  from: From,
  { enrolment, code, name }: Shown,
): Promise<Authenticator> {
  const { db, keys, outbox } = deps
  const { userId } = person
  const seconds = secondsOf(await db.now())
  const made = await readEnrolment(keys.seal, person, enrolment, seconds)
  if (made === null) throw new AppError('authenticator_expired')
  const counted = await countAttempt(deps, [{ bucket: 'app-first-codes', of: userId }], { subjectId: userId })
  const step = await stepOf(made.secret, code, seconds)
  if (step === null) throw new AppError('authenticator_code_wrong')
  const account = await findAccountById(db, userId)
  const device = describeDevice(from.userAgent, account?.language ?? null)
  const added = await db.transaction(async (tx) => {
    await admitFactor(tx, person)
    const authenticator = await insertAuthenticator(tx, keys.seal, userId, name, { ...made, step })
    await noteStrongFactor(tx, person.sessionId, 'app')
    await clearCounts(tx, counted)
    await recordAudit(tx, { event: 'authenticators.added', ...actedBy(person, from), detail: { name } })
    await notify(deps, tx, 'authenticator-added', userId, { values: { authenticator: name, device, ip: from.ip } })
    return authenticator
  })
  outbox.wake()
  return added
}

/** @throws AppError not_found */
export async function renameOwnAuthenticator(
  { db }: Deps,
  person: Person,
  from: From,
  { authenticatorId, name }: { authenticatorId: string; name: string },
): Promise<Authenticator> {
  return db.transaction(async (tx) => {
    const { authenticator, formerName } = await nameAuthenticator(tx, person.userId, authenticatorId, name)
    const detail = { name, formerName }
    if (formerName !== name)
      await recordAudit(tx, { event: 'authenticators.renamed', ...actedBy(person, from), detail })
    return authenticator
  })
}

/**
 * The code by email remains, so the last app may go.
 *
 * @returns how many sessions ended
 * @throws AppError confirmation_needed, not_found
 */
export async function removeOwnAuthenticator(
  deps: Deps,
  person: Person,
  from: From,
  { authenticatorId, endsSessions }: { authenticatorId: string; endsSessions?: boolean | undefined },
): Promise<number> {
  return removeConfirmed(deps, person, from, endsSessions, async (tx) => {
    const name = await deleteAuthenticator(tx, person.userId, authenticatorId)
    await recordAudit(tx, { event: 'authenticators.removed', ...actedBy(person, from), detail: { name } })
    await notify(deps, tx, 'authenticator-removed', person.userId, { values: { authenticator: name, signedOut: '' } })
  })
}

const secondsOf = (moment: Date) => moment.getTime() / 1000
