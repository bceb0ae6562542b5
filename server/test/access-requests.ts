import { requestAccess } from '@gatehouse/contract/access-requests.ts'
import { applications } from '@gatehouse/contract/admin/applications/applications.ts'
import sql from 'sql-template-tag'
import { beforeAll } from 'vitest'
import { newId } from '../src/crypto/ids.ts'
import type { someoneSignedIn } from './builders.ts'
import { someoneWith } from './console.ts'
import type { TestServer, Visitor } from './server.ts'

export type Asker = Pick<Awaited<ReturnType<typeof someoneSignedIn>>, 'visitor'> & { person: { id: string } }

/** An administrator who decides about requests and gets the messages about them, for all tests of a file. */
export function useDecider(server: TestServer): Awaited<ReturnType<typeof someoneWith>> {
  const decider = {} as Awaited<ReturnType<typeof someoneWith>>
  beforeAll(async () => {
    Object.assign(decider, await someoneWith(server, ['users:read', 'users:write']))
    await server.db.execute(sql`update users set email_verified_at = now() where id = ${decider.person.id}`)
  })
  return decider
}

/** Lets people ask for an application, in which these clients have the role Clerk. */
export async function openToRequests(server: TestServer, applicationId: string, clientIds: readonly string[]) {
  await server.db.execute(sql`update applications set is_requestable = true where id = ${applicationId}`)
  for (const clientId of clientIds)
    await server.db.execute(sql`
      insert into application_roles (id, application_id, client_id, name, role_id)
      values (${newId()}, ${applicationId}, ${clientId}, 'Clerk', 'C')`)
}

/** Changes what an application says about requests, and nothing else. */
export const saveRequestRule = (visitor: Visitor, id: string, rule: object) =>
  visitor.call(applications.update, {
    ...{ id, name: { description: `Asked ${id}`, applicationType: 'Web' }, ...rule },
    applicationRedirectUrl: 'https://asked.example.com/enter',
  } as never)

/** Asks for an application. @returns the id of the request that waits then */
export async function askFor(
  server: TestServer,
  { visitor, person }: Asker,
  applicationId: string,
  clientId?: string | null,
): Promise<string> {
  await visitor.call(requestAccess, {
    ...{ applicationId, reason: 'The yearly count' },
    ...(clientId !== undefined && { clientId }),
  })
  const { rows } = await server.db.execute<{ id: string }>(
    sql`select id from access_requests where user_id = ${person.id} and state = 'waiting'`,
  )
  return rows[0]?.id ?? ''
}

/** The token of the link in the newest message about a request to somebody. */
export async function requestLinkTo(server: TestServer, { person }: { person: { email: string } }): Promise<string> {
  const [mail] = await server.inbox(person.email)
  const [, link] = /\/dashboard\/requestsToDecide\?link=([\w-]+)/.exec(mail?.text ?? '') ?? []
  return link ?? ''
}
