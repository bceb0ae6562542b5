import sql, { raw } from 'sql-template-tag'
import { fullNameIn } from '../../db/full-name.ts'
import { type CountedUse, namesOf } from './table-store.ts'

/** What needs an application, or a client, together with a record of the other kind: it blocks the deletion. */
export function usesOfPair(column: 'application_id' | 'client_id', id: string): CountedUse[] {
  const ofIt = (table: string, name = 'name') => namesOf(table, name, column, id)
  return [
    [
      'people',
      'blocks',
      sql`select ${raw(fullNameIn('users'))} as name from users
        where deleted_at is null and id in (select user_id from assignments where ${raw(column)} = ${id})`,
    ],
    ['application roles', 'blocks', ofIt('application_roles')],
    ['templates', 'blocks', ofIt('templates')],
    [
      'configurations',
      'blocks',
      sql`${ofIt('email_configurations', 'host')} union all ${ofIt('sms_configurations', 'provider_name')}`,
    ],
  ]
}
