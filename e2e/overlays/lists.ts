import { NARROW, WIDE } from '../accessible.ts'
import { expect } from '../console.ts'
import { byButton, byMenu, LISTS, type Overlay, openColumns, openFilters, topDialog, type World } from './overlay.ts'

/** Those of lists and of applications. */
export const LIST_OVERLAYS: Overlay[] = [
  {
    file: 'web/src/admin/engine/lines/RetryBar.tsx',
    isChange: true,
    at: '/dashboard/messages?state=failed',
    open: byButton('Retry all'),
  },
  { file: 'web/src/admin/engine/form/FormDialog.tsx', at: '/dashboard/role', open: byButton('New User Role') },
  {
    file: 'web/src/ui/unsaved/UnsavedQuestion.tsx',
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
  { file: 'web/src/admin/engine/history/HistoryDialog.tsx', isLoaded: true, at: LISTS.role, open: byMenu('History') },
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
    needsName: true,
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
]

async function makeSecret(world: World) {
  const dialog = await byMenu('Secrets')(world)
  await dialog.getByLabel('Name').fill(`Walked ${Date.now()}`)
  await dialog.getByRole('button', { name: 'Create secret' }).click()
  await expect(dialog.getByText('Copy it now. It is not shown again.')).toBeVisible()
  return dialog
}
