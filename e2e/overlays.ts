import { query } from '@gatehouse/server/test/processes.ts'
import type { Locator } from '@playwright/test'
import { NARROW, WIDE } from './accessible.ts'
import { type Console, expect } from './console.ts'
import { hold } from './hold.ts'
import type { Product } from './product.ts'

type World = { admin: Console; product: Product; signIn: (person: Person) => Promise<Console> }
type Person = { email: string; password: string }
type Overlay = {
  /** The file of the web app that draws it. */
  file: string
  /** Where it is opened from. */
  at: string
  /** Opens it. @returns what is then drawn over the page */
  open: (world: World) => Promise<Locator>
  /** It is there for as long as an answer takes. */
  isWaiting?: true
  /** What it shows is loaded when it opens: it is opened while that fails, too. */
  isLoaded?: true
  /** Its last button changes something as it is opened: it is pressed while that fails, too. */
  isChange?: true
}

const SEED = `
  insert into jobs (id, kind, input, state, failed, total, created_by)
    select '019b0000-0000-7000-8000-00000000bb01'::uuid, 'activate', '{"ip":""}', 'done', 0, 2, id from users where email like 'asha%';
  insert into outbox (id, kind, lane, state, settled_at, user_id)
    select '019b0000-0000-7000-8000-00000000bb02'::uuid, 'partner', 'partner', 'dead', now(), id from users where email like 'asha%';
  insert into messages (id, channel, notice, language, recipient, state, has_secret)
    values ('019b0000-0000-7000-8000-00000000bb03', 'email', 'password-changed', 'en', 'walked@example.com', 'failed', false);
  insert into oidc_consents (user_id, application_id, scopes)
    select u.id, a.id, '{openid,email}' from users u, applications a where u.email like 'asha%' and a.name = 'Tow Tracker';
  insert into passkeys (id, user_id, credential_id, public_key, counter, transports, device_type, backed_up, name)
    select '019b0000-0000-7000-8000-00000000bb04'::uuid, id, 'walked', '', 0, '{}', 'singleDevice', false, 'Walked' from users where email like 'asha%';
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
    select gen_random_uuid(), r.id, row_number() over (), s.id, s.user_id, s.application_id, s.client_id, s.role, now(),
      '{"assignedBy":"unknown","administrator":"","reason":"","lastUsedAt":null,"conflicts":[],"authority":null,"portalRole":""}', '{}',
      case r.state when 'completed' then 'revoked' end, case r.state when 'completed' then now() end
    from access_reviews r, (select s.* from assignments s join users u on u.id = s.user_id and u.email not like 'asha%' limit 22) s
    where r.name = 'Walked';
  insert into access_reviewers (line_id, stage, user_id, review_id)
    select l.id, 1, u.id, l.review_id from access_review_lines l, users u
    where l.review_id = '019b0000-0000-7000-8000-00000000bb21' and u.email like 'asha%';
  update users set suspended_from = now() + interval '9 days', suspension_reason = 'Walked' where email like 'diya%';
  insert into approval_drafts (id, application_id, name, base_version)
    select ('019b0000-0000-7000-8000-00000000bb' || n)::uuid, a.id, 'Walked ' || n, 1 from applications a, (values (31)) d(n)
    where a.name = 'Eclaims';
  insert into approval_draft_changes (id, draft_id, application_role_id, before, after)
    select gen_random_uuid(), f.id, r.id, c.columns, c.columns || '{"range_to":77777700}'
    from approval_drafts f join application_roles r on r.application_id = f.application_id and r.role_id = 'EC-ACME-04',
      lateral (select jsonb_build_object('action', r.action, 'sequence', r.sequence, 'range_from', r.range_from, 'range_to', r.range_to,
        'bounds', r.bounds, 'all_regions', r.all_regions, 'regions', r.regions) as columns) c
    where f.name = 'Walked 31';
  insert into recovery_codes (user_id, code_hash) select id, '' from users where email like 'asha%' or email like 'kabir%';
  insert into authenticators (id, user_id, sealed_secret, last_step, name)
    select '019b0000-0000-7000-8000-00000000bb08'::uuid, id, '', 0, 'Walked' from users where email like 'asha%';
  insert into authenticators (id, user_id, sealed_secret, last_step, name)
    select '019b0000-0000-7000-8000-00000000bb07'::uuid, id, '', 0, 'Walked' from users where email like 'kabir%'`

/** The records that the overlays below are opened for; those that disturb no other test are made once. */
export async function makeWalked({ admin, product }: World) {
  for (const statement of SEED.split(';')) await query(product.dataDir, statement)
  const roles = await admin.list<{ name: string }>('/api/users/ListAllRole')
  if (!roles.some(({ name }) => name === 'Walked')) await makeLasting(admin)
  await admin.call('/api/admin/webhooks/create', {
    ...{ name: 'Walked', url: 'https://hooks.example.com/walked', events: ['role.created'], status: 'ACTIVE' },
  })
  const { _id: accountId } = await admin.call<{ _id: string }>('/api/admin/serviceAccounts/create', {
    ...{ name: 'Walked', permissions: ['users:read'], status: 'ACTIVE' },
  })
  await admin.call('/api/admin/serviceAccounts/addKey', { accountId, name: 'Walked' })
}

async function makeLasting(admin: Console) {
  await admin.call('/api/users/createRole', { name: 'Walked', description: 'As it was', status: 'ACTIVE' })
  await admin.call('/api/application/registerApplication', { name: { description: 'Walked' }, isRequestable: true })
  await admin.employ('Walker', [])
  for (let number = 1; number <= 6; number++) {
    const permission = { name: `walked:${number}`, description: 'To be deleted', status: 'ACTIVE' }
    const { _id } = await admin.call<{ _id: string }>('/api/users/createPermission', permission)
    await admin.call('/api/users/deletePermission', { permissionId: _id })
  }
}

/** Other tests of the worker look at these lists. */
export async function removeWalked({ dataDir }: Product) {
  for (const rows of [
    `jobs where id = '019b0000-0000-7000-8000-00000000bb01'`,
    `outbox where id = '019b0000-0000-7000-8000-00000000bb02'`,
    `messages where id = '019b0000-0000-7000-8000-00000000bb03'`,
    `oidc_consents where application_id = (select id from applications where name = 'Tow Tracker')`,
    `passkeys where name = 'Walked'`,
    `access_requests where reason = 'Walked'`,
    `application_owners where application_id = (select id from applications where name = 'Tow Tracker')`,
    `stand_ins where note = 'Walked'`,
    `invitations where email = 'walked@example.com'`,
    `account_recoveries where reason = 'Walked'`,
    `access_reviews where name = 'Walked'`,
    `approval_drafts where name like 'Walked%'`,
    `authenticators where name = 'Walked'`,
    'recovery_codes',
    `webhooks where name = 'Walked'`,
    `service_accounts where name = 'Walked'`,
  ])
    await query(dataDir, `delete from ${rows}`)
  await query(
    dataDir,
    `update users set suspended_from = null, suspension_reason = '' where suspension_reason = 'Walked'`,
  )
}

const WALKED_DRAFT = '/dashboard/approvalVersions?draft=019b0000-0000-7000-8000-00000000bb31'
const REVIEW = '019b0000-0000-7000-8000-00000000bb'
const INVITATION = '/dashboard/invitations?search=walked'
const LISTS = {
  person: '/dashboard/user?search=walker',
  role: '/dashboard/role?search=walked',
  application: '/dashboard/eaiapplication?search=walked',
  webhook: '/dashboard/webhooks?search=walked',
  serviceAccount: '/dashboard/serviceAccounts?search=walked',
  emailTemplate: '/dashboard/emailTemplate?field=name&search=login-otp',
}

/** Opens the dialog on top by a button of the page. */
const byButton =
  (name: string | RegExp) =>
  async ({ admin: { page } }: World) => {
    await page.getByRole('main').getByRole('button', { name, exact: true }).first().click()
    return topDialog(page)
  }

/** Opens it from the menu of the first row. */
const byMenu = (item: string) => async (world: World) => {
  const { page } = world.admin
  await openRowMenu(world)
  await page.getByRole('menuitem', { name: item, exact: true }).click()
  await expect(page.getByRole('menu')).toBeHidden()
  return topDialog(page)
}

async function openRowMenu({ admin: { page } }: World) {
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click()
  await expect(page.getByRole('menu')).toBeVisible()
  return page.getByRole('menu')
}

/** The filters of a list: in a sheet on a phone, and else below their button. They stay open at every width. */
async function openFilters({ admin: { page } }: World) {
  const filters = page.locator('dialog[open], .list-filters').first()
  if (await filters.isVisible()) return filters
  await page.setViewportSize(NARROW)
  await page.getByRole('main').getByRole('button', { name: 'Filters' }).click()
  return topDialog(page)
}

/** The columns of a list: in a dialog on a phone, and else in a menu. They stay open at every width. */
const openColumns =
  (size: typeof WIDE) =>
  async ({ admin: { page } }: World) => {
    const columns = page.locator('dialog[open], [role="menu"]')
    if (await columns.isVisible()) return columns
    await page.setViewportSize(size)
    if (size === NARROW) await page.getByRole('button', { name: 'More for this list' }).click()
    const role = size === NARROW ? 'menuitem' : 'button'
    await page.getByRole(role, { name: 'Columns', exact: true }).click()
    return columns.and(page.locator(size === NARROW ? 'dialog' : '[role="menu"]'))
  }

/** Opens it by a button on a page of a person. */
const byButtonOf =
  (person: string, name: string, page = 'signInMethods') =>
  async (world: World) => {
    const { admin } = world
    const [found] = await admin.list<{ _id: string }>(`/api/admin/options?kind=people&search=${person}`)
    await admin.page.goto(`/dashboard/users/${found?._id}/${page}`)
    return byButton(name)(world)
  }

const topDialog = (page: Console['page']) => page.locator('dialog[open]').last()

/** EVERY DIALOG, MENU, LIST OF CHOICES AND NOTICE of the web app: a test compares them with the sources. */
export const OVERLAYS: Overlay[] = [
  { file: 'web/src/admin/jobs/JobsScreen.tsx', isLoaded: true, at: '/dashboard/jobs', open: byButton('Activate') },
  { file: 'web/src/admin/jobs/ImportDialog.tsx', at: '/dashboard/user', open: byButton('Import') },
  { file: 'web/src/admin/people/leavers/LeaversDialog.tsx', at: '/dashboard/user', open: byButton('Leavers') },
  {
    file: 'web/src/admin/engine/lines/RetryBar.tsx',
    isChange: true,
    at: '/dashboard/messages?state=failed',
    open: byButton('Retry all'),
  },
  {
    file: 'web/src/admin/messages/SentDialog.tsx',
    isLoaded: true,
    at: '/dashboard/messages?search=walked@example.com',
    open: byButton('Password changed'),
  },
  {
    file: 'web/src/admin/messages/GatewayHealth.tsx',
    isLoaded: true,
    at: '/dashboard/messages',
    open: byButton('Gateways'),
  },
  {
    file: 'web/src/admin/messages/routing/RoutingExplanation.tsx',
    isLoaded: true,
    at: '/dashboard/messages',
    open: byButton('Routing'),
  },
  { file: 'web/src/admin/engine/form/FormDialog.tsx', at: '/dashboard/role', open: byButton('New User Role') },
  {
    file: 'web/src/admin/engine/form/UnsavedQuestion.tsx',
    at: '/dashboard/role',
    async open({ admin }) {
      const form = await admin.openNew('New User Role', 'New User Role')
      await admin.fill(form, { Name: 'Half a role' })
      await admin.page.keyboard.press('Escape')
      return admin.dialog('Discard changes?')
    },
  },
  {
    file: 'web/src/admin/engine/form/ConflictDialog.tsx',
    at: LISTS.role,
    async open({ admin }) {
      const [role] = (await admin.list<{ _id: string; name: string }>('/api/users/ListAllRole')).filter(
        ({ name }) => name === 'Walked',
      )
      await admin.choose('Walked', 'Edit')
      await admin.fill(admin.dialog('Update Role'), { Description: `Mine at ${Date.now()}` })
      const theirs = { name: 'Walked', description: `Theirs at ${Date.now()}`, status: 'ACTIVE' }
      await admin.call('/api/users/updateRole', { ...theirs, roleId: role?._id })
      await admin.dialog('Update Role').getByRole('button', { name: 'Save' }).click()
      return admin.dialog('Someone else changed this too')
    },
  },
  { file: 'web/src/admin/engine/list/filters/FilterSheet.tsx', at: '/dashboard/user', open: openFilters },
  { file: 'web/src/admin/engine/list/columns/ColumnsDialog.tsx', at: '/dashboard/user', open: openColumns(NARROW) },
  { file: 'web/src/admin/engine/list/columns/ColumnsMenu.tsx', at: '/dashboard/user', open: openColumns(WIDE) },
  {
    file: 'web/src/admin/engine/list/views/ViewsDialog.tsx',
    isLoaded: true,
    at: '/dashboard/user',
    open: byButton('Views'),
  },
  {
    file: 'web/src/admin/engine/attach/ChecklistDialog.tsx',
    isLoaded: true,
    at: LISTS.role,
    open: byMenu('Assign Permission'),
  },
  {
    file: 'web/src/admin/engine/attach/AttachDialog.tsx',
    isLoaded: true,
    at: LISTS.person,
    open: byMenu('Assign Role'),
  },
  { file: 'web/src/admin/engine/HistoryDialog.tsx', isLoaded: true, at: LISTS.role, open: byMenu('History') },
  {
    file: 'web/src/admin/engine/DeleteDialog.tsx',
    isLoaded: true,
    isChange: true,
    at: LISTS.role,
    open: byMenu('Delete'),
  },
  {
    file: 'web/src/admin/engine/list/selection/RestoreBar.tsx',
    isChange: true,
    at: '/dashboard/permission?deleted=true&search=walked&size=5',
    async open({ admin: { page } }) {
      await page.getByRole('checkbox', { name: 'Select all on this page' }).setChecked(true)
      await page.getByRole('button', { name: 'Select all 6 matching' }).click()
      await page.locator('.selection-bar').getByRole('button', { name: 'Restore' }).click()
      return topDialog(page)
    },
  },
  {
    file: 'web/src/admin/applications/ApplicationSecrets.tsx',
    isLoaded: true,
    isChange: true,
    at: LISTS.application,
    open: byMenu('Secrets'),
  },
  { file: 'web/src/admin/engine/cells/SecretShown.tsx', at: LISTS.application, open: makeSecret },
  {
    file: 'web/src/admin/engine/cells/SecretShown.tsx',
    at: LISTS.application,
    async open(world) {
      await (await makeSecret(world)).getByRole('button', { name: 'Done' }).click()
      return world.admin.dialog('Close without copying?')
    },
  },
  {
    file: 'web/src/admin/applications/SecretRow.tsx',
    isChange: true,
    at: LISTS.application,
    async open(world) {
      const dialog = await byMenu('Secrets')(world)
      await dialog.getByRole('button', { name: 'Revoke' }).first().click()
      return world.admin.page.getByRole('dialog', { name: /^Revoke / })
    },
  },
  {
    file: 'web/src/admin/applications/simulation/SimulateRequest.tsx',
    at: LISTS.application,
    open: byMenu('Test this integration'),
  },
  {
    file: 'web/src/admin/approvals/ApprovalCheck.tsx',
    isLoaded: true,
    at: '/dashboard/approvalProcess',
    open: byButton('Check approvals'),
  },
  {
    file: 'web/src/admin/approvals/versions/NewDraft.tsx',
    at: '/dashboard/approvalVersions',
    open: byButton('Make a draft'),
  },
  {
    file: 'web/src/admin/approvals/replays/NewReplay.tsx',
    at: WALKED_DRAFT,
    open: byButton('Replay decisions'),
  },
  {
    file: 'web/src/admin/approvals/versions/PublishDraft.tsx',
    isLoaded: true,
    at: WALKED_DRAFT,
    open: byButton('Publish'),
  },
  {
    file: 'web/src/admin/approvals/versions/DraftActions.tsx',
    isChange: true,
    at: WALKED_DRAFT,
    open: byButton('Delete the draft'),
  },
  {
    file: 'web/src/admin/approvals/versions/EditDraftRole.tsx',
    isChange: true,
    at: WALKED_DRAFT,
    open: byMenu('Change what it approves'),
  },
  {
    file: 'web/src/admin/approvals/versions/EditDraftRule.tsx',
    isChange: true,
    at: `${WALKED_DRAFT}&view=rules`,
    open: byMenu('Change the days'),
  },
  {
    file: 'web/src/admin/approvals/versions/AddDraftRule.tsx',
    at: `${WALKED_DRAFT}&view=rules`,
    open: byButton('Add a rule'),
  },
  {
    file: 'web/src/admin/approvals/page-access/PublishManifest.tsx',
    at: '/dashboard/pageAccess',
    open: byButton('Publish a manifest'),
  },
  { file: 'web/src/admin/templates/SendTest.tsx', isChange: true, at: LISTS.emailTemplate, open: byMenu('Send test') },
  {
    file: 'web/src/admin/templates/versions/VersionsDialog.tsx',
    isLoaded: true,
    at: LISTS.emailTemplate,
    open: byMenu('Versions'),
  },
  {
    file: 'web/src/admin/templates/ViewTemplate.tsx',
    isLoaded: true,
    at: LISTS.emailTemplate,
    async open({ admin }) {
      await admin.table().locator('[aria-haspopup="dialog"]').first().click()
      return topDialog(admin.page)
    },
  },
  {
    file: 'web/src/admin/templates/texts-in-use/TextsInUse.tsx',
    isLoaded: true,
    at: '/dashboard/emailTemplate',
    open: byButton('Message texts'),
  },
  {
    file: 'web/src/admin/templates/editor/BuiltInStart.tsx',
    at: '/dashboard/emailTemplate',
    async open({ admin }) {
      const form = await admin.openNew('Add Template', 'Email Template')
      await admin.fill(form, { Application: 'All', 'Template Name': 'reset-password' })
      await form.getByRole('button', { name: 'English', exact: true }).click()
      await expect(admin.control(form, 'Subject')).not.toHaveValue('')
      await form.getByRole('button', { name: 'हिन्दी', exact: true }).click()
      return admin.dialog('Replace your text?')
    },
  },
  {
    file: 'web/src/admin/gateways/send-test/TestEmail.tsx',
    isChange: true,
    at: '/dashboard/configurationEmail',
    open: byMenu('Send test'),
  },
  {
    file: 'web/src/admin/gateways/send-test/TestSms.tsx',
    isChange: true,
    at: '/dashboard/configurationSms',
    open: byMenu('Send test'),
  },
  {
    file: 'web/src/admin/price-quotes/PriceQuotePage.tsx',
    at: '/dashboard/priceQuote',
    async open(world) {
      const main = await savedQuote(world)
      await world.admin.fill(main, { 'Client Name': 'Half a quote' })
      await main
        .getByRole('button', { name: /^Walked Motors/ })
        .first()
        .click()
      return world.admin.dialog('Discard changes?')
    },
  },
  {
    file: 'web/src/admin/price-quotes/PriceQuotePage.tsx',
    isChange: true,
    at: '/dashboard/priceQuote',
    async open(world) {
      const main = await savedQuote(world)
      await main.getByRole('button', { name: 'Delete the quote for Walked Motors' }).first().click()
      return world.admin.dialog('Delete Walked Motors?')
    },
  },
  { file: 'web/src/admin/webhooks/Deliveries.tsx', isLoaded: true, at: LISTS.webhook, open: byMenu('Deliveries') },
  { file: 'web/src/admin/webhooks/SendTest.tsx', isChange: true, at: LISTS.webhook, open: byMenu('Send test event') },
  { file: 'web/src/admin/webhooks/Secrets.tsx', isChange: true, at: LISTS.webhook, open: byMenu('New secret') },
  {
    file: 'web/src/admin/webhooks/Secrets.tsx',
    at: '/dashboard/webhooks',
    isWaiting: true,
    async open({ admin }) {
      await hold(admin.page, /rotateSecret/)
      const form = await admin.openNew('New Webhook', 'New Webhook')
      await admin.fill(form, { Name: `Walked ${Date.now()}`, URL: 'https://hooks.example.com/walked' })
      await form.getByRole('checkbox', { name: /^role\.created/ }).check()
      await form.getByRole('button', { name: 'Save', exact: true }).click()
      return admin.page.getByRole('dialog', { name: /^New secret - / })
    },
  },
  {
    file: 'web/src/admin/service-accounts/ServiceAccountKeys.tsx',
    isLoaded: true,
    isChange: true,
    at: LISTS.serviceAccount,
    open: byMenu('Keys'),
  },
  {
    file: 'web/src/admin/service-accounts/KeyRow.tsx',
    isChange: true,
    at: LISTS.serviceAccount,
    async open(world) {
      const keys = await byMenu('Keys')(world)
      await keys.getByRole('button', { name: 'Revoke', exact: true }).first().click()
      return world.admin.dialog('Revoke Walked?')
    },
  },
  {
    file: 'web/src/admin/people/SendInvitation.tsx',
    isChange: true,
    at: LISTS.person,
    open: byMenu('Send invitation'),
  },
  { file: 'web/src/admin/people/ChangeUserPassword.tsx', at: LISTS.person, open: byMenu('Change Password') },
  {
    file: 'web/src/admin/people/AssignApplication.tsx',
    isLoaded: true,
    at: LISTS.person,
    open: byMenu('Assign Application'),
  },
  { file: 'web/src/admin/people/UserSessions.tsx', isLoaded: true, at: LISTS.person, open: byMenu('Sessions') },
  {
    file: 'web/src/admin/people/bulk/BulkDialog.tsx',
    isChange: true,
    at: LISTS.person,
    async open({ admin: { page } }) {
      await page.getByRole('checkbox', { name: 'Select Walker Kapoor' }).check()
      await page.getByRole('button', { name: 'Deactivate', exact: true }).click()
      return topDialog(page)
    },
  },
  {
    file: 'web/src/admin/people/AssignedApps.tsx',
    at: '/dashboard/user?search=meera',
    async open({ admin: { page } }) {
      await page.locator('.assigned-apps').first().click()
      return page.locator('.popover')
    },
  },
  {
    file: 'web/src/ui/Tooltip.tsx',
    at: '/dashboard/user?search=meera',
    async open({ admin: { page } }) {
      await page.locator('.assigned-apps').first().focus()
      return page.locator('.tooltip')
    },
  },
  { file: 'web/src/ui/RowMenu.tsx', at: LISTS.person, open: openRowMenu },
  {
    file: 'web/src/ui/Combobox.tsx',
    at: '/dashboard/approvalProcess',
    async open({ admin }) {
      const form = await admin.openNew('New Document Approval', 'New Document Approval')
      await form.getByRole('combobox', { name: 'Project Name' }).click()
      await expect(form.getByRole('option').first()).toBeVisible()
      return form
    },
  },
  {
    file: 'web/src/ui/MultiSelect.tsx',
    at: '/dashboard/Eroleclient',
    async open({ admin }) {
      const form = await admin.openNew('New Application Role', 'New Application Role')
      await form.getByRole('combobox', { name: 'Regions' }).click()
      await form.getByRole('option', { name: 'Kerala' }).click()
      return form
    },
  },
  {
    file: 'web/src/ui/Autocomplete.tsx',
    at: '/dashboard/smsTemplate',
    async open({ admin }) {
      const form = await admin.openNew('Add Template', 'SMS Template')
      await form.getByRole('combobox', { name: 'Template Name' }).fill('login')
      await expect(form.getByRole('option').first()).toBeVisible()
      return form
    },
  },
  {
    file: 'web/src/ui/Toasts.tsx',
    at: '/dashboard/role',
    async open({ admin }) {
      const name = `Short-lived ${Date.now()}`
      await admin.call('/api/users/createRole', { name, description: 'For a notice', status: 'ACTIVE' })
      await admin.open(`/dashboard/role?search=${encodeURIComponent(name)}`, 'Roles')
      await admin.delete(name)
      await expect(admin.toast('Role Deleted')).toBeVisible()
      // It stays for as long as the pointer rests on it.
      await admin.toast('Role Deleted').hover()
      return admin.page.getByRole('region', { name: 'Notifications' })
    },
  },
  {
    file: 'web/src/account/KnownTo.tsx',
    isChange: true,
    at: '/dashboard/sessions',
    open: byButton(/^Withdraw consent for/),
  },
  {
    file: 'web/src/account/AccountActivityPage.tsx',
    isChange: true,
    at: '/dashboard/accountActivity',
    open: byButton('I do not recognise something'),
  },
  {
    file: 'web/src/account/OwnPasskeys.tsx',
    isChange: true,
    at: '/dashboard/signInMethods',
    open: byButton('Remove the passkey Walked'),
  },
  {
    file: 'web/src/admin/people/record/PersonFactors.tsx',
    isChange: true,
    at: '/dashboard/user?search=kabir',
    open: byButtonOf('kabir', 'Remove the passkey Walked'),
  },
  {
    file: 'web/src/stand-ins/EndStandIn.tsx',
    isChange: true,
    at: '/dashboard/standIns',
    open: byButton(/^End: Kabir/),
  },
  {
    file: 'web/src/account/AddStandIn.tsx',
    at: '/dashboard/app',
    async open(world) {
      await query(
        world.product.dataDir,
        `insert into assignments (id, user_id, application_id, client_id, role)
          select gen_random_uuid(), u.id, r.application_id, r.client_id, r.name from users u, application_roles r
          where u.email = 'walker@example.com' and r.role_id = 'EC-ACME-04' on conflict do nothing`,
      )
      const { page } = await world.signIn(WALKER)
      await page.goto('/dashboard/standIns')
      return byButton('Add a stand-in')({ ...world, admin: { page } as Console })
    },
  },
  {
    file: 'web/src/admin/people/stand-ins/LendAuthority.tsx',
    isLoaded: true,
    at: '/dashboard/peopleStandIns',
    open: byButton('Add a stand-in'),
  },
  {
    file: 'web/src/admin/reviews/StartReview.tsx',
    at: '/dashboard/reviews',
    open: byButton('Start a review'),
  },
  {
    file: 'web/src/admin/reviews/AutomaticReviews.tsx',
    isLoaded: true,
    at: '/dashboard/reviews',
    open: byButton('Automatic reviews'),
  },
  {
    file: 'web/src/admin/reviews/ReviewQuestion.tsx',
    at: `/dashboard/reviews?review=${REVIEW}21`,
    open: byButton('Complete'),
  },
  {
    file: 'web/src/admin/reviews/ReviewLines.tsx',
    at: `/dashboard/reviews?review=${REVIEW}22`,
    open: byButton(/^Give back: /),
  },
  {
    file: 'web/src/account/reviews/DecideLines.tsx',
    at: `/dashboard/myReviews?review=${REVIEW}21`,
    open: byButton(/^Shorten: /),
  },
  {
    file: 'web/src/account/reviews/ConfirmMany.tsx',
    at: `/dashboard/myReviews?review=${REVIEW}21`,
    async open(world) {
      await world.admin.page.getByRole('checkbox', { name: 'Select all on this page' }).check()
      return byButton('Keep')(world)
    },
  },
  {
    file: 'web/src/admin/people/invitations/InviteDialog.tsx',
    at: '/dashboard/invitations',
    open: byButton('Invite people'),
  },
  {
    file: 'web/src/admin/people/invitations/ResendInvitations.tsx',
    at: INVITATION,
    open: byMenu('Send again'),
  },
  {
    file: 'web/src/admin/people/invitations/RevokeInvitations.tsx',
    at: INVITATION,
    open: byMenu('Revoke'),
  },
  {
    file: 'web/src/account/RequestAccess.tsx',
    at: '/dashboard/requestAccess',
    open: byButton('Ask for access to Walked'),
  },
  {
    file: 'web/src/account/OwnRequests.tsx',
    isChange: true,
    at: '/dashboard/requestAccess',
    open: byButton('Withdraw: Tow Tracker'),
  },
  {
    file: 'web/src/admin/people/access-requests/ApproveRequest.tsx',
    isLoaded: true,
    at: '/dashboard/accessRequests',
    open: byButton(/^Approve: /),
  },
  {
    file: 'web/src/access-requests/DeclineForm.tsx',
    at: '/dashboard/accessRequests',
    open: byButton(/^Decline: /),
  },
  {
    file: 'web/src/account/owned-requests/ApproveOwnedRequest.tsx',
    isLoaded: true,
    at: '/dashboard/requestsToDecide',
    open: byButton(/^Approve: /),
  },
  {
    file: 'web/src/account/RenameFactor.tsx',
    isChange: true,
    at: '/dashboard/signInMethods',
    open: byButton('Rename the passkey Walked'),
  },
  {
    file: 'web/src/account/OwnAuthenticators.tsx',
    isChange: true,
    at: '/dashboard/signInMethods',
    open: byButton('Remove the authenticator app Walked'),
  },
  {
    file: 'web/src/account/AddAuthenticator.tsx',
    at: '/dashboard/signInMethods',
    open: byButton('Add an authenticator app'),
  },
  {
    file: 'web/src/account/OwnRecoveryCodes.tsx',
    isChange: true,
    at: '/dashboard/signInMethods',
    open: byButton('Make new codes'),
  },
  {
    file: 'web/src/account/OwnRecoveryCodes.tsx',
    isChange: true,
    at: '/dashboard/signInMethods',
    open: byButton('Remove the codes'),
  },
  {
    file: 'web/src/account/ShowRecoveryCodes.tsx',
    at: '/dashboard/signInMethods',
    async open(world) {
      await query(
        world.product.dataDir,
        `delete from recovery_codes where user_id = (select id from users where email like 'asha%')`,
      )
      await world.admin.page.reload()
      return byButton('Make recovery codes')(world)
    },
  },
  {
    file: 'web/src/admin/people/record/PersonRecoveryCodes.tsx',
    isChange: true,
    at: '/dashboard/user?search=kabir',
    open: byButtonOf('kabir', 'Remove the codes'),
  },
  {
    file: 'web/src/admin/people/recoveries/StartRecovery.tsx',
    at: '/dashboard/user?search=kabir',
    open: byButtonOf('kabir', 'Recover the account'),
  },
  {
    file: 'web/src/admin/people/recoveries/DecideRecovery.tsx',
    isChange: true,
    at: '/dashboard/user?search=diya',
    open: byButtonOf('diya', 'Cancel the recovery'),
  },
  {
    file: 'web/src/admin/people/suspensions/SuspendPerson.tsx',
    at: '/dashboard/user?search=kabir',
    open: byButtonOf('kabir', 'Suspend', 'profile'),
  },
  {
    file: 'web/src/admin/people/suspensions/EndSuspension.tsx',
    isChange: true,
    at: '/dashboard/user?search=diya',
    open: byButtonOf('diya', 'End the suspension', 'profile'),
  },
  {
    file: 'web/src/account/ChangeContact.tsx',
    at: '/dashboard/profile',
    open: byButton('Change the email address'),
  },
  {
    file: 'web/src/factors/ConfirmPerson.tsx',
    at: '/dashboard/signInMethods',
    async open(world) {
      await query(
        world.product.dataDir,
        `update sessions set authenticated_at = authenticated_at - interval '11 minutes'
          where authenticated_at > now() - interval '10 minutes'
            and user_id = (select id from users where email like 'asha%')`,
      )
      return byButton('Add a passkey')(world)
    },
  },
  {
    file: 'web/src/shell/Jump.tsx',
    at: '/dashboard/app',
    // Before the palette has ever been loaded.
    async open({ admin: { page } }) {
      await page.context().setOffline(true)
      await page.keyboard.press('Control+k')
      await expect(topDialog(page).getByRole('alert')).toBeVisible()
      await page.context().setOffline(false)
      return topDialog(page)
    },
  },
  {
    file: 'web/src/shell/palette/CommandPalette.tsx',
    at: '/dashboard/app',
    async open({ admin: { page } }) {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Search or jump to…' }).fill('asha')
      await expect(page.getByRole('option', { name: /Asha Rao/ })).toBeVisible()
      return topDialog(page)
    },
  },
  {
    file: 'web/src/shell/palette/ShortcutsDialog.tsx',
    at: '/dashboard/app',
    async open({ admin: { page } }) {
      await page.keyboard.press('?')
      return topDialog(page)
    },
  },
  {
    file: 'web/src/shell/Drawer.tsx',
    at: '/dashboard/app',
    async open({ admin: { page } }) {
      await page.setViewportSize(NARROW)
      await page.getByRole('button', { name: 'Menu', exact: true }).click()
      return topDialog(page)
    },
  },
  { file: 'web/src/launcher/ClientDialog.tsx', at: '/dashboard/app', open: byButton(/Roadside Desk/) },
  {
    file: 'web/src/launcher/MissingDialog.tsx',
    at: '/dashboard/app?q=nothing+like+it',
    open: byButton('Why is it missing?'),
  },
  {
    file: 'web/src/account/OwnSessions.tsx',
    at: '/dashboard/app',
    async open(world) {
      await world.signIn(WALKER)
      const { page } = await world.signIn(WALKER)
      await page.goto('/dashboard/sessions')
      return byButton('End all others')({ ...world, admin: { page } as Console })
    },
  },
  {
    file: 'web/src/session/SignInAgain.tsx',
    at: '/dashboard/app',
    async open({ admin, signIn }) {
      const own = await signIn(WALKER)
      await own.page.goto('/dashboard/priceQuote')
      await own.fill(own.page.getByRole('main'), { 'Client Name': 'Walked', 'Product Type': 'Retail-Text' })
      const [person] = await admin.list<{ _id: string }>('/api/admin/options?kind=people&search=walker')
      await admin.call('/api/users/endSessions', { userId: person?._id })
      await own.page.getByRole('main').getByRole('button', { name: 'Save' }).click()
      return own.dialog('Sign in again')
    },
  },
]

const WALKER = { email: 'walker@example.com', password: 'Kestrel#Orbit42*Lamp' }

async function makeSecret(world: World) {
  const dialog = await byMenu('Secrets')(world)
  await dialog.getByLabel('Name').fill(`Walked ${Date.now()}`)
  await dialog.getByRole('button', { name: 'Create secret' }).click()
  await expect(dialog.getByText('Copy it now. It is not shown again.')).toBeVisible()
  return dialog
}

async function savedQuote({ admin }: World) {
  const main = admin.page.getByRole('main')
  const quote = main.getByRole('button', { name: /^Walked Motors/ })
  await admin.fill(main, { 'Client Name': 'Walked Motors', 'Product Type': 'Retail-Text' })
  await main.getByRole('button', { name: 'Save' }).click()
  await expect(quote.first()).toBeVisible()
  await main.getByRole('button', { name: 'Cancel' }).click()
  return main
}
