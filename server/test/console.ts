import type { Permission } from '@gatehouse/contract/permissions.ts'
import sql from 'sql-template-tag'
import { beforeAll } from 'vitest'
import { anAddress, aPerson, openSessionFor, someoneSignedIn } from './builders.ts'
import { aRole } from './roles.ts'
import type { TestServer, Visitor } from './server.ts'

/** A signed-in person with all permissions. */
export const anAdministrator = (server: TestServer) => someoneSignedIn(server, { isAdmin: true })

/** An administrator signed in for all tests of a file. */
export function useAdministrator(server: TestServer): Visitor {
  const admin = {} as Visitor
  beforeAll(async () => {
    Object.assign(admin, (await anAdministrator(server)).visitor)
  })
  return admin
}

/** A signed-in person whose role has exactly these permissions. */
export async function someoneWith(server: TestServer, permissions: readonly Permission[]) {
  const person = await aPerson(server, { firstName: 'Rohan' })
  const roleId = await aRole(server, permissions)
  await server.db.execute(sql`update users set role_id = ${roleId} where id = ${person.id}`)
  const ip = anAddress()
  const visitor = server.visitor({ ip })
  await openSessionFor(server, visitor, person.id, ip)
  return { person, visitor, roleId }
}

/** The audit lines of a record, oldest first. */
export async function auditOf(server: TestServer, subjectId: string) {
  const { rows } = await server.db.execute<{ event: string; actorId: string; detail: Record<string, unknown> }>(sql`
    select event, actor_id as "actorId", detail from audit_events where subject_id = ${subjectId} order by number`)
  return rows
}
