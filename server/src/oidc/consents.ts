import type { Output } from '@gatehouse/contract/endpoint.ts'
import type { listConsents } from '@gatehouse/contract/oidc.ts'
import sql, { raw } from 'sql-template-tag'
import { revokeTokens } from '../access/revoke.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Db, Tx } from '../db/database.ts'
import type { Person } from '../identity/actor.ts'
import { GRANT_IS_VALID } from './grants.ts'

/** Stores the person's consent to an application of another party; scopes are added to those of earlier consents. */
export async function storeConsent(tx: Tx, person: Person, applicationId: string, scopes: string[]): Promise<void> {
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

/** The consents of a person, and the grants that outlive their session. */
export async function readConsents(db: Db, { userId, sessionId }: Person): Promise<Output<typeof listConsents>> {
  const { rows } = await db.execute<Output<typeof listConsents>[number] & { at: Date }>(sql`
    with allowed as (
      select application_id, scopes, granted_at as at, false as lasts, false as elsewhere from oidc_consents where user_id = ${userId}
      union all
      select g.application_id, g.scopes, g.created_at, true, g.session_id <> ${sessionId} from oidc_grants g
      where g.user_id = ${userId} and g.is_offline and ${raw(GRANT_IS_VALID)})
    select a.id as "applicationId", a.name, a.logo, array_agg(distinct scope) as scopes, min(x.at) as at,
      bool_or(x.lasts) as "isLasting", bool_or(x.elsewhere) as "isLastingElsewhere"
    from allowed x join applications a on a.id = x.application_id and a.deleted_at is null,
      unnest(x.scopes) as scope
    group by a.id order by lower(a.name), a.id`)
  return rows.map(({ at, ...consent }) => ({ ...consent, grantedAt: at.toISOString() }))
}

/** Withdraws a consent and revokes every token that depends on it, also those that another request got at that moment. */
export async function withdrawConsent(db: Db, person: Person, applicationId: string): Promise<void> {
  const { userId, sessionId } = person
  await db.transaction(async (tx) => {
    const { rowCount } = await tx.execute(sql`
      with consent as (
        delete from oidc_consents where user_id = ${userId} and application_id = ${applicationId} returning 1)
      select 1 from consent
      union all
      select 1 from oidc_grants g
      where g.user_id = ${userId} and g.application_id = ${applicationId} and ${raw(GRANT_IS_VALID)}
        and (g.is_offline or exists (select from applications a where a.id = g.application_id and not a.is_first_party))`)
    if (rowCount === 0) return
    await revokeTokens(tx, { userId, applicationId })
    await recordAudit(tx, {
      ...{ event: 'oidc.consent-revoked', actorId: userId, sessionId },
      subjectId: applicationId,
    })
  })
}
