import { expectAccessibleInBoth } from '../accessible.ts'
import { type Console, expect, test } from '../console.ts'
import { FOR_NOW, refuseForNow } from '../refused.ts'
import { visit } from '../visit.ts'

test.use({ keepsBrowsers: true })

test('permissions are attached to a role and detached', async ({ admin, page }) => {
  await admin.call('/api/users/createRole', { name: 'Auditing', description: 'Looks on', status: 'ACTIVE' })
  await admin.open('/dashboard/role', 'Roles')
  await admin.choose('Auditing', 'Assign Permission')
  const dialog = admin.dialog('Assign Permission - Auditing')
  const list = dialog.getByRole('group', { name: 'Permission' })
  const box = (name: string) => list.getByRole('checkbox', { name, exact: true })
  const assign = dialog.getByRole('button', { name: 'Assign', exact: true })
  await expect(dialog.getByText('This role has no permissions yet.')).toBeVisible()
  await assign.click()
  await expect(list).toHaveAccessibleDescription('Status is required')
  await expect(box('audit:read')).toHaveAccessibleDescription('See who did what and when')

  await box('audit:read').check()
  await expect(dialog.getByText('1 to attach')).toBeVisible()
  await assign.click()
  await expect(dialog.getByText('Permission Attached')).toBeVisible()
  await expect(box('audit:read')).toBeChecked()
  await box('audit:read').uncheck()
  await expect(dialog.getByText('1 to detach')).toBeVisible()
  await assign.click()
  await expect(dialog.getByText('Permission Detached')).toBeVisible()
  await expect(dialog.getByText('This role has no permissions yet.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

test('many permissions are attached at once with the keyboard, and Undo takes them back', async ({ admin, page }) => {
  await admin.call('/api/users/createRole', { name: 'By keyboard', description: 'Looks on', status: 'ACTIVE' })
  await admin.open('/dashboard/role?search=keyboard', 'Roles')
  await admin.choose('By keyboard', 'Assign Permission')
  const dialog = admin.dialog('Assign Permission - By keyboard')
  const box = (name: string) => dialog.getByRole('checkbox', { name, exact: true })
  const search = dialog.getByRole('searchbox', { name: 'Search' })
  await expect(search).toBeFocused()
  await page.keyboard.type('POINTS of contact')
  await expect(dialog.getByRole('checkbox')).toHaveCount(2)
  await page.keyboard.press('ArrowDown')
  await expect(box('clients:read')).toBeFocused()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await expect(box('clients:write')).toBeChecked()
  await expect(dialog.getByText('2 to attach')).toBeVisible()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Escape')
  await expect(search).toHaveValue('')
  await search.fill('nowhere at all')
  await expect(dialog.getByText('No results found for "nowhere at all".')).toBeVisible()
  await search.fill('')
  await expectAccessibleInBoth(page, 'the permissions of a role', 'dialog[open]')

  await page.keyboard.press('Escape')
  const question = admin.dialog('Discard changes?')
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(dialog.getByText('Permission Attached: 2')).toBeVisible()
  await expect(dialog.getByText(/^2 of \d+ attached$/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await expect(dialog.getByText('Permission Detached: 2')).toBeVisible()
  await expect(dialog.getByText('This role has no permissions yet.')).toBeVisible()
})

test('of several permissions each that cannot be attached says why, and the others are', async ({
  admin,
  problems,
}) => {
  const names = ['Half stays', 'Half goes']
  for (const name of names) {
    await admin.call('/api/users/createPermission', { name, description: 'For a test', status: 'ACTIVE' })
  }
  await admin.call('/api/users/createRole', { name: 'By halves', description: 'Looks on', status: 'ACTIVE' })
  await admin.open('/dashboard/role?search=halves', 'Roles')
  await admin.choose('By halves', 'Assign Permission')
  const dialog = admin.dialog('Assign Permission - By halves')
  await dialog.getByRole('searchbox').fill('half')
  for (const name of names) await dialog.getByRole('checkbox', { name }).check()
  const permissions = await admin.list<{ _id: string; name: string }>('/api/users/listAllPermission')
  const { _id: permissionId } = permissions.find(({ name }) => name === 'Half goes') as { _id: string }
  await admin.call('/api/users/deletePermission', { permissionId })
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(dialog.getByText('Permission Attached')).toBeVisible()
  const alert = dialog.getByRole('alert')
  await expect(alert).toContainText('Not saved: 1')
  await expect(alert.getByRole('listitem')).toHaveText([/^Half goes: .+/])
  await expect(dialog.getByText(/^1 of \d+ attached$/)).toBeVisible()
  const kept = await admin.list<{ name: string; permissions: { name: string }[] }>('/api/users/ListAllRole')
  expect(kept.find(({ name }) => name === 'By halves')?.permissions.map(({ name }) => name)).toEqual(['Half stays'])

  await admin.page.route('**/api/users/detachPermissionsToRole', refuseForNow)
  await dialog.getByRole('checkbox', { name: 'Half stays' }).uncheck()
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(alert.getByRole('listitem').filter({ hasText: 'Half stays' })).toHaveText(`Half stays: ${FOR_NOW}`)
  // The browser logs the refusal.
  problems.length = 0
})

test('a person with one permission sees exactly its part of the console, and can change nothing there', async ({
  admin,
  signIn,
}) => {
  const looker = await signIn(await admin.employ('Lekha', ['clients:read']))
  await expect(menuOf(looker)).toHaveText([
    'Overview',
    'Dashboard',
    'Clients',
    'Point of Contact',
    'Clans',
    'App Page',
    'Price Quote',
  ])

  await looker.page.getByRole('link', { name: 'Clients' }).click()
  await expect(looker.page.getByRole('heading', { level: 1 })).toHaveText('Clients')
  await expectNothingToChange(looker, 'New Client')
  await looker.search('Actual Name', 'Acme')
  expect(await looker.menu('Acme Insurance')).toEqual(['Points of Contact', 'Clans'])
  await looker.page.getByRole('menuitem', { name: 'Clans' }).click()
  await expect(looker.page.getByRole('heading', { level: 1 })).toHaveText('Clans')
  await expect(looker.page.getByRole('button', { name: 'Remove the filter Client: Acme Insurance' })).toBeVisible()
  await expectNothingToChange(looker, 'New Clan')
  await expect(looker.page.getByRole('button', { name: /^Actions for/ })).toHaveCount(0)

  for (const [path, permission] of [
    ['role', 'roles:read'],
    ['permission', 'roles:read'],
    ['user', 'users:read'],
    ['eaiapplication', 'applications:read'],
    ['approvalProcess', 'approvals:read'],
    ['Eroleclient', 'approvals:read'],
    ['approvalVersions', 'approvals:read'],
    ['separationOfDuties', 'approvals:read'],
    ['conflictingRoles', 'users:read'],
    ['pageAccess', 'approvals:read'],
    ['reviews', 'reviews:read'],
    ['configurationEmail', 'messages:read'],
    ['emailTemplate', 'messages:read'],
    ['configurationSms', 'messages:read'],
    ['smsTemplate', 'messages:read'],
    ['webhooks', 'webhooks:read'],
    ['serviceAccounts', 'service-accounts:read'],
    ['activity', 'audit:read'],
    ['jobs', 'users:write'],
  ]) {
    await visit(looker.page, `/dashboard/${path}`)
    await expect(looker.page.getByRole('heading', { level: 1 }), path).toHaveText('You cannot open this page')
    await expect(looker.page.getByRole('main'), path).toContainText(permission as string)
  }
  await visit(looker.page, '/dashboard/appPage')
  await expect(looker.page.getByRole('heading', { level: 1 })).toHaveText('Pages List')
  await expectNothingToChange(looker, 'NEW PAGE')
})

test('the demo support person sees people and roles, and can change neither', async ({ signIn, portal }) => {
  const support = await signIn(portal.person('vikram'))
  await expect(menuOf(support)).toHaveText([
    'Overview',
    'Dashboard',
    'App Page',
    'Price Quote',
    'Roles',
    'Permissions',
    'Users',
    'Invitations',
    'Access requests',
    'Stand-ins',
    'Conflicting roles',
  ])
  for (const [heading, newLabel] of [
    ['Roles', 'New User Role'],
    ['Permissions', 'New Permission'],
    ['Users', 'New User'],
  ] as const) {
    await support.page.getByRole('link', { name: heading, exact: true }).click()
    await expect(support.page.getByRole('heading', { level: 1 })).toHaveText(heading)
    await support.settled()
    await expect(support.page.getByText(/^[1-9].* of [1-9]/)).toBeVisible()
    await expectNothingToChange(support, newLabel)
    const menus = support.page.getByRole('button', { name: /^Actions for/ })
    if (heading === 'Users') {
      // Viewing the sessions of a person changes nothing.
      await menus.first().click()
      await expect(support.page.getByRole('menuitem')).toHaveText(['Sessions'])
      await support.page.keyboard.press('Escape')
    } else await expect(menus).toHaveCount(0)
    await expect(support.page.getByRole('checkbox')).toHaveCount(0)
  }
})

const menuOf = (person: Console) => person.page.getByRole('navigation', { name: 'Main' }).getByRole('link')

async function expectNothingToChange(console: Console, newLabel: string) {
  const { page } = console
  await console.settled()
  for (const name of [newLabel, 'Recently deleted']) {
    await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0)
  }
}

test('what a field needs besides is said only to whoever lacks it', async ({ admin, signIn }) => {
  const needs = /To change it you also need users:write\./
  await admin.open('/dashboard/poc', 'Point of Contact')
  const switched = (by: Console) =>
    by.dialog('New POC').getByRole('switch', { name: 'Decides about requests for access' })
  await admin.openNew('New POC', 'New POC')
  await expect(switched(admin)).toHaveAccessibleDescription(/^Whoever has one of these addresses confirmed/)
  await expect(switched(admin)).not.toHaveAccessibleDescription(needs)

  const writer = await signIn(await admin.employ('Contacts', ['clients:read', 'clients:write']), '/dashboard/poc')
  await writer.openNew('New POC', 'New POC')
  await expect(switched(writer)).toHaveAccessibleDescription(needs)

  // Everybody who may change an application closes it to support.
  const permissions = ['applications:read', 'applications:write']
  const developer = await signIn(await admin.employ('Integrator', permissions), '/dashboard/eaiapplication')
  const form = await developer.openNew('New Application', 'New Application')
  const opens = form.getByRole('switch', { name: 'Support may open it while acting for a person' })
  await expect(opens).toHaveAccessibleDescription(/To switch it on you also need users:act\./)
})
