import type { Covered, factorCoverage } from '@gatehouse/contract/admin/security/coverage.ts'
import type { Input, Output } from '@gatehouse/contract/endpoint.ts'
import { DEFAULT_PAGE_SIZE } from '@gatehouse/contract/paging.ts'
import sql, { empty, type Sql } from 'sql-template-tag'
import type { Executor } from '../../db/database.ts'
import { hasStrongFactor } from '../../factors/strong-sign-in.ts'

const COUNTS = sql`count(*)::int as people,
  (count(*) filter (where exists (select from passkeys f where f.user_id = u.id)))::int as passkeys,
  (count(*) filter (where exists (select from authenticators f where f.user_id = u.id)))::int as authenticators,
  (count(*) filter (where not ${hasStrongFactor('u.id')}))::int as "codesOnly"`

/** What the active people, and those of each role, can sign in with: of all, or of an application and a client. */
export async function readCoverage(
  on: Executor,
  { page = 0, pageSize = DEFAULT_PAGE_SIZE, ...chosen }: Input<typeof factorCoverage>,
): Promise<Output<typeof factorCoverage>> {
  const from = sql`from users u left join roles r on r.id = u.role_id and r.deleted_at is null
    where u.is_active and u.deleted_at is null ${assignedTo(chosen)}`
  const [everybody, roles, groups] = await Promise.all([
    on.execute<Output<typeof factorCoverage>['everybody']>(sql`select ${COUNTS} ${from}`),
    on.execute<Covered>(sql`
      select case when r.id is not null then json_build_object('_id', r.id, 'name', r.name) end as role, ${COUNTS}
      ${from} group by r.id order by lower(r.name) nulls last, r.id limit ${pageSize} offset ${page * pageSize}`),
    on.execute<{ total: number }>(sql`select count(*)::int as total from (select r.id ${from} group by r.id) g`),
  ])
  return {
    everybody: everybody.rows[0] as Output<typeof factorCoverage>['everybody'],
    roles: { rows: roles.rows, total: groups.rows[0]?.total ?? 0, isEstimate: false },
  }
}

/** The same people as in the list of people with these filters. */
function assignedTo({
  applicationId,
  clientId,
}: Pick<Input<typeof factorCoverage>, 'applicationId' | 'clientId'>): Sql {
  if (applicationId === undefined && clientId === undefined) return empty
  return sql`and exists (
    select from assignments s where s.user_id = u.id
    ${applicationId === undefined ? empty : sql`and s.application_id = ${applicationId}`}
    ${clientId === undefined ? empty : sql`and s.client_id = ${clientId}`})`
}
