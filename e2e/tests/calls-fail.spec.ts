import type { Page } from '@playwright/test'
import { RECORD_PAGES, SCREENS } from '../../web/src/shell/screens.ts'
import { aDraft, deleteDraft } from '../a-draft.ts'
import { arrived, COMING } from '../arrived.ts'
import { goOffline, goOnline } from '../connection.ts'
import { expect, test } from '../console.ts'
import { Portal } from '../portal.ts'
import { BUSY, CALLS, refuse } from '../refused.ts'
import { SIGNED_IN_PAGES, VISITOR_PAGES } from '../visitor-pages.ts'

const UNREACHABLE = 'The server cannot be reached. Check your connection and try again.'

/** What only an answer can tell. */
const CLAIM = /There (is|are) no |\bNo [\w ]+ (yet|found)|as they are now|a moment ago|A deleted /

/** Both offer applications and clients, and load nothing else at first. */
const SAME_CHOICES = ['/dashboard/assignPageToRole', '/dashboard/pageAccess']

/** Forms that ask for nothing before they are sent. */
const WITHOUT_CALLS = ['/change']

/** A page whose calls fail as it says, all but the one that finds out who is signed in. */
class FailingPage {
  answers: 'busy' | 'gone' | 'right' = 'busy'
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  async begin() {
    await this.page.route(CALLS, (route) => {
      if (this.answers === 'right') return route.fallback()
      if (this.answers === 'gone') return route.abort()
      return refuse(route)
    })
  }

  main = () => this.page.getByRole('main')
  retry = () => this.main().getByRole('button', { name: 'Retry', exact: true })

  /** Every part that failed is asked for again. */
  async retryAll() {
    await this.retry().evaluateAll((buttons) => {
      for (const button of buttons) (button as HTMLButtonElement).click()
    })
  }

  async shows(reason: string, address: string) {
    await expect(this.main().getByText(reason).first(), address).toBeVisible()
    await expect(this.retry().first(), address).toBeVisible()
    await expect(this.main().locator(COMING), address).toHaveCount(0)
    await expect(this.main(), address).not.toContainText(reason === BUSY ? UNREACHABLE : BUSY)
    await expect(this.main(), address).not.toContainText(CLAIM)
  }

  /** Without a reload after the first page, where what is cached by then belongs to other screens. */
  async open(address: string) {
    if (this.page.url() === 'about:blank' || SAME_CHOICES.includes(address)) await this.page.goto(address)
    else await this.page.evaluate((to) => window.history.pushState(null, '', to), address)
    // A page takes a secret out of its address as soon as it has read it.
    const [path] = address.split('?') as [string]
    await arrived(this.page, ({ pathname }) => pathname === path || pathname === path.replace(/\/[^/]+$/, ''))
  }

  async walk(address: string) {
    this.answers = 'busy'
    await this.open(address)
    await this.shows(BUSY, address)
    this.answers = 'gone'
    await this.retryAll()
    await this.shows(UNREACHABLE, address)
    this.answers = 'right'
    await this.retryAll()
    await expect(this.retry(), address).toHaveCount(0)
    await expect(this.main(), address).not.toContainText(UNREACHABLE)
  }
}

/** Several pages share the addresses: each spends most of its time waiting for its second attempt. */
async function walkAll(pages: Page[], addresses: string[]) {
  const left = [...addresses]
  await Promise.all(
    pages.map(async (page) => {
      const failing = new FailingPage(page)
      await failing.begin()
      for (let address = left.shift(); address !== undefined; address = left.shift()) await failing.walk(address)
    }),
  )
}

test('a screen whose calls fail says why, claims nothing, and shows everything once they are answered', async ({
  admin,
  context,
  problems,
}) => {
  const first = async (path: string) => (await admin.list<{ _id: string }>(path))[0]?._id
  const records = [
    `${RECORD_PAGES['/user']}/${await first('/api/users/listAllActiveUser')}`,
    `${RECORD_PAGES['/eaiapplication']}/${await first('/api/application/getAllApplication')}`,
    `${RECORD_PAGES['/client']}/${await first('/api/client/getAllClient')}`,
  ]
  const { draftId } = await aDraft(admin, 'Not loaded')
  const pages = await Promise.all(Array.from({ length: 5 }, () => context.newPage()))
  await walkAll(
    pages,
    [
      ...Object.keys(SCREENS),
      '/messages?view=calls',
      '/approvalVersions?view=replays',
      `/approvalVersions?draft=${draftId}`,
      ...records,
    ]
      .filter((path) => !WITHOUT_CALLS.includes(path))
      .map((path) => `/dashboard${path}`),
  )
  await walkAll(
    [await context.newPage()],
    ['consent', 'choose-client', 'opening'].map((name) => String(SIGNED_IN_PAGES[name])),
  )
  await deleteDraft(admin, draftId)
  // The browser itself reports the calls that were aborted.
  problems.length = 0
})

test('a page of visitors whose calls fail says why and can ask again', async ({ browser, product }) => {
  const context = await browser.newContext({ baseURL: product.baseURL })
  for (const name of [
    'registerandassign',
    'resetpassword',
    'invitation',
    'recover',
    'stoprecovery',
    'undochange',
    'setup',
  ]) {
    await walkAll([await context.newPage()], [String(VISITOR_PAGES[name])])
  }
  const failing = new FailingPage(await context.newPage())
  await failing.begin()
  const { page } = failing
  const newcomer = new Portal(page, product).newcomer()
  await page.goto('/register')
  await page.getByLabel('First name').fill(newcomer.firstName)
  await page.getByLabel('Last name').fill(newcomer.lastName)
  await page.getByLabel('Email').fill(newcomer.email)
  await page.getByLabel('Contact Number').fill(newcomer.phoneNumber)
  await page.getByLabel('Password', { exact: true }).fill(newcomer.password)
  const submit = page.getByRole('button', { name: 'Register', exact: true })
  await submit.click()
  await expect(page.getByRole('alert')).toContainText(BUSY)
  await expect(page.getByLabel('Email')).toHaveValue(newcomer.email)
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(newcomer.password)
  failing.answers = 'right'
  await submit.click()
  await expect(page).toHaveURL(/verifyemail/)
  await context.close()
})

test('what is typed stays after a save that failed, and can be saved then', async ({ admin, page, problems }) => {
  const failing = new FailingPage(page)
  await failing.begin()
  failing.answers = 'right'

  await admin.open('/dashboard/role', 'Roles')
  const dialog = await admin.openNew('New User Role', 'New User Role')
  await admin.fill(dialog, { Name: 'Typed in vain', Description: 'Kept' })
  failing.answers = 'gone'
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog.getByRole('alert')).toContainText(UNREACHABLE)
  await expect(dialog.getByLabel('Description')).toHaveValue('Kept')
  failing.answers = 'right'
  await admin.save(dialog, 'Role Created')

  // A notice of what failed does it again, and the palette does not claim that there is nothing.
  await admin.delete('Typed in vain')
  failing.answers = 'busy'
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(admin.toast(BUSY)).toBeVisible()
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Search or jump to…' })
  await palette.getByRole('combobox').fill('typed in vain')
  await expect(palette.getByRole('alert')).toContainText(BUSY)
  await expect(palette).not.toContainText('No results found')
  failing.answers = 'right'
  await palette.getByRole('button', { name: 'Retry' }).click()
  await expect(palette).toContainText('No results found')
  await page.keyboard.press('Escape')
  // Screen readers hear an urgent notice at once, and find it in the page only when it has the focus.
  await page.getByRole('button', { name: 'Retry', includeHidden: true }).click()
  await expect(admin.row('Typed in vain')).toBeVisible()
  await admin.delete('Typed in vain')

  await page.goto('/dashboard/priceQuote')
  const main = page.getByRole('main')
  await admin.fill(main, { 'Client Name': 'Vain Motors', 'Product Type': 'Retail-Text', Comments: 'Kept' })
  failing.answers = 'busy'
  await main.getByRole('button', { name: 'Save' }).click()
  await expect(main.getByRole('alert')).toContainText(BUSY)
  await expect(main.getByLabel('Comments')).toHaveValue('Kept')
  failing.answers = 'right'
  await main.getByRole('button', { name: 'Save' }).click()
  await expect(main.getByText('Price Quote Saved')).toBeVisible()
  // Another test begins without quotes.
  await main.getByRole('button', { name: 'Delete the quote for Vain Motors' }).click()
  await admin.dialog('Delete Vain Motors?').getByRole('button', { name: 'Delete' }).click()
  await expect(main.getByText('Price Quote Deleted')).toBeVisible()
  problems.length = 0
})

test('without a connection a change is refused at once, and is not made later', async ({ admin, page, problems }) => {
  await admin.open('/dashboard/role', 'Roles')
  const dialog = await admin.openNew('New User Role', 'New User Role')
  await admin.fill(dialog, { Name: 'Given up', Description: 'Offline' })
  await goOffline(page)
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog.getByRole('alert')).toContainText(UNREACHABLE)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  const search = page.getByRole('main').getByRole('searchbox')
  await search.fill('given up')
  await expect(page.getByRole('main')).toContainText(UNREACHABLE)

  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
  await goOnline(page)
  // The list loads by itself.
  await expect(page.getByRole('main')).toContainText('No results found for "given up".')
  await expect(page.getByRole('main')).not.toContainText(UNREACHABLE)
  expect(sent).toEqual([])
  problems.length = 0
})
