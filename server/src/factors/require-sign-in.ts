import sql, { raw, type Sql } from 'sql-template-tag'
import type { Executor } from '../db/database.ts'
import type { Person } from '../identity/actor.ts'
import { DEMAND_TABLES, SIGN_IN_DEMAND, type SignInDemand } from '../identity/sign-in-demand.ts'
import { refuseSignIn } from './require-confirmed.ts'

/**
 * Refuses a session that could not open an application for want of a factor. Who decides about access to it, or lends
 * authority in it, needs the same: whoever reads their mail would else give it to an account of their own. How long ago
 * the sign-in was counts for opening alone.
 *
 * @param places SQL of rows of `application_id` and `client_id`
 * @throws AppError confirmation_needed
 */
export async function requireSignInOf(
  on: Executor,
  { userId, sessionId }: Pick<Person, 'userId' | 'sessionId'>,
  places: Sql,
): Promise<void> {
  const { rows } = await on.execute<{ demand: SignInDemand }>(sql`
    select d.demand from (
      select ${raw(SIGN_IN_DEMAND)} as demand from (${places}) p
        join applications a on a.id = p.application_id left join clients c on c.id = p.client_id
        cross join (select ${userId}::uuid as user_id) s ${raw(DEMAND_TABLES)}
        left join sessions e on e.id = ${sessionId}) d
    where d.demand->>'lacks' in ('passkey', 'strong') order by d.demand->>'lacks' limit 1`)
  const [first] = rows
  if (first !== undefined) await refuseSignIn(on, { sessionId }, first.demand)
}
