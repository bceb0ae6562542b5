import type { FirstHourStep } from '@gatehouse/contract/admin/overview/first-hour.ts'
import sql, { raw } from 'sql-template-tag'
import { hasSecret } from '../../access/application-credentials.ts'
import { HAS_ADDRESS, isActive, OPEN_ASSIGNMENTS } from '../../access/launch-rule.ts'
import type { Executor } from '../../db/database.ts'
import { fullNameIn } from '../../db/full-name.ts'
import { OWN_NAME } from '../../notifications/gateways.ts'

type Named = { _id: string; name: string }

export type Facts = {
  done: Record<FirstHourStep, boolean>
  /** The newest records of each kind, with which a step goes on. */
  newest: {
    gateway: Named | null
    application: Named | null
    client: Named | null
    /** The newest role, with its application and client. */
    given: { application: Named; client: Named; role: string } | null
    /** Not the caller. */
    person: Named | null
    /** The application of the newest assignment. */
    tried: { application: Named; needsSecret: boolean } | null
    /** Whether the caller has a tile. */
    hasTile: boolean
  }
}

/** Only the newest messages of a gateway, and launches, are looked through for one that succeeded. */
const NEWEST = 100

const isPerson = 'u.is_active and u.deleted_at is null'
const isRole = `application_roles r
  join applications a on a.id = r.application_id and ${isActive('a')}
  join clients c on c.id = r.client_id and ${isActive('c')} where r.deleted_at is null`
const named = (alias: string, name: string) => `json_build_object('_id', ${alias}.id, 'name', ${alias}.${name})`
const isNewestSent = (gateway: string, since: string) => `exists (
  select from (
    select state, settled_at from messages m where m.gateway = ${gateway} and m.channel = 'email'
    order by m.id desc limit ${NEWEST}) newest
  where state = 'sent' and settled_at >= ${since})`
// What support opens while acting for a person (ADR 0103) is no test by that person.
const isNewestOpened = (event: string) => `exists (
  select from (
    select subject_id from audit_events where event = '${event}' and not detail ? 'administrator' order by number desc limit ${NEWEST}) newest
  join applications a on a.id = newest.subject_id and ${isActive('a')})`

/** A configuration that was changed must be proved again. */
const MAIL = `exists (
  select from email_configurations t where t.deleted_at is null and t.status = 'ACTIVE' and (
    ${isNewestSent('t.host', 't.updated_at')} or exists (
      select from audit_events e where e.subject_id = t.id and e.event = 'emailConfigurations.tested'
        and e.at >= t.updated_at and (e.detail->>'isSuccess')::boolean)))`

/** All facts in one statement, which stops at the first record that shows each of them. */
export async function readFacts(on: Executor, userId: string, hasMailServer: boolean): Promise<Facts> {
  const { rows } = await on.execute<Facts>(sql`
    select json_build_object(
      'mail', ${raw(MAIL)} or ${hasMailServer}::boolean and ${raw(isNewestSent(`'${OWN_NAME}'`, `'-infinity'`))},
      'client', exists (select from clients c where ${raw(isActive('c'))}),
      'application', exists (select from applications a where ${raw(isActive('a'))}),
      'role', exists (select from ${raw(isRole)}),
      'person', exists (select from users u where ${raw(isPerson)} offset 1),
      'assignment', exists (
        select from ${raw(OPEN_ASSIGNMENTS)} join users u on u.id = s.user_id and ${raw(isPerson)}),
      'test', ${raw(isNewestOpened('launch.redeemed'))} or ${raw(isNewestOpened('oidc.signed-in'))}
    ) as done,
    json_build_object(
      'gateway', (
        select ${raw(named('t', 'host'))} from email_configurations t
        where t.deleted_at is null and t.status = 'ACTIVE' order by t.id desc limit 1),
      'application', (select ${raw(named('a', 'name'))} from applications a where ${raw(isActive('a'))} order by a.id desc limit 1),
      'client', (
        select ${raw(named('c', 'display_name'))} from clients c where ${raw(isActive('c'))} order by c.id desc limit 1),
      'given', (
        select json_build_object('application', ${raw(named('a', 'name'))}, 'client', ${raw(named('c', 'display_name'))},
          'role', r.name)
        from ${raw(isRole)} order by r.id desc limit 1),
      'person', (
        select json_build_object('_id', u.id, 'name', ${raw(fullNameIn('u'))}) from users u
        where ${raw(isPerson)} and u.id <> ${userId} order by u.id desc limit 1),
      'tried', (
        select json_build_object('application', ${raw(named('a', 'name'))}, 'needsSecret',
          a.token_auth_method in ('client_secret_basic', 'client_secret_post') and not ${raw(hasSecret('a'))})
        from ${raw(OPEN_ASSIGNMENTS)} order by s.id desc limit 1),
      'hasTile', exists (select from ${raw(OPEN_ASSIGNMENTS)} where s.user_id = ${userId} and ${raw(HAS_ADDRESS)})
    ) as newest`)
  // One statement without `from` has one row.
  return rows[0] as Facts
}
