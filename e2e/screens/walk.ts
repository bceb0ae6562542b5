import { query } from '@gatehouse/server/test/processes.ts'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { type ListWithPages, RECORD_PAGES, SCREENS, type ScreenPath, screenAt } from '../../web/src/shell/screens.ts'
import { COMING } from '../arrived.ts'
import type { Console } from '../console.ts'
import { SCREENS as LISTS } from '../console-screens.ts'
import { visit } from '../visit.ts'

/** Of each list whose records have pages, a record of the demo. */
const RECORDS: Record<ListWithPages, string> = {
  '/user': `select id from users where email = 'meera.nair@example.com'`,
  '/eaiapplication': `select id from applications where name = 'Eclaims'`,
  '/client': `select id from clients where display_name = 'Acme Insurance'`,
  '/serviceAccounts': `select id from service_accounts where name = 'HR import'`,
}

export const LISTS_WITH_PAGES = Object.keys(RECORDS) as ListWithPages[]

type Looks = {
  atScreen: (heading: string, main: Locator) => Promise<void>
  /** At the form of a list, which shows what it refuses to an empty one. */
  atForm: (heading: string, form: Locator) => Promise<void>
  /** At the list, once its form is closed. */
  atList?: (heading: string) => Promise<void>
  /** A text of the portal in the language of the page. */
  say?: (english: string) => string
}

/** Opens every screen, and the form of each list. */
export async function walkScreens(
  admin: Console,
  { atScreen, atForm, atList, say = (english) => english }: Looks,
): Promise<void> {
  const { page } = admin
  const main = page.getByRole('main')
  for (const path of Object.keys(SCREENS) as ScreenPath[]) {
    const { heading, to } = screenAt(path)
    await test.step(heading, async () => {
      await visit(page, to)
      await expect(main.getByRole('heading', { level: 1 })).toBeVisible()
      await expectLoaded(main)
      await atScreen(heading, main)
      const list = LISTS.find((one) => one.path === to)
      if (!list) return
      const form = await admin.openNew(say(list.newLabel), say(list.create))
      await form.getByRole('button', { name: new RegExp(`^(${say('Save')}|${say('Submit')})$`) }).click()
      await expect(form.locator('[aria-invalid="true"]').first()).toBeVisible()
      await expectLoaded(form)
      await atForm(heading, form)
      await page.keyboard.press('Escape')
      await expect(form).toBeHidden()
      await atList?.(heading)
    })
  }
}

/** Opens every section of a record of a list. */
export async function walkSections(
  page: Page,
  dataDir: string,
  list: ListWithPages,
  look: (where: string, main: Locator) => Promise<void>,
): Promise<void> {
  const [row] = await query<{ id: string }>(dataDir, RECORDS[list])
  await visit(page, `/dashboard${RECORD_PAGES[list]}/${row?.id}`)
  const links = page
    .getByRole('navigation')
    .filter({ has: page.locator('a[href*="/history"]') })
    .last()
    .getByRole('link')
  await expect(links.first()).toBeVisible()
  const main = page.getByRole('main')
  for (const address of await links.evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''))) {
    await visit(page, address)
    await expectLoaded(main)
    await look(address.replace(row?.id ?? '', ':id'), main)
  }
}

const expectLoaded = (element: Locator) => expect(element.locator(COMING)).toHaveCount(0)
