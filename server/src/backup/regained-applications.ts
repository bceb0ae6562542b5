import type { Authority } from './authority.ts'

const NAMES_OF_ASSIGNMENT = `u.email || ': ' || a.name || ' for ' || c.display_name`

/** Applications and clients: who opens them, and who decides about that. */
export const APPLICATIONS: Authority = {
  kept: {
    assignments: `select user_id, application_id, client_id, role, valid_from, valid_until from assignments`,
    applications: `select id from applications where status = 'ACTIVE' and deleted_at is null`,
    clients: `select id from clients where status = 'ACTIVE' and deleted_at is null`,
    secrets: `select id from application_secrets where expires_at is null or expires_at > now()`,
    secret_hashes: `select id, secret_hash from applications`,
    self_registrations: `select application_id, client_id from self_registrations where enabled`,
    consents: `select user_id, application_id from oidc_consents`,
    application_owners: `select application_id, user_id from application_owners`,
    contacts: `select id, lower(trim(email)) as email, lower(trim(alternate_email)) as alternate_email
      from pocs where decides_requests and deleted_at is null`,
    requests: `select id from access_requests where state = 'waiting'`,
    reviews: `select id from access_reviews where state in ('running', 'closing')`,
    reviewers: `select distinct review_id, user_id from access_reviewers`,
  },
  kinds: {
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
    'owners who were taken from an application since': `
      select a.name || ': ' || u.email as name from application_owners o
        join applications a on a.id = o.application_id join users u on u.id = o.user_id
      where a.deleted_at is null and u.is_active and u.deleted_at is null and not exists (select from kept_application_owners k
        where k.application_id = o.application_id and k.user_id = o.user_id)`,
    'contacts who decide about requests for access, removed or changed since': `
      select c.display_name || ': ' || p.name || ' (' || concat_ws(', ', p.email, nullif(p.alternate_email, '')) || ')' as name
      from pocs p join clients c on c.id = p.client_id
      where p.decides_requests and p.deleted_at is null and c.deleted_at is null and not exists (select from kept_contacts k
        where k.id = p.id and k.email = lower(trim(p.email)) and k.alternate_email = lower(trim(p.alternate_email)))`,
    'requests for access that were decided or withdrawn since, and wait again': `
      select u.email || ': ' || a.name as name from access_requests q
        join users u on u.id = q.user_id join applications a on a.id = q.application_id
      where q.state = 'waiting' and not exists (select from kept_requests k where k.id = q.id)`,
    'reviews of access that ended since, and go on again': `
      select r.name from access_reviews r where r.state in ('running', 'closing')
        and not exists (select from kept_reviews k where k.id = r.id)`,
    'reviewers who were replaced since': `
      select distinct r.name || ': ' || u.email as name from access_reviewers w
        join access_reviews r on r.id = w.review_id join users u on u.id = w.user_id
      where r.state in ('running', 'closing') and u.is_active and u.deleted_at is null
        and exists (select from kept_reviews k where k.id = r.id)
        and not exists (select from kept_reviewers k where k.review_id = w.review_id and k.user_id = w.user_id)`,
  },
}
