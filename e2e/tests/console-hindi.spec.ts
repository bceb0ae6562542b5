import type { Locator } from '@playwright/test'
import { arrived } from '../arrived.ts'
import { test as base, expect } from '../console.ts'
import { englishIn, hindi } from '../hindi.ts'
import { chooseLanguage } from '../saved.ts'
import { LISTS_WITH_PAGES, walkScreens, walkSections } from '../screens/walk.ts'

/** In a worker of their own, whose product has the records of the demo only: what other tests call theirs may be words of the portal. */
const test = base.extend<object, { hasOwnProduct: boolean }>({
  hasOwnProduct: [true, { scope: 'worker', option: true }],
})

test('in Hindi no English text of the portal is left on the roles screen, in its menu and forms', async ({
  admin,
  page,
}) => {
  await admin.open('/dashboard/role', 'Roles')
  await page.getByText('हिन्दी').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('भूमिकाएँ')
  const main = page.getByRole('main')
  const roles = await admin.list<{ name: string; description: string }>('/api/users/ListAllRole')
  // The descriptions of built-in roles are translated; those of administrators stay as they are.
  const data = roles.flatMap(({ name, description }) => (description in hindi ? [name] : [name, description]))

  expect(await englishIn(main, data)).toEqual([])
  // Other tests create roles, so the list is searched.
  const search = page.getByRole('searchbox')
  await search.fill('Support')
  await arrived(page, (url) => url.searchParams.get('search') === 'Support')
  await admin.settled()
  await page
    .getByRole('button', { name: /Support/ })
    .last()
    .click()
  await expect(page.getByRole('menu')).toBeVisible()
  expect(await englishIn(main, data)).toEqual([])
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: hindi['New User Role'] as string }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: hindi.Save as string })
    .click()
  await expect(page.getByText(hindi['Role is required'] as string)).toBeVisible()
  expect(await englishIn(main, data)).toEqual([])
  await page.keyboard.press('Escape')

  await search.fill('no such role')
  await expect(page.getByText(hindi['Not found'] as string, { exact: true })).toBeVisible()
  expect(await englishIn(main, [...data, 'no such role'])).toEqual([])

  // Other tests create permissions, so the list is searched.
  await admin.open('/dashboard/permission?field=name&search=audit%3Aread', 'अनुमतियाँ')
  await expect(admin.row('audit:read')).toContainText('देखना कि किसने क्या और कब किया')
  await chooseLanguage(page, 'English')
})

/** Values of the demo's records that are also words of the portal, and the name of the other language. */
const RECORDS_SAY = ['Admin', 'User', 'Support', 'Claims', 'Calendar', 'is your sign-in code for Eclaims', 'English']

test('in Hindi no English text of the portal is left on any screen, in its form and in any section of a record', async ({
  admin,
  page,
  product,
}) => {
  await page.goto('/dashboard/role')
  await chooseLanguage(page, 'हिन्दी')
  const left: Record<string, string[]> = {}
  const look = async (where: string, element: Locator) => {
    const english = await englishIn(element, RECORDS_SAY)
    if (english.length > 0) left[where] = [...new Set(english)]
  }
  await walkScreens(admin, {
    atScreen: look,
    atForm: (heading, form) => look(`${heading}, form`, form),
    say: (english) => hindi[english] ?? english,
  })
  for (const list of LISTS_WITH_PAGES) await walkSections(page, product.dataDir, list, look)
  await chooseLanguage(page, 'English')
  expect(left).toEqual({})
})
