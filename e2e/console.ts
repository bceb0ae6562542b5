import type { Locator, Page } from '@playwright/test'
import { test as base, expect, Portal } from './portal.ts'

/** A session as a browser keeps it. */
type Session = { name: string; value: string }[]

/**
 * The tests of the console: every page starts signed in as the demo's administrator, who signs in once for all tests of
 * a worker.
 */
export const test = base.extend<{ admin: Console }, { session: Session }>({
  session: [
    async ({ browser, product }, use) => {
      const context = await browser.newContext({ baseURL: product.baseURL })
      await use(await signedIn(new Portal(await context.newPage(), product), 'asha'))
      await context.close()
    },
    { scope: 'worker' },
  ],
  context: async ({ context, session, product }, use) => {
    // The address may be of any port; cookies named __Host- want a secure one.
    const url = product.baseURL.replace('http:', 'https:')
    await context.addCookies(session.map((cookie) => ({ ...cookie, url, secure: true })))
    await use(context)
  },
  admin: async ({ page }, use) => use(new Console(page)),
})

export { expect } from './portal.ts'

/** Signs somebody in and gives what another browser needs to be them. */
async function signedIn(portal: Portal, name: string): Promise<Session> {
  await portal.signInAs(name)
  await portal.page.waitForURL('**/dashboard/app')
  const cookies = await portal.page.context().cookies()
  return cookies.map(({ name, value }) => ({ name, value }))
}

/** What an administrator sees and does on a screen of the console. */
export class Console {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  async open(path: string, heading: string) {
    await this.page.goto(path)
    await expect(this.page.getByRole('heading', { level: 1 })).toHaveText(heading)
    await this.settled()
  }

  table(): Locator {
    return this.page.getByRole('main').getByRole('table')
  }

  /** The rows that are loaded are those that were asked for last. */
  async settled() {
    await expect(this.table()).toHaveAttribute('aria-busy', 'false')
    await expect(this.table()).not.toHaveAttribute('data-stale')
  }

  row(text: string | RegExp): Locator {
    return this.table().getByRole('row').filter({ hasText: text })
  }

  /** The labels of the columns; that of the check boxes has none. */
  async columns(): Promise<string[]> {
    return (await this.table().getByRole('columnheader').allInnerTexts()).filter((label) => label !== '')
  }

  async column(label: string): Promise<string[]> {
    await this.settled()
    const labels = await this.table().getByRole('columnheader').allInnerTexts()
    const cells = this.table().locator(`tbody tr:not([aria-hidden]) > td:nth-child(${labels.indexOf(label) + 1})`)
    return cells.allInnerTexts()
  }

  async search(field: string, text: string) {
    const chosen = this.page.getByLabel('Search in')
    await chosen.selectOption({ label: field })
    await this.page.getByRole('searchbox', { name: `Search by ${field}` }).fill(text)
    await this.page.waitForURL((url) => url.searchParams.get('search') === text)
    await this.settled()
  }

  async menu(name: string): Promise<string[]> {
    await this.page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click()
    await expect(this.page.getByRole('menu')).toBeVisible()
    return this.page.getByRole('menuitem').allInnerTexts()
  }

  /** Opens the menu of a row and chooses from it. */
  async choose(name: string, item: string) {
    await this.menu(name)
    await this.page.getByRole('menuitem', { name: item, exact: true }).click()
    await expect(this.page.getByRole('menu')).toBeHidden()
  }

  dialog(title: string): Locator {
    return this.page.getByRole('dialog', { name: title, exact: true })
  }

  async openNew(label: string, title: string): Promise<Locator> {
    await this.page.getByRole('button', { name: label, exact: true }).click()
    await expect(this.dialog(title)).toBeVisible()
    return this.dialog(title)
  }

  /** Fills in controls by their labels, whatever they are. */
  async fill(form: Locator, values: Record<string, string>) {
    for (const [label, value] of Object.entries(values)) {
      const control = form.getByLabel(label, { exact: true })
      const kind = await control.evaluate((element) => element.getAttribute('role') ?? element.localName)
      if (kind === 'combobox') await this.pick(control, value)
      else if (kind === 'select') await control.selectOption({ label: value })
      else await control.fill(value)
    }
  }

  async pick(combobox: Locator, value: string) {
    await combobox.fill(value)
    await this.page.getByRole('option').filter({ hasText: value }).first().click()
    await expect(combobox).toHaveValue(value)
  }

  /** Saves a form; it says so and closes by itself. */
  async save(form: Locator, message: string) {
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(form.getByText(message, { exact: true })).toBeVisible()
    await expect(form).toBeHidden()
    await this.settled()
  }

  async delete(name: string) {
    await this.choose(name, 'Delete')
    const question = this.dialog(`Delete ${name}?`)
    await question.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(question).toBeHidden()
  }

  toast(message: string): Locator {
    return this.page.getByRole('region', { name: 'Notifications' }).getByText(message, { exact: true })
  }

  /** A call that a program would make in the administrator's name, for what a test is not about. */
  async call<Data>(path: string, data: Record<string, unknown>): Promise<Data> {
    const answer = await this.page.request.post(path, { data })
    const { data: answered, msg } = (await answer.json()) as { data: Data; msg: string }
    expect(answer.status(), `${path}: ${msg}`).toBe(200)
    return answered
  }
}
