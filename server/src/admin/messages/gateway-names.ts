import sql from 'sql-template-tag'
import type { Db } from '../../db/database.ts'

const NAMES_MAX = 200

/** The names of the gateways that messages were last tried with. Needs one index lookup per name, not per message. */
export async function gatewayNames(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ gateway: string }>(sql`
    with recursive names as (
      (select gateway from messages where gateway > '' order by gateway limit 1)
      union all
      select (select m.gateway from messages m where m.gateway > names.gateway order by m.gateway limit 1)
      from names where names.gateway is not null
    )
    select gateway from names where gateway is not null limit ${NAMES_MAX}`)
  return rows.map(({ gateway }) => gateway)
}
