import { errors } from 'oidc-provider'
import { listAccessToSignIn } from '../access/access.ts'
import type { Db } from '../db/database.ts'
import { findResourceServer } from './resource-servers.ts'

/**
 * The application that a token is asked for, which must be open to the person, where the token is of one (RFC 8707 §2).
 *
 * @throws InvalidTarget
 */
export async function requireResource(db: Db, resource: string, accountId?: string): Promise<{ id: string }> {
  const server = await findResourceServer(db, resource)
  if (server === null) throw new errors.InvalidTarget()
  const isOpen = accountId === undefined || (await listAccessToSignIn(db, accountId, server.id)).length > 0
  if (!isOpen) throw new errors.InvalidTarget()
  return server
}
