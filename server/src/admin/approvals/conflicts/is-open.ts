import { raw } from 'sql-template-tag'

/** SQL: the exception `e` counts at this moment. */
export const IS_OPEN = raw('e.ended_at is null and e.valid_until > now()')
