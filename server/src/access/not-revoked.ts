/**
 * Whether a grant or token, by the alias of its table, is not revoked. What belongs to an acting has its moment from the start
 * (ADR 0103).
 */
export const notRevoked = (alias: string) => `(${alias}.revoked_at is null or ${alias}.revoked_at > now())`
