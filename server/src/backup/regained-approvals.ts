import type { Authority } from './authority.ts'

/** Approvals: who may approve what, and what keeps duties apart. */
export const APPROVALS: Authority = {
  kept: {
    // The version counts the changes of roles, pages, document approvals and routings.
    matrices: `select application_id, version, published_at, asks_second_person from approval_matrices`,
    role_pages: `select application_role_id, page_id, actions from application_role_pages`,
    stand_ins: `select id, valid_until from stand_ins where ended_at is null and valid_until > now()`,
    exceptions: `select id, valid_until from conflict_exceptions where ended_at is null and valid_until > now()`,
    conflicts: `select id, application_id, name, roles, duties, scope, effect from role_conflicts where deleted_at is null`,
    publish_requests: `select id from approval_publish_requests`,
  },
  kinds: {
    'applications whose roles, pages, limits or rows of approvals were changed since': `
      select a.name from approval_matrices m join applications a on a.id = m.application_id
        join kept_matrices k on k.application_id = m.application_id
      where a.deleted_at is null and (m.version, m.published_at) is distinct from (k.version, k.published_at)`,
    'applications whose approvals were put under a second person since, without that person': `
      select a.name from approval_matrices m join applications a on a.id = m.application_id
        join kept_matrices k on k.application_id = m.application_id
      where a.deleted_at is null and k.asks_second_person and not m.asks_second_person`,
    'pages and actions that were taken from an application role since': `
      select a.name || ' for ' || c.display_name || ': ' || r.name || ' (' || p.name || ')' as name
      from application_role_pages rp join application_roles r on r.id = rp.application_role_id join pages p on p.id = rp.page_id
        join applications a on a.id = r.application_id join clients c on c.id = r.client_id
      where a.deleted_at is null and c.deleted_at is null and r.deleted_at is null and p.deleted_at is null
        and not exists (select from kept_role_pages k
          where k.application_role_id = rp.application_role_id and k.page_id = rp.page_id and rp.actions <@ k.actions)`,
    'stand-ins that ended since': `
      select l.email || ' by ' || u.email || ': ' || a.name || ' (' || s.role || ')' as name from stand_ins s
        join users l on l.id = s.lender_id join users u on u.id = s.stand_in_id join applications a on a.id = s.application_id
      where s.ended_at is null and s.valid_until > now() and a.deleted_at is null
        and l.is_active and l.deleted_at is null and u.is_active and u.deleted_at is null
        and not exists (select from kept_stand_ins k where k.id = s.id and k.valid_until >= s.valid_until)`,
    'exceptions from rules of separation of duties that ended since': `
      select u.email || ': ' || r.name as name from conflict_exceptions e
        join role_conflicts r on r.id = e.rule_id join users u on u.id = e.user_id
      where e.ended_at is null and e.valid_until > now() and r.deleted_at is null and u.is_active and u.deleted_at is null
        and not exists (select from kept_exceptions k where k.id = e.id and k.valid_until >= e.valid_until)`,
    'rules of separation of duties, made or changed since, that are gone or as before': `
      select a.name || ': ' || k.name as name from kept_conflicts k join applications a on a.id = k.application_id
      where a.deleted_at is null and not exists (select from role_conflicts r
        where r.id = k.id and r.deleted_at is null and r.roles = k.roles and r.duties = k.duties
          and r.scope = k.scope and r.effect = k.effect)`,
    'requests to publish a draft that were decided or withdrawn since, and wait again': `
      select a.name || coalesce(': ' || d.name, '') as name from approval_publish_requests q
        join applications a on a.id = q.application_id left join approval_drafts d on d.id = q.draft_id
      where a.deleted_at is null and not exists (select from kept_publish_requests k where k.id = q.id)`,
  },
}
