import type { Covered } from '@gatehouse/contract/admin/security/coverage.ts'
import sql from 'sql-template-tag'
import type { Executor } from '../../db/database.ts'
import { hasStrongFactor } from '../../factors/strong-sign-in.ts'

/** What the active people of each role can sign in with. */
export async function readCoverage(on: Executor): Promise<Covered[]> {
  const { rows } = await on.execute<Covered>(sql`
    select case when r.id is not null then json_build_object('_id', r.id, 'name', r.name) end as role,
      count(*)::int as people,
      (count(*) filter (where exists (select from passkeys f where f.user_id = u.id)))::int as passkeys,
      (count(*) filter (where exists (select from authenticators f where f.user_id = u.id)))::int as authenticators,
      (count(*) filter (where not ${hasStrongFactor('u.id')}))::int as "codesOnly"
    from users u left join roles r on r.id = u.role_id and r.deleted_at is null
    where u.is_active and u.deleted_at is null
    group by r.id order by lower(r.name) nulls last`)
  return rows
}
