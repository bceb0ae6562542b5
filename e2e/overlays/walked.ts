import { query } from '@gatehouse/server/test/processes.ts'
import type { Console } from '../console.ts'
import type { Product } from '../product.ts'
import type { World } from './overlay.ts'

const SEED = `
  insert into jobs (id, kind, input, state, failed, total, created_by)
    select '019b0000-0000-7000-8000-00000000bb01'::uuid, 'activate', '{"ip":""}', 'done', 0, 2, id from users where email like 'asha%';
  insert into outbox (id, kind, lane, state, settled_at, user_id)
    select '019b0000-0000-7000-8000-00000000bb02'::uuid, 'partner', 'partner', 'dead', now(), id from users where email like 'asha%';
  insert into messages (id, channel, notice, language, recipient, state, has_secret)
    values ('019b0000-0000-7000-8000-00000000bb03', 'email', 'password-changed', 'en', 'walked@example.com', 'failed', false);
  insert into oidc_consents (user_id, application_id, scopes)
    select u.id, a.id, '{openid,email}' from users u, applications a where u.email like 'asha%' and a.name = 'Tow Tracker';
  insert into opened_applications (session_id, application_id)
    select s.id, a.id from sessions s, applications a where s.ended_at is null and a.name = 'Roadside Desk'
      and s.user_id = (select id from users where email like 'asha%') on conflict do nothing;
  insert into passkeys (id, user_id, credential_id, public_key, counter, transports, device_type, backed_up, name)
    select '019b0000-0000-7000-8000-00000000bb04'::uuid, id, 'walked', '', 0, '{}', 'singleDevice', false, 'Walked' from users where email like 'asha%';
  insert into passkeys (id, user_id, credential_id, public_key, counter, transports, device_type, backed_up, name, suspected_at)
    select '019b0000-0000-7000-8000-00000000bb91'::uuid, id, 'doubtful', '', 9, '{}', 'singleDevice', false, 'Doubtful', now() from users where email like 'asha%';
  insert into passkeys (id, user_id, credential_id, public_key, counter, transports, device_type, backed_up, name)
    select '019b0000-0000-7000-8000-00000000bb05'::uuid, id, 'walked too', '', 0, '{}', 'singleDevice', false, 'Walked' from users where email like 'kabir%';
  insert into access_requests (id, user_id, application_id, reason)
    select '019b0000-0000-7000-8000-00000000bb06'::uuid, u.id, a.id, 'Walked' from users u, applications a where u.email like 'asha%' and a.name = 'Tow Tracker';
  insert into application_owners (application_id, user_id)
    select a.id, u.id from users u, applications a where u.email like 'asha%' and a.name = 'Tow Tracker';
  insert into access_requests (id, user_id, application_id, reason)
    select '019b0000-0000-7000-8000-00000000bb12'::uuid, u.id, a.id, 'Walked' from users u, applications a where u.email like 'kabir%' and a.name = 'Tow Tracker';
  insert into stand_ins (id, lender_id, stand_in_id, application_id, role, note, valid_from, valid_until, created_by)
    select '019b0000-0000-7000-8000-00000000bb09'::uuid, l.id, u.id, a.id, 'Walked', 'Walked', now(), now() + interval '1 day', l.id
    from users l, users u, applications a where l.email like 'kabir%' and u.email like 'asha%' and a.name = 'Tow Tracker';
  insert into conflict_exceptions (id, rule_id, user_id, owner_id, reason, valid_until)
    select '019b0000-0000-7000-8000-00000000bb36'::uuid, c.id, u.id, o.id, 'Walked', now() + interval '9 days'
    from role_conflicts c, users u, users o where c.name = 'Report and pay' and u.email like 'kabir%' and o.email like 'asha%';
  insert into invitations (id, email, email_key, secret_hash, sent_by, expires_at)
    select '019b0000-0000-7000-8000-00000000bb10'::uuid, 'walked@example.com', 'walked@example.com', 'walked', id, now() + interval '1 day'
    from users where email like 'asha%';
  insert into account_recoveries (id, user_id, state, new_email, reason, started_by, session_id, expires_at)
    select '019b0000-0000-7000-8000-00000000bb11'::uuid, u.id, 'approval', 'walked@example.com', 'Walked', s.id, s.id, now() + interval '1 day'
    from users u, users s where u.email like 'diya%' and s.email like 'asha%' limit 1;
  insert into access_reviews (id, name, owner_id, owner_session_id, owner_ip, reviewer_rule, stages, due_on, silence, scope, state)
    select r.id::uuid, 'Walked', u.id, u.id, '', 'people', 1, current_date + 7, 'keep', '{}', r.state from users u,
      (values ('019b0000-0000-7000-8000-00000000bb21', 'running'), ('019b0000-0000-7000-8000-00000000bb22', 'completed')) r(id, state)
    where u.email like 'asha%';
  insert into access_review_lines (id, review_id, place, assignment_id, user_id, application_id, client_id, role, assigned_at, evidence,
      flags, outcome, settled_at)
    select uuidv7(), r.id, row_number() over (), s.id, s.user_id, s.application_id, s.client_id, s.role, now(),
      '{"assignedBy":"unknown","administrator":"","reason":"","lastUsedAt":null,"conflicts":[],"authority":null,"portalRole":""}', '{}',
      case r.state when 'completed' then 'revoked' end, case r.state when 'completed' then now() end
    from access_reviews r, (select s.* from assignments s join users u on u.id = s.user_id and u.email not like 'asha%' limit 22) s
    where r.name = 'Walked';
  insert into access_reviewers (line_id, stage, user_id, review_id)
    select l.id, 1, u.id, l.review_id from access_review_lines l, users u
    where l.review_id = '019b0000-0000-7000-8000-00000000bb21' and u.email like 'asha%';
  update users set suspended_from = now() + interval '9 days', suspension_reason = 'Walked' where email like 'diya%';
  insert into approval_drafts (id, application_id, name, base_version)
    select ('019b0000-0000-7000-8000-00000000bb' || n)::uuid, a.id, 'Walked ' || n, 1 from applications a, (values (31), (32), (35)) d(n)
    where a.name = 'Eclaims';
  insert into approval_draft_changes (id, draft_id, application_role_id, before, after)
    select uuidv7(), f.id, r.id, c.columns, c.columns || '{"range_from":100000,"range_to":77777700}'
    from approval_drafts f join application_roles r on r.application_id = f.application_id and r.role_id = 'EC-ACME-04',
      lateral (select jsonb_build_object('action', r.action, 'sequence', r.sequence, 'range_from', r.range_from, 'range_to', r.range_to,
        'bounds', r.bounds, 'all_regions', r.all_regions, 'regions', r.regions) as columns) c
    where f.name = 'Walked 31';
  insert into approval_publish_requests (id, application_id, draft_id, revision, reason, asked_by)
    select '019b0000-0000-7000-8000-00000000bb33'::uuid, f.application_id, f.id, 1, 'Walked', u.id from approval_drafts f, users u
    where f.name = 'Walked 32' and u.email = 'seconder@example.com';
  insert into approval_publish_requests (id, application_id, reason, asked_by)
    select '019b0000-0000-7000-8000-00000000bb34'::uuid, a.id, 'Walked', u.id from applications a, users u
    where a.name = 'Walked' and u.email = 'seconder@example.com';
  insert into approval_publish_dates (draft_id, publish_at, revision, version, reason, set_by, session_id, ip)
    select f.id, now() + interval '9 days', 1, 1, 'Walked', u.id, uuidv7(), '' from approval_drafts f, users u
    where f.name = 'Walked 35' and u.email = 'seconder@example.com';
  insert into approval_matrices as m (application_id, version, asks_second_person) select id, 0, true from applications where name in ('Tow Tracker', 'Walked')
    on conflict (application_id) do update set asks_second_person = true;
  insert into recovery_codes (user_id, code_hash) select id, '' from users where email like 'asha%' or email like 'kabir%';
  insert into authenticators (id, user_id, sealed_secret, last_step, name)
    select '019b0000-0000-7000-8000-00000000bb08'::uuid, id, '', 0, 'Walked' from users where email like 'asha%';
  insert into authenticators (id, user_id, sealed_secret, last_step, name)
    select '019b0000-0000-7000-8000-00000000bb07'::uuid, id, '', 0, 'Walked' from users where email like 'kabir%'`

/** The records that the overlays below are opened for; those that disturb no other test are made once. */
export async function makeWalked({ admin, product }: World) {
  const roles = await admin.list<{ name: string }>('/api/users/ListAllRole')
  if (!roles.some(({ name }) => name === 'Walked')) await makeLasting(admin, product)
  await query(product.dataDir, SEED)
  await admin.call('/api/admin/webhooks/create', {
    ...{ name: 'Walked', url: 'https://hooks.example.com/walked', events: ['role.created'], status: 'ACTIVE' },
  })
  const { _id: accountId } = await admin.call<{ _id: string }>('/api/admin/serviceAccounts/create', {
    ...{ name: 'Walked', permissions: ['users:read'], status: 'ACTIVE' },
  })
  await admin.call('/api/admin/serviceAccounts/addKey', { accountId, name: 'Walked' })
}

async function makeLasting(admin: Console, { dataDir }: Product) {
  await admin.call('/api/users/createRole', { name: 'Walked', description: 'As it was', status: 'ACTIVE' })
  await admin.call('/api/application/registerApplication', { name: { description: 'Walked' }, isRequestable: true })
  await query(
    dataDir,
    `insert into application_roles (id, application_id, client_id, name, role_id)
      select uuidv7(), a.id, c.id, 'Walked', 'W' from applications a, clients c
      where a.name = 'Walked' and c.display_name = 'Acme Insurance'`,
  )
  await admin.employ('Walker', [])
  await admin.employ('Seconder', ['approvals:read', 'approvals:write'])
  for (let number = 1; number <= 6; number++) {
    const permission = { name: `walked:${number}`, description: 'To be deleted', status: 'ACTIVE' }
    const { _id } = await admin.call<{ _id: string }>('/api/users/createPermission', permission)
    await admin.call('/api/users/deletePermission', { permissionId: _id })
  }
}

const REMOVAL = `
  delete from jobs where id = '019b0000-0000-7000-8000-00000000bb01';
  delete from outbox where id = '019b0000-0000-7000-8000-00000000bb02';
  delete from messages where id = '019b0000-0000-7000-8000-00000000bb03';
  delete from oidc_consents where application_id = (select id from applications where name = 'Tow Tracker');
  delete from passkeys where name in ('Walked', 'Doubtful');
  delete from access_requests where reason = 'Walked';
  delete from application_owners where application_id = (select id from applications where name = 'Tow Tracker');
  delete from stand_ins where note = 'Walked';
  delete from conflict_exceptions where reason = 'Walked';
  delete from role_conflicts where name = 'Walked';
  delete from invitations where email = 'walked@example.com';
  delete from account_recoveries where reason = 'Walked';
  delete from access_reviews where name = 'Walked';
  delete from approval_publish_requests where reason = 'Walked';
  delete from approval_drafts where name like 'Walked%';
  delete from authenticators where name = 'Walked';
  delete from recovery_codes;
  delete from webhooks where name = 'Walked';
  delete from service_accounts where name = 'Walked';
  update approval_matrices set asks_second_person = false
    where application_id in (select id from applications where name in ('Tow Tracker', 'Walked'));
  update users set suspended_from = null, suspension_reason = '' where suspension_reason = 'Walked'`

/** Other tests of the worker look at these lists. */
export const removeWalked = ({ dataDir }: Product) => query(dataDir, REMOVAL)
