/**
 * Whether a grant or token, by the alias of its table, is not revoked. What belongs to an acting has its moment from the start
 * (ADR 0103).
 *
 * @param moment of a statement that waits for others who revoke the same: `clock_timestamp()`, because `now()` may be before theirs
 */
export const notRevoked = (alias: string, moment: 'now()' | 'clock_timestamp()' = 'now()') =>
  `(${alias}.revoked_at is null or ${alias}.revoked_at > ${moment})`
