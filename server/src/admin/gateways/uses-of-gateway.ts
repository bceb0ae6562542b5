import type { Use } from '@gatehouse/contract/admin/engine/resource.ts'
import sql, { raw, type Sql } from 'sql-template-tag'
import type { Db, Tx } from '../../db/database.ts'
import { meantFor } from '../../notifications/scope.ts'
import { countUses } from '../engine/table-store.ts'
import type { UseKind } from '../engine/visible-uses.ts'

const KINDS = {
  // The portal's own mail server comes last, so that emails have another way.
  email_configurations: 'applications and clients whose emails the portal’s own mail server would send',
  sms_configurations: 'applications and clients whose text messages nobody would send',
} as const satisfies Record<string, UseKind>

const matching = (table: string, which: Sql) => sql`exists (select from ${raw(table)} t where ${which}
  and ${meantFor({ applicationId: sql`about.application_id`, clientId: sql`about.client_id` })})`

/** What messages are about, of which no other active gateway sends those that this one sends, by the condition that routes them. */
export const usesOfGateway =
  (table: keyof typeof KINDS) =>
  (db: Db | Tx, id: string): Promise<Use[]> =>
    countUses(
      db,
      KINDS[table],
      'leaves',
      sql`select coalesce(a.name || ' · ' || c.display_name, 'messages about no application') as name
        from (select null::uuid as application_id, null::uuid as client_id
          union select application_id, client_id from assignments) about
          left join applications a on a.id = about.application_id left join clients c on c.id = about.client_id
        where ${matching(table, sql`t.id = ${id}`)} and not ${matching(table, sql`t.id <> ${id}`)}`,
    )
