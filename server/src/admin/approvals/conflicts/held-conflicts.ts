import { type HeldConflict, listHeldConflicts } from '@gatehouse/contract/admin/approvals/role-conflicts.ts'
import { DEFAULT_PAGE_SIZE } from '@gatehouse/contract/paging.ts'
import type { FastifyInstance } from 'fastify'
import sql, { empty, raw, type Sql } from 'sql-template-tag'
import { nameOfActor } from '../../../audit/actor-names.ts'
import { fullNameIn } from '../../../db/full-name.ts'
import type { Deps } from '../../../deps.ts'
import { route } from '../../../http/route.ts'
import { IS_OPEN } from './is-open.ts'
import { keptApartOf } from './kept-apart-of.ts'

/**
 * What people hold, or what begins later, of what a rule keeps apart: by their own assignments, and by what is lent to
 * them as far as the lender holds it. A person and a client that are deleted may come back, and count as if they
 * had: so nobody gets anything when they do. What a lender had lent has ended then.
 *
 * @param people SQL of their ids; `null`: everybody
 * @param without as in `keptApartOf`
 */
export const heldOf = (timeZone: string, people: Sql | null, without: string | null = null): Sql => sql`
  select distinct k.rule_id, s.user_id, s.client_id, s.role, null::uuid as lender_id, k.member, k.duty
  from (${keptApartOf(timeZone, without)}) k
    join assignments s on s.application_id = k.application_id and lower(s.role) = k.role
      and (k.client_id is null or s.client_id = k.client_id) and (s.valid_until is null or s.valid_until > now())
  where true ${people === null ? empty : sql`and s.user_id in (${people})`}
  union all
  select distinct k.rule_id, t.stand_in_id, s.client_id, t.role, t.lender_id, k.member, k.duty
  from (${keptApartOf(timeZone, without)}) k
    join stand_ins t on t.application_id = k.application_id and lower(t.role) = k.role
      and t.ended_at is null and t.valid_until > now()
      -- Neither the creation of documents nor page access is lent.
      and k.action is distinct from 'Creator' and not k.is_access and (k.page_id is null or t.page_ids is null or k.page_id = any(t.page_ids))
    join assignments s on s.user_id = t.lender_id and s.application_id = t.application_id and lower(s.role) = lower(t.role)
      and (t.client_id is null or s.client_id = t.client_id) and (k.client_id is null or s.client_id = k.client_id)
      and (s.valid_until is null or s.valid_until > now())
  where true ${people === null ? empty : sql`and t.stand_in_id in (${people})`}`

/** SQL: the client of a conflict `b` with a rule `c`; `null` where the rule is about all clients together. */
export const CLIENT_OF_CONFLICT = `case when c.scope = 'client' then b.clients[1] end`

/** The rules that people break, each once for a person, and for a client if the rule is about one. */
export const broken = (held: Sql) => sql`
  select h.rule_id, h.user_id, array_agg(h.client_id) as clients, array_agg(lower(h.role)) as roles, array_agg(h.lender_id) as lenders,
    json_agg(json_build_object('role', h.role, 'client', cl.display_name, 'lender',
      (select ${raw(fullNameIn('l'))} from users l where l.id = h.lender_id), 'duty', h.duty)
      order by lower(h.role), lower(cl.display_name), h.duty) as held
  from (${held}) h join role_conflicts c on c.id = h.rule_id join clients cl on cl.id = h.client_id
  group by h.rule_id, h.user_id, case when c.scope = 'client' then h.client_id end
  having count(distinct h.member) > 1`

/** Every rule that somebody breaks: `rule_id`, `user_id`, and the `clients` and lower-case `roles` with which they do. */
export const brokenRules = (timeZone: string): Sql => broken(heldOf(timeZone, null))

/** Lists who holds what a rule keeps apart. */
export function serveHeldConflicts(app: FastifyInstance, { db, config }: Deps) {
  route(app, listHeldConflicts, async ({ input: { ruleId, page = 0, pageSize = DEFAULT_PAGE_SIZE } }) => {
    const from = sql`from (${brokenRules(config.timeZone)}) b
      join role_conflicts c on c.id = b.rule_id ${ruleId === undefined ? empty : sql`and c.id = ${ruleId}`}
      join applications a on a.id = c.application_id and a.deleted_at is null
      join users u on u.id = b.user_id and u.deleted_at is null`
    const [listed, counted] = await Promise.all([
      db.execute<HeldConflict>(sql`
        select json_build_object('_id', c.id, 'name', c.name, 'effect', c.effect) as rule,
          json_build_object('_id', a.id, 'name', a.name) as application,
          json_build_object('_id', u.id, 'name', ${raw(fullNameIn('u'))}) as person, b.held,
          (select json_build_object('text', y.reason, 'by', ${raw(nameOfActor('y.given_by'))}, 'at', y.created_at)
            from conflict_reasons y where y.rule_id = c.id and y.user_id = u.id
              and y.client_id is not distinct from ${raw(CLIENT_OF_CONFLICT)}
              order by y.created_at desc, y.id desc limit 1) as reason,
          (select json_build_object('_id', e.id, 'owner', ${raw(nameOfActor('e.owner_id'))}, 'validUntil', e.valid_until)
            from conflict_exceptions e where e.rule_id = c.id and e.user_id = u.id and ${IS_OPEN}
            order by e.valid_until desc limit 1) as exception ${from}
        order by c.effect, lower(a.name), lower(c.name), lower(${raw(fullNameIn('u'))}), u.id, b.clients
        limit ${pageSize} offset ${page * pageSize}`),
      db.execute<{ total: number }>(sql`select count(*)::int as total ${from}`),
    ])
    const rows = listed.rows.map(({ exception, reason, ...row }) => ({
      ...row,
      reason: reason && { ...reason, at: new Date(reason.at).toISOString() },
      exception: exception && { ...exception, validUntil: new Date(exception.validUntil).toISOString() },
    }))
    return { rows, total: counted.rows[0]?.total ?? 0, isEstimate: false }
  })
}
