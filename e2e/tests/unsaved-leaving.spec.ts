import type { Page } from '@playwright/test'
import { arrived } from '../arrived.ts'
import { type Console, expect, test } from '../console.ts'
import { press, type } from '../keyboard.ts'
import { visit } from '../visit.ts'
import { watched } from '../watched.ts'

const PHONE = { width: 390, height: 844 }

async function begin({ page }: Console, name: string) {
  await page.goto('/dashboard/priceQuote')
  const field = page.getByLabel('Client Name', { exact: true })
  await field.fill(name)
  return field
}

test('signing out asks before it loses what was typed, and only then ends the session', async ({ admin, signIn }) => {
  const console = await admin.employ('Halfway', ['audit:read'])
  const plain = await admin.employ('Sideways', [])
  const inMenu = async (page: Page) => page.getByRole('button', { name: 'Account: Halfway Kapoor' }).click()
  const ways: [string, typeof plain, (page: Page) => Promise<void>, { width: number; height: number }][] = [
    ['the menu of the account', console, inMenu, { width: 1280, height: 800 }],
    ['the sidebar', plain, async () => undefined, { width: 1280, height: 800 }],
    ['the drawer', plain, (page) => page.getByRole('button', { name: 'Menu', exact: true }).click(), PHONE],
  ]
  for (const [name, person, open, viewport] of ways)
    await test.step(name, async () => {
      const own = await signIn(person)
      const { page } = own
      const question = own.dialog('Discard changes?')
      const ends = watched(page, /DestroySession/)
      await page.setViewportSize(viewport)
      const field = await begin(own, 'Half a quote')
      const logout = page.getByRole('button', { name: 'Logout', exact: true })
      await open(page)
      await press(page, logout)
      await press(page, question.getByRole('button', { name: 'Keep editing' }))
      await expect(question).toHaveCount(0)
      await expect(logout).toBeFocused()
      await expect(field).toHaveValue('Half a quote')
      expect(ends).toEqual([])

      if (viewport === PHONE) await page.keyboard.press('Escape')
      await own.fill(page.getByRole('main'), { 'Product Type': 'Retail-Text' })
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText('Price Quote Saved')).toBeVisible()

      await field.fill('Another half')
      if (!(await logout.isVisible())) await open(page)
      await press(page, logout)
      await press(page, question.getByRole('button', { name: 'Discard' }))
      await arrived(page, ({ pathname }) => pathname === '/login')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      expect(ends).toHaveLength(1)
    })
})

test('signing out, asked for in two places at once, can be asked for again where it was declined', async ({
  admin,
  signIn,
}) => {
  const own = await signIn(await admin.employ('Doubly', []))
  const { page } = own
  await page.setViewportSize(PHONE)
  const field = await begin(own, 'Half a quote')
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  const logouts = page.getByRole('button', { name: 'Logout', exact: true, includeHidden: true })
  await expect(logouts).toHaveCount(2)
  await logouts.evaluateAll((buttons) => {
    for (const button of buttons) (button as HTMLButtonElement).click()
  })
  await own.dialog('Discard changes?').getByRole('button', { name: 'Keep editing' }).click()
  await expect(logouts.and(page.locator('[aria-disabled]'))).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(field).toHaveValue('Half a quote')
})

test('a session in which an application was opened ends with one question, not with one of the browser, too', async ({
  admin,
  signIn,
}) => {
  const person = await admin.employ('Unsettled', [])
  const [desks, clients] = await Promise.all(
    ['applications&search=Roadside Desk', 'clients&search=Acme'].map((kind) =>
      admin.list<{ _id: string }>(`/api/admin/options?kind=${kind}`),
    ),
  )
  await admin.call('/api/users/addUserApplicationClinetRole', {
    ...{ userId: person._id, applicationId: desks?.[0]?._id, clientId: clients?.[0]?._id, role: 'Manager' },
  })
  const own = await signIn(person)
  const { page } = own
  const asked: string[] = []
  page.on('dialog', async (dialog) => {
    asked.push(dialog.type())
    await dialog.accept()
  })
  const popup = page.waitForEvent('popup')
  await page.getByRole('button', { name: /Roadside Desk/ }).click()
  await (await popup).close()
  await begin(own, 'Half a quote')
  await page.getByRole('button', { name: 'Logout', exact: true }).click()
  await own.dialog('Discard changes?').getByRole('button', { name: 'Discard' }).click()
  await arrived(page, '**/logout')
  expect(asked).toEqual([])
})

test('who begins to act after their session is over is asked to sign in', async ({ admin, context, problems }) => {
  const { page } = admin
  const person = await admin.employ('Overtaken', [])
  await page.goto(`/dashboard/users/${person._id}`)
  await page.getByRole('button', { name: 'Act for this person' }).click()
  const form = admin.dialog('Act for Overtaken Kapoor?')
  await form.getByLabel('Reason').fill('A call for help')
  await context.clearCookies()
  await form.getByRole('button', { name: 'Start' }).click()
  await expect(admin.dialog('Sign in again')).toBeVisible()
  problems.length = 0
})

test('ending to act asks before it loses what was typed', async ({ admin }) => {
  const { page } = admin
  const { _id } = await admin.employ('Borrowed', [])
  await page.goto(`/dashboard/users/${_id}/profile`)
  await page.getByRole('button', { name: 'Act for this person' }).click()
  const form = admin.dialog('Act for Borrowed Kapoor?')
  await type(page, form.getByLabel('Reason'), 'The name is misspelt')
  await form.getByRole('button', { name: 'Start' }).click()
  const end = page.getByRole('region', { name: 'Acting for somebody else' }).getByRole('button', { name: 'End acting' })
  await expect(end).toBeVisible()
  const ends = watched(page, /endActing/i)
  await page.goto('/dashboard/profile')
  const field = page.getByLabel('First name', { exact: true })
  await field.fill('Half a name')
  const question = admin.dialog('Discard changes?')
  await end.click()
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(field).toHaveValue('Half a name')
  expect(ends).toEqual([])
  await end.click()
  await question.getByRole('button', { name: 'Discard' }).click()
  await arrived(page, `**/dashboard/users/${_id}*`)
  await expect(end).toHaveCount(0)
})

test('the forms of pages ask before a link loses what was typed, and not once it is saved', async ({ admin }) => {
  const { page } = admin
  const question = admin.dialog('Discard changes?')
  const idOf = async (kind: string, name: string) =>
    (await admin.list<{ _id: string }>(`/api/admin/options?kind=${kind}&search=${name}`))[0]?._id
  const account = await admin.call<{ _id: string }>('/api/admin/serviceAccounts/create', {
    ...{ name: 'Half a form', permissions: ['audit:read'], status: 'ACTIVE' },
  })
  const forms: [string, string][] = [
    ['/dashboard/profile', 'First name'],
    ['/dashboard/change', 'New Password'],
    [`/dashboard/clients/${await idOf('clients', 'Acme')}/branding`, 'Welcome line (English)'],
    [`/dashboard/applications/${await idOf('applications', 'Roadside Desk')}/secrets`, 'Name'],
    [`/dashboard/service-accounts/${account._id}/keys`, 'Name'],
  ]
  for (const [path, label] of forms)
    await test.step(path, async () => {
      await visit(page, path)
      const field = page.getByRole('main').getByLabel(label, { exact: true })
      const away = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Clans', exact: true })
      await expect(field).toBeVisible()
      await away.click()
      await arrived(page, '**/dashboard/clan')
      await page.goBack()
      await field.fill('Half a thought')
      await away.click()
      // Its buttons must not send the form, and forms cannot be in forms.
      await expect(question.locator('xpath=ancestor::form')).toHaveCount(0)
      await question.getByRole('button', { name: 'Keep editing' }).click()
      await expect(field).toHaveValue('Half a thought')
      await away.click()
      await question.getByRole('button', { name: 'Discard' }).click()
      await arrived(page, '**/dashboard/clan')
    })

  await page.goto(`/dashboard/clients/${await idOf('clients', 'Acme')}/branding`)
  const welcome = page.getByLabel('Welcome line (English)', { exact: true })
  // Stored without the space: the second time the record stays as it was.
  for (const line of ['Good morning', 'Good morning ', '']) {
    await welcome.fill(line)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('main').getByText('Client Updated')).toBeVisible()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Clans', exact: true }).click()
    await arrived(page, '**/dashboard/clan')
    await page.goBack()
  }
})
