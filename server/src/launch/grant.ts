import type { ErrorKey } from '@gatehouse/contract/errors.ts'
import type { Launch } from '@gatehouse/contract/launch.ts'
import sql from 'sql-template-tag'
import { type Access, findDemand, listAccess, listAccessToApplication, listAssigned } from '../access/access.ts'
import { closedReason } from '../access/closed-reason.ts'
import { accessesAt, accessesFor, accessesOf, openedAt } from '../access/redirects.ts'
import type { SignInTarget } from '../access/sign-in-target.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { newId } from '../crypto/ids.ts'
import { newSecret, secretHash } from '../crypto/secrets.ts'
import { type Db, prepared } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { refuseSignIn } from '../factors/require-confirmed.ts'
import { signedInAs } from '../identity/actor.ts'
import { keepActingToken } from './acting-token.ts'
import { listFormerAccess } from './former-access.ts'
import { launchRequest, launchTo } from './launch-request.ts'
import { TOKEN_SECONDS } from './lifetimes.ts'
import type { Opener } from './opener.ts'

/** The prefix distinguishes launch tokens from session secrets, so that neither is mistaken for the other. */
const TOKEN_PREFIX = 'elt_'
/** The path at which an application receives `appAuth` (requirement W1). */
const APP_AUTH_PATH = '/pages/login/sso'

export type Granted = { token: string; launch: Launch }

export type GrantRequest = { applicationId: string; redirectUri: string; userId: string; client: string | undefined }

/** Which accesses a request means, and why it is refused when none of them is assigned. */
type Meant = {
  of: <One extends Access>(accesses: One[]) => One[]
  applicationId: string | null
  refusal: ErrorKey
}

/**
 * Grants a launch token for an application that is assigned to the caller (requirement P10).
 *
 * @throws AppError not_allowed for another person, application_not_assigned, application_closed, application_ended,
 * client_choice_needed, redirect_not_allowed unless the address is the registered one byte for byte
 */
export async function grantToken(deps: Deps, person: Opener, asked: GrantRequest): Promise<Granted> {
  if (asked.userId !== person.userId) return refuse(deps, person, 'not_allowed', asked.applicationId)
  const access = await choose(
    deps,
    person,
    await listAccessToApplication(deps.db, person.userId, asked.applicationId),
    {
      of: (accesses) => accessesFor(accesses, asked.client),
      applicationId: asked.applicationId,
      refusal: 'application_not_assigned',
    },
  )
  if (openedAt(access.application) !== asked.redirectUri)
    return refuse(deps, person, 'redirect_not_allowed', asked.applicationId)
  return grant(deps, person, access)
}

/**
 * Launches the assigned application that has the origin of the target's address; it is opened at its registered
 * address.
 *
 * @throws AppError redirect_not_allowed, application_closed, application_ended or client_choice_needed
 */
export async function launchAt(deps: Deps, person: Opener, target: SignInTarget): Promise<Launch> {
  const access = await choose(deps, person, await listAccess(deps.db, person.userId), {
    of: (accesses) => accessesOf(accesses, target),
    applicationId: null,
    refusal: 'redirect_not_allowed',
  })
  const { launch } = await grant(deps, person, access)
  return launch
}

/**
 * Opens an assigned application by its address. Only the origin is taken from the request, and only when it belongs to
 * exactly one application: path, client and role come from the database (requirement L5).
 *
 * @throws AppError redirect_not_allowed, application_closed, application_ended or client_choice_needed
 */
export async function openByAddress(
  deps: Deps,
  person: Opener,
  address: string,
  client: string | undefined,
): Promise<Launch> {
  const open = await listAccess(deps.db, person.userId)
  const access = await choose(deps, person, open, {
    of: (accesses) => accessesFor(accessesAt(accesses, address), client),
    applicationId: null,
    refusal: accessesAt(open, address).length === 0 ? 'redirect_not_allowed' : 'application_not_assigned',
  })
  const token = await issue(deps, person, access)
  return launchTo(new URL(APP_AUTH_PATH, address).href, 'query', {
    clientIDE: access.client.id,
    role: access.role,
    token,
  })
}

async function grant(deps: Deps, person: Opener, access: Access): Promise<Granted> {
  const token = await issue(deps, person, access)
  return { token, launch: launchRequest(deps, person.user, access, token) }
}

/** The only open access that is meant. Without one, a person to whom it is or was assigned learns that it is closed, or has ended. */
async function choose(deps: Deps, person: Opener, open: Access[], meant: Meant): Promise<Access> {
  const [only, ...others] = meant.of(open)
  if (only === undefined) {
    const assigned = meant.of(await listAssigned(deps.db, person.userId, meant.applicationId))
    const reason = closedReason(assigned) ?? (await formerReason(deps.db, person.userId, meant.applicationId))
    return refuse(deps, person, reason ?? meant.refusal, meant.applicationId)
  }
  if (others.length > 0) {
    const clients = [only, ...others].map(({ client, role }) => ({ _id: client.id, name: client.displayName, role }))
    throw new AppError('client_choice_needed', { data: { clients } })
  }
  return only
}

async function formerReason(db: Db, userId: string, applicationId: string | null): Promise<ErrorKey | null> {
  if (applicationId === null) return null
  const former = await listFormerAccess(db, userId, sql`a.id = ${applicationId}`)
  return former.length > 0 ? 'application_ended' : null
}

/** @throws AppError confirmation_needed when the sign-in lacks what is needed (ADR 0096) */
async function issue(deps: Deps, person: Opener, access: Access): Promise<string> {
  const { application, client } = access
  const token = TOKEN_PREFIX + newSecret()
  if (person.acting !== null) {
    await keepActingToken(deps.db, person, person.acting, access, token)
    return token
  }
  const demand = await deps.db.transaction(async (tx) => {
    const asked = await findDemand(tx, person, access)
    if (asked === null || asked.lacks !== null) return asked ?? 'closed'
    await tx.execute(prepared('grant-launch')`
      insert into launch_tokens (id, token_hash, application_id, client_id, user_id, session_id, expires_at)
      values (${newId()}, ${secretHash(token)}, ${application.id}, ${client.id}, ${person.userId}, ${person.sessionId},
        now() + make_interval(secs => ${TOKEN_SECONDS}))`)
    await tx.execute(prepared('note-launch')`
      insert into opened_applications (session_id, application_id, launched_for, launched_at)
      values (${person.sessionId}, ${application.id}, ${client.id}, now())
      on conflict (session_id, application_id) do update set launched_for = excluded.launched_for, launched_at = now()`)
    await recordAudit(tx, {
      event: 'launch.granted',
      actorId: person.userId,
      subjectId: application.id,
      sessionId: person.sessionId,
      ip: person.ip,
      detail: { clientId: client.id },
    })
    return null
  })
  if (demand === 'closed') return refuse(deps, person, 'application_closed', application.id)
  if (demand !== null) {
    await noteRefusal(deps, person, `sign-in not ${demand.lacks}`, application.id)
    return refuseSignIn(deps.db, person, demand)
  }
  return token
}

async function refuse(deps: Deps, person: Opener, key: ErrorKey, applicationId: string | null): Promise<never> {
  await noteRefusal(deps, person, key, applicationId)
  throw new AppError(key)
}

const noteRefusal = ({ db }: Deps, person: Opener, reason: string, applicationId: string | null) =>
  recordAudit(db, {
    ...{ event: 'launch.refused', actorId: signedInAs(person), subjectId: applicationId, sessionId: person.sessionId },
    ip: person.ip,
    detail: { reason },
  })
