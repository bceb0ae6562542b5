import type { Authority } from './authority.ts'

const ACTIVE_USERS = `users u where u.is_active and u.deleted_at is null`

/** People: how they sign in, where codes go, and their roles in the portal. */
export const PEOPLE: Authority = {
  kept: {
    users: `select id, email, user_name, phone_number, phone_verified_at, role_id, password_hash, code_only, last_day,
      suspended_from, suspended_until from users where is_active and deleted_at is null`,
    passkeys: `select id from passkeys where suspected_at is null`,
    authenticators: `select id from authenticators`,
    roles: `select id from roles where status = 'ACTIVE' and deleted_at is null`,
    permissions: `select id from permissions where status = 'ACTIVE' and deleted_at is null`,
    role_permissions: `select role_id, permission_id from role_permissions`,
    service_accounts: `select id from service_accounts where status = 'ACTIVE' and deleted_at is null`,
    account_permissions: `select account_id, permission_id from service_account_permissions`,
  },
  kinds: {
    'accounts that were removed or deactivated since': `
      select u.email as name from ${ACTIVE_USERS} and not exists (select from kept_users k where k.id = u.id)`,
    'suspensions and last days, set since, that are gone': `
      select u.email || ': ' || was.what as name from users u join kept_users k on k.id = u.id
        cross join lateral (values
          ('suspension', k.suspended_from is not null and coalesce(k.suspended_until, 'infinity') > now()
            and (u.suspended_from is null or u.suspended_from > greatest(k.suspended_from, now())
              or coalesce(u.suspended_until, 'infinity') < coalesce(k.suspended_until, 'infinity'))),
          ('last day ' || k.last_day, u.last_day is null or u.last_day > k.last_day)) was (what, is_gone)
      where u.is_active and u.deleted_at is null and was.what is not null and was.is_gone`,
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
    'permissions that were removed or deactivated since': `
      select p.name from permissions p where p.status = 'ACTIVE' and p.deleted_at is null
        and not exists (select from kept_permissions k where k.id = p.id)`,
    'former email addresses, phone numbers and user ids, changed since': `
      select k.email || ': ' || again.what as name from users u join kept_users k on k.id = u.id
        cross join lateral (values
          ('email address ' || u.email, u.email <> k.email),
          ('phone number ' || u.phone_number, u.phone_number <> '' and u.phone_verified_at is not null
            and (u.phone_number <> k.phone_number or k.phone_verified_at is null)),
          ('user id ' || u.user_name, u.user_name <> k.user_name)) again (what, is_former)
      where u.is_active and u.deleted_at is null and again.is_former`,
    'former passwords, changed since': `
      select u.email as name from users u join kept_users k on k.id = u.id
      where u.is_active and u.deleted_at is null and u.password_hash is not null
        and k.password_hash is distinct from u.password_hash`,
    'people who sign in by a code alone again': `
      select u.email as name from users u join kept_users k on k.id = u.id
      where u.is_active and u.deleted_at is null and u.code_only and not k.code_only`,
    'passkeys that were removed or refused since': `
      select u.email || ': ' || p.name as name from passkeys p join users u on u.id = p.user_id
      where u.is_active and u.deleted_at is null and p.suspected_at is null
        and not exists (select from kept_passkeys k where k.id = p.id)`,
    'authenticator apps that were removed since': `
      select u.email || ': ' || a.name as name from authenticators a join users u on u.id = a.user_id
      where u.is_active and u.deleted_at is null and not exists (select from kept_authenticators k where k.id = a.id)`,
    'service accounts that were removed or deactivated since, without keys': `
      select a.name from service_accounts a where a.status = 'ACTIVE' and a.deleted_at is null
        and not exists (select from kept_service_accounts k where k.id = a.id)`,
    'permissions that were taken from a service account since': `
      select a.name || ': ' || p.name as name from service_account_permissions ap
        join service_accounts a on a.id = ap.account_id join permissions p on p.id = ap.permission_id
      where a.status = 'ACTIVE' and a.deleted_at is null and not exists (select from kept_account_permissions k
        where k.account_id = ap.account_id and k.permission_id = ap.permission_id)`,
  },
}
