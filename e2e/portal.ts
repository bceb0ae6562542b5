import { WEB_CLIENT_HEADER } from '@gatehouse/contract/envelope.ts'
import { consumeLogInOtpEmail, login } from '@gatehouse/contract/signin.ts'
import { expect, type Page } from '@playwright/test'
import { arrived } from './arrived.ts'
import { KeptBrowsers } from './kept-browsers.ts'
import { test as base, type Person, type Product } from './product.ts'

type Fixtures = {
  /** The tests of the file use the same browsers, one after the other. Not for tests about a first visit. */
  keepsBrowsers: boolean
  /** A page in a browser of its own. */
  aPage: () => Promise<Page>
  portal: Portal
  elsewhere: Portal
  problems: string[]
}

/** Steps of a person in the portal, for all tests. */
export const test = base.extend<Fixtures, { keptBrowsers: KeptBrowsers }>({
  keepsBrowsers: [false, { option: true }],
  keptBrowsers: [
    async ({ browser, product }, use) => {
      const kept = new KeptBrowsers(browser, product.baseURL)
      await use(kept)
      await kept.close()
    },
    { scope: 'worker' },
  ],
  aPage: async ({ browser, product, keptBrowsers, keepsBrowsers }, use, { file }) => {
    const pages: Page[] = []
    await use(async () => {
      const page = keepsBrowsers
        ? await keptBrowsers.take(file)
        : await (await browser.newContext({ baseURL: product.baseURL })).newPage()
      pages.push(page)
      return page
    })
    for (const page of pages) await (keepsBrowsers ? keptBrowsers.giveBack(page) : page.context().close())
  },
  context: async ({ aPage }, use) => use((await aPage()).context()),
  page: async ({ context }, use) => use(context.pages()[0] ?? (await context.newPage())),
  // A correct page writes nothing to the console; a violation of the content policy appears there too.
  problems: [
    async ({ context }, use) => {
      const problems: string[] = []
      context.on('console', (message) => {
        if (message.type() === 'error' && !isExpected(message.text())) problems.push(message.text())
      })
      context.on('weberror', (error) => problems.push(String(error.error())))
      await use(problems)
      expect(problems).toEqual([])
    },
    { auto: true },
  ],
  portal: async ({ page, product }, use) => use(new Portal(page, product)),
  /** The portal in another browser. */
  elsewhere: async ({ aPage, product }, use) => use(new Portal(await aPage(), product)),
})

export { expect } from '@playwright/test'

/** The browser reports refused calls by itself. The screens show them, and the tests check that. */
const isExpected = (text: string) =>
  /^Failed to load resource: the server responded with a status of (400|401|403|409|428|429|503)/.test(text)

const CODE = /\b\d{6}\b/

let count = 0

export class Portal {
  readonly page: Page
  readonly product: Product

  constructor(page: Page, product: Product) {
    this.page = page
    this.product = product
  }

  person(name: string) {
    const person = this.product.people.find(({ email }) => email.startsWith(name))
    if (person === undefined) throw new Error(`the demo knows no ${name}`)
    return person
  }

  /** A new person with their own address. */
  newcomer() {
    const number = ++count
    return {
      firstName: 'Nila',
      lastName: 'Menon',
      email: `nila${number}.${Date.now()}@example.com`,
      phoneNumber: `8${String(Date.now() + number).slice(-9)}`,
      password: 'Kestrel#Orbit42*Lamp',
    }
  }

  /** The first match of a pattern in the newest message to an address that contains it, except the value `before`. */
  async message(to: string, holding: RegExp, before: string | null = null): Promise<string> {
    let found: string | null = null
    await expect(async () => {
      found = await this.newest(to, holding)
      expect(found).not.toBe(before)
    }).toPass({ timeout: 30_000, intervals: [50] })
    return found ?? ''
  }

  /** The next code after `before`, which is the last one received. */
  async code(to: string, before: string | null = null): Promise<string> {
    return this.message(to, CODE, before)
  }

  async lastCode(to: string): Promise<string | null> {
    return this.newest(to, CODE)
  }

  private async newest(to: string, holding: RegExp): Promise<string | null> {
    const answer = await this.page.request.get(`/dev/inbox.json?to=${encodeURIComponent(to)}`)
    const messages = (await answer.json()) as { text: string }[]
    return messages.flatMap(({ text }) => holding.exec(text)?.[0] ?? [])[0] ?? null
  }

  async enterPassword(email: string, password: string) {
    await this.page.getByLabel('Email, user ID or phone number').fill(email)
    await this.page.getByLabel('Password', { exact: true }).fill(password)
    await this.page.getByRole('button', { name: 'Login' }).click()
  }

  /** Both steps on the open sign-in page. The code is submitted when its last digit is entered. */
  async signIn(email: string, password: string) {
    const before = await this.lastCode(email)
    await this.enterPassword(email, password)
    const field = this.page.getByLabel('One-time code')
    await expect(field).toBeVisible()
    await field.fill(await this.code(email, before))
  }

  async signInAs(name: string) {
    await this.page.goto('/login')
    const { email, password } = this.person(name)
    await this.signIn(email, password)
  }

  /** Opens a session by calls, as the pages do, for tests that are not about signing in. */
  async openSession({ email, password }: Pick<Person, 'email' | 'password'>) {
    const before = await this.lastCode(email)
    await this.post(login.path, { email, password })
    await this.post(consumeLogInOtpEmail.path, { email, otp: await this.code(email, before) })
  }

  /** A page of the dashboard, with a session opened by calls. */
  async enter(person: Pick<Person, 'email' | 'password'>, at = '/dashboard/app') {
    await this.openSession(person)
    await this.page.goto(at)
    await arrived(this.page, `**${at}`)
  }

  async enterAs(name: string, at?: string) {
    await this.enter(this.person(name), at)
  }

  private async post(path: string, data: object) {
    const answer = await this.page.request.post(path, { data, headers: { [WEB_CLIENT_HEADER]: 'web' } })
    expect(answer.status(), `${path}: ${await answer.text()}`).toBe(200)
  }
}
