import type { Output } from '@gatehouse/contract/endpoint.ts'
import { type downloadOwnData, OWN_DATA_MAX } from '@gatehouse/contract/own-data.ts'
import { USER_ROLE } from '@gatehouse/contract/permissions.ts'
import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { Tx } from '../../../db/database.ts'
import { GATEWAY_OWNERS, OWNER_TABLES, type OwnersTable } from '../../../db/owner-tables.ts'
import { AppError } from '../../../errors.ts'
import { readOwnActivity } from '../../../sessions/own-activity.ts'
import { withIsoTimes } from '../../engine/list.ts'
import { actorsOfRequest } from '../access-requests/list.ts'

type OwnData = Output<typeof downloadOwnData>

/**
 * What is stored about a person, by table. Codes, hashes, keys and tokens are left out; a test walks all tables that belong
 * to people.
 */
export async function readOwnData(tx: Tx, userId: string): Promise<OwnData> {
  const rowsOf = async <Row extends Record<string, unknown>>(query: Sql): Promise<Row[]> =>
    (await tx.execute<Row>(query)).rows.map(withIsoTimes)
  const [profile] = await rowsOf<OwnData['profile'] & { exportedAt: string }>(sql`
    select u.id, u.first_name as "firstName", u.last_name as "lastName", u.email, u.email_verified_at as "emailVerifiedAt",
      u.user_name as "userName", u.phone_number as "phoneNumber", u.phone_verified_at as "phoneVerifiedAt",
      u.c_portal_id as "cPortalId", u.profile_image as picture, coalesce(r.name, ${USER_ROLE}) as role, u.language, u.theme, u.time_zone as "timeZone",
      u.notices_put_off as "noticesPutOff",
      u.last_day::text as "lastDay", u.created_at as "createdAt", u.last_sign_in_at as "lastSignInAt",
      u.password_changed_at as "passwordChangedAt", now() as "exportedAt"
    from users u left join roles r on r.id = u.role_id and r.deleted_at is null where u.id = ${userId}`)
  if (profile === undefined) throw new AppError('not_signed_in')
  const messages = await rowsOf<OwnData['messages'][number]>(sql`
    select channel, notice, recipient, subject, body as text, state, created_at as "createdAt" from messages
    where user_id = ${userId} order by id desc limit ${OWN_DATA_MAX + 1}`)
  const decisions = await rowsOf<OwnData['decisions'][number]>(sql`
    select d.decision_id as id, a.name as application, c.display_name as client, coalesce(p.name, d.page) as page, d.action, d.amount, d.region,
      d.is_allowed as "isAllowed", d.reasons, d.at
    from (select * from approval_decisions where user_id = ${userId} order by id desc limit ${OWN_DATA_MAX + 1}) d
      join applications a on a.id = d.application_id left join clients c on c.id = d.client_id
      left join pages p on p.id::text = d.page and p.application_id = a.id
    order by d.id desc`)
  const activity = await readOwnActivity(tx, userId, undefined, OWN_DATA_MAX)
  const { exportedAt, ...own } = profile
  return {
    exportedAt,
    profile: own,
    applications: await rowsOf(sql`
      select a.name as application, c.display_name as client, s.role, s.created_at as "assignedAt",
        s.valid_from as "validFrom", s.valid_until as "validUntil", f.user_id is not null as "isFavourite"
      from assignments s join applications a on a.id = s.application_id and a.deleted_at is null
        join clients c on c.id = s.client_id and c.deleted_at is null
        left join favourites f on f.user_id = s.user_id and f.application_id = s.application_id
      where s.user_id = ${userId} order by lower(a.name), lower(c.display_name), s.id`),
    requests: await rowsOf(sql`
      select a.name as application, c.display_name as client, ${raw(actorsOfRequest('r'))}, r.reason, r.last_day::text as "lastDay", r.state,
        r.created_at as "createdAt", r.decided_at as "decidedAt", r.answer,
        (select coalesce(json_agg(json_build_object('step', p.step, 'of', p.steps, 'at', p.created_at) order by p.created_at, p.id), '[]')
          from access_request_approvals p where p.request_id = r.id) as steps
      from access_requests r join applications a on a.id = r.application_id left join clients c on c.id = r.client_id
      where r.user_id = ${userId} order by r.id desc`),
    approvedSteps: await rowsOf(sql`
      select a.name as application, c.display_name as client, p.step, p.steps as of, p.row_role as "byRole", p.role, p.answer,
        p.created_at as at
      from access_request_approvals p join access_requests r on r.id = p.request_id join applications a on a.id = r.application_id
        left join clients c on c.id = r.client_id
      where p.approved_by = ${userId} order by p.id desc`),
    ownedApplications: await rowsOf(sql`
      select t.name as application from (${ownedBy(userId, 'application_owners')}) t order by lower(t.name), t.id`),
    ownedGateways: await rowsOf(sql`
      select t.name as gateway from (${ownedBy(userId, ...Object.values(GATEWAY_OWNERS))}) t order by lower(t.name), t.id`),
    standIns: await rowsOf(sql`
      select t.lender_id = ${userId} as "isLender", a.name as application, c.display_name as client, t.role, t.note,
        t.valid_from as "validFrom", t.valid_until as "validUntil", t.ended_at as "endedAt"
      from stand_ins t join applications a on a.id = t.application_id left join clients c on c.id = t.client_id
      where t.lender_id = ${userId} or t.stand_in_id = ${userId} order by t.id desc`),
    conflictExceptions: await rowsOf(sql`
      select c.name as rule, a.name as application, e.reason, e.control, e.created_at as "createdAt", e.valid_until as "validUntil",
        e.ended_at as "endedAt"
      from conflict_exceptions e join role_conflicts c on c.id = e.rule_id join applications a on a.id = c.application_id
      where e.user_id = ${userId} order by e.id desc`),
    conflictReasons: await rowsOf(sql`
      select c.name as rule, a.name as application, l.display_name as client, y.reason, y.created_at as "createdAt"
      from conflict_reasons y join role_conflicts c on c.id = y.rule_id join applications a on a.id = c.application_id
        left join clients l on l.id = y.client_id
      where y.user_id = ${userId} order by y.id desc`),
    recoveries: await rowsOf(sql`
      select new_email as "newEmail", reason, state, created_at as "startedAt", settled_at as "settledAt"
      from account_recoveries where user_id = ${userId} order by id desc`),
    reviews: await rowsOf(sql`
      select v.name as review, a.name as application, c.display_name as client, l.role, l.decision, l.comment,
        l.decided_at as "decidedAt", l.outcome
      from access_review_lines l join access_reviews v on v.id = l.review_id join applications a on a.id = l.application_id
        join clients c on c.id = l.client_id
      where l.user_id = ${userId} order by l.id`),
    invitations: await rowsOf(sql`
      select i.email, a.name as application, c.display_name as client, i.sent_at as "sentAt", i.settled_at as "acceptedAt"
      from invitations i left join applications a on a.id = i.application_id left join clients c on c.id = i.client_id
      where i.user_id = ${userId} order by i.id`),
    consents: await rowsOf(sql`
      select a.name as application, o.scopes, o.granted_at as "grantedAt"
      from oidc_consents o join applications a on a.id = o.application_id
      where o.user_id = ${userId} order by lower(a.name), a.id`),
    sessions: await rowsOf(sql`
      select s.authenticated_at as "signedInAt", s.last_seen_at as "lastSeenAt", s.ended_at as "endedAt", s.ip,
        s.user_agent as "userAgent", array(
          select a.name from opened_applications o join applications a on a.id = o.application_id
          where o.session_id = s.id order by lower(a.name), a.id) as applications
      from sessions s where s.user_id = ${userId} order by s.authenticated_at desc, s.id`),
    passkeys: await rowsOf(factors(sql`passkeys`, userId)),
    authenticatorApps: await rowsOf(factors(sql`authenticators`, userId)),
    messages: messages.slice(0, OWN_DATA_MAX),
    decisions: decisions.slice(0, OWN_DATA_MAX),
    savedLists: await rowsOf(sql`
      select list, name, query from list_views where user_id = ${userId} order by list, lower(name)`),
    activity: activity.lines,
    isCut: messages.length > OWN_DATA_MAX || decisions.length > OWN_DATA_MAX || activity.hasMore,
  }
}

/** The ids and names of the records that a person owns by these tables. */
const ownedBy = (userId: string, ...tables: OwnersTable[]): Sql =>
  join(
    tables.map((table) => {
      const { column, records, name } = OWNER_TABLES[table]
      return sql`select t.id, ${raw(name)} as name from ${raw(table)} o
        join ${raw(records)} t on t.id = o.${raw(column)} and t.deleted_at is null where o.user_id = ${userId}`
    }),
    ' union all ',
  )

const factors = (table: Sql, userId: string) => sql`
  select name, created_at as "createdAt", last_used_at as "lastUsedAt" from ${table} where user_id = ${userId}
  order by created_at, id`
