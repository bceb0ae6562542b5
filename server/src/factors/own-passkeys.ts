import type { Passkey } from '@gatehouse/contract/factors/passkeys.ts'
import type { RegistrationResponse } from '@gatehouse/contract/factors/webauthn.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import type { Person } from '../identity/actor.ts'
import { findAccountById } from '../identity/users.ts'
import { notify } from '../notifications/notify.ts'
import { describeDevice } from '../sessions/describe-device.ts'
import { admitFactor } from './admit-factor.ts'
import { actedBy, type From } from './change-from.ts'
import { lockConfirmed } from './lock-confirmed.ts'
import { spendPasskeyChallenge } from './passkey-challenges.ts'
import { acceptPasskey, deletePasskey, insertPasskey, renamePasskey, requireAnotherWayIn } from './passkeys.ts'
import { removeConfirmed } from './remove-confirmed.ts'
import { refuseUnconfirmed, requireConfirmed } from './require-confirmed.ts'
import { noteStrongFactor } from './strong-sign-in.ts'
import { challengeOf, verifyCreation } from './verify-passkey.ts'

type Made = { credential: RegistrationResponse; name?: string | undefined; bindings: string[] }

/** @throws AppError passkey_expired, passkey_not_created, confirmation_needed, passkey_exists, too_many_passkeys */
export async function addOwnPasskey(
  deps: Deps,
  person: Person,
  from: From,
  { credential, name, bindings }: Made,
): Promise<Passkey> {
  const { db, config, outbox } = deps
  const { userId } = person
  const challenge = challengeOf(credential)
  // The challenge was given to a confirmed session, minutes ago.
  if (!(await spendPasskeyChallenge(db, { purpose: 'enrol', userId, bindings }, challenge)))
    throw new AppError('passkey_expired')
  const made = await verifyCreation(config, challenge, credential)
  if (made === null) throw new AppError('passkey_not_created')
  const account = await findAccountById(db, userId)
  const device = describeDevice(from.userAgent, account?.language ?? null)
  const added = await db.transaction(async (tx) => {
    await admitFactor(tx, person)
    const passkey = await insertPasskey(tx, userId, name ?? device, made)
    await noteStrongFactor(tx, person.sessionId, 'passkey')
    await recordAudit(tx, { event: 'passkeys.added', ...actedBy(person, from), detail: { name: passkey.name } })
    await notify(deps, tx, 'passkey-added', userId, { values: { passkey: passkey.name, device, ip: from.ip } })
    return passkey
  })
  outbox.wake()
  return added
}

/** @throws AppError not_found */
export async function renameOwnPasskey(
  { db }: Deps,
  person: Person,
  from: From,
  { passkeyId, name }: { passkeyId: string; name: string },
): Promise<Passkey> {
  return db.transaction(async (tx) => {
    const { passkey, formerName } = await renamePasskey(tx, person.userId, passkeyId, name)
    if (formerName !== name)
      await recordAudit(tx, { event: 'passkeys.renamed', ...actedBy(person, from), detail: { name, formerName } })
    return passkey
  })
}

/**
 * The owner says that a suspected passkey is theirs alone, after signing in with something else since.
 *
 * @throws AppError confirmation_needed, not_found
 */
export async function acceptOwnPasskey(deps: Deps, person: Person, from: From, passkeyId: string): Promise<Passkey> {
  const { db, outbox } = deps
  await requireConfirmed(db, person)
  const accepted = await db.transaction(async (tx) => {
    await lockConfirmed(tx, person)
    const passkey = await acceptPasskey(tx, person, passkeyId)
    if (passkey === null) return refuseUnconfirmed(tx, person)
    await recordAudit(tx, { event: 'passkeys.accepted', ...actedBy(person, from), detail: { name: passkey.name } })
    await notify(deps, tx, 'passkey-accepted', person.userId, { values: { passkey: passkey.name, ip: from.ip } })
    return passkey
  })
  outbox.wake()
  return accepted
}

/** @returns how many sessions ended. @throws AppError confirmation_needed, only_way_in, not_found */
export async function removeOwnPasskey(
  deps: Deps,
  person: Person,
  from: From,
  { passkeyId, endsSessions }: { passkeyId: string; endsSessions?: boolean | undefined },
): Promise<number> {
  const { userId } = person
  return removeConfirmed(deps, person, from, endsSessions, async (tx) => {
    await requireAnotherWayIn(tx, userId, passkeyId)
    const name = await deletePasskey(tx, userId, passkeyId)
    await recordAudit(tx, { event: 'passkeys.removed', ...actedBy(person, from), detail: { name } })
    await notify(deps, tx, 'passkey-removed', userId, { values: { passkey: name, signedOut: '' } })
  })
}
