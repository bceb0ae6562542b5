import { isCurrent } from '../db/is-current.ts'

// THE ONE RULE OF WHICH SIGN-IN IS NEEDED (ADR 0096), as SQL: every door asks by it.

/**
 * Whether a role (`r`), client (`c`) or application (`a`) needs a strong sign-in by now, by the alias of its table. The
 * time before its day is for people to get ready.
 */
export const needsStrong = (alias: string) =>
  `(${alias}.needs_strong_sign_in and coalesce(${alias}.strong_sign_in_from <= now(), true))`

/**
 * Whether it needs a passkey by now, so that an authenticator app is not enough (ADR 0118). Whatever does needs a strong
 * sign-in, too.
 */
export const needsPasskey = (alias: string) =>
  `(${alias}.needs_passkey and coalesce(${alias}.passkey_from <= now(), true))`

/** Whether a person has a passkey that signs in. @param userId SQL of the person's id */
export const ownsPasskey = (userId: string) =>
  `exists (select from passkeys f where f.user_id = ${userId} and f.suspected_at is null)`

/**
 * Whether a person has a passkey or an authenticator app that signs in; a passkey that may have been copied does not.
 * @param userId SQL of the person's id
 */
export const ownsStrongFactor = (userId: string) => `(${ownsPasskey(userId)}
    or exists (select from authenticators f where f.user_id = ${userId}))`

/**
 * Whether a session counts as strong, by its alias: it was opened with a strong factor, and its person still has one. Who
 * has none left must not go on with what a lost one has opened.
 */
export const isStrongSession = (session: string) =>
  `(${session}.is_strong and ${ownsStrongFactor(`${session}.user_id`)})`

/** The same of a passkey. */
export const isPasskeySession = (session: string) =>
  `(${session}.is_strong and ${session}.factor = 'passkey' and ${ownsPasskey(`${session}.user_id`)})`

/** The same where factors are changed: the recovery code of a passkey that is lost counts, too. */
export const standsForPasskey = (session: string) =>
  `(${isPasskeySession(session)} or ${session}.is_strong and ${session}.factor = 'recovery') is true`

/** The role of a person, by the alias of `users`: whoever has none of their own is "User" (requirement W5). */
export const roleIdOf = (user: string) => `coalesce(${user}.role_id, (select id from roles where system = 'user'))`

/** `needsStrong` or `needsPasskey`. */
type Need = (alias: string) => string

/** Whether a client of a person needs it. @param userId SQL of the person's id */
export const clientNeeds = (need: Need, userId: string) => `exists (
  select from assignments ps join clients pc on pc.id = ps.client_id and pc.status = 'ACTIVE' and pc.deleted_at is null
  where ps.user_id = ${userId} and ${isCurrent('ps')} and ${need('pc')})`

/**
 * Whether the role of a person, or one of their clients, needs it, so that it is needed for the permissions in the console.
 *
 * @param userId SQL of the person's id
 */
export const personNeeds = (need: Need, userId: string) => `(exists (
  select from users pu join roles pr on pr.id = ${roleIdOf('pu')} and pr.deleted_at is null
  where pu.id = ${userId} and ${need('pr')}) or ${clientNeeds(need, userId)})`

/**
 * Whether anything of a person needs it, so that only such a sign-in may change what they sign in with: else
 * whoever reads their mail would add a factor of their own. @param userId SQL of the person's id
 */
export const anythingNeeds = (need: Need, userId: string) => `(${personNeeds(need, userId)} or exists (
  select from assignments ps join applications pa on pa.id = ps.application_id and pa.status = 'ACTIVE' and pa.deleted_at is null
  where ps.user_id = ${userId} and ${isCurrent('ps')} and ${need('pa')}))`

/**
 * Whether the sign-in of a session `s` of a person `u` with a role `r` is too weak for the permissions in the console, and whether a
 * passkey is what it lacks.
 */
export const lacksPasskey = `((coalesce(${needsPasskey('r')}, false) or ${clientNeeds(needsPasskey, 'u.id')}) and not coalesce(${isPasskeySession('s')}, false))`
export const isTooWeak = `((${needsStrong('r')} or ${clientNeeds(needsStrong, 'u.id')}) and not ${isStrongSession('s')} or ${lacksPasskey})`

/** A day of the future, from which a row `alias` needs a passkey or, if that is not needed on the same day, a strong sign-in. */
const BEGINNING = (alias: string) => `(values
  (true, case when ${alias}.needs_passkey then ${alias}.passkey_from end),
  (false, case when ${alias}.needs_strong_sign_in and not (${alias}.needs_passkey and ${alias}.passkey_from is not distinct from ${alias}.strong_sign_in_from)
    then ${alias}.strong_sign_in_from end))`

const BEGINS = (alias: string) =>
  `lateral ${BEGINNING(alias)} b (is_passkey, at) where b.at > now() and ${alias}.needs_strong_sign_in and ${alias}.deleted_at is null`

const HAS_NOT_ENDED = '(ps.valid_until is null or ps.valid_until > now())'

/** Rows of `user_id`, `at` and `is_passkey`: from when a role, client or application will need what of whom. */
const DEMAND_BEGINS = `
  select pu.id as user_id, b.at, b.is_passkey
  from roles pr join users pu on pu.role_id = pr.id or pu.role_id is null and pr.system = 'user', ${BEGINS('pr')}
  union all
  select ps.user_id, b.at, b.is_passkey
  from clients pc join assignments ps on ps.client_id = pc.id and ${HAS_NOT_ENDED}, ${BEGINS('pc')} and pc.status = 'ACTIVE'
  union all
  select ps.user_id, b.at, b.is_passkey
  from applications pa join assignments ps on ps.application_id = pa.id and ${HAS_NOT_ENDED}, ${BEGINS('pa')} and pa.status = 'ACTIVE'`

/** The same of those alone who do not have it yet. */
export const LACKING_BEGINS = `
  select d.user_id, d.at, d.is_passkey from (${DEMAND_BEGINS}) d
  where not case when d.is_passkey then ${ownsPasskey('d.user_id')} else ${ownsStrongFactor('d.user_id')} end`

/**
 * Whether a person `u` has signed in in a session `s` at most so long ago, with two factors where they have two, so that a
 * remembered browser alone does not count.
 */
export const isRecentSignIn = (minutes: string) =>
  `(s.authenticated_at > now() - make_interval(mins => ${minutes}) and (cardinality(s.amr) > 1 or u.password_hash is null))`

/** What is needed of a sign-in to open an application for a client, and what the sign-in of a session lacks. */
export type SignInDemand = {
  needsStrong: boolean
  /** An authenticator app is not enough. */
  needsPasskey: boolean
  /** How old it may be; `null`: of any age. */
  minutes: number | null
  lacks: 'passkey' | 'strong' | 'recent' | null
}

/** The tables that `SIGN_IN_DEMAND` needs beside an assignment `s` with its application `a` and client `c`, and a session `e`. */
export const DEMAND_TABLES = `
  join users u on u.id = s.user_id
  left join roles r on r.id = ${roleIdOf('u')} and r.deleted_at is null`

const needed = (need: Need) => `(${need('a')} or ${need('c')} or coalesce(${need('r')}, false))`

/** How old a sign-in may be to open an application `a` for a client `c` in a role `r`: the smallest age, if any has one. */
const MINUTES = 'least(a.confirm_minutes, c.confirm_minutes, r.confirm_minutes)'

/** The same of a session `e`, by whoever has signed in in it: an administrator, while they act for the person of the assignment. */
const IS_RECENT = `exists (select from users eu where eu.id = e.user_id and e.authenticated_at > now() - make_interval(mins => ${MINUTES})
  and (cardinality(e.amr) > 1 or eu.password_hash is null))`

/** The strictest of role, client and application, as a `SignInDemand`. No session (`e` is null) lacks what is needed. */
export const SIGN_IN_DEMAND = `json_build_object('needsStrong', ${needed(needsStrong)}, 'needsPasskey', ${needed(needsPasskey)},
  'minutes', ${MINUTES},
  'lacks', case when ${needed(needsPasskey)} and ${isPasskeySession('e')} is not true then 'passkey'
    when ${needed(needsStrong)} and ${isStrongSession('e')} is not true then 'strong'
    when ${MINUTES} is not null and not ${IS_RECENT} then 'recent' end)`
