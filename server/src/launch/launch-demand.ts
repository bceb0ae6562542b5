import type { LaunchPreview, previewLaunch } from '@gatehouse/contract/admin/applications/preview-launch.ts'
import type { Input } from '@gatehouse/contract/endpoint.ts'
import sql, { raw, type Sql } from 'sql-template-tag'
import { OPEN_ASSIGNMENTS } from '../access/launch-rule.ts'
import type { Db } from '../db/database.ts'
import { DEMAND_TABLES, SIGN_IN_DEMAND, type SignInDemand } from '../identity/sign-in-demand.ts'

/** Which sign-in is needed before a person opens an application for a client, in whatever session; `null`: any is enough. */
export async function readLaunchDemand(
  db: Db,
  userId: string,
  applicationId: string,
  clientId: string,
): Promise<LaunchPreview['needs']> {
  const { rows } = await db.execute<{ demand: SignInDemand }>(sql`
    select ${raw(SIGN_IN_DEMAND)} as demand from ${raw(OPEN_ASSIGNMENTS)} ${raw(DEMAND_TABLES)} left join sessions e on false
    where s.user_id = ${userId} and s.application_id = ${applicationId} and s.client_id = ${clientId}`)
  return needsOf(rows[0]?.demand)
}

type Draft = NonNullable<Input<typeof previewLaunch>['draft']>
type Whom = { userId: string; applicationId: string | undefined; clientId: string; timeZone: string }

/** The same as a form says it of the application. The person need not be assigned. */
export async function readDraftDemand(db: Db, whom: Whom, draft: Draft): Promise<LaunchPreview['needs']> {
  const { userId, applicationId = null, clientId, timeZone } = whom
  const { rows } = await db.execute<{ demand: SignInDemand }>(sql`
    select ${raw(SIGN_IN_DEMAND)} as demand from (select ${userId}::uuid as user_id) s ${raw(DEMAND_TABLES)}
      left join clients c on c.id = ${clientId} left join applications st on st.id = ${applicationId}::uuid
      cross join lateral (${draftDemand(draft, timeZone)}) a left join sessions e on false`)
  return needsOf(rows[0]?.demand)
}

/** What the application would store, beside `st`, which is stored: what the form leaves out stays the same. */
function draftDemand(
  { needsStrongSignIn, needsPasskey, strongSignInFrom, confirmMinutes }: Draft,
  timeZone: string,
): Sql {
  const begins = (column: Sql) =>
    strongSignInFrom === undefined ? column : sql`${strongSignInFrom}::date::timestamp at time zone ${timeZone}`
  const minutes = confirmMinutes === undefined ? sql`st.confirm_minutes` : sql`${confirmMinutes}::int`
  const isStrong = sql`coalesce(${needsPasskey === true ? true : (needsStrongSignIn ?? null)}::boolean, st.needs_strong_sign_in, false)`
  const isPasskey = sql`(${isStrong} and coalesce(${needsPasskey ?? null}::boolean, st.needs_passkey, false))`
  // While the day of a passkey has not come, the strong sign-in goes on that was needed before.
  const goesOn = sql`${isPasskey} and st.needs_strong_sign_in and coalesce(st.strong_sign_in_from <= now(), true)`
  return sql`
    select ${isStrong} as needs_strong_sign_in,
      case when ${goesOn} then null else ${begins(sql`st.strong_sign_in_from`)} end as strong_sign_in_from,
      ${isPasskey} as needs_passkey, ${begins(sql`st.passkey_from`)} as passkey_from, ${minutes} as confirm_minutes`
}

function needsOf({ needsStrong, needsPasskey, minutes = null }: Partial<SignInDemand> = {}): LaunchPreview['needs'] {
  const isStrong = needsStrong === true
  return isStrong || minutes !== null ? { strong: isStrong, passkey: needsPasskey === true, minutes } : null
}
