import sql, { type Sql } from 'sql-template-tag'
import type { StoreNeeds } from './store.ts'

/** What a form says of the sign-in that is needed (ADR 0096). */
type Asked = { needsStrongSignIn?: boolean | undefined; strongSignInFrom?: string | null | undefined }
type Needs = Pick<StoreNeeds, 'config'>

/** The fields of a row `t` of roles, clients or applications. A day of the portal's time zone is stored as its beginning. */
export const demandSelect = ({ config: { timeZone } }: Needs) => ({
  needsStrongSignIn: 't.needs_strong_sign_in',
  strongSignInFrom: `(t.strong_sign_in_from at time zone '${timeZone.replaceAll("'", "''")}')::date::text`,
})

/** The columns that a form writes; what is no longer needed keeps no day. */
export const demandColumns = ({ config }: Needs, { needsStrongSignIn, strongSignInFrom }: Asked) => ({
  needs_strong_sign_in: needsStrongSignIn,
  strong_sign_in_from: needsStrongSignIn === false ? null : beginningOf(strongSignInFrom, config.timeZone),
})

function beginningOf(day: string | null | undefined, timeZone: string): Sql | null | undefined {
  return day === undefined || day === null ? day : sql`${day}::date::timestamp at time zone ${timeZone}`
}
