import { query } from '@gatehouse/server/test/processes.ts'
import { NARROW } from '../accessible.ts'
import { goOffline, goOnline } from '../connection.ts'
import { expect } from '../console.ts'
import { Portal } from '../portal.ts'
import { byButton, byMenu, LISTS, type Overlay, openRowMenu, topDialog } from './overlay.ts'

/** Those around the pages. */
export const FRAME_OVERLAYS: Overlay[] = [
  { file: 'web/src/ui/OpenedMenu.tsx', at: LISTS.person, open: openRowMenu },
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
      const region = admin.page.getByRole('region', { name: 'Notifications' })
      // Screen readers know of what the keyboard reaches.
      await expect(region.getByRole('button', { name: 'Dismiss' })).toBeVisible()
      // It stays for as long as the pointer rests on it.
      await admin.toast('Role Deleted').hover()
      return region
    },
  },
  {
    file: 'web/src/stand-ins/EndStandIn.tsx',
    isChange: true,
    at: '/dashboard/standIns',
    open: byButton(/^End: Kabir/),
  },
  {
    file: 'web/src/access-requests/DeclineForm.tsx',
    at: '/dashboard/accessRequests',
    open: byButton(/^Decline: /),
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
    file: 'web/src/shell/GiveReason.tsx',
    at: '/dashboard/user?search=walker',
    async open(world) {
      const { admin, product } = world
      await query(
        product.dataDir,
        `insert into assignments (id, user_id, application_id, client_id, role)
          select gen_random_uuid(), u.id, r.application_id, r.client_id, r.name from users u, application_roles r
          where u.email = 'walker@example.com' and r.role_id = 'EC-ACME-04' on conflict do nothing;
        insert into role_conflicts (id, application_id, name, roles, scope, effect)
          select gen_random_uuid(), id, 'Walked', '{Finance,Handler}', 'application', 'ask' from applications where name = 'Eclaims'
          on conflict do nothing`,
      )
      await byMenu('Assign Application')(world)
      const assigning = topDialog(admin.page)
      await admin.fill(assigning, { Application: 'Eclaims', Client: 'Zenith General', Role: 'Handler' })
      await assigning.getByRole('button', { name: 'Assign', exact: true }).click()
      const asking = admin.page.locator('dialog[open]', {
        has: admin.page.getByRole('textbox', { name: /Reason|कारण/ }),
      })
      await expect(asking).toBeVisible()
      return asking
    },
  },
  {
    file: 'web/src/ui/lazy-dialog.tsx',
    at: '/dashboard/app',
    // Before the palette has ever been loaded.
    async open({ admin: { page } }) {
      await goOffline(page)
      await page.keyboard.press('Control+k')
      await expect(topDialog(page).getByRole('alert')).toBeVisible()
      await goOnline(page)
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
    file: 'web/src/factors/SignInAgain.tsx',
    at: '/dashboard/app',
    async open({ admin, signIn }) {
      const own = await signIn(WALKER, '/dashboard/priceQuote')
      await own.fill(own.page.getByRole('main'), { 'Client Name': 'Walked', 'Product Type': 'Retail-Text' })
      const [person] = await admin.list<{ _id: string }>('/api/admin/options?kind=people&search=walker')
      await admin.call('/api/users/endSessions', { userId: person?._id })
      await own.page.getByRole('main').getByRole('button', { name: 'Save' }).click()
      return own.dialog('Sign in again')
    },
  },
  {
    file: 'web/src/shell/SessionReplaced.tsx',
    at: '/dashboard/app',
    async open({ signIn, product }) {
      const own = await signIn(WALKER, '/dashboard/priceQuote')
      await own.fill(own.page.getByRole('main'), { 'Client Name': 'Walked', 'Product Type': 'Retail-Text' })
      await new Portal(own.page, product).openSession(SECONDER)
      await own.page.getByRole('main').getByRole('button', { name: 'Save' }).click()
      const replaced = own.dialog('This page can no longer be saved')
      await expect(replaced).toContainText('Someone else has signed in from this browser.')
      return replaced
    },
  },
]

const WALKER = { email: 'walker@example.com', password: 'Kestrel#Orbit42*Lamp' }
const SECONDER = { ...WALKER, email: 'seconder@example.com' }
