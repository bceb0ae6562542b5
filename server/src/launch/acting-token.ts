import { ACTING_NEEDS_CONSENT, ACTING_NEEDS_SIGN_IN, NOT_OPENED_WHILE_ACTING } from '@gatehouse/contract/acting.ts'
import { fullName } from '@gatehouse/contract/people.ts'
import sql, { raw } from 'sql-template-tag'
import { type Access, findDemand } from '../access/access.ts'
import { noteOpening } from '../access/acting-tokens.ts'
import { needsConsent } from '../access/launch-rule.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { newId } from '../crypto/ids.ts'
import { secretHash } from '../crypto/secrets.ts'
import type { Db, Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import { isRunningActing } from '../sessions/acting.ts'
import { TOKEN_SECONDS } from './lifetimes.ts'
import type { Opener } from './opener.ts'

const refused = (msg: string) => new AppError('not_allowed', { msg })

/**
 * Stores a launch token for the person whom an administrator acts for (ADR 0103), where the application allows it. The sign-in of the
 * administrator must be as strong and recent as that of the person would have to be; nothing is asked that only the person can
 * answer.
 *
 * @throws AppError not_allowed
 */
export async function keepActingToken(
  db: Db,
  person: Opener,
  { id: actingId, actorId, administrator }: NonNullable<Opener['acting']>,
  access: Access,
  token: string,
): Promise<void> {
  const { application, client } = access
  const { userId, sessionId, user } = person
  await db.transaction(async (tx) => {
    const demand = await findDemand(tx, person, access)
    if (demand === null || !application.opensWhileActing) throw refused(NOT_OPENED_WHILE_ACTING)
    if (demand.lacks !== null) throw refused(ACTING_NEEDS_SIGN_IN)
    if (await isConsentMissing(tx, userId, application.id)) throw refused(ACTING_NEEDS_CONSENT)
    const { rows } = await tx.execute<{ isFirst: boolean }>(sql`
      with kept as (
        insert into launch_tokens (id, token_hash, application_id, client_id, user_id, session_id, acting_id, expires_at)
        select ${newId()}, ${secretHash(token)}, ${application.id}, ${client.id}, x.user_id, x.session_id, x.id,
          least(now() + make_interval(secs => ${TOKEN_SECONDS}), x.expires_at)
        from actings x where x.id = ${actingId} and ${raw(isRunningActing('x.id'))}
          and exists (select from applications a where a.id = ${application.id} and a.opens_while_acting)
          -- An end under way is waited for.
          and x.ended_at is null for share of x
        returning acting_id, application_id),
      opened as (${noteOpening(sql`select acting_id, application_id from kept`)})
      select exists (select from opened) as "isFirst" from kept`)
    const [kept] = rows
    if (kept === undefined) throw refused(NOT_OPENED_WHILE_ACTING)
    if (!kept.isFirst) return
    const name = fullName(user)
    await recordAudit(tx, {
      ...{ event: 'users.acting-opened', actorId, subjectId: userId, sessionId, ip: person.ip },
      detail: {
        name,
        administrator,
        application: application.name,
        applicationId: application.id,
        clientId: client.id,
      },
    })
  })
}

async function isConsentMissing(tx: Tx, userId: string, applicationId: string): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    select from applications a, (select ${userId}::uuid as id) person
    where a.id = ${applicationId} and ${raw(needsConsent('person.id'))}`)
  return rowCount === 1
}
