import type { Locator, Page } from '@playwright/test'
import { announced } from './announced.ts'
import { arrived, SHOWN } from './arrived.ts'
import { test as base, expect, Portal } from './portal.ts'
import { load } from './visit.ts'

/** The cookies and storage of a session, as Playwright saves them. */
type Session = { name: string; value: string }[]

type Credentials = { email: string; password: string }
type Fixtures = {
  admin: Console
  /** Opens a separate browser for another person, at the dashboard or at another address; null loads nothing yet. */
  signIn: (person: Credentials, at?: string | null) => Promise<Console>
}

/**
 * The base of the console tests: every page starts signed in as the demo's administrator, with one sign-in for all
 * tests of a worker.
 */
export const test = base.extend<Fixtures, { session: Session }>({
  session: [
    async ({ browser, product }, use) => {
      const context = await browser.newContext({ baseURL: product.baseURL })
      const portal = new Portal(await context.newPage(), product)
      await portal.openSession(portal.person('asha'))
      await use((await context.cookies()).map(({ name, value }) => ({ name, value })))
      await context.close()
    },
    { scope: 'worker' },
  ],
  context: async ({ context, session, product }, use) => {
    // Cookies do not depend on the port, but cookies named __Host- must be secure.
    const url = product.baseURL.replace('http:', 'https:')
    await context.addCookies(session.map((cookie) => ({ ...cookie, url, secure: true })))
    await use(context)
  },
  admin: async ({ page }, use) => use(new Console(page)),
  signIn: async ({ aPage, product }, use) =>
    use(async (person, at = '/dashboard/app') => {
      const page = await aPage()
      await new Portal(page, product).openSession(person)
      if (at !== null) await load(page, at)
      return new Console(page)
    }),
})

export { expect } from './portal.ts'

/** Escapes a text for a regular expression. */
export const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Steps on a screen of the console. */
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

  /** The rows must be those of the last request, and no request may be under way. Both are read at the same moment. */
  async settled() {
    const rest = `${SHOWN} table[aria-busy="false"]:not([data-stale], [data-reloading])`
    await expect(this.table().and(this.page.locator(rest))).toBeVisible()
  }

  row(text: string | RegExp): Locator {
    return this.table().getByRole('row').filter({ hasText: text })
  }

  /** The labels of the columns, without the column of check boxes. */
  async columns(): Promise<string[]> {
    const headers = this.table().getByRole('columnheader')
    return headers.filter({ hasNot: this.page.getByRole('checkbox') }).allInnerTexts()
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
    // The label is the same for all fields; the button names the record.
    const name = field === 'All fields' ? /^Search/ : `Search by ${field}`
    await this.page.getByRole('searchbox', { name }).fill(text)
    await arrived(this.page, (url) => url.searchParams.get('search') === text)
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

  /** Chooses from the menu of the record whose page is shown. */
  async chooseOfPage(item: string) {
    await this.choose(await this.page.getByRole('heading', { level: 1 }).innerText(), item)
  }

  dialog(title: string): Locator {
    return this.page.getByRole('dialog', { name: title, exact: true })
  }

  async openNew(label: string, title: string): Promise<Locator> {
    await this.page.getByRole('button', { name: label, exact: true }).click()
    await expect(this.dialog(title)).toBeVisible()
    return this.dialog(title)
  }

  /** The control with a label. The label of a text with tabs names the tabs, too. */
  control(form: Locator, label: string): Locator {
    return form.getByLabel(label, { exact: true }).and(form.locator(':not([role="tablist"])'))
  }

  /** Fills in controls of any kind by their labels. */
  async fill(form: Locator, values: Record<string, string>) {
    for (const [label, value] of Object.entries(values)) {
      const control = this.control(form, label)
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

  /** Saves a form, which confirms it and closes. */
  async save(form: Locator, message: string) {
    await announced(this.page, message, () => form.getByRole('button', { name: /^(Save|Submit)$/ }).click())
    await expect(form).toBeHidden()
    await this.settled()
  }

  async delete(name: string) {
    await this.choose(name, 'Delete')
    const question = this.dialog(`Delete ${name}?`)
    const typed = question.getByLabel(`Type “${name}” to delete it`)
    const confirm = question.getByRole('button', { name: 'Delete', exact: true })
    await expect(typed.or(confirm.and(this.page.locator(':enabled'))).first()).toBeVisible()
    if (await typed.isVisible()) await typed.fill(name)
    await confirm.click()
    await expect(question).toBeHidden()
  }

  toast(message: string): Locator {
    return this.page.getByRole('region', { name: 'Notifications' }).getByText(message, { exact: true })
  }

  /** A new person whose role has exactly these permissions. */
  async employ(firstName: string, permissions: string[]) {
    const name = firstName.toLowerCase()
    const person = { firstName, lastName: 'Kapoor', email: `${name}@example.com`, password: 'Kestrel#Orbit42*Lamp' }
    const { _id } = await this.call<{ _id: string }>('/api/users/createUserWithoutAppClientAndRole', {
      ...person,
      userName: name,
      phoneNumber: `7${String(Date.now()).slice(-9)}`,
    })
    const role = await this.call<{ _id: string }>('/api/users/createRole', {
      name: `Role of ${firstName}`,
      description: 'For a test',
      status: 'ACTIVE',
    })
    const all = await this.list<{ _id: string; name: string }>('/api/users/listAllPermission')
    for (const permission of all.filter((one) => permissions.includes(one.name))) {
      await this.call('/api/users/attachPermissionsToRole', { roleId: role._id, permissionId: permission._id })
    }
    await this.call('/api/users/attachRoleToUser', { userId: _id, roleId: role._id })
    return { ...person, _id }
  }

  async list<Row>(path: string): Promise<Row[]> {
    const answer = await this.page.request.get(path)
    return ((await answer.json()) as { data: Row[] }).data
  }

  /** Calls the API as the administrator, for preparations that the test is not about. */
  async call<Data>(path: string, data: Record<string, unknown>): Promise<Data> {
    const { request } = this.page
    const handshake = await request.get('/api/session')
    const { data: known } = (await handshake.json()) as { data: { session: { csrfToken: string } } }
    // The headers that our own page sends with every change.
    const headers = { origin: new URL(handshake.url()).origin, 'x-csrf-token': known.session.csrfToken }
    const answer = await request.post(path, { data, headers })
    const { data: answered, msg } = (await answer.json()) as { data: Data; msg: string }
    expect(answer.status(), `${path}: ${msg}`).toBe(200)
    return answered
  }
}
