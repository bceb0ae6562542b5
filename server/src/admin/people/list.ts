import type { users } from '@gatehouse/contract/admin/people/users.ts'
import type { Input } from '@gatehouse/contract/endpoint.ts'
import sql, { join, raw, type Sql } from 'sql-template-tag'
import { fullNameIn } from '../../db/full-name.ts'
import { hasStrongFactor } from '../../factors/strong-sign-in.ts'
import { notAllowed } from '../../http/not-allowed.ts'
import type { Caller } from '../../identity/actor.ts'
import { ownsPasskey } from '../../identity/sign-in-demand.ts'
import { contains, type ListColumn, type ListSource, phoneColumn } from '../engine/list.ts'
import { readsPeople } from '../engine/store.ts'
import { matchesAnyPart } from './find/any-part.ts'
import { indexedColumn } from './find/indexed-column.ts'
import { IS_OPEN } from './recoveries/is-open.ts'
import type { UserRow } from './store.ts'

export type UsersQuery = Input<typeof users.list>

/** The shown status words, searched like any other text. Sorted, ACTIVE comes first. */
const status: ListColumn = {
  order: '(not t.is_active)',
  matches: (search) => {
    const isSought = (word: string) => word.toLowerCase().includes(search.toLowerCase())
    if (isSought('ACTIVE')) return sql`true`
    return isSought('INACTIVE') ? sql`not t.is_active` : sql`false`
  },
}

/** The assignments of a person, with any status, without deleted ones. */
const ASSIGNED = `from assignments s
  join applications a on a.id = s.application_id and a.deleted_at is null
  join clients c on c.id = s.client_id and c.deleted_at is null
  where s.user_id = t.id`

export const usersSource: ListSource<UserRow, UsersQuery> = {
  from: 'users t',
  select: {
    email: 't.email',
    firstName: 't.first_name',
    lastName: 't.last_name',
    name: fullNameIn('t'),
    phoneNumber: 't.phone_number',
    cPortalId: 't.c_portal_id',
    userName: 't.user_name',
    profileImage: 't.profile_image',
    isActive: 't.is_active',
    isSuspended: 'coalesce(not t.is_active and t.suspended_from <= now(), false)',
    isEmailVerified: 't.email_verified_at is not null',
    isPhoneVerified: 't.phone_verified_at is not null',
    codeOnly: 't.code_only',
    lastSignInAt: 't.last_sign_in_at',
    lastDay: 't.last_day::text',
    applicationData: `(select coalesce(json_agg(json_build_object(
        '_id', x.id, 'name', json_build_object('description', x.name, 'applicationLogo', x.logo, 'summary', x.summary),
        'applicationRedirectUrl', x.redirect_url, 'applicationAllowedUrl', x.allowed_url,
        'applicationSecret', json_build_object('applicationLogoutUri', x.logout_uri), 'status', x.status)
        order by x.assignment), '[]') from (select distinct on (a.id) a.*, s.id as assignment ${ASSIGNED} order by a.id, s.id) x)`,
    clientData: `(select coalesce(json_agg(json_build_object(
        '_id', x.id, 'actualName', x.actual_name, 'displayName', x.display_name, 'uuid', x.uuid)
        order by lower(x.display_name), x.id), '[]') from (select distinct c.id, c.actual_name, c.display_name, c.uuid ${ASSIGNED}) x)`,
    userapplicationclinetrolesData: `(select coalesce(json_agg(json_build_object(
        'applicationId', a.id, 'clientId', c.id, 'role', s.role) order by lower(a.name), lower(c.display_name)), '[]') ${ASSIGNED})`, // sic
    roleAttached: `(select coalesce(json_agg(json_build_object('_id', r.id, 'name', r.name)), '[]')
        from roles r where r.id = t.role_id and r.deleted_at is null)`,
  },
  columns: {
    firstName: indexedColumn('first_name'),
    lastName: indexedColumn('last_name'),
    phoneNumber: phoneColumn(indexedColumn('phone_number')),
    email: indexedColumn('email'),
    userName: indexedColumn('user_name'),
    status,
    // Many are listed by `by-application.ts`.
    assignedApps: {
      order: '(select lower(a.name) from applications a where a.id = t.first_application_id)',
      matches: (search) => sql`exists (select 1 ${raw(ASSIGNED)} and ${contains('a.name', search)})`,
    },
  },
  matchesAny: matchesAnyPart,
}

const STATES: Record<NonNullable<UsersQuery['state']>, Sql> = {
  active: sql`t.is_active`,
  invited: sql`t.is_active and t.password_hash is null and t.last_sign_in_at is null`,
  throttled: sql`t.is_active and t.id in (
    select subject_id from audit_events where event = 'signin.throttled' and at > now() - interval '1 hour')`,
  leaving: sql`t.is_active and t.last_day is not null`,
  recovering: sql`t.is_active and t.id in (select r.user_id from account_recoveries r where ${IS_OPEN})`,
  suspended: sql`t.suspended_from is not null`,
  codesOnly: sql`t.is_active and not ${hasStrongFactor('t.id')}`,
  noPasskey: sql`t.is_active and not ${raw(ownsPasskey('t.id'))}`,
  inactive: sql`not t.is_active`,
}

/**
 * The conditions of the list's filters and of the caller's permissions.
 *
 * @throws AppError not_allowed without the permission to see people, except for the row of the caller, without a filter of states; and for
 * the filter of throttled people without the permission to read the activity
 */
export function usersFilter(query: UsersQuery, person: Caller): Sql {
  const { userId, isActive, state, hasSignedIn, roleId, applicationId, clientId } = query
  // One's own row does not say that a suspension is planned.
  if (!readsPeople(person) && (userId !== person.userId || state !== undefined)) throw notAllowed(person)
  const conditions: Sql[] = []
  if (userId !== undefined) conditions.push(sql`t.id = ${userId}`)
  if (isActive !== undefined) conditions.push(sql`t.is_active = ${isActive}`)
  if (state === 'throttled' && !person.permissions.includes('audit:read')) throw notAllowed(person)
  if (state !== undefined) conditions.push(STATES[state])
  if (hasSignedIn !== undefined) conditions.push(raw(`t.last_sign_in_at is ${hasSignedIn ? 'not ' : ''}null`))
  if (roleId !== undefined) conditions.push(sql`t.role_id = ${roleId}`)
  if (applicationId !== undefined || clientId !== undefined) {
    const assigned = [sql`s.user_id = t.id`]
    if (applicationId !== undefined) assigned.push(sql`s.application_id = ${applicationId}`)
    if (clientId !== undefined) assigned.push(sql`s.client_id = ${clientId}`)
    conditions.push(sql`exists (select 1 from assignments s where ${join(assigned, ' and ')})`)
  }
  return conditions.length === 0 ? sql`` : sql`and ${join(conditions, ' and ')}`
}
