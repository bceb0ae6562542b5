import { type Client, errors } from 'oidc-provider'
import { listAccessToSignIn } from '../access/access.ts'
import type { Db } from '../db/database.ts'
import { findResourceServer, type ResourceServer } from './resource-servers.ts'

type Asking = { client: Client | undefined; accountId: string | undefined }

/**
 * The application that a token is requested for (RFC 8707 §2). Only our own applications may get a token for another
 * application, because the person is not asked. It must be open to the person of the token, if there is one.
 *
 * @throws InvalidTarget
 */
export async function requireResource(
  db: Db,
  resource: string,
  { client, accountId }: Asking,
): Promise<ResourceServer> {
  const server = await findResourceServer(db, resource)
  if (server === null || !(client?.first_party === true || client?.clientId === server.id))
    throw new errors.InvalidTarget()
  if (accountId !== undefined && (await listAccessToSignIn(db, accountId, server.id)).length === 0)
    throw new errors.InvalidTarget()
  return server
}
