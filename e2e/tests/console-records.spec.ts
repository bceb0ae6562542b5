import { arrived } from '../arrived.ts'
import { escaped, expect, test } from '../console.ts'
import { SCREENS } from '../console-screens.ts'

for (const screen of SCREENS) {
  const { path, heading, newLabel, columns, searches, required, record, name, edit, edited, renamed = name } = screen

  test(`${heading}: shows required fields, and a record is created, found, changed, deleted and restored`, async ({
    admin,
    page,
  }) => {
    await admin.open(path, heading)
    await expect(page).toHaveTitle(new RegExp(`^${heading}`))
    expect(await admin.columns()).toEqual(columns)
    expect(await page.getByLabel('Search in').locator('option').allInnerTexts()).toEqual(searches)

    const [created, updated, deleted] = screen.messages
    const form = await admin.openNew(newLabel, screen.create)
    await form.getByRole('button', { name: /^(Save|Submit)$/ }).click()
    for (const [label, message] of Object.entries(required)) {
      await expect(admin.control(form, label), label).toHaveAccessibleDescription(startingWith(message))
    }
    await expect(form.locator('[aria-invalid="true"]')).toHaveCount(Object.keys(required).length)
    await expect(admin.control(form, Object.keys(required)[0] as string)).toBeFocused()
    await admin.fill(form, record)
    await admin.save(form, created)

    await admin.search(...screen.find)

    expect(await admin.menu(name)).toEqual(screen.menu)
    await page.getByRole('menuitem', { name: 'Edit', exact: true }).click()
    const update = admin.dialog(screen.update)
    await admin.fill(update, edit)
    await admin.save(update, updated)
    await expect(admin.row(edited)).toHaveCount(1)

    const menu = page.getByRole('button', { name: `Actions for ${renamed}`, exact: true })
    await admin.delete(renamed)
    await expect(admin.toast(deleted)).toBeVisible()
    await expect(menu).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(admin.toast('Restored')).toBeVisible()
    await expect(menu).toBeVisible()

    // Its lines in the activity link to its page, or to its list if that can be narrowed to one record.
    const main = page.getByRole('navigation', { name: 'Main' })
    // Folded where the window is too low for the whole menu.
    await main.getByRole('button', { name: 'Operation' }).click()
    await main.getByRole('link', { name: 'Activity' }).click()
    await arrived(page, '**/dashboard/activity')
    await admin.settled()
    const link = admin.table().getByRole('link', { name: renamed, exact: true })
    if ((await link.count()) === 0) return
    await link.first().click()
    const recordPage = RECORD_PAGES[path]
    if (recordPage !== undefined) {
      await expect(page).toHaveURL((url) => url.pathname.startsWith(recordPage))
      await expect(page.getByRole('heading', { level: 1 })).toContainText(renamed)
      return
    }
    await expect(page).toHaveURL((url) => url.pathname === path)
    await admin.settled()
    await expect(menu).toBeVisible()
    await expect(admin.table().locator('tbody tr:not([aria-hidden])')).toHaveCount(1)
  })
}

/** Where the pages of the records of a list are. */
const RECORD_PAGES: Record<string, string> = {
  '/dashboard/user': '/dashboard/users/',
  '/dashboard/eaiapplication': '/dashboard/applications/',
  '/dashboard/client': '/dashboard/clients/',
}

const startingWith = (text: string) => new RegExp(`^${escaped(text)}`)
