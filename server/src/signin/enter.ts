import type { ErrorKey } from '@gatehouse/contract/errors.ts'
import sql from 'sql-template-tag'
import { type Access, listAccess } from '../access/access.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { type Counted, clearCounts } from '../counting/count-attempt.ts'
import { prepared, type Tx } from '../db/database.ts'
import { refusalOf, refuseIf } from '../db/refuse.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { notePasskeyUse, usePasskeyOrRefuse } from '../factors/passkeys.ts'
import { type Proof, proofStands } from '../factors/proof-stands.ts'
import { useBrowser, useBrowserOrRefuse } from '../factors/remembered-browsers.ts'
import type { PasskeyUse } from '../factors/verify-passkey.ts'
import type { Person } from '../identity/actor.ts'
import { type Account, keepLanguage } from '../identity/users.ts'
import {
  freshSession,
  insertSession,
  type NewSession,
  openSession,
  reopenSession,
  touchesAnother,
} from '../sessions/open-session.ts'
import { type OpenedSession, readSession } from '../sessions/sessions.ts'
import { signedIn } from '../signals.ts'
import type { Caller } from './caller.ts'
import { isKnownDevice, notifyOfNewDevice } from './new-device.ts'

/** The account that has proved itself, and how. */
type Entering = {
  account: Account
  device: string | null
  asked: NewSession
  counted: Counted[]
  proof: Proof
  /** The error when the account was changed meanwhile. */
  refusal: ErrorKey
  /** More for the line of the audit. */
  detail?: Record<string, unknown>
}

type Entered = { session: OpenedSession; person: Person; accesses: Access[]; isKnown: boolean }

const CHANGED = 'changed'
const NEEDS_STEPS = 'needs steps'
const PROOF_LOST = 'proof lost'
/** As the audit says it. */
export const LOST = 'what it was proved with was removed'

/** What was proved with was removed before the session could be opened. */
export class ProofLost extends AppError {
  constructor({ proof, refusal }: Entering) {
    super(proof.kind === 'passkey' ? 'passkey_unknown' : refusal)
  }
}

const isUse = (proof: Proof): proof is Extract<Proof, { kind: 'passkey' }> & { use: PasskeyUse } =>
  proof.kind === 'passkey' && proof.use !== undefined

/**
 * Opens the session of a person whose code or passkey was right, with its audit line and all that follows from it.
 *
 * @throws AppError with the key `refusal` when the account was changed meanwhile; ProofLost
 */
export async function enter(deps: Deps, caller: Caller, entering: Entering): Promise<Entered> {
  const entered = await openFor(deps, caller, entering).catch(async (error: unknown) => {
    // Without its remembered browser a sign-in goes on with the second step; what is wrong with a passkey is judged anew.
    const goesOn = entering.proof.kind === 'browser' || (error instanceof ProofLost && isUse(entering.proof))
    if (error instanceof AppError && !goesOn) await recordRefusal(deps, caller, entering, error)
    throw error
  })
  signedIn.publish({ factor: entering.proof.kind })
  return entered
}

function recordRefusal({ db }: Deps, { ip }: Caller, { account }: Entering, error: AppError): Promise<void> {
  const reason = error instanceof ProofLost ? LOST : 'account changed meanwhile'
  return recordAudit(db, { event: 'signin.failed', subjectId: account.id, ip, detail: { reason } })
}

async function openFor(deps: Deps, caller: Caller, entering: Entering): Promise<Entered> {
  // For a known browser there is no message to send, and usually no former session: one round trip is enough.
  if (!caller.isWeb || entering.device === null) return enterInSteps(deps, caller, entering)
  return enterAtOnce(deps, caller, entering).catch((error: unknown) => {
    const refusal = refusalOf(error)
    if (refusal === NEEDS_STEPS) return enterInSteps(deps, caller, entering)
    if (refusal === PROOF_LOST) throw new ProofLost(entering)
    throw refusal === CHANGED ? new AppError(entering.refusal) : error
  })
}

function enterAtOnce({ db }: Deps, caller: Caller, entering: Entering): Promise<Entered> {
  const { account, asked, counted } = entering
  const fresh = freshSession(asked)
  return db.batch(async (tx) => {
    const [, , , session, person, accesses] = await Promise.all([
      refuseChanged(tx, account),
      refuseLostProof(tx, entering),
      refuseSteps(tx, account, caller),
      insertSession(tx, asked, fresh),
      readSession(tx, asked.kind, fresh.secret),
      listAccess(tx, account.id),
      clearCounts(tx, counted),
      keepLanguage(tx, account, caller.language),
      noteSignIn(tx, caller, entering, fresh.id),
    ])
    if (person === null) throw new AppError(entering.refusal)
    return { session, person, accesses, isKnown: true }
  })
}

/** The slower way: for a message about a new browser, or a former session that continues or ends. */
function enterInSteps(deps: Deps, caller: Caller, entering: Entering): Promise<Entered> {
  const { db, keys } = deps
  const { account, asked, counted, proof, refusal } = entering
  return db.transaction(async (tx) => {
    const former = caller.isWeb ? caller.sessionCookie : undefined
    const open = async () => {
      const reopened = former ? await reopenSession(tx, former, asked) : null
      if (reopened !== null) return [reopened, await readSession(tx, asked.kind, reopened.secret)] as const
      const fresh = freshSession(asked)
      return Promise.all([openSession(tx, asked, fresh), readSession(tx, asked.kind, fresh.secret)])
    }
    const [isFirst, isProved, isSeen, [session, person], accesses] = await Promise.all([
      requireUnchanged(tx, account, refusal),
      isStillProved(tx, account, proof),
      isKnownDevice(tx, keys, caller, account),
      open(),
      listAccess(tx, account.id),
      clearCounts(tx, counted),
    ])
    if (!isProved) throw new ProofLost(entering)
    if (person === null) throw new AppError(refusal)
    const isKnown = isFirst || isSeen
    await noteSignIn(tx, caller, entering, session.id)
    if (!isKnown) await notifyOfNewDevice(deps, tx, caller, account)
    // After the message, which is for the owner in the language that was stored before this sign-in.
    await keepLanguage(tx, account, caller.language)
    return { session, person, accesses, isKnown }
  })
}

const noteSignIn = (tx: Tx, { ip }: Caller, { account: { id }, detail = {} }: Entering, sessionId: string) =>
  recordAudit(tx, { event: 'signin.completed', actorId: id, subjectId: id, sessionId, ip, detail })

/**
 * Changing the password or deactivating a person ends their sessions, but would miss a session that is being opened.
 * This lock decides which of the two comes first.
 */
const unchanged = ({ id, passwordHash }: Account) => sql`
  select last_sign_in_at from users where id = ${id} and is_active and deleted_at is null
    and password_hash is not distinct from ${passwordHash} for no key update`

/**
 * @throws AppError `refusal` when the account was changed first
 * @returns whether this is the person's first sign-in
 */
async function requireUnchanged(tx: Tx, account: Account, refusal: ErrorKey): Promise<boolean> {
  const { rows } = await tx.execute<{ isFirst: boolean }>(
    prepared('require-unchanged')`
    with found as (${unchanged(account)}) select last_sign_in_at is null as "isFirst" from found`,
  )
  if (rows[0] === undefined) throw new AppError(refusal)
  return rows[0].isFirst
}

/** The same check inside the database: when it fails, the statements sent after it are not executed. */
async function refuseChanged(tx: Tx, account: Account): Promise<void> {
  await tx.execute(
    prepared('refuse-changed')`
    with found as (${unchanged(account)})
    select ${refuseIf(sql`not exists (select from found)`, sql`${CHANGED}::text`)}`,
  )
}

/**
 * Removing a factor may end all sessions, and would miss this one, too. In a statement of its own after the lock, so that it
 * sees what was removed while it waited for the lock.
 */
async function isStillProved(tx: Tx, { id }: Account, proof: Proof): Promise<boolean> {
  if (proof.kind === 'browser') return useBrowser(tx, id, proof)
  if (isUse(proof)) return (await notePasskeyUse(tx, proof, proof.use)) === 'used'
  const { rows } = await tx.execute<{ stands: boolean }>(
    prepared(`proof-stands-${proof.kind}`)`select ${proofStands(id, proof)} as stands`,
  )
  return rows[0]?.stands === true
}

/** The same check inside the database. */
async function refuseLostProof(tx: Tx, { account: { id }, proof }: Entering): Promise<void> {
  if (proof.kind === 'browser') return useBrowserOrRefuse(tx, id, proof, PROOF_LOST)
  if (isUse(proof)) return usePasskeyOrRefuse(tx, proof, proof.use, PROOF_LOST)
  await tx.execute(
    prepared(`refuse-lost-${proof.kind}`)`
    select ${refuseIf(sql`not ${proofStands(id, proof)}`, sql`${PROOF_LOST}::text`)}`,
  )
}

/** In a statement of its own after the lock, so that it sees sessions opened while it waited for the lock. */
async function refuseSteps(tx: Tx, { id }: Account, { sessionCookie }: Caller): Promise<void> {
  await tx.execute(
    prepared('refuse-steps')`
    select ${refuseIf(touchesAnother(id, sessionCookie), sql`${NEEDS_STEPS}::text`)}`,
  )
}
