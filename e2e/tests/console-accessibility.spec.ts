import { query } from '@gatehouse/server/test/processes.ts'
import type { ElementHandle } from '@playwright/test'
import { screenAt } from '../../web/src/shell/screens.ts'
import {
  expectAccessible,
  expectFreeOrientation,
  expectToFit,
  expectWholeFigures,
  NARROW,
  WIDE,
} from '../accessible.ts'
import { COMING } from '../arrived.ts'
import { escaped, expect, test } from '../console.ts'
import { LISTS_WITH_PAGES, walkScreens, walkSections } from '../screens/walk.ts'

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
  await walkScreens(admin, {
    async atScreen(heading) {
      await expect(page).toHaveTitle(new RegExp(`^${escaped(heading)}`))
      await expectAccessible(page, heading)
      await expectWholeFigures(page, heading)
    },
    async atForm(heading, form) {
      await expectAccessible(page, `${heading}, form`, form)
      // The title says on a phone, too, what is being filled in, wherever the form is scrolled to.
      await page.setViewportSize(NARROW)
      await form.evaluate((dialog) => dialog.scrollTo(0, dialog.scrollHeight))
      await expect(form.getByRole('heading').first()).toBeInViewport({ ratio: 1 })
      await page.setViewportSize(WIDE)
    },
    async atList(heading) {
      // The question names the record in its title.
      const actions = admin
        .table()
        .getByRole('button', { name: /^Actions for .*Venkata/ })
        .first()
      if ((await actions.count()) === 0) return
      await actions.click()
      await page.getByRole('menuitem', { name: 'Delete', exact: true }).click()
      const question = page.getByRole('dialog', { name: /^Delete / })
      await expect(question.locator(COMING)).toHaveCount(0)
      await expectToFit(page, `${heading}, deletion`, (await question.elementHandle()) as ElementHandle<Element>)
      await page.setViewportSize(WIDE)
      await page.keyboard.press('Escape')
      await expect(question).toBeHidden()
    },
  })
  // Every screen has loaded its style sheets by now.
  await expectFreeOrientation(page)
  await lengthenNames(product, false)
})

test('every section of a record is accessible and fits a small phone', async ({ page, product }) => {
  test.setTimeout(process.env.EVERY_VIEW ? 1_200_000 : 300_000)
  for (const list of LISTS_WITH_PAGES) {
    const { heading } = screenAt(list)
    await walkSections(page, product.dataDir, list, (where) => expectAccessible(page, `${heading}: ${where}`))
  }
})
