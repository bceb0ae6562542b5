import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from '../portal.ts'

const SCREENS = [
  'eaiapplication',
  'client',
  'poc',
  'clan',
  'approvalProcess',
  'Eroleclient',
  'appPage',
  'assignPageToRole',
  'role',
  'permission',
  'user',
  'configurationEmail',
  'emailTemplate',
  'configurationSms',
  'smsTemplate',
  'activity',
  'jobs',
  'priceQuote',
]

/** What everybody may open who is signed in; the rest needs a permission. */
const OPEN_SCREENS = ['appPage', 'assignPageToRole', 'priceQuote']

test.describe('as administrator', () => {
  test.beforeEach(async ({ page, portal }) => {
    await portal.signInAs('asha')
    await page.waitForURL('**/dashboard/app')
  })

  test('a role is made, changed, given a permission, deleted and brought back', async ({ page }) => {
    await page.goto('/dashboard/create')
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('heading')).toHaveText('New User Role')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText('Role is required')).toBeVisible()
    await expect(dialog.getByLabel('Name', { exact: true })).toBeFocused()
    await dialog.getByLabel('Name', { exact: true }).fill('Auditor')
    await dialog.getByLabel('Description').fill('Looks at everything')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByRole('status')).toHaveText('Role Created')
    await expect(dialog).toBeHidden()

    await choose(page, 'Auditor', 'Edit')
    await dialog.getByLabel('Description').fill('Looks at all of it')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByRole('status')).toHaveText('Role Updated')
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('row', { name: /Auditor/ })).toContainText('Looks at all of it')

    await choose(page, 'Auditor', 'Assign Permission')
    await expect(dialog.getByRole('heading')).toHaveText('Assign Permission - Auditor')
    await dialog.getByRole('combobox', { name: 'Permission' }).fill('users:read')
    await page.getByRole('option', { name: 'users:read' }).click()
    await dialog.getByRole('button', { name: 'Assign' }).click()
    await expect(dialog.getByRole('button', { name: 'Remove users:read' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Remove users:read' }).click()
    await expect(dialog.getByText('This role has no permissions yet.')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Actions for Auditor' })).toBeFocused()

    await choose(page, 'Auditor', 'Delete')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Role Deleted')
    await expect(page.getByRole('row', { name: /Auditor/ })).toBeHidden()
    await page.getByRole('button', { name: 'Recently deleted' }).click()
    await choose(page, 'Auditor', 'Restore')
    await expect(page.getByRole('row', { name: /Auditor/ })).toBeHidden()
    await page.getByRole('button', { name: 'Recently deleted' }).click()
    await choose(page, 'Auditor', 'History')
    await expect(dialog.getByRole('listitem')).toContainText([
      'Restored',
      'Deleted',
      'Permission detached',
      'Permission attached',
      'Looks at all of it',
      'Created',
    ])
  })

  test('of two who change the same record, the second decides what stays', async ({ page, context }) => {
    await page.goto('/dashboard/role?new=true')
    await fillRole(page, { Name: 'Shared', Description: 'As it was' })
    await page.getByRole('button', { name: 'Shared', exact: true }).click()
    const other = await context.newPage()
    await other.goto('/dashboard/role')
    await other.getByRole('button', { name: 'Shared', exact: true }).click()
    await fillRole(other, { Description: 'Theirs' })
    await other.close()

    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Description').fill('Mine')
    await dialog.getByRole('button', { name: 'Save' }).click()
    const conflict = dialog.getByRole('alert')
    await expect(conflict).toContainText('Asha Rao changed this record')
    await expect(conflict.getByRole('row', { name: 'Description' })).toContainText('Theirs')
    await conflict.getByRole('button', { name: 'Take theirs' }).click()
    await expect(dialog.getByLabel('Description')).toHaveValue('Theirs')
    await dialog.getByLabel('Description').fill('Mine after all')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('row', { name: /Shared/ })).toContainText('Mine after all')
  })

  test('what was typed is not lost without asking', async ({ page }) => {
    await page.getByRole('link', { name: 'Permissions' }).click()
    await page.getByRole('button', { name: 'New Permission' }).click()
    const form = page.getByRole('dialog', { name: 'New Permission' })
    const question = page.getByRole('dialog', { name: 'Discard changes?' })
    await page.keyboard.press('Escape')
    await expect(form).toBeHidden()
    await page.getByRole('button', { name: 'New Permission' }).click()
    await form.getByLabel('Name', { exact: true }).fill('reports:read')
    for (const ask of [() => page.keyboard.press('Escape'), () => page.goBack()]) {
      await ask()
      await expect(question).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(question).toBeHidden()
      await expect(form.getByLabel('Name', { exact: true })).toHaveValue('reports:read')
    }
    await page.keyboard.press('Escape')
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect(form).toBeHidden()
  })

  test('what a list shows stands in its address', async ({ page }) => {
    await page.goto('/dashboard/user?size=5')
    await page.getByRole('button', { name: 'First Name' }).click()
    await expect(page.getByRole('columnheader', { name: 'First Name' })).toHaveAttribute('aria-sort', 'ascending')
    await expect(page.getByRole('row').nth(1)).toContainText('Asha')
    await page.keyboard.press('/')
    await page.keyboard.type('NAIR')
    await page.getByLabel('Search in').selectOption('lastName')
    await expect(page.getByRole('button', { name: /^Actions for/ })).toHaveCount(1)
    await expect(page).toHaveURL(/\?field=lastName&search=NAIR&sort=firstName&order=asc&size=5$/)
    await page.reload()
    await expect(page.getByRole('searchbox')).toHaveValue('NAIR')
    await expect(page.getByRole('button', { name: 'Actions for Meera Nair' })).toBeVisible()
    await page.getByRole('searchbox').fill('nobody at all')
    await expect(page.getByText('No results found for "nobody at all".')).toBeVisible()
    await page.getByRole('button', { name: 'Clear search' }).click()
    await expect(page.getByRole('button', { name: 'Actions for Asha Rao' })).toBeVisible()
    const heights = await page.locator('tbody tr').evaluateAll((rows) => rows.map((row) => row.clientHeight))
    expect(heights).toEqual([53, 53, 53, 53, 53])
  })

  test('the command palette leads to a person by keyboard alone', async ({ page }) => {
    await expect(page.getByRole('button', { name: 'Search or jump to…' })).toBeVisible()
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('combobox', { name: 'Search or jump to…' })).toBeFocused()
    await page.keyboard.type('meera')
    await expect(page.getByRole('option', { name: /Meera Nair/ })).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Remove the filter User: Meera Nair' })).toBeVisible()
    await expect(page.getByRole('button', { name: /^Actions for/ })).toHaveCount(1)
  })

  test('a list that does not load says why and can be asked again', async ({ page }) => {
    await page.route('**/api/client/getAllClient*', (route) => route.fulfill({ status: 503, json: BUSY }))
    await page.goto('/dashboard/client')
    await expect(page.getByRole('alert')).toContainText(BUSY.msg)
    await page.unroute('**/api/client/getAllClient*')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('row', { name: /Acme Insurance/ })).toBeVisible()
  })

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`every screen is accessible in ${colorScheme}`, async ({ page }) => {
      test.slow()
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      for (const screen of SCREENS) {
        await page.goto(`/dashboard/${screen}`)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
        await expectAccessible(page, screen)
      }
      await page.goto('/dashboard/role')
      await page.getByRole('button', { name: 'Actions for Admin' }).click()
      await expect(page.getByRole('menu')).toBeVisible()
      await expectAccessible(page, 'row menu')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'New User Role' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
      await expectAccessible(page, 'form with errors')
    })
  }

  test('no screen is wider than a phone', async ({ page }) => {
    test.slow()
    await page.setViewportSize({ width: 390, height: 844 })
    for (const screen of SCREENS) {
      await page.goto(`/dashboard/${screen}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.scrollWidth), screen).toBeLessThanOrEqual(390)
    }
  })
})

test('whoever lacks a permission is told which one, and sees no entry that leads there', async ({ page, portal }) => {
  test.slow()
  await portal.signInAs('meera')
  await page.waitForURL('**/dashboard/app')
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText([
    'Dashboard',
    'App Page',
    'Price Quote',
  ])
  for (const screen of SCREENS) {
    await page.goto(`/dashboard/${screen}`)
    const heading = page.getByRole('heading', { level: 1 })
    if (OPEN_SCREENS.includes(screen)) await expect(heading).not.toHaveText('You cannot open this page')
    else await expect(heading, screen).toHaveText('You cannot open this page')
  }
  await page.goto('/dashboard/user')
  await expect(page.getByText('users:read')).toBeVisible()
  await page.goto('/dashboard/appPage')
  await expect(page.getByRole('heading', { name: 'Pages List' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'NEW PAGE' })).toBeHidden()
})

const BUSY = { code: 503, msg: 'The service is busy. Try again in a moment.', data: {} }

async function choose(page: Page, row: string, action: string) {
  await page.getByRole('button', { name: `Actions for ${row}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

async function fillRole(page: Page, values: Record<string, string>) {
  const dialog = page.getByRole('dialog')
  for (const [label, value] of Object.entries(values)) await dialog.getByLabel(label, { exact: true }).fill(value)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('status')).toBeVisible()
  await expect(dialog).toBeHidden()
}

async function expectAccessible(page: Page, screen: string) {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    // What keeps the focus inside of an open menu takes it only to pass it on.
    .exclude('[data-base-ui-focus-guard]')
    .analyze()
  expect(violations.map(({ id, nodes }) => `${screen}: ${id} ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
}
