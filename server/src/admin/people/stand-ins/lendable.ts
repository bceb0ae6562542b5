import type { Lendable } from '@gatehouse/contract/stand-ins.ts'
import sql from 'sql-template-tag'
import type { Executor } from '../../../db/database.ts'
import { heldIn } from '../../../decisions/held.ts'

/** The authority to approve that a person has at this moment, by application and role, with its clients and pages. */
export async function readLendable(on: Executor, timeZone: string, userId: string): Promise<Lendable[]> {
  const { rows } = await on.execute<Lendable>(sql`
    with held as (
      select a.id as application_id, a.name as application, r.name as role, lower(r.name) as lower_role, c.id as client_id, c.display_name as client,
        p.id as page_id, p.name as page
      from ${heldIn(timeZone)} where s.user_id = ${userId})
    select json_build_object('_id', application_id, 'name', application) as application, min(role) as role,
      (select json_agg(json_build_object('_id', client_id, 'name', client) order by lower(client), client_id)
        from (select distinct client_id, client from held c
          where c.application_id = h.application_id and c.lower_role = h.lower_role) clients) as clients,
      (select json_agg(json_build_object('_id', page_id, 'name', page) order by lower(page), page_id)
        from (select distinct page_id, page from held p
          where p.application_id = h.application_id and p.lower_role = h.lower_role) pages) as pages
    from held h group by application_id, application, lower_role
    order by lower(application), application_id, lower_role`)
  return rows
}
