import type { Locator } from '@playwright/test'
import { expect, test } from '../console.ts'

/** What a contrast theme leaves of the grounds. */
const ground = (one: Locator) => one.evaluate((element) => getComputedStyle(element).backgroundColor)

/** What a switch looks like. */
const drawnSwitch = (one: Locator) =>
  one.evaluate((element) => {
    const knob = getComputedStyle(element, '::before')
    return { track: getComputedStyle(element).backgroundColor, knob: knob.backgroundColor, at: knob.translate }
  })

test('in a contrast theme one sees what is chosen and which item the keys are on', async ({ admin, page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await admin.open('/dashboard/role?search=Admin&sort=name', 'Roles')

  const entries = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  const current = entries.and(page.locator('[aria-current]'))
  expect(await ground(current)).not.toBe(await ground(entries.and(page.locator(':not([aria-current])')).first()))

  await page.getByRole('button', { name: 'Actions for Admin', exact: true }).press('Enter')
  const items = page.getByRole('menuitem')
  await expect(items.first()).toBeFocused()
  expect(await ground(items.first())).not.toBe(await ground(items.nth(1)))
  await page.keyboard.press('ArrowDown')
  await expect(items.nth(1)).toBeFocused()
  expect(await ground(items.nth(1))).not.toBe(await ground(items.first()))
  await page.keyboard.press('Escape')

  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search or jump to…' }).fill('a')
  const options = page.getByRole('option')
  const active = options.and(page.locator('[aria-selected="true"]'))
  await expect(active).toHaveCount(1)
  expect(await ground(active)).not.toBe(await ground(options.and(page.locator('[aria-selected="false"]')).first()))
  await page.keyboard.press('Escape')

  await page.goto('/dashboard/preferences')
  const theme = page.getByRole('group', { name: 'Theme' }).first()
  const labels = theme.locator('label')
  const isChosen = labels.filter({ has: page.locator(':checked') })
  expect(await ground(isChosen)).not.toBe(await ground(labels.filter({ hasNot: page.locator(':checked') }).first()))
  await isChosen.getByRole('radio').focus()
  const ring = await isChosen.evaluate((element) => {
    const { outlineStyle, outlineWidth, outlineOffset, outlineColor } = getComputedStyle(element)
    return {
      style: outlineStyle,
      outerEdgePx: parseFloat(outlineWidth) + parseFloat(outlineOffset),
      color: outlineColor,
    }
  })
  expect(ring.style).toBe('solid')
  expect(ring.outerEdgePx).toBeLessThanOrEqual(0)
  expect(ring.color).not.toBe(await ground(isChosen))
})

test('in a contrast theme one sees which switches are on', async ({ admin, signIn }) => {
  const { page } = await signIn(await admin.employ('Yogesh', []), null)
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/dashboard/preferences')
  const choice = page.getByRole('switch', { name: /^You get an application/ })
  await expect(choice).toBeChecked()
  const on = await drawnSwitch(choice)
  expect(on.knob).not.toBe(on.track)
  await choice.press('Space')
  await expect(page.getByText('Preferences saved').last()).toBeVisible()
  await expect(choice).not.toBeChecked()
  const off = await drawnSwitch(choice)
  expect(off.knob).not.toBe(off.track)
  expect(off).not.toEqual(on)
})
