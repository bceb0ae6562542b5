import * as calls from '@gatehouse/contract/admin/approvals/publish-draft.ts'
import type { FastifyInstance } from 'fastify'
import sql from 'sql-template-tag'
import type { Db, Tx } from '../../../db/database.ts'
import type { Deps } from '../../../deps.ts'
import { route } from '../../../http/route.ts'
import { byOf } from '../../engine/resource.ts'
import { saveRole, saveRule } from '../drafts/change-draft.ts'
import { findTyped, type OfDraft } from './find-typed.ts'

/** What would be found of a row that somebody is typing (ADR 0100). */
export function serveTypedFindings(app: FastifyInstance, { db, config }: Deps) {
  route(app, calls.checkTypedRole, async ({ input: { roleId, clientId, role, ...input }, actor, request }) => {
    const by = byOf(actor, request)
    const { applicationId, draftId, ...limits } = input
    const id = roleId ?? (await findRole(db, { applicationId, clientId, role }))
    if (id === null) return { findings: [] }
    const save = (tx: Tx, draft: OfDraft) => saveRole(tx, by, { ...draft, roleId: id, ...limits })
    return { findings: await findTyped(db, config.timeZone, by, { applicationId, draftId, save }) }
  })
  route(app, calls.checkTypedRow, async ({ input: { applicationId, draftId, ...typed }, actor, request }) => {
    const by = byOf(actor, request)
    const save = (tx: Tx, draft: OfDraft) => saveRule(tx, by, { ...draft, ...typed })
    return { findings: await findTyped(db, config.timeZone, by, { applicationId, draftId, save }) }
  })
}

type Named = { applicationId: string; clientId?: string | undefined; role?: string | undefined }

async function findRole(db: Db, { applicationId, clientId, role }: Named): Promise<string | null> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from application_roles where application_id = ${applicationId} and client_id = ${clientId ?? null}
      and lower(name) = lower(${role ?? null}) and deleted_at is null`)
  return rows[0]?.id ?? null
}
