import { query } from '@gatehouse/server/test/processes.ts'
import type { ElementHandle, Locator } from '@playwright/test'
import { expectToFit, NARROW, showLanguage } from '../accessible.ts'
import { COMING } from '../arrived.ts'
import { expect, test } from '../console.ts'
import { visit } from '../visit.ts'

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
    await expect(part.locator(COMING)).toHaveCount(0)
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
          await visit(page, `/dashboard/${list}?search=Chidambaranatha`)
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

test('a conflict rule and the secrets of an application with the longest names fit a phone in both languages', async ({
  admin,
  page,
  product,
}) => {
  const name = `W${WORD.slice(1)}`
  await admin.call('/api/application/registerApplication', { name: { description: name } })
  const [{ _id: applicationId } = { _id: '' }] = await admin.list<{ _id: string }>(
    `/api/admin/options?kind=applications&search=${name}`,
  )
  try {
    for (const end of ['1', '2'])
      await admin.call('/api/application/addSecret', { applicationId, name: name.slice(1) + end })
    await admin.call('/api/page/createPage', { applicationId, page: name, description: name, status: 'ACTIVE' })
    await query(
      product.dataDir,
      `insert into role_conflicts (id, application_id, name, roles, duties, scope, effect)
        select gen_random_uuid(), application_id, name, array[name, lower(name)],
          jsonb_build_array(jsonb_build_object('page', id, 'action', 'Approval')),
          'application', 'ask' from pages where application_id = $1`,
      [applicationId],
    )
    await page.setViewportSize(NARROW)
    for (const [list, item, parts] of [
      ['separationOfDuties', { en: 'Edit', hi: 'बदलें' }, '.chips-box'],
      ['eaiapplication', { en: 'Secrets', hi: 'गुप्त कुंजियाँ' }, '.attached'],
    ] as const)
      for (const language of ['en', 'hi'] as const)
        await test.step(`${list}, ${language}`, async () => {
          await visit(page, `/dashboard/${list}?search=${name}`)
          await showLanguage(page, language)
          await page.getByRole('main').locator('.data-table-menu button').click()
          await page.getByRole('menuitem', { name: item[language], exact: true }).click()
          const dialog = page.locator('dialog[open]')
          await expect(dialog.locator(parts).first()).toBeVisible()
          await expect(dialog.locator(COMING)).toHaveCount(0)
          await expectToFit(page, `${list}, ${language}`, (await dialog.elementHandle()) as ElementHandle<Element>)
          const within = (part: Element) => part.scrollWidth - part.clientWidth
          for (const part of await dialog.locator(parts).all()) expect(await part.evaluate(within)).toBe(0)
          await showLanguage(page, 'en')
        })
  } finally {
    // Other files look at the same lists.
    await query(product.dataDir, 'delete from role_conflicts where application_id = $1', [applicationId])
    await query(product.dataDir, 'delete from pages where application_id = $1', [applicationId])
    await query(product.dataDir, "update applications set name = 'Long ago' where id = $1", [applicationId])
  }
})
