import { query } from '@gatehouse/server/test/processes.ts'
import type { Page } from '@playwright/test'
import { expectAccessibleInBoth } from '../accessible.ts'
import { arrived, COMING } from '../arrived.ts'
import { expect, test } from '../console.ts'
import { leaveToRetry } from '../retry-only.ts'

test.use({ keepsBrowsers: true })

const UNKNOWN = '018f0000-0000-7000-8000-000000000000'
const SECTIONS = [
  ['Profile', ''],
  ['Role and permissions', '/role'],
  ['Applications', '/applications'],
  ['Why can they open this?', '/access'],
  ['Sessions', '/sessions'],
  ['Sign-in methods', '/signInMethods'],
  ['Messages', '/messages'],
  ['History', '/history'],
] as const

/** The entries of the menu that show what is attached to a person, with the calls that load it. */
const ATTACHED = {
  'Assign Role': '**/api/users/roleBasedOnUserId?*',
  'Assign Application': '**/api/users/assignedApplicationWithClient?*',
  Sessions: '**/api/users/sessions?*',
}

const sections = (page: Page) => page.getByRole('navigation', { name: 'Sections' }).getByRole('link')
const shownSection = (page: Page, name: string) =>
  page.locator('.record-section').filter({ has: page.getByRole('heading', { level: 2, name, exact: true }) })

async function idOf(dataDir: string, email: string): Promise<string> {
  const [row] = await query<{ id: string }>(dataDir, 'select id from users where email = $1', [email])
  return row?.id as string
}

test('a name in the list opens the page of that person, and Back restores the list', async ({ admin, page }) => {
  const person = await admin.employ('Ishani', ['roles:read'])
  await admin.open('/dashboard/user?search=ishani&field=firstName&size=5', 'Users')
  await admin.table().getByRole('link', { name: 'Ishani', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ishani Kapoor')
  await expect(page).toHaveTitle(/^Profile · Ishani Kapoor/)
  await expect(sections(page)).toHaveText(SECTIONS.map(([label]) => label))
  await expect(page.getByRole('main')).toContainText(person.email)
  await expect(page.getByRole('main')).toContainText('Role of Ishani')

  for (const [label, path] of SECTIONS.slice(1)) {
    await sections(page).filter({ hasText: label }).click()
    await arrived(page, (url) => url.pathname.endsWith(path) && url.search === '')
    await expect(sections(page).and(page.locator('[aria-current="page"]'))).toHaveText(label)
    await expect(page).toHaveTitle(new RegExp(`^${label.replace('?', '\\?')} · Ishani Kapoor`))
    await expect(shownSection(page, label)).toBeVisible()
  }
  await page.getByRole('navigation', { name: 'You are here' }).getByRole('link', { name: 'Users' }).click()
  await arrived(page, '**/dashboard/user?search=ishani&field=firstName&size=5')
  await admin.settled()
  await expect(admin.table().getByRole('link', { name: 'Ishani', exact: true })).toBeVisible()
})

test('the actions of the row menu are also on the page, which then shows their result', async ({ admin, page }) => {
  await admin.employ('Jivika', [])
  await admin.open('/dashboard/user?search=jivika', 'Users')
  await admin.table().getByRole('link', { name: 'Jivika', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Jivika Kapoor')
  expect(await admin.menu('Jivika Kapoor')).toEqual([
    ...['Assign Role', 'Assign Application', 'Change Password', 'Send invitation', 'Sessions'],
    ...['Edit', 'History', 'Delete'],
  ])
  await page.keyboard.press('Escape')
  await page.getByRole('main').getByRole('button', { name: 'Edit', exact: true }).click()
  const form = admin.dialog('Update User')
  await admin.fill(form, { 'Last Name': 'Sethi', 'Last day': '2020-03-31' })
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByLabel('Last day')).toHaveAccessibleDescription(/^The last day must be in the future/)
  await expect(form.getByLabel('Last day')).toBeFocused()
  await expect(form.getByText('The last day must be in the future')).toHaveCount(1)
  await admin.fill(form, { 'Last day': '2031-03-31' })
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Jivika Sethi')
  await expect(form).toBeHidden()
  await expect(page.getByRole('main').getByRole('definition').getByText('31 Mar 2031')).toBeVisible()
  // A change by the same administrator is not announced.
  await expect(page.getByText('Somebody else has changed this')).toHaveCount(0)

  await sections(page).filter({ hasText: 'History' }).click()
  await admin.settled()
  await admin
    .row('Changed')
    .first()
    .getByRole('button', { name: /^Details/ })
    .click()
  await expect(page.getByRole('main')).toContainText('Last Name')
  await expect(page.getByRole('main')).toContainText('Kapoor → Sethi')

  await admin.delete('Jivika Sethi')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Jivika Sethi is deleted')
  await page.getByRole('main').getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Jivika Sethi')
})

test('the applications of a person agree with the database, and show whether they can be opened', async ({
  admin,
  page,
  product,
}) => {
  const id = await idOf(product.dataDir, 'meera.nair@example.com')
  const rows = await query<{ name: string }>(
    product.dataDir,
    `select a.name from assignments s join applications a on a.id = s.application_id join clients c on c.id = s.client_id
     where s.user_id = $1 order by lower(a.name), lower(c.display_name)`,
    [id],
  )
  expect(rows.length).toBeGreaterThan(1)
  await page.goto(`/dashboard/users/${id}/applications`)
  expect(await admin.column('Application')).toEqual(rows.map(({ name }) => name))
  await expect(admin.row('Eclaims')).toContainText('Can be opened')

  await admin.row('Eclaims').getByRole('link', { name: 'Why: Meera Nair, Eclaims' }).click()
  await expect(
    page.getByRole('heading', { level: 2, name: 'Meera Nair can open Eclaims for Zenith General.' }),
  ).toBeVisible()
  const steps = shownSection(page, 'Why can they open this?').getByRole('listitem')
  await expect(steps.filter({ has: page.getByRole('img', { name: 'Yes' }) })).toHaveCount(5)
  await expect(steps.last()).toContainText('For Zenith General as Handler: the client is active')

  // The next one, by keyboard.
  const choice = page.getByRole('combobox', { name: 'Application' })
  await choice.fill('Vendor')
  await page.getByRole('option', { name: 'Vendor Portal' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 2, name: 'Meera Nair cannot open Vendor Portal.' })).toBeVisible()
  await expect(steps.filter({ has: page.getByRole('img', { name: 'No', exact: true }) })).toHaveText([
    /^The application is assigned to the person/,
  ])

  // One that is blocked is what somebody asks about.
  const form = { name: { description: 'Band Darwaza' }, status: 'Temporary BLOCKED' }
  await admin.call('/api/application/registerApplication', form)
  await choice.fill('Band Darwaza')
  await page.getByRole('option', { name: 'Band Darwaza Temporary BLOCKED' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Meera Nair cannot open Band Darwaza.' })).toBeVisible()
  await expect(steps.filter({ hasText: 'The application is active' })).toContainText('Temporary BLOCKED')
})

test('a concurrent change by another administrator is announced, and shown on request', async ({
  admin,
  page,
  product,
}) => {
  await page.goto('/dashboard/overview')
  const { email } = await admin.employ('Kamini', [])
  const id = await idOf(product.dataDir, email)
  await page.clock.install()
  await page.goto(`/dashboard/users/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kamini Kapoor')
  await query(product.dataDir, `update users set last_name = 'Bose', version = version + 1 where id = $1`, [id])
  await page.clock.runFor(20_000)
  await expect(page.getByText('Someone else changed this after you opened it.')).toBeVisible()
  await page.getByRole('button', { name: 'Show the latest version' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kamini Bose')
  await expect(page.getByText('Someone else changed this after you opened it.')).toHaveCount(0)
})

test('only sections that the caller may read are shown; the address of another one shows the first', async ({
  admin,
  signIn,
  product,
}) => {
  const reader = await admin.employ('Lavanya', ['users:read'])
  const id = await idOf(product.dataDir, reader.email)
  const own = await signIn(reader, null)
  await own.page.goto(`/dashboard/users/${id}/history`)
  await expect(own.page.getByRole('heading', { level: 1 })).toHaveText('Lavanya Kapoor')
  await expect(sections(own.page)).toHaveText(
    SECTIONS.map(([label]) => label).filter((label) => label !== 'Messages' && label !== 'History'),
  )
  await expect(sections(own.page).and(own.page.locator('[aria-current="page"]'))).toHaveText('Profile')
  await expect(own.page.getByRole('main').getByRole('button', { name: 'Edit' })).toHaveCount(0)

  const stranger = await signIn(await admin.employ('Mitali', ['roles:read']), null)
  await stranger.page.goto(`/dashboard/users/${id}`)
  await expect(stranger.page.getByRole('heading', { level: 1 })).toHaveText('You cannot open this page')
})

test('an unknown or invalid id shows a page that says so', async ({ page }) => {
  for (const id of [UNKNOWN, 'nobody']) {
    await page.goto(`/dashboard/users/${id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is no such person')
    await expect(page).toHaveTitle(/^There is no such person/)
  }
  await expectAccessibleInBoth(page, 'no such person')
  await page.getByRole('main').getByRole('link', { name: 'Back to Users' }).click()
  await arrived(page, '**/dashboard/user')
})

test('a person that cannot be loaded shows the reason, and can be loaded again, as can what is attached', async ({
  admin,
  page,
  product,
}) => {
  const id = await idOf(product.dataDir, 'meera.nair@example.com')
  const lists = '**/api/users/listAllActiveUser?*'
  await leaveToRetry(page)
  // A proxy answers so while the server behind it is away.
  await page.route(lists, (route) => route.fulfill({ status: 503, contentType: 'text/html', body: '<h1>503</h1>' }))
  await page.goto(`/dashboard/users/${id}`)
  await expect(page.getByRole('alert')).toContainText('The service is not available right now. Try again in a moment.')
  await page.unroute(lists)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Meera Nair')

  for (const [item, call] of Object.entries(ATTACHED)) {
    await page.route(call, (route) => route.fulfill({ status: 503, json: { code: 503, msg: 'Not now', data: null } }))
    await admin.choose('Meera Nair', item)
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('alert')).toContainText('Not now')
    await page.unroute(call)
    await dialog.getByRole('button', { name: 'Retry' }).click()
    await expect(dialog.getByRole('alert')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }
})

test('on a small phone the entry of the section that is open is in sight', async ({ page, product }) => {
  const id = await idOf(product.dataDir, 'meera.nair@example.com')
  await page.setViewportSize({ width: 320, height: 640 })
  for (const [label, path] of SECTIONS) {
    await page.goto(`/dashboard/users/${id}${path}`)
    await expect(shownSection(page, label).locator(COMING)).toHaveCount(0)
    await expect(sections(page).and(page.locator('[aria-current="page"]'))).toBeInViewport({ ratio: 0.5 })
  }
})
