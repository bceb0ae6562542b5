import type pg from 'pg'
import { copyIn, copyOut } from '../db/copy.ts'

/** Access that the backup gives and that the replaced database had taken away: one entry for each kind. */
export type Regained = { kind: string; count: number; examples: string[] }[]

/** How many are named of each kind. */
const EXAMPLES = 20

/** Temporary tables with who had access before the restore. */
const KEPT: Record<string, string> = {
  users: `select id, role_id, password_hash from users where is_active and deleted_at is null`,
  assignments: `select user_id, application_id, client_id, role, valid_from, valid_until from assignments`,
  roles: `select id from roles where status = 'ACTIVE' and deleted_at is null`,
  role_permissions: `select role_id, permission_id from role_permissions`,
  applications: `select id, secret_hash from applications where status = 'ACTIVE' and deleted_at is null`,
  clients: `select id from clients where status = 'ACTIVE' and deleted_at is null`,
  secrets: `select id from application_secrets where expires_at is null or expires_at > now()`,
  passkeys: `select id from passkeys where suspected_at is null`,
  authenticators: `select id from authenticators`,
  secret_hashes: `select id, secret_hash from applications`,
  consents: `select user_id, application_id from oidc_consents`,
  webhooks: `select id from webhooks where status = 'ACTIVE' and deleted_at is null`,
  self_registrations: `select application_id, client_id from self_registrations where enabled`,
  service_accounts: `select id from service_accounts where status = 'ACTIVE' and deleted_at is null`,
  account_permissions: `select account_id, permission_id from service_account_permissions`,
  keys: `select kid from signing_keys where retired_at is null`,
}

const ACTIVE_USERS = `users u where u.is_active and u.deleted_at is null`
const NAMES_OF_ASSIGNMENT = `u.email || ': ' || a.name || ' for ' || c.display_name`

/** What each kind is called, with the names of those that are in the backup and were not there before. */
const KINDS: Record<string, string> = {
  'accounts that were removed or deactivated since': `
    select u.email as name from ${ACTIVE_USERS} and not exists (select from kept_users k where k.id = u.id)`,
  'people with a role that was changed or taken since': `
    select u.email || ': ' || r.name as name from users u join roles r on r.id = u.role_id
      join kept_users k on k.id = u.id
    where u.is_active and u.deleted_at is null and r.deleted_at is null and k.role_id is distinct from u.role_id`,
  'permissions that were taken from a role since': `
    select r.name || ': ' || p.name as name from role_permissions rp
      join roles r on r.id = rp.role_id join permissions p on p.id = rp.permission_id
    where r.status = 'ACTIVE' and r.deleted_at is null
      and not exists (select from kept_role_permissions k where k.role_id = rp.role_id and k.permission_id = rp.permission_id)`,
  'roles that were removed or deactivated since': `
    select r.name from roles r where r.status = 'ACTIVE' and r.deleted_at is null
      and not exists (select from kept_roles k where k.id = r.id)`,
  'assignments that ended or changed since': `
    select ${NAMES_OF_ASSIGNMENT} || ' (' || s.role || ')' as name from assignments s
      join users u on u.id = s.user_id join applications a on a.id = s.application_id join clients c on c.id = s.client_id
    where u.is_active and u.deleted_at is null and (s.valid_until is null or s.valid_until > now())
      and not exists (select from kept_assignments k
      where k.user_id = s.user_id and k.application_id = s.application_id and k.client_id = s.client_id and k.role = s.role
        and coalesce(s.valid_from, '-infinity') >= coalesce(k.valid_from, '-infinity')
        and coalesce(s.valid_until, 'infinity') <= coalesce(k.valid_until, 'infinity'))`,
  'applications that were removed, deactivated or blocked since': `
    select a.name from applications a where a.status = 'ACTIVE' and a.deleted_at is null
      and not exists (select from kept_applications k where k.id = a.id)`,
  'clients that were removed or deactivated since': `
    select c.display_name as name from clients c where c.status = 'ACTIVE' and c.deleted_at is null
      and not exists (select from kept_clients k where k.id = c.id)`,
  'former passwords, changed since': `
    select u.email as name from users u join kept_users k on k.id = u.id
    where u.is_active and u.deleted_at is null and u.password_hash is not null
      and k.password_hash is distinct from u.password_hash`,
  'passkeys that were removed or refused since': `
    select u.email || ': ' || p.name as name from passkeys p join users u on u.id = p.user_id
    where u.is_active and u.deleted_at is null and p.suspected_at is null
      and not exists (select from kept_passkeys k where k.id = p.id)`,
  'authenticator apps that were removed since': `
    select u.email || ': ' || a.name as name from authenticators a join users u on u.id = a.user_id
    where u.is_active and u.deleted_at is null and not exists (select from kept_authenticators k where k.id = a.id)`,
  'secrets of applications that were revoked or renewed since': `
    select a.name || ': ' || s.name as name from application_secrets s join applications a on a.id = s.application_id
    where (s.expires_at is null or s.expires_at > now()) and not exists (select from kept_secrets k where k.id = s.id)
    union all
    select a.name from applications a left join kept_secret_hashes k on k.id = a.id
    where a.secret_hash is not null and a.deleted_at is null and k.secret_hash is distinct from a.secret_hash`,
  'registrations that were closed since': `
    select a.name || ' for ' || c.display_name as name from self_registrations s
      join applications a on a.id = s.application_id join clients c on c.id = s.client_id
    where s.enabled and not exists (select from kept_self_registrations k
      where k.application_id = s.application_id and k.client_id = s.client_id)`,
  'consents that were withdrawn since': `
    select u.email || ': ' || a.name as name from oidc_consents o
      join users u on u.id = o.user_id join applications a on a.id = o.application_id
    where not exists (select from kept_consents k where k.user_id = o.user_id and k.application_id = o.application_id)`,
  'service accounts that were removed or deactivated since, without keys': `
    select a.name from service_accounts a where a.status = 'ACTIVE' and a.deleted_at is null
      and not exists (select from kept_service_accounts k where k.id = a.id)`,
  'permissions that were taken from a service account since': `
    select a.name || ': ' || p.name as name from service_account_permissions ap
      join service_accounts a on a.id = ap.account_id join permissions p on p.id = ap.permission_id
    where a.status = 'ACTIVE' and a.deleted_at is null and not exists (select from kept_account_permissions k
      where k.account_id = ap.account_id and k.permission_id = ap.permission_id)`,
  'webhooks that were removed or switched off since': `
    select w.name from webhooks w where w.status = 'ACTIVE' and w.deleted_at is null
      and not exists (select from kept_webhooks k where k.id = w.id)`,
}

/** Keeps who has access now, for the rest of the transaction. */
export async function keepAccess(client: pg.Client): Promise<void> {
  for (const [name, query] of Object.entries(KEPT)) {
    await client.query(`create temp table kept_${name} on commit drop as ${query}`)
    await client.query(`analyze kept_${name}`)
  }
}

/** Keeps who has access in another database, which has the same tables, for the rest of the transaction. */
export async function keepAccessOf(other: pg.Client, client: pg.Client): Promise<void> {
  for (const [name, query] of Object.entries(KEPT)) {
    await client.query(`create temp table kept_${name} on commit drop as ${query} with no data`)
    await copyIn(client, `copy kept_${name} from stdin`, copyOut(other, `copy (${query}) to stdout`))
    await client.query(`analyze kept_${name}`)
  }
}

/** Compares the loaded tables with what `keepAccess` has kept. */
export async function readRegained(client: pg.Client): Promise<Regained> {
  const regained: Regained = []
  for (const [kind, query] of Object.entries(KINDS)) {
    const { rows } = await client.query<{ name: string; count: number }>(
      `select name, count(*) over ()::int as count from (${query}) found order by name limit ${EXAMPLES}`,
    )
    if (rows[0] !== undefined) regained.push({ kind, count: rows[0].count, examples: rows.map(({ name }) => name) })
  }
  return regained
}

/** A key that was retired after the backup signs nothing any more: otherwise anybody who has it could make tokens again. */
export async function retireKeysAgain(client: pg.Client): Promise<void> {
  await client.query(`
    update signing_keys set retired_at = now()
    where retired_at is null and exists (select from kept_keys) and kid not in (select kid from kept_keys)`)
}
