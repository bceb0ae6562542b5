import { query } from '@gatehouse/server/test/processes.ts'
import type { ElementHandle, Locator } from '@playwright/test'
import { expectToFit, NARROW } from '../accessible.ts'
import { expect, test } from '../console.ts'

/** The longest name that a record may have, as one word. */
const WORD = 'Chidambaranathapillaivaripeta'.repeat(4).slice(0, 100)
const VIEW = WORD.slice(0, 60)

test('a name of one long word makes neither a page nor a dialog wider than a phone', async ({
  admin,
  page,
  product,
}) => {
  const { _id } = await admin.employ('Longword', [])
  const fits = async (part: Locator, what: string) => {
    await expect(part.locator('.spinner, [aria-busy="true"]')).toHaveCount(0)
    await expectToFit(page, what, (await part.elementHandle()) as ElementHandle<Element>)
    await page.setViewportSize(NARROW)
  }
  try {
    await query(product.dataDir, 'update roles set name = $1 where name = $2', [WORD, 'Role of Longword'])
    await query(product.dataDir, 'update users set user_name = lower($1), last_name = $2 where id = $3', [
      WORD,
      WORD.slice(0, 50),
      _id,
    ])
    await page.setViewportSize(NARROW)

    await page.goto('/dashboard/security')
    await expect(page.getByRole('heading', { name: WORD })).toBeVisible()
    await fits(page.locator('body'), 'Security')

    for (const [list, items] of [
      ['role', ['Edit', 'History', 'Delete']],
      ['user', ['Edit', 'Change Password', 'History', 'Delete', 'Sessions']],
    ] as const)
      for (const item of items)
        await test.step(`${list}, ${item}`, async () => {
          await page.goto(`/dashboard/${list}?search=Chidambaranatha`)
          await page.getByRole('button', { name: /^Actions for/ }).click()
          await page.getByRole('menuitem', { name: item, exact: true }).click()
          const dialog = page.locator('dialog[open]')
          await expect(dialog).toBeVisible()
          await fits(dialog, `${list}, ${item}`)
        })

    await page.goto('/dashboard/role')
    await admin.call('/api/admin/views/save', { list: 'roles', name: VIEW, query: { search: 'a' } })
    await page.getByRole('button', { name: 'More for this list' }).click()
    await page.getByRole('menuitem', { name: 'Views', exact: true }).click()
    await expect(admin.dialog('Views').getByRole('button', { name: VIEW, exact: true })).toBeVisible()
    await fits(admin.dialog('Views'), 'Views')
    await page.keyboard.press('Escape')

    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search or jump to…' }).fill('Chidambaranatha')
    await expect(page.getByRole('option', { name: WORD })).toBeVisible()
    await fits(page.getByRole('listbox', { name: 'Results' }), 'Palette')
  } finally {
    // Other files look at the same lists.
    await query(product.dataDir, 'update roles set name = $2 where name = $1', [WORD, 'Role of Longword'])
    await query(product.dataDir, 'update users set user_name = $1, last_name = $2 where id = $3', [
      'longword',
      'Kapoor',
      _id,
    ])
    await query(product.dataDir, 'delete from list_views where name = $1', [VIEW])
  }
})
