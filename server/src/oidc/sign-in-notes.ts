import sql from 'sql-template-tag'
import { recordAudit } from '../audit/record-audit.ts'
import { type Db, prepared } from '../db/database.ts'
import { type Payload, saveArtifact } from './artifacts.ts'
import { findGrant } from './grants.ts'

/** Keeps a code, and that its application was opened in a session, so that it is told when that ends. */
export async function keepCode(db: Db, id: string, payload: Payload, ttlSeconds: number): Promise<void> {
  const grant = payload.grantId === undefined ? null : await findGrant(db, payload.grantId)
  if (grant === null) throw new Error('a code without a grant')
  const { userId, applicationId, clientId, sessionId } = grant
  const opened = prepared('note-opened')`
    insert into opened_applications (session_id, application_id) values (${sessionId}, ${applicationId})
    on conflict do nothing`
  await db.transaction((tx) =>
    Promise.all([
      tx.execute(opened),
      recordAudit(tx, {
        ...{ event: 'oidc.signed-in', actorId: userId, subjectId: applicationId, sessionId },
        detail: { clientId },
      }),
      saveArtifact(tx, 'AuthorizationCode', id, payload, ttlSeconds),
    ]),
  )
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
