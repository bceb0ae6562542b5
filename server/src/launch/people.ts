import type { PersonRecord } from '@gatehouse/contract/people.ts'
import sql from 'sql-template-tag'
import { type Access, listAccess } from '../access/access.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import type { Person } from '../http/actor.ts'
import { findAccountById, toUserData } from '../identity/users.ts'

/**
 * One person with everything assigned to them, as a list (specification 1 section 3).
 *
 * @throws AppError not_allowed for somebody else without the permission to see people
 */
export async function readPerson({ db }: Deps, actor: Person, userId: string): Promise<PersonRecord[]> {
  requireSelfOr(actor, userId)
  const account = await findAccountById(db, userId)
  if (account === null) return []
  const [accesses, roles] = [
    await listAccess(db, userId),
    await db.execute<{ _id: string; name: string }>(
      sql`select id as "_id", name from roles where id = ${account.roleId} and deleted_at is null`,
    ),
  ]
  return [
    {
      ...toUserData(account),
      isActive: account.isActive,
      applicationData: unique(accesses.map(toApplicationData)),
      clientData: unique(accesses.map(toClientData)),
      userapplicationclinetrolesData: accesses.map(({ application, client, role }) => ({
        // sic
        applicationId: application.id,
        clientId: client.id,
        role,
      })),
      roleAttached: roles.rows,
    },
  ]
}

/** @throws AppError not_allowed unless it is oneself or one may see people */
export function requireSelfOr(actor: Person, userId: string) {
  if (actor.userId !== userId && !actor.permissions.includes('users:read')) throw new AppError('not_allowed')
}

export function toClientData({ client }: Access) {
  return { _id: client.id, actualName: client.actualName, displayName: client.displayName, uuid: client.uuid }
}

function toApplicationData({ application }: Access) {
  return {
    _id: application.id,
    name: { description: application.name, applicationLogo: application.logo, summary: application.summary },
    applicationRedirectUrl: application.redirectUrl,
    applicationAllowedUrl: application.allowedUrl,
    applicationSecret: { applicationLogoutUri: application.logoutUri },
    status: application.status,
  }
}

function unique<Row extends { _id: string }>(rows: Row[]): Row[] {
  return [...new Map(rows.map((row) => [row._id, row])).values()]
}
