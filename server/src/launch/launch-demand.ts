import type { LaunchPreview } from '@gatehouse/contract/admin/applications/preview-launch.ts'
import sql, { raw } from 'sql-template-tag'
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
  const { needsStrong = false, needsPasskey = false, minutes = null } = rows[0]?.demand ?? {}
  return needsStrong || minutes !== null ? { strong: needsStrong, passkey: needsPasskey, minutes } : null
}
