import * as calls from '@gatehouse/contract/admin/applications/applications.ts'
import type { FastifyInstance } from 'fastify'
import sql from 'sql-template-tag'
import type { Tx } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { route } from '../../http/route.ts'
import { auditBy } from '../engine/changes.ts'
import { requireMayGiveAccess } from '../engine/guard/gives-access.ts'
import { byOf } from '../engine/resource.ts'
import type { Author } from '../engine/store.ts'
import { requireLive } from '../engine/table-store.ts'

/** The pairs of application and client that are open to self-registration (requirement S6). */
export function serveSelfRegistrations(app: FastifyInstance, { db }: Deps) {
  route(app, calls.selfRegistrations, async ({ input: { applicationId } }) => {
    const { rows } = await db.execute<{ _id: string; name: string }>(sql`
      select c.id as "_id", c.display_name as name
      from self_registrations s join clients c on c.id = s.client_id and c.deleted_at is null
      where s.application_id = ${applicationId} and s.enabled order by lower(c.display_name), c.id`)
    return rows
  })

  route(app, calls.openSelfRegistration, async ({ input: { applicationId, clientId }, actor, request }) =>
    db.transaction((tx) => openRegistration(tx, byOf(actor, request), applicationId, clientId)),
  )

  route(app, calls.closeSelfRegistration, async ({ input: { applicationId, clientId }, actor, request }) =>
    db.transaction((tx) => closeRegistration(tx, byOf(actor, request), applicationId, clientId)),
  )
}

const GIVES_ACCESS = 'Self-registration gives everybody access. To open it you also need users:write.'

/** @throws AppError not_allowed without `users:write`; invalid_request when one of them is not there */
export async function openRegistration(tx: Tx, by: Author, applicationId: string, clientId: string) {
  requireMayGiveAccess(by, GIVES_ACCESS)
  await requireLive(tx, 'applications', applicationId, 'There is no such application')
  await requireLive(tx, 'clients', clientId, 'There is no such client')
  const { rowCount } = await tx.execute(sql`
    insert into self_registrations as s (application_id, client_id) values (${applicationId}, ${clientId})
    on conflict (application_id, client_id) do update set enabled = true where not s.enabled`)
  if (rowCount === 1)
    await auditBy(tx, by, 'applications.registration-opened', applicationId, await namesOf(tx, applicationId, clientId))
  return {}
}

/** @throws AppError not_found when it is not open */
export async function closeRegistration(tx: Tx, by: Author, applicationId: string, clientId: string) {
  const { rowCount } = await tx.execute(sql`
    delete from self_registrations where application_id = ${applicationId} and client_id = ${clientId}`)
  if (rowCount === 0) throw new AppError('not_found')
  const detail = await namesOf(tx, applicationId, clientId)
  await auditBy(tx, by, 'applications.registration-closed', applicationId, detail)
  return {}
}

async function namesOf(tx: Tx, applicationId: string, clientId: string): Promise<{ name: string; client: string }> {
  const { rows } = await tx.execute<{ name: string; client: string }>(sql`
    select a.name, c.display_name as client from applications a, clients c
    where a.id = ${applicationId} and c.id = ${clientId}`)
  if (rows[0] === undefined) throw new AppError('not_found')
  return rows[0]
}
