import { startActing } from '@gatehouse/contract/admin/people/acting.ts'
import sql from 'sql-template-tag'
import { expect } from 'vitest'
import { auditOf, someoneWith } from './console.ts'
import { someoneWithOidc } from './relying-party.ts'
import type { TestServer, Visitor } from './server.ts'

const OPEN = { opens_while_acting: true, backchannel_logout_uri: 'https://app.example.com/backchannel' }

/** Support acts for somebody with an application that allows it, and has these settings. `own`: the browser of the person. */
export async function actFor(server: TestServer, changes: Record<string, unknown> = {}) {
  const someone = await someoneWithOidc(server, { ...OPEN, ...changes })
  const { person: actor, visitor } = await someoneWith(server, ['users:read', 'users:act'])
  await beginActing(visitor, someone.person.id)
  const { person, application, client } = someone
  return { someone, actor, visitor, own: someone.visitor, person, application, client }
}

export async function beginActing(visitor: Visitor, userId: string) {
  expect(await visitor.call(startActing, { userId, reason: 'A tile is missing' })).toMatchObject({ status: 200 })
}

/** The newest acting for a person. */
export async function actingFor(server: TestServer, userId: string) {
  const { rows } = await server.db.execute<{ id: string; until: number }>(sql`
    select id, floor(extract(epoch from expires_at))::int as until from actings where user_id = ${userId}
    order by started_at desc limit 1`)
  return rows[0] as { id: string; until: number }
}

/** The lines about what was opened for a person. */
export const openingsFor = async (server: TestServer, userId: string) =>
  (await auditOf(server, userId)).filter(({ event }) => event === 'users.acting-opened')

/** For each logout notice to an application, the acting that it is about; `null`: a session. */
export async function noticesTo(server: TestServer, applicationId: string) {
  const { rows } = await server.db.execute<{ actingId: string | null }>(sql`
    select acting_id as "actingId" from outbox where kind = 'logout' and application_id = ${applicationId} order by created_at, id`)
  return rows.map(({ actingId }) => actingId)
}
