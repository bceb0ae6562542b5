import sql, { raw, type Sql } from 'sql-template-tag'

/**
 * The application and client that a message is about: they decide which gateway and template match. `null`: none in
 * particular.
 */
export type Scope = { applicationId: string | null; clientId: string | null }

/** Active records for a scope, or for all scopes: a condition on the table `t` (requirements M1, M2 and C10). */
export const meantFor = ({ applicationId, clientId }: Scope | Record<keyof Scope, Sql>): Sql => sql`
  t.status = 'ACTIVE' and t.deleted_at is null
  and (t.application_id is null or t.application_id = ${applicationId})
  and (t.client_id is null or t.client_id = ${clientId})`

/**
 * First records for application and client, then for the application, the client, and all; of equal ones the oldest.
 */
export const BEST_FIRST = raw(`t.application_id is null, t.client_id is null, t.created_at, t.id`)

/** For gateways: among records for the same scope, the one with the highest priority first. */
export const BEST_GATEWAY_FIRST = raw(
  `t.application_id is null, t.client_id is null, t.priority desc, t.created_at, t.id`,
)

/**
 * A query for the scope of a message to a person, with one row at most. When `scope` is left out, it is the only
 * application of a person who has just one (requirement S9); its client is the only one that the application is
 * assigned for.
 */
export const aboutOf = (userId: string | null, scope: Scope | undefined): Sql =>
  scope === undefined
    ? sql`
      select min(application_id::text)::uuid as application_id, min(client_id::text)::uuid as client_id
      from (select application_id, client_id from assignments where user_id = ${userId} limit 2) as assigned
      having count(*) = 1`
    : sql`
      select ${scope.applicationId}::uuid as application_id, coalesce(${scope.clientId}::uuid, (
        select min(client_id::text)::uuid from assignments
        where user_id = ${userId} and application_id = ${scope.applicationId} having count(*) = 1)) as client_id`
