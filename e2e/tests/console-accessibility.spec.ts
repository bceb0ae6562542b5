import { expectAccessibleInBoth } from '../accessible.ts'
import { expect, test } from '../console.ts'
import { SCREENS } from '../console-screens.ts'

const OTHERS = [
  ['/dashboard/assignPageToRole', 'Assign Pages to Role'],
  ['/dashboard/priceQuote', 'Price Quote'],
  ['/dashboard/overview', 'Overview'],
  ['/dashboard/activity', 'Activity'],
  ['/dashboard/jobs', 'Jobs'],
  ['/dashboard/messages', 'Messages'],
] as const

for (const { path, heading, newLabel, create } of SCREENS) {
  test(`${heading}: the list, a menu and a form with errors are accessible in light and dark`, async ({
    admin,
    page,
  }) => {
    await admin.open(path, heading)
    await page
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .click()
    await expect(page.getByRole('menu')).toBeVisible()
    await expectAccessibleInBoth(page, `${heading} with a menu`)
    await page.keyboard.press('Escape')
    const form = await admin.openNew(newLabel, create)
    await form.getByRole('button', { name: /^(Save|Submit)$/ }).click()
    await expect(form.locator('[aria-invalid="true"]').first()).toBeVisible()
    await expectAccessibleInBoth(page, `${heading}, form`, 'dialog[open]')
  })
}

test('the other screens, a toast and the command palette are accessible in light and dark', async ({ admin, page }) => {
  for (const [path, heading] of OTHERS) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    await expect(page.getByText('Loading…')).toHaveCount(0)
    await expectAccessibleInBoth(page, heading)
  }
  await admin.call('/api/users/createRole', { name: 'Short-lived', description: 'For a toast', status: 'ACTIVE' })
  await admin.open('/dashboard/role', 'Roles')
  await admin.choose('Short-lived', 'Delete')
  await expect(page.getByText('It can be restored for 30 days')).toBeVisible()
  await expectAccessibleInBoth(page, 'question before a deletion', 'dialog[open]')
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(admin.toast('Role Deleted')).toBeVisible()
  await expectAccessibleInBoth(page, 'toast')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search or jump to…' }).fill('asha')
  await expect(page.getByRole('option', { name: /Asha Rao/ })).toBeVisible()
  await expectAccessibleInBoth(page, 'command palette', 'dialog[open]')
})

test('no screen and no form is wider than a small phone; only tables scroll inside', async ({ admin, page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  for (const { path, heading, newLabel, create } of SCREENS) {
    await admin.open(path, heading)
    expect(await page.evaluate(() => document.documentElement.scrollWidth), heading).toBeLessThanOrEqual(320)
    const form = await admin.openNew(newLabel, create)
    expect(await form.evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth), create).toBe(0)
    const { x, width } = (await form.boundingBox()) ?? { x: -1, width: 0 }
    expect(x, create).toBeGreaterThanOrEqual(0)
    expect(x + width, create).toBeLessThanOrEqual(320)
  }
  for (const [path, heading] of OTHERS) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    expect(await page.evaluate(() => document.documentElement.scrollWidth), heading).toBeLessThanOrEqual(320)
  }
})
