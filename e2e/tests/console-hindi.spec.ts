import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator } from '@playwright/test'
import { arrived } from '../arrived.ts'
import { escaped, expect, test } from '../console.ts'
import { chooseLanguage } from '../saved.ts'

const hindi: Record<string, string> = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../web/src/i18n/hi.json'), 'utf8'),
)
/** The English texts of the screens that differ in Hindi, with placeholders for values. */
const ENGLISH = Object.entries(hindi)
  .filter(([english, text]) => english !== text && /[a-z]{2}/i.test(english.replace(/{{\w+}}/g, '')))
  .map(
    ([english]) =>
      new RegExp(
        `^${english
          .replace(/_(one|other)$/, '')
          .split(/{{\w+}}/)
          .map(escaped)
          .join('.+')}$`,
      ),
  )

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

  await expectNoEnglish(main, data)
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
  await expectNoEnglish(main, data)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: hindi['New User Role'] as string }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: hindi.Save as string })
    .click()
  await expect(page.getByText(hindi['Role is required'] as string)).toBeVisible()
  await expectNoEnglish(main, data)
  await page.keyboard.press('Escape')

  await search.fill('no such role')
  await expect(page.getByText(hindi['Not found'] as string, { exact: true })).toBeVisible()
  await expectNoEnglish(main, [...data, 'no such role'])

  // Other tests create permissions, so the list is searched.
  await admin.open('/dashboard/permission?field=name&search=audit%3Aread', 'अनुमतियाँ')
  await expect(admin.row('audit:read')).toContainText('देखना कि किसने क्या और कब किया')
  await chooseLanguage(page, 'English')
})

async function expectNoEnglish(main: Locator, data: string[]) {
  const said = await main.evaluate((element) => {
    const attributes = [...element.querySelectorAll('[aria-label], [placeholder], [title], [alt]')].flatMap((one) =>
      ['aria-label', 'placeholder', 'title', 'alt'].map((name) => one.getAttribute(name) ?? ''),
    )
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) attributes.push(texts.currentNode.textContent ?? '')
    return attributes.map((text) => text.trim()).filter((text) => text !== '')
  })
  expect(said.length).toBeGreaterThan(20)
  const ours = said.map((text) => data.reduce((rest, name) => rest.replaceAll(name, '…'), text))
  const english = ours.filter((text) => ENGLISH.some((known) => known.test(text)))
  expect(english).toEqual([])
}
