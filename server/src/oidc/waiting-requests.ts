import type { Output } from '@gatehouse/contract/endpoint.ts'
import type { getWaitingRequest } from '@gatehouse/contract/oidc.ts'
import sql from 'sql-template-tag'
import { listAccessToSignIn, listAssigned } from '../access/access.ts'
import { closedReason } from '../access/closed-reason.ts'
import { accessesFor } from '../access/redirects.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { secretHash } from '../crypto/secrets.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import type { Person } from '../identity/actor.ts'
import { type Answers, ownAnswer } from './answers.ts'
import { isNative } from './clients.ts'
import { storeConsent } from './consents.ts'
import { markBefore, signInMark } from './interaction-store.ts'
import { PATHS } from './paths.ts'
import { isOnDevice } from './registered-address.ts'

type Step = Output<typeof getWaitingRequest>['step']

/** A waiting request and the session of the browser. */
export type Waiting = { request: string; sessionSecret: string | undefined }
type Refusal = { error: string; error_description: string }
type Answer = { allow: boolean; client: string | undefined }

type Stored = {
  prompt: { name: string }
  params: { client_id: string; client?: string; scope?: string; redirect_uri: string }
  lastSubmission?: Record<string, unknown>
}

const STEPS: Record<string, Step> = {
  select_account: 'select-account',
  choose_client: 'choose-client',
  consent: 'consent',
  no_access: 'no-access',
}

/** The prompt of a waiting request. @throws AppError request_expired, also for the request of another person */
export async function readWaiting(
  { db }: Pick<Deps, 'db'>,
  person: Person,
  waiting: Waiting,
): Promise<Output<typeof getWaitingRequest>> {
  const { step, params, lastSubmission } = await find(db, waiting)
  const { rows } = await db.execute<{
    name: string
    logo: string
    applicationType: string
    tokenAuthMethod: string
  }>(sql`
    select name, logo, application_type as "applicationType", token_auth_method as "tokenAuthMethod" from applications where id = ${params.client_id} and status = 'ACTIVE' and deleted_at is null`)
  if (rows[0] === undefined) throw new AppError('request_expired')
  const { name, logo, ...kind } = rows[0]
  const accesses = await listAccessToSignIn(db, person.userId, params.client_id)
  const assigned = step === 'no-access' ? await listAssigned(db, person.userId, params.client_id) : []
  const asked = ownAnswer(lastSubmission, person.userId).client ?? params.client
  return {
    step,
    application: { _id: params.client_id, name, logo },
    isClosed: closedReason(accessesFor(assigned, asked)) === 'application_closed',
    isOnDevice: isNative(kind) && isOnDevice(params.redirect_uri),
    clients: accesses.map(({ client, role }) => ({ _id: client.id, name: client.displayName, role })),
    scopes: (params.scope ?? '').split(' ').filter(Boolean),
  }
}

/**
 * Answers the prompt of a waiting request; returns the address where the browser continues. The answer is judged there,
 * not here: after a client that is not the person's, the client is asked for again.
 *
 * @throws AppError request_expired
 */
export async function answerWaiting(
  { db }: Pick<Deps, 'db'>,
  person: Person,
  waiting: Waiting,
  { allow, client }: Answer,
): Promise<string> {
  const { step, params, lastSubmission } = await find(db, waiting)
  const applicationId = params.client_id
  const isAllowed = allow && step !== 'no-access'
  await db.transaction(async (tx) => {
    if (isAllowed && step === 'consent')
      await storeConsent(tx, person, applicationId, (params.scope ?? '').split(' ').filter(Boolean))
    if (!isAllowed)
      await recordAudit(tx, {
        ...{ event: 'oidc.refused', actorId: person.userId, subjectId: applicationId, sessionId: person.sessionId },
        detail: { reason: step },
      })
    const result: Answers | Refusal = isAllowed
      ? {
          ...ownAnswer(lastSubmission, person.userId),
          by: person.userId,
          ...(client === undefined ? {} : { client }),
          ...(step === 'consent' ? { consent: {} } : {}),
          ...(step === 'select-account' ? { select_account: {} } : {}),
        }
      : { error: 'access_denied', error_description: 'the person or the portal has refused' }
    await tx.execute(sql`
      update oidc_artifacts set payload = payload || jsonb_build_object('result', ${JSON.stringify(result)}::jsonb)
      where id_hash = ${secretHash(waiting.request)} and model = 'Interaction'`)
  })
  return `${PATHS.authorization}/${waiting.request}`
}

/** Finds it only in the session in which it came: knowing the address of the page is not enough. */
async function find(db: Deps['db'], { request, sessionSecret }: Waiting): Promise<Stored & { step: Step }> {
  const { rows } = await db.execute<{ payload: Stored }>(sql`
    select payload from oidc_artifacts
    where id_hash = ${secretHash(request)} and model = 'Interaction' and expires_at > now()`)
  const stored = rows[0]?.payload
  const step = STEPS[stored?.prompt.name ?? '']
  const isOwn = sessionSecret !== undefined && markBefore(stored?.lastSubmission) === signInMark(sessionSecret)
  if (stored === undefined || step === undefined || !isOwn) throw new AppError('request_expired')
  return { ...stored, step }
}
