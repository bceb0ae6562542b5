import { QUIET_DAYS, UNUSED_SECRET_DAYS } from '@gatehouse/contract/admin/security/checklist.ts'
import sql, { raw, type Sql } from 'sql-template-tag'
import { isActive } from '../../access/launch-rule.ts'
import type { Executor } from '../../db/database.ts'
import { fullNameIn } from '../../db/full-name.ts'
import { hasStrongFactor } from '../../factors/strong-sign-in.ts'
import { needsStrong } from '../../identity/sign-in-demand.ts'
import type { Connection, Judged } from './judge-settings.ts'

const NAMES_MAX = 10
/** With one administrator, nobody is left to help when that person cannot sign in. */
const ADMINISTRATORS_LEAST = 2
/** Lines are sealed every few seconds. */
const UNSEALED_MINUTES = 5
/** Hosts on which http stays on the machine. */
const LOCAL_HTTP = `^http://(localhost|127\\.0\\.0\\.1|\\[::1\\]|[^/]+\\.localhost)([:/]|$)`

type Found = { count: number; names: string[] }

/** @param rows SQL that selects the column `name` */
async function find(on: Executor, rows: Sql): Promise<Found> {
  const { rows: found } = await on.execute<Found>(sql`
    with found as materialized (${rows})
    select (select count(*)::int from found) as count,
      array(select name from found order by lower(name) limit ${NAMES_MAX}) as names`)
  return found[0] as Found
}

/** A role `r` that has a permission of the console. */
const ADMINISTERS = raw("(r.system = 'admin' or exists (select from role_permissions p where p.role_id = r.id))")

const PEOPLE = raw(`users u join roles r on r.id = u.role_id and r.deleted_at is null and r.status = 'ACTIVE'
  where u.is_active and u.deleted_at is null`)

/** What the records say. */
export async function judgeRecords(on: Executor): Promise<Judged[]> {
  const [administrators, weakRoles, weakPeople, quiet, overHttp, unused, unsealed] = await Promise.all([
    find(on, sql`select ${raw(fullNameIn('u'))} as name from ${PEOPLE} and r.system = 'admin'`),
    find(
      on,
      sql`select r.name from roles r
        where r.deleted_at is null and r.status = 'ACTIVE' and not ${raw(needsStrong('r'))} and ${ADMINISTERS}`,
    ),
    find(
      on,
      sql`select ${raw(fullNameIn('u'))} as name from ${PEOPLE}
        and ${ADMINISTERS} and not ${hasStrongFactor('u.id')}`,
    ),
    find(
      on,
      sql`select ${raw(fullNameIn('u'))} as name from ${PEOPLE}
        and ${ADMINISTERS}
        and coalesce(u.last_sign_in_at, u.created_at) < now() - make_interval(days => ${QUIET_DAYS})`,
    ),
    find(
      on,
      sql`select a.name from applications a where ${raw(isActive('a'))}
        and a.redirect_url ~* '^http://' and a.redirect_url !~* ${LOCAL_HTTP}`,
    ),
    find(
      on,
      sql`select a.name from applications a cross join lateral (
          select a.secret_last_used_at as used, a.secret_expires_at as ends where a.secret_hash is not null
          union all select s.last_used_at, s.expires_at from application_secrets s where s.application_id = a.id) secret
        where ${raw(isActive('a'))} and coalesce(ends, now() + interval '1 day') > now()
          and used < now() - make_interval(days => ${UNUSED_SECRET_DAYS}) group by a.id`,
    ),
    find(
      on,
      sql`select e.event as name from audit_unsealed q join audit_events e using (number)
        where e.at < now() - make_interval(mins => ${UNSEALED_MINUTES}) limit 1000`,
    ),
  ])
  const warnsOf = (kind: Judged['kind'], found: Found): Judged => ({
    ...{ kind, ...found },
    state: found.count === 0 ? 'good' : 'warning',
  })
  return [
    { kind: 'auditSealed', state: unsealed.count === 0 ? 'good' : 'danger', count: unsealed.count },
    {
      kind: 'administrators',
      state: administrators.count < ADMINISTRATORS_LEAST ? 'warning' : 'good',
      ...administrators,
    },
    warnsOf('strongSignIn', weakRoles),
    warnsOf('strongFactors', weakPeople),
    warnsOf('quietPeople', quiet),
    { ...warnsOf('applicationAddresses', overHttp), state: overHttp.count === 0 ? 'good' : 'danger' },
    warnsOf('unusedSecrets', unused),
  ]
}

/** Behind a pooler: the connection of the pooler, which is the one that crosses the network to the database. */
export async function readConnection(on: Executor): Promise<Connection> {
  const { rows } = await on.execute<Connection>(sql`
    select coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as "isEncrypted",
      host(inet_client_addr()) as address,
      (select rolsuper from pg_roles where rolname = current_user) as "isSuperuser"`)
  return rows[0] as Connection
}
