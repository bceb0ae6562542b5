import type { Use } from '@gatehouse/contract/admin/engine/resource.ts'
import { NOTICE_NAMES } from '@gatehouse/contract/notices.ts'
import sql from 'sql-template-tag'
import type { Db, Tx } from '../../db/database.ts'
import { BUILT_IN } from '../../notifications/built-in-texts.ts'
import { countUses } from '../engine/table-store.ts'

/** The messages that go out as SMS without a template. */
const WITH_TEXT = NOTICE_NAMES.filter((notice) => BUILT_IN.en[notice].sms !== undefined)

/** A template of text messages is missed where neither a built-in text nor a template for at least the same messages takes its place. */
export const usesOfText = (db: Db | Tx, id: string): Promise<Use[]> =>
  countUses(
    db,
    'text messages without another text',
    'leaves',
    sql`select concat_ws(' · ', t.name, a.name, c.display_name, nullif(t.language, 'All')) as name from templates t
        left join applications a on a.id = t.application_id left join clients c on c.id = t.client_id
      where t.id = ${id} and t.status = 'ACTIVE' and t.channel = 'sms' and lower(t.name) = any(${NOTICE_NAMES}::text[])
        and lower(t.name) <> all(${WITH_TEXT}::text[]) and not exists (
          select from templates o where o.id <> t.id and o.status = 'ACTIVE' and o.deleted_at is null and o.channel = 'sms'
            and lower(o.name) = lower(t.name) and o.language in ('All', t.language)
            and (o.application_id is null or o.application_id = t.application_id)
            and (o.client_id is null or o.client_id = t.client_id))`,
  )
