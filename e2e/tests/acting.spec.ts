import type { Locator } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { arrived } from '../arrived.ts'
import { Console, expect, test } from '../console.ts'
import { press, tabTo, type } from '../keyboard.ts'
import { Portal } from '../portal.ts'
import { aRequestable } from '../requestable.ts'

test('support acts for a person: with a reason, under a banner, without changing anything, and comes back', async ({
  admin,
}) => {
  const person = await admin.employ('Acted', [])
  const { page } = admin
  const [row] = await admin.list<{ _id: string }>(`/api/admin/options?kind=people&search=${person.email}`)
  const [desks, clients] = await Promise.all(
    ['applications&search=Roadside Desk', 'clients&search=Acme'].map((kind) =>
      admin.list<{ _id: string }>(`/api/admin/options?kind=${kind}`),
    ),
  )
  await admin.call('/api/users/addUserApplicationClinetRole', {
    ...{ userId: row?._id, applicationId: desks?.[0]?._id, clientId: clients?.[0]?._id, role: 'Manager' },
  })
  const record = `/dashboard/users/${row?._id}/profile`
  await page.goto(record)
  await press(page, page.getByRole('button', { name: 'Act for this person' }))
  const form = admin.dialog('Act for Acted Kapoor?')
  await press(page, form.getByRole('button', { name: 'Start' }))
  await expect(form.getByText('Reason is required')).toBeVisible()
  await expectAccessible(page, 'starting to act')
  await type(page, form.getByLabel('Reason'), 'A tile is missing')
  await press(page, form.getByRole('button', { name: 'Start' }))

  const banner = page.getByRole('region', { name: 'Acting for somebody else' })
  await expect(banner).toContainText('Acted')
  await expect(page.getByRole('link', { name: 'Users', exact: true })).toHaveCount(0)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/dashboard/sessions')
  await expect(page.getByText('as an administrator who acts for you')).toBeVisible()
  await expectAccessible(page, 'acting, on a phone')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await page.setViewportSize({ width: 1280, height: 800 })

  // The application of the demo shows both names; its session ends with the acting.
  await page.goto('/dashboard/app')
  const opened = page.waitForEvent('popup')
  await press(page, page.getByRole('button', { name: /Roadside Desk/ }))
  const desk = await opened
  await expect(desk.getByText(/^Opened by .+ for Acted Kapoor/)).toBeVisible()

  await page.goto('/dashboard/profile')
  await page.getByLabel('First name').fill('Somebody')
  await page.getByLabel('First name').press('Enter')
  await expect(page.getByText('You are acting for somebody else.')).toBeVisible()

  await press(page, banner.getByRole('button', { name: 'End acting' }))
  await press(page, admin.dialog('Discard changes?').getByRole('button', { name: 'Discard' }))
  await expect(page).toHaveURL(/\/dashboard\/users\//)
  await expect(banner).toHaveCount(0)
  await expect(async () => {
    await desk.reload()
    await expect(desk.getByText('You are not signed in').first()).toBeVisible({ timeout: 100 })
  }).toPass()
  await page.goto(`/dashboard/users/${row?._id}/history`)
  await expect(page.getByText('Something refused while acting for the person').first()).toBeVisible()
  await expect(page.getByText('An application opened while acting for the person')).toBeVisible()
})

test('support changes the name of a person where it may, and the history says who it was', async ({ admin }) => {
  const { page } = admin
  const { _id, email } = await admin.employ('Helped', [])
  await page.goto(`/dashboard/users/${_id}/profile`)
  await press(page, page.getByRole('button', { name: 'Act for this person' }))
  const form = admin.dialog('Act for Helped Kapoor?')
  const mayChange = form.getByRole('switch', { name: 'I may change things for this person' })
  await expect(mayChange).not.toBeChecked()
  await expect(form).toContainText('You can change nothing')
  await type(page, form.getByLabel('Reason'), 'The name is misspelt')
  await tabTo(page, mayChange)
  await page.keyboard.press('Space')
  await expect(form).toContainText('they are still told that nothing may be changed')
  await expectAccessible(page, 'starting to act with changes')
  await press(page, form.getByRole('button', { name: 'Start' }))

  const banner = page.getByRole('region', { name: 'Acting for somebody else' })
  await expect(banner).toContainText('acts for Helped Kapoor until')
  await expect(banner).toContainText('You may change some things for them')
  await page.setViewportSize({ width: 390, height: 844 })
  // A few lines on a phone, and the button stands below the text.
  await expect.poll(async () => (await banner.boundingBox())?.height).toBeLessThan(140)
  const left = async (part: Locator) => Math.round((await part.boundingBox())?.x ?? -1)
  expect(await left(banner.getByRole('button'))).toBe(await left(banner.getByText('You may change')))
  // Enlarged to 400 %, it scrolls away with the page.
  await page.setViewportSize({ width: 320, height: 256 })
  await page.goto('/dashboard/sessions')
  await page.getByRole('heading', { name: 'Where you are signed in' }).scrollIntoViewIfNeeded()
  await expect(banner).not.toBeInViewport()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByText('May change some things for you')).toBeVisible()
  await expectAccessible(page, 'acting with changes, on a phone')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await page.setViewportSize({ width: 1280, height: 800 })
  // Pages on which other people stand say that they stay closed: nothing fails, and nothing is tried again.
  for (const closed of ['requestsToDecide', 'myReviews', 'priceQuote', 'appPage', 'assignPageToRole']) {
    await page.goto(`/dashboard/${closed}`)
    // All of the page, so that nothing else can follow.
    await expect(page.getByRole('main')).toHaveText(
      /^You cannot open this page\s*This page stays closed while you act for somebody\. End acting to open your own\.\s*Go to Home$/,
    )
  }
  await expectAccessible(page, 'a page that is closed while acting')

  await page.goto('/dashboard/profile')
  await page.getByLabel('First name').fill('Holped')
  await page.getByLabel('First name').press('Enter')
  await expect(page.getByText('Name changed')).toBeVisible()
  await expect(banner).toContainText('Holped Kapoor')
  await press(page, banner.getByRole('button', { name: 'End acting' }))
  await expect(banner).toHaveCount(0)
  await page.goto(`/dashboard/users/${_id}/history`)
  const started = page.getByRole('button', { name: /^Details of Acting for the person started/ })
  await started.click()
  await expect(page.getByText('May change some things for the person')).toBeVisible()
  await started.click()
  await expect(page.getByRole('row', { name: /Changed, while acting for Holped Kapoor/ })).toBeVisible()
  await page.getByRole('button', { name: /^Details of Changed Holped Kapoor/ }).click()
  // The detail names who has acted.
  await expect(page.locator('dl').filter({ hasText: 'First Name' })).toContainText('Administrator')
  expect(await admin.list(`/api/admin/options?kind=people&search=${email}`)).toMatchObject([{ name: 'Holped Kapoor' }])
})

test('a request that support withdraws while acting says so to the person and to administrators', async ({
  admin,
  browser,
  product,
}) => {
  const { page } = admin
  const asker = await admin.employ('Withdrawn', [])
  const asked = { name: 'Retracted', client: 'Retracting Ltd', role: 'Keeper', url: `${product.baseURL}/healthz` }
  await aRequestable(admin, asked)
  const own = new Portal(await browser.newPage({ baseURL: product.baseURL }), product)
  await own.openSession(asker)
  await own.page.goto('/dashboard/requestAccess')
  await own.page.getByRole('button', { name: 'Ask for access to Retracted' }).click()
  const asking = own.page.getByRole('dialog', { name: 'Ask for access to Retracted' })
  await asking.getByLabel('What do you need it for?').fill('The weekly count')
  await asking.getByRole('button', { name: 'Send the request' }).click()
  await expect(asking).toHaveCount(0)

  await page.goto(`/dashboard/users/${asker._id}/profile`)
  await page.getByRole('button', { name: 'Act for this person' }).click()
  const form = admin.dialog('Act for Withdrawn Kapoor?')
  await form.getByRole('switch', { name: 'I may change things for this person' }).click()
  await form.getByLabel('Reason').fill('Asked for by mistake')
  await form.getByRole('button', { name: 'Start' }).click()
  const banner = page.getByRole('region', { name: 'Acting for somebody else' })
  await expect(banner).toBeVisible()
  await page.goto('/dashboard/requestAccess')
  await page.getByRole('button', { name: 'Withdraw: Retracted' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
  await expect(page.getByRole('region', { name: 'Your requests' })).toContainText('Withdrawn by')
  await banner.getByRole('button', { name: 'End acting' }).click()
  await expect(banner).toHaveCount(0)

  await own.page.reload()
  const listed = own.page.getByRole('region', { name: 'Your requests' })
  await expect(listed).toContainText(/Withdrawn by .+, an administrator who acted for you/)
  await expectAccessible(own.page, 'a request that was withdrawn in one’s place')
  await page.goto('/dashboard/accessRequests?state=withdrawn')
  // Other tests withdraw requests, too.
  const row = page.getByRole('row').filter({ hasText: asker.email })
  await expect(row).toContainText(/Withdrawn by .+, who acted for Withdrawn Kapoor/)
  await own.page.close()
})

test('a form that is open while acting begins or ends in another tab asks for no password, and leads away', async ({
  admin,
}) => {
  const { _id } = await admin.employ('Switched', [])
  const tab = new Console(await admin.page.context().newPage())
  const replaced = admin.dialog('This page can no longer be saved')

  await admin.open('/dashboard/role', 'Roles')
  const form = await admin.openNew('New User Role', 'New User Role')
  await admin.fill(form, { Name: 'Half a role', Description: 'For a test', Status: 'ACTIVE' })
  await tab.page.goto(`/dashboard/users/${_id}/profile`)
  await tab.page.getByRole('button', { name: 'Act for this person' }).click()
  const start = tab.dialog('Act for Switched Kapoor?')
  await tab.fill(start, { Reason: 'A tile is missing' })
  await start.getByRole('button', { name: 'Start' }).click()
  await expect(replaced).toContainText('You now act for Switched Kapoor in another tab.')
  await expect(admin.page.locator('input[type="password"]')).toHaveCount(0)
  await expectAccessible(admin.page, 'acting has begun in another tab')
  await admin.page.keyboard.press('Escape')
  await expect(replaced).toBeHidden()
  await expect(form.getByLabel('Name')).toHaveValue('Half a role')
  // The token of the administrator's page is refused now.
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(replaced).toContainText('You now act for Switched Kapoor in another tab.')
  await expect(admin.dialog('Sign in again')).toHaveCount(0)
  await replaced.getByRole('button', { name: 'Leave this page' }).click()
  await arrived(admin.page, /\/dashboard\/app/)
  const banner = admin.page.getByRole('region', { name: 'Acting for somebody else' })
  await expect(banner).toContainText('Switched Kapoor')

  await admin.page.goto('/dashboard/profile')
  await admin.page.getByLabel('First name').fill('Somebody')
  await tab.page.getByRole('button', { name: 'End acting' }).click()
  await expect(replaced).toContainText('You no longer act for Switched Kapoor.')
  await admin.page.keyboard.press('Escape')
  await expect(replaced).toBeHidden()
  await admin.page.getByLabel('First name').press('Enter')
  await expect(replaced).toContainText('You no longer act for Switched Kapoor.')
  await expect(admin.page.getByText('You no longer act for this person. Nothing was sent.')).toBeAttached()
  await expect(admin.page.locator('input[type="password"]')).toHaveCount(0)
  await replaced.getByRole('button', { name: 'Leave this page' }).click()
  await arrived(admin.page, /\/dashboard\/overview/)
  await expect(banner).toHaveCount(0)
})
