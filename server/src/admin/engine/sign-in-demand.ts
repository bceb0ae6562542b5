import sql, { type Sql } from 'sql-template-tag'
import type { Tx } from '../../db/database.ts'
import type { Scope } from '../../notifications/scope.ts'
import { requireEverythingOf } from './guard/carriers.ts'
import type { StoreNeeds, Updated } from './store.ts'

/** What a form says of the sign-in that is needed (ADR 0096). */
type Asked = {
  needsStrongSignIn?: boolean | undefined
  needsPasskey?: boolean | undefined
  strongSignInFrom?: string | null | undefined
}
type Needs = Pick<StoreNeeds, 'config'>

/**
 * The fields of a row `t` of roles, clients or applications. A day of the portal's time zone is stored as its beginning; where a
 * passkey is needed, it is the day of the passkey.
 */
export const demandSelect = ({ config: { timeZone } }: Needs) => ({
  needsStrongSignIn: 't.needs_strong_sign_in',
  needsPasskey: 't.needs_passkey',
  strongSignInFrom: `(case when t.needs_passkey then t.passkey_from else t.strong_sign_in_from end
    at time zone '${timeZone.replaceAll("'", "''")}')::date::text`,
})

/**
 * The columns that a form writes. The tables keep no day of what is not needed: it would delay what somebody needs later. They
 * also keep the strong sign-in that is needed already while the day of a passkey has not come.
 */
export const demandColumns = ({ config }: Needs, { needsStrongSignIn, needsPasskey, strongSignInFrom }: Asked) => ({
  // A passkey is a strong sign-in: of two that contradict each other, the stricter counts.
  needs_strong_sign_in: needsPasskey ? true : needsStrongSignIn,
  needs_passkey: needsPasskey,
  strong_sign_in_from: beginningOf(strongSignInFrom, config.timeZone),
  passkey_from: beginningOf(strongSignInFrom, config.timeZone),
})

function beginningOf(day: string | null | undefined, timeZone: string): Sql | null | undefined {
  return day === undefined || day === null ? day : sql`${day}::date::timestamp at time zone ${timeZone}`
}

type Demand = { needsStrongSignIn: boolean; needsPasskey: boolean; strongSignInFrom: string | null; status: string }

/**
 * A change of which sign-in the people of a client or application need is for those who hold every permission of these people: others
 * would take permissions in the console from them, or what protects their sign-in.
 *
 * @throws AppError demands_more
 */
export async function judgeDemand(
  tx: Tx,
  { before, after, by }: Updated<Demand>,
  scope: Partial<Scope>,
): Promise<void> {
  if (by.person.userId === null || demandOf(before) === demandOf(after)) return
  await requireEverythingOf(tx, { applicationId: null, clientId: null, ...scope }, by.person, 'demands_more')
}

/** What is needed, and from when: `null` nothing. */
const demandOf = ({ status, needsStrongSignIn, needsPasskey, strongSignInFrom }: Demand): string | null =>
  status === 'ACTIVE' && needsStrongSignIn ? `${needsPasskey} ${strongSignInFrom ?? ''}` : null
