import { expectAccessible } from '../accessible.ts'
import { expect, test } from '../console.ts'

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
  await page.getByRole('button', { name: 'Act for this person' }).click()
  const form = admin.dialog('Act for Acted Kapoor?')
  await form.getByRole('button', { name: 'Start' }).click()
  await expect(form.getByText('Reason is required')).toBeVisible()
  await expectAccessible(page, 'starting to act')
  await admin.fill(form, { Reason: 'A tile is missing' })
  await page.keyboard.press('Tab')
  await form.getByRole('button', { name: 'Start' }).press('Enter')

  const banner = page.getByRole('region', { name: 'Acting for somebody else' })
  await expect(banner).toContainText('Acted')
  await expect(page.getByRole('link', { name: 'Users', exact: true })).toHaveCount(0)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/dashboard/sessions')
  await expect(page.getByText('as an administrator who acts for the person')).toBeVisible()
  await expectAccessible(page, 'acting, on a phone')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await page.setViewportSize({ width: 1280, height: 800 })

  // The application of the demo shows both names; its session ends with the acting.
  await page.goto('/dashboard/app')
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: /Roadside Desk/ }).click()
  const desk = await opened
  await expect(desk.getByText(/^Opened by .+ for Acted Kapoor/)).toBeVisible()

  await page.goto('/dashboard/profile')
  await page.getByLabel('First name').fill('Somebody')
  await page.getByLabel('First name').press('Enter')
  await expect(page.getByText('You are acting for somebody else.')).toBeVisible()

  await banner.getByRole('button', { name: 'End acting' }).click()
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
