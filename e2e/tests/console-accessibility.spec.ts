import { query } from '@gatehouse/server/test/processes.ts'
import type { ElementHandle } from '@playwright/test'
import {
  type ListWithPages,
  RECORD_PAGES,
  type ScreenPath,
  screenAt,
  SCREENS as TABLE,
} from '../../web/src/shell/screens.ts'
import {
  expectAccessible,
  expectFreeOrientation,
  expectToFit,
  expectWholeFigures,
  NARROW,
  WIDE,
} from '../accessible.ts'
import { arrived } from '../arrived.ts'
import { escaped, expect, test } from '../console.ts'
import { SCREENS as LISTS } from '../console-screens.ts'

test.use({ viewport: WIDE })

/** A name that is one word, as long as the widest field of a phone and longer. */
const LONG = ' VenkatanarasimharajuvaripetaundVenkatanarasimharajuvaripeta'
const NAMES = {
  users: 'last_name',
  applications: 'name',
  clients: 'display_name',
  application_roles: 'name',
  pages: 'name',
  clans: 'name',
  service_accounts: 'name',
  webhooks: 'name',
  roles: 'name',
}

/** Names in a matrix that others watch over are changed by their own ways only, and another test may have left one. */
const OF_GUARDED = `application_id in (select a.id from applications a left join approval_matrices m on m.application_id = a.id
  where a.request_rule = 'matrix' or m.asks_second_person)`
const UNGUARDED: Record<string, string> = {
  application_roles: `where not ${OF_GUARDED}`,
  pages: `where not ${OF_GUARDED}`,
  // Rules of the portal go by these two names.
  roles: `where name not in ('Admin', 'User')`,
}

async function lengthenNames({ dataDir }: { dataDir: string }, isLong: boolean) {
  for (const [table, name] of Object.entries(NAMES))
    await query(
      dataDir,
      `update ${table} set ${name} = ${isLong ? `${name} || $1` : `replace(${name}, $1, '')`} ${UNGUARDED[table] ?? ''}`,
      [LONG],
    )
}

test('every screen and its form are accessible in both themes and languages, and fit a small phone even with long names', async ({
  admin,
  page,
  product,
}) => {
  await lengthenNames(product, true)
  // Eight views of each instead of two.
  test.setTimeout(process.env.EVERY_VIEW ? 2_400_000 : 600_000)
  // Loaded once: the frame around the screens stays, and axe with it.
  await page.goto('/dashboard/app')
  for (const path of Object.keys(TABLE) as ScreenPath[]) {
    const { heading, to } = screenAt(path)
    await test.step(heading, async () => {
      await page.evaluate((address) => history.pushState(null, '', address), to)
      await arrived(page, `**${to}`)
      await expect(page).toHaveTitle(new RegExp(`^${escaped(heading)}`))
      const main = page.getByRole('main')
      await expect(main.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(main.locator('.spinner, [aria-busy="true"]')).toHaveCount(0)
      await expectAccessible(page, heading)
      await expectWholeFigures(page, heading)
      const list = LISTS.find((one) => one.path === to)
      if (!list) return
      const form = await admin.openNew(list.newLabel, list.create)
      await form.getByRole('button', { name: /^(Save|Submit)$/ }).click()
      await expect(form.locator('[aria-invalid="true"]').first()).toBeVisible()
      await expectAccessible(page, `${heading}, form`, form)
      // The title says on a phone, too, what is being filled in, wherever the form is scrolled to.
      await page.setViewportSize(NARROW)
      await form.evaluate((dialog) => dialog.scrollTo(0, dialog.scrollHeight))
      await expect(form.getByRole('heading').first()).toBeInViewport({ ratio: 1 })
      await page.setViewportSize(WIDE)
      await page.keyboard.press('Escape')
      await expect(form).toBeHidden()
      // The question names the record in its title.
      const actions = admin
        .table()
        .getByRole('button', { name: /^Actions for .*Venkata/ })
        .first()
      if ((await actions.count()) === 0) return
      await actions.click()
      await page.getByRole('menuitem', { name: 'Delete', exact: true }).click()
      const question = page.getByRole('dialog', { name: /^Delete / })
      await expect(question.locator('.spinner, [aria-busy="true"]')).toHaveCount(0)
      await expectToFit(page, `${heading}, deletion`, (await question.elementHandle()) as ElementHandle<Element>)
      await page.setViewportSize(WIDE)
      await page.keyboard.press('Escape')
      await expect(question).toBeHidden()
    })
  }
  // Every screen has loaded its style sheets by now.
  await expectFreeOrientation(page)
  await lengthenNames(product, false)
})

const RECORDS: Record<ListWithPages, string> = {
  '/user': `select id from users where email = 'meera.nair@example.com'`,
  '/eaiapplication': `select id from applications where name = 'Eclaims'`,
  '/client': `select id from clients where display_name = 'Acme Insurance'`,
  '/serviceAccounts': `select id from service_accounts where name = 'HR import'`,
}

for (const [list, find] of Object.entries(RECORDS) as [ListWithPages, string][]) {
  test(`every section of a record of ${screenAt(list).heading} is accessible and fits a small phone`, async ({
    page,
    product,
  }) => {
    const [row] = await query<{ id: string }>(product.dataDir, find)
    await page.goto(`/dashboard${RECORD_PAGES[list]}/${row?.id}`)
    const sections = page.getByRole('navigation', { name: 'Sections' }).getByRole('link')
    await expect(sections.first()).toBeVisible()
    for (const section of await sections.all()) {
      const [label, address] = [await section.innerText(), (await section.getAttribute('href')) ?? '']
      await section.click()
      await arrived(page, ({ pathname }) => pathname === address.split('?')[0])
      await expect(page.locator('.record-section').locator('.spinner, [aria-busy="true"]')).toHaveCount(0)
      await expectAccessible(page, `${screenAt(list).heading}: ${label}`)
    }
  })
}
