import type { Output } from '@gatehouse/contract/endpoint.ts'
import type { listConsents } from '@gatehouse/contract/oidc.ts'
import sql from 'sql-template-tag'
import { revokeTokens } from '../access/revoke.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Db, Tx } from '../db/database.ts'
import type { Person } from '../http/actor.ts'

/** Keeps that a person lets an application, which is not ours, know them; more is added to what it has. */
export async function giveConsent(tx: Tx, person: Person, applicationId: string, scopes: string[]): Promise<void> {
  await tx.execute(sql`
    insert into oidc_consents as c (user_id, application_id, scopes)
    values (${person.userId}, ${applicationId}, ${scopes}::text[])
    on conflict (user_id, application_id) do update set
      scopes = array(select distinct unnest(c.scopes || excluded.scopes)), granted_at = now()`)
  await recordAudit(tx, {
    ...{ event: 'oidc.consent-given', actorId: person.userId, subjectId: applicationId, sessionId: person.sessionId },
    detail: { scopes },
  })
}

export async function readConsents(db: Db, userId: string): Promise<Output<typeof listConsents>> {
  const { rows } = await db.execute<Output<typeof listConsents>[number] & { at: Date }>(sql`
    select a.id as "applicationId", a.name, a.logo, c.scopes, c.granted_at as at
    from oidc_consents c join applications a on a.id = c.application_id and a.deleted_at is null
    where c.user_id = ${userId} order by lower(a.name), a.id`)
  return rows.map(({ at, ...consent }) => ({ ...consent, grantedAt: at.toISOString() }))
}

/** Takes it back, with every token that came of it. */
export async function takeBackConsent(db: Db, person: Person, applicationId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const { rowCount } = await tx.execute(sql`
      delete from oidc_consents where user_id = ${person.userId} and application_id = ${applicationId}`)
    if (rowCount === 0) return
    await revokeTokens(tx, { userId: person.userId, applicationId })
    await recordAudit(tx, {
      ...{ event: 'oidc.consent-revoked', actorId: person.userId, sessionId: person.sessionId },
      subjectId: applicationId,
    })
  })
}
