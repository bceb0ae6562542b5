import { type Console, expect, test } from '../console.ts'

test('permissions are attached to a role and detached', async ({ admin, page }) => {
  await admin.call('/api/users/createRole', { name: 'Auditing', description: 'Looks on', status: 'ACTIVE' })
  await admin.open('/dashboard/role', 'Roles')
  await admin.choose('Auditing', 'Assign Permission')
  const dialog = admin.dialog('Assign Permission - Auditing')
  await expect(dialog.getByText('This role has no permissions yet.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(dialog.getByLabel('Permission', { exact: true })).toHaveAccessibleDescription('Status is required')

  await admin.fill(dialog, { Permission: 'audit:read' })
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(dialog.getByText('Permission Attached')).toBeVisible()
  await expect(dialog.getByRole('listitem')).toHaveText(['audit:read'])
  await dialog.getByRole('button', { name: 'Remove audit:read' }).click()
  await expect(dialog.getByText('Permission Detached')).toBeVisible()
  await expect(dialog.getByText('This role has no permissions yet.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
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
    ['configurationEmail', 'messages:read'],
    ['emailTemplate', 'messages:read'],
    ['configurationSms', 'messages:read'],
    ['smsTemplate', 'messages:read'],
    ['webhooks', 'webhooks:read'],
    ['activity', 'audit:read'],
    ['jobs', 'users:write'],
  ]) {
    await looker.page.goto(`/dashboard/${path}`)
    await expect(looker.page.getByRole('heading', { level: 1 })).toHaveText('You cannot open this page')
    await expect(looker.page.getByRole('main')).toContainText(permission as string)
  }
  await looker.page.goto('/dashboard/appPage')
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
