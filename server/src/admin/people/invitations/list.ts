import type { INVITATION_STATES, Invitation, listInvitations } from '@gatehouse/contract/admin/people/invitations.ts'
import type { Input } from '@gatehouse/contract/endpoint.ts'
import { COUNTED_MAX_ROWS, DEFAULT_PAGE_SIZE, type Page } from '@gatehouse/contract/paging.ts'
import sql, { empty, raw } from 'sql-template-tag'
import { nameOfActor } from '../../../audit/actor-names.ts'
import type { Db } from '../../../db/database.ts'
import { fullNameIn } from '../../../db/full-name.ts'
import { normaliseIdentifier } from '../../../identity/identifiers.ts'
import { isDistrustedSession } from '../../../sessions/is-distrusted.ts'
import { withIsoTimes } from '../../engine/list.ts'

const IN_STATE: Record<(typeof INVITATION_STATES)[number], string> = {
  open: "i.state = 'open' and i.expires_at > now() and i.refused_at is null",
  refused: "i.state = 'open' and i.expires_at > now() and i.refused_at is not null",
  expired: "i.state = 'open' and i.expires_at <= now()",
  accepted: "i.state = 'accepted'",
  revoked: "i.state = 'revoked'",
}

export async function listPageOfInvitations(
  db: Db,
  { state = 'open', search = '', page = 0, pageSize = DEFAULT_PAGE_SIZE }: Input<typeof listInvitations>,
): Promise<Page<Invitation>> {
  const found = search === '' ? empty : sql`and position(${normaliseIdentifier(search)} in i.email_key) > 0`
  const from = sql`from invitations i where ${raw(IN_STATE[state])} ${found}`
  const [listed, counted] = await Promise.all([
    db.execute<Invitation>(sql`
      with shown as (
        select i.* ${from} order by i.sent_at desc, i.id desc limit ${pageSize} offset ${page * pageSize})
      select i.id as "_id", i.email, ${state}::text as state,
        case when a.id is not null then json_build_object('_id', a.id, 'name', a.name) end as application,
        case when c.id is not null then json_build_object('_id', c.id, 'name', c.display_name) end as client,
        i.application_role as "applicationRole", i.valid_from as "validFrom", i.valid_until as "validUntil",
        case when r.id is not null then json_build_object('_id', r.id, 'name', r.name) end as role,
        coalesce(${raw(nameOfActor('i.sent_by'))}, '') as "sentBy",
        exists (select from users s where s.id = i.sent_by and s.is_active and s.deleted_at is null)
            and not ${isDistrustedSession(sql`i.session_id`)}
          or exists (select from service_accounts s where s.id = i.sent_by and s.status = 'ACTIVE' and s.deleted_at is null)
          as "isSenderActive",
        i.sends, i.sent_at as "sentAt", i.expires_at as "expiresAt", i.refused_at as "refusedAt", i.settled_at as "settledAt",
        case when u.id is not null then json_build_object('_id', u.id, 'name', ${raw(fullNameIn('u'))}) end
          as person
      from shown i left join applications a on a.id = i.application_id left join clients c on c.id = i.client_id
        left join roles r on r.id = i.role_id left join users u on u.id = i.user_id and u.deleted_at is null
      order by i.sent_at desc, i.id desc`),
    db.execute<{ total: number }>(
      sql`select count(*)::int as total from (select 1 ${from} limit ${COUNTED_MAX_ROWS + 1}) counted`,
    ),
  ])
  const total = counted.rows[0]?.total ?? 0
  return { rows: listed.rows.map(withIsoTimes), total, isEstimate: total > COUNTED_MAX_ROWS }
}
