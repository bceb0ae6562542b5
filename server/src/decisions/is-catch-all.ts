/**
 * SQL: whether a matrix names the application role `r` as the one that approves what no row covers, for a client (ADR 0119).
 *
 * @param client a column with its id
 */
export const isCatchAll = (r: string, client: string): string => `exists (
    select from approval_routings k where k.application_id = ${r}.application_id and k.deleted_at is null
      and lower(k.catch_all_role) = lower(${r}.name) and ${r}.client_id = ${client} and coalesce(k.catch_all_client_id, ${client}) = ${client})`
