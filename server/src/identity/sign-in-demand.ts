import { isCurrent } from '../db/is-current.ts'

// THE ONE RULE OF WHICH SIGN-IN IS NEEDED (ADR 0096), as SQL: every door asks by it.

/**
 * Whether a role (`r`), client (`c`) or application (`a`) needs a strong sign-in by now, by the alias of its table. The
 * time before its day is for people to get ready.
 */
export const needsStrong = (alias: string) =>
  `(${alias}.needs_strong_sign_in and coalesce(${alias}.strong_sign_in_from <= now(), true))`

/**
 * Whether a person has a passkey or an authenticator app that signs in; a passkey that may have been copied does not.
 * @param userId SQL of the person's id
 */
export const ownsStrongFactor = (
  userId: string,
) => `(exists (select from passkeys f where f.user_id = ${userId} and f.suspected_at is null)
    or exists (select from authenticators f where f.user_id = ${userId}))`

/**
 * Whether a session counts as strong, by its alias: it was opened with a strong factor, and its person still has one. Who
 * has none left must not go on with what a lost one has opened.
 */
export const isStrongSession = (session: string) =>
  `(${session}.is_strong and ${ownsStrongFactor(`${session}.user_id`)})`

/** The role of a person, by the alias of `users`: whoever has none of their own is "User" (requirement W5). */
export const roleIdOf = (user: string) => `coalesce(${user}.role_id, (select id from roles where system = 'user'))`

/** Whether a client of a person needs a strong sign-in. @param userId SQL of the person's id */
export const clientNeedsStrong = (userId: string) => `exists (
  select from assignments ps join clients pc on pc.id = ps.client_id and pc.status = 'ACTIVE' and pc.deleted_at is null
  where ps.user_id = ${userId} and ${isCurrent('ps')} and ${needsStrong('pc')})`

/**
 * Whether the role of a person, or one of their clients, needs a strong sign-in, so that it is needed for the permissions
 * in the console. @param userId SQL of the person's id
 */
export const personNeedsStrong = (userId: string) => `(exists (
  select from users pu join roles pr on pr.id = ${roleIdOf('pu')} and pr.deleted_at is null
  where pu.id = ${userId} and ${needsStrong('pr')}) or ${clientNeedsStrong(userId)})`

/**
 * Whether anything of a person needs a strong sign-in, so that only such a one may change what they sign in with: else
 * whoever reads their mail would add a factor of their own. @param userId SQL of the person's id
 */
export const anythingNeedsStrong = (userId: string) => `(${personNeedsStrong(userId)} or exists (
  select from assignments ps join applications pa on pa.id = ps.application_id and pa.status = 'ACTIVE' and pa.deleted_at is null
  where ps.user_id = ${userId} and ${isCurrent('ps')} and ${needsStrong('pa')}))`

const BEGINS = (alias: string) =>
  `${alias}.needs_strong_sign_in and ${alias}.strong_sign_in_from > now() and ${alias}.deleted_at is null`

const HAS_NOT_ENDED = '(ps.valid_until is null or ps.valid_until > now())'

/** Rows of `user_id` and `at`: from when a role, client or application will need a strong sign-in of whom. */
export const STRONG_SIGN_IN_BEGINS = `
  select pu.id as user_id, pr.strong_sign_in_from as at
  from roles pr join users pu on pu.role_id = pr.id or pu.role_id is null and pr.system = 'user' where ${BEGINS('pr')}
  union all
  select ps.user_id, pc.strong_sign_in_from
  from clients pc join assignments ps on ps.client_id = pc.id and ${HAS_NOT_ENDED} where pc.status = 'ACTIVE' and ${BEGINS('pc')}
  union all
  select ps.user_id, pa.strong_sign_in_from
  from applications pa join assignments ps on ps.application_id = pa.id and ${HAS_NOT_ENDED} where pa.status = 'ACTIVE' and ${BEGINS('pa')}`

/**
 * Whether a person `u` has signed in in a session `s` at most so long ago, with two factors where they have two, so that a
 * remembered browser alone does not count.
 */
export const isRecentSignIn = (minutes: string) =>
  `(s.authenticated_at > now() - make_interval(mins => ${minutes}) and (cardinality(s.amr) > 1 or u.password_hash is null))`

/** What is needed of a sign-in to open an application for a client, and what the sign-in of a session lacks. */
export type SignInDemand = {
  needsStrong: boolean
  /** How old it may be; `null`: of any age. */
  minutes: number | null
  lacks: 'strong' | 'recent' | null
}

/** The tables that `SIGN_IN_DEMAND` needs beside an assignment `s` with its application `a` and client `c`, and a session `e`. */
export const DEMAND_TABLES = `
  join users u on u.id = s.user_id
  left join roles r on r.id = ${roleIdOf('u')} and r.deleted_at is null`

const NEEDED = `(${needsStrong('a')} or ${needsStrong('c')} or coalesce(${needsStrong('r')}, false))`

/** How old a sign-in may be to open an application `a` for a client `c`: the smaller age, if either has one. */
const MINUTES = 'least(a.confirm_minutes, c.confirm_minutes)'

/** The same of a session `e`, by whoever has signed in in it: an administrator, while they act for the person of the assignment. */
const IS_RECENT = `exists (select from users eu where eu.id = e.user_id and e.authenticated_at > now() - make_interval(mins => ${MINUTES})
  and (cardinality(e.amr) > 1 or eu.password_hash is null))`

/** The strictest of role, client and application, as a `SignInDemand`. No session (`e` is null) lacks what is needed. */
export const SIGN_IN_DEMAND = `json_build_object('needsStrong', ${NEEDED}, 'minutes', ${MINUTES},
  'lacks', case when ${NEEDED} and ${isStrongSession('e')} is not true then 'strong'
    when ${MINUTES} is not null and not ${IS_RECENT} then 'recent' end)`
