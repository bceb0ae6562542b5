import sql from 'sql-template-tag'
import { recordAudit } from '../audit/record-audit.ts'
import type { Db } from '../db/database.ts'
import { findGrant } from './grants.ts'

/** Keeps that an application was opened in a session, so that it is told when that ends. */
export async function noteSignIn(db: Db, { grantId }: { grantId?: string | undefined }): Promise<void> {
  const grant = grantId === undefined ? null : await findGrant(db, grantId)
  if (grant === null) throw new Error('a code without a grant')
  const { userId, applicationId, clientId, sessionId } = grant
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      insert into opened_applications (session_id, application_id) values (${sessionId}, ${applicationId})
      on conflict do nothing`)
    await recordAudit(tx, {
      ...{ event: 'oidc.signed-in', actorId: userId, subjectId: applicationId, sessionId },
      detail: { clientId },
    })
  })
}

/** Somebody holds a copy of a code or a refresh token. */
export async function noteReplay(db: Db, grantId: string, model: string): Promise<void> {
  const { rows } = await db.execute<{ userId: string; applicationId: string; sessionId: string }>(sql`
    select user_id as "userId", application_id as "applicationId", session_id as "sessionId" from oidc_grants
    where id = ${grantId}`)
  if (rows[0] === undefined) return
  const { userId: actorId, applicationId: subjectId, sessionId } = rows[0]
  await recordAudit(db, { event: 'oidc.replayed', actorId, subjectId, sessionId, detail: { model } })
}
