import type { Covered, factorCoverage } from '@gatehouse/contract/admin/security/coverage.ts'
import type { Input, Output } from '@gatehouse/contract/endpoint.ts'
import { DEFAULT_PAGE_SIZE } from '@gatehouse/contract/paging.ts'
import sql, { empty, raw, type Sql } from 'sql-template-tag'
import type { Executor } from '../../db/database.ts'
import { hasStrongFactor } from '../../factors/strong-sign-in.ts'
import { ownsPasskey, roleIdOf } from '../../identity/sign-in-demand.ts'

const COUNTS = sql`count(*)::int as people,
  (count(*) filter (where ${raw(ownsPasskey('u.id'))}))::int as passkeys,
  (count(*) filter (where exists (select from authenticators f where f.user_id = u.id)))::int as authenticators,
  (count(*) filter (where not ${hasStrongFactor('u.id')}))::int as "codesOnly",
  (count(*) filter (where not ${raw(ownsPasskey('u.id'))}))::int as "withoutPasskey"`

/** What the active people, and those of each role, can sign in with: of all, or of an application and a client. */
export async function readCoverage(
  on: Executor,
  { page = 0, pageSize = DEFAULT_PAGE_SIZE, ...chosen }: Input<typeof factorCoverage>,
): Promise<Output<typeof factorCoverage>> {
  const from = sql`from users u left join roles r on r.id = u.role_id and r.deleted_at is null
      left join roles n on n.id = ${raw(roleIdOf('u'))} and n.deleted_at is null
    where u.is_active and u.deleted_at is null ${assignedTo(chosen)}`
  const [everybody, roles, groups] = await Promise.all([
    on.execute<Output<typeof factorCoverage>['everybody']>(
      sql`select ${COUNTS}, ${neededBy(chosen, raw('false'), raw('false'))} as needs ${from}`,
    ),
    on.execute<Covered>(sql`
      select case when r.id is not null then json_build_object('_id', r.id, 'name', r.name) end as role, ${COUNTS},
        ${neededBy(chosen, raw('coalesce(bool_or(n.needs_passkey), false)'), raw('coalesce(bool_or(n.needs_strong_sign_in), false)'))} as needs
      ${from} group by r.id order by lower(r.name) nulls last, r.id limit ${pageSize} offset ${page * pageSize}`),
    on.execute<{ total: number }>(sql`select count(*)::int as total from (select r.id ${from} group by r.id) g`),
  ])
  return {
    everybody: everybody.rows[0] as Output<typeof factorCoverage>['everybody'],
    roles: { rows: roles.rows, total: groups.rows[0]?.total ?? 0, isEstimate: false },
  }
}

type Chosen = Pick<Input<typeof factorCoverage>, 'applicationId' | 'clientId'>

/** The strictest of what a role, and the application and client that are named, need now or from a day. */
function neededBy({ applicationId, clientId }: Chosen, passkey: Sql, strong: Sql): Sql {
  const named = (
    column: string,
  ) => sql`(exists (select from applications where id = ${applicationId ?? null}::uuid and ${raw(column)})
    or exists (select from clients where id = ${clientId ?? null}::uuid and ${raw(column)}))`
  return sql`case when ${passkey} or ${named('needs_passkey')} then 'passkey'
    when ${strong} or ${named('needs_strong_sign_in')} then 'strong' else 'any' end`
}

/** The same people as in the list of people with these filters. */
function assignedTo({ applicationId, clientId }: Chosen): Sql {
  if (applicationId === undefined && clientId === undefined) return empty
  return sql`and exists (
    select from assignments s where s.user_id = u.id
    ${applicationId === undefined ? empty : sql`and s.application_id = ${applicationId}`}
    ${clientId === undefined ? empty : sql`and s.client_id = ${clientId}`})`
}
