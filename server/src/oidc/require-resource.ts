import { type Client, errors } from 'oidc-provider'
import { listAccessToSignIn } from '../access/access.ts'
import type { Db } from '../db/database.ts'
import { findResourceServer, type ResourceServer } from './resource-servers.ts'

/** `isActing`: an administrator acts for the person. */
type Asking = { client: Client | undefined; accountId: string | undefined; isActing: boolean }

/** How many resources a request may name. */
const RESOURCES_MAX = 10

/**
 * Each one is looked up, also one that is named again, and also for visitors: one request must not cost hundreds of
 * statements.
 *
 * @throws InvalidTarget
 */
export function requireFewResources(asked: unknown): void {
  if ([asked].flat().length > RESOURCES_MAX)
    throw new errors.InvalidTarget(`a request may name ${RESOURCES_MAX} resources at most`)
}

/**
 * The application that a token is requested for (RFC 8707 §2). Only our own applications may get a token for another
 * application, because the person is not asked. It must be open to the person of the token, if there is one.
 *
 * @throws InvalidTarget
 */
export async function requireResource(
  db: Db,
  resource: string,
  { client, accountId, isActing }: Asking,
): Promise<ResourceServer> {
  const server = await findResourceServer(db, resource)
  // This check is first: its answer must not reveal to foreign applications which addresses exist.
  if (client?.first_party !== true && client?.clientId !== server?.id)
    throw new errors.InvalidTarget('this client may name no resource but itself')
  if (server === null) throw new errors.InvalidTarget('resource is not the allowed URL of any active application')
  if (accountId !== undefined) await requireOpen(db, accountId, server.id, isActing)
  return server
}

/** @throws InvalidTarget when the application of a resource is not open to the person, or to who acts for them (ADR 0103) */
export async function requireOpen(db: Db, accountId: string, applicationId: string, isActing: boolean): Promise<void> {
  const open = await listAccessToSignIn(db, accountId, applicationId)
  if (open.length === 0) throw new errors.InvalidTarget('resource is not open to this person')
  if (isActing && !open.every(({ application }) => application.opensWhileActing))
    throw new errors.InvalidTarget('resource is not open to whoever acts for this person')
}
