import { query } from '@gatehouse/server/test/processes.ts'
import { expectAccessibleInBoth } from '../accessible.ts'
import { expect, test } from '../console.ts'
import { Portal } from '../portal.ts'

test('a person lends authority, the stand-in sees it, the console explains and lists it, and an administrator ends it', async ({
  admin,
  browser,
  product,
}) => {
  const lender = await admin.employ('Yamuna', [])
  const colleague = await admin.employ('Jagruti', [])
  for (const [email, roleId] of [
    [lender.email, 'EC-ACME-04'],
    [colleague.email, 'EC-ACME-02'],
  ])
    await query(
      product.dataDir,
      `insert into assignments (id, user_id, application_id, client_id, role)
        select gen_random_uuid(), u.id, r.application_id, r.client_id, r.name from users u, application_roles r
        where u.email = '${email}' and r.role_id = '${roleId}'`,
    )
  const portal = new Portal(await browser.newPage({ baseURL: product.baseURL }), product)
  const { page } = portal
  await page.goto('/dashboard/standIns')
  await portal.signIn(lender.email, lender.password)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My stand-ins')
  await expect(page.getByRole('link', { name: 'My stand-ins' })).toBeVisible()
  // The administrator approves nothing.
  await admin.page.goto('/dashboard/app')
  await admin.page.getByRole('button', { name: /^Account:/ }).click()
  await expect(admin.page.getByRole('button', { name: 'Logout' })).toBeVisible()
  await expect(admin.page.getByRole('link', { name: 'My stand-ins' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Add a stand-in' }).click()
  const adding = page.getByRole('dialog', { name: 'Add a stand-in' })
  await expect(adding.getByLabel('Role')).toHaveValue('0')
  await adding.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(adding.getByText('Say who stands in')).toBeVisible()
  await expect(adding.getByText('Choose a date')).toBeVisible()
  await adding.getByLabel('Who stands in').fill('nobody@example.com')
  await adding.getByLabel('Last day').fill(new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10))
  await adding.getByLabel('Up to').fill('50000')
  await adding.getByLabel('Note').fill('On leave')
  await adding.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(adding.getByText('Nobody with this name has the application for the same client.')).toBeVisible()
  await adding.getByLabel('Who stands in').fill(colleague.email)
  await adding.getByRole('button', { name: 'Add', exact: true }).click()
  const lent = page.getByRole('region', { name: 'Who stands in for you' })
  await expect(lent).toContainText('Jagruti Kapoor')
  await expect(lent).toContainText('Finance · Eclaims · every client')
  await expect(lent).toContainText('up to ₹50,000')
  await expectAccessibleInBoth(page, 'my stand-ins')

  await admin.page.goto('/dashboard/peopleStandIns')
  const row = admin.page.getByRole('row', { name: /Jagruti Kapoor/ })
  await expect(row).toContainText('Yamuna Kapoor')
  await expectAccessibleInBoth(admin.page, 'stand-ins')
  // The calendar has the same, a month at a time.
  await admin.page.getByRole('radio', { name: 'Calendar' }).check({ force: true })
  await expect(row).toContainText('Finance, Eclaims')
  await expect(row.locator('.month-bar')).toBeVisible()
  await expectAccessibleInBoth(admin.page, 'the calendar of stand-ins')
  for (let month = 0; month < 2; month++) await admin.page.getByRole('button', { name: 'Next month' }).click()
  await expect(admin.page.getByText('Nobody stands in for anybody in this month.')).toBeVisible()
  await admin.page.getByRole('button', { name: 'This month' }).click()
  await expect(row).toBeVisible()

  await admin.open('/dashboard/approvalProcess', 'Document Approval')
  const check = await admin.openNew('Check approvals', 'Check approvals')
  await admin.fill(check, { 'Project Name': 'Eclaims', Client: 'Acme Insurance' })
  await check.getByRole('tab', { name: 'Explain' }).click()
  await admin.fill(check, { 'Page Name': 'Claim Intimation', Amount: '40000' })
  await expect(check.getByText('Jagruti Kapoor for Yamuna Kapoor')).toBeVisible()

  const other = new Portal(await browser.newPage({ baseURL: product.baseURL }), product)
  await other.page.goto('/dashboard/standIns')
  await other.signIn(colleague.email, colleague.password)
  await expect(other.page.getByRole('region', { name: 'For whom you stand in' })).toContainText('Yamuna Kapoor')

  await admin.page.goto('/dashboard/peopleStandIns')
  await admin.page.getByRole('button', { name: 'End: Jagruti Kapoor' }).click()
  await admin.dialog('End the stand-in?').getByRole('button', { name: 'End', exact: true }).click()
  await expect(row).toHaveCount(0)
  await other.page.reload()
  await expect(other.page.getByRole('region', { name: 'For whom you stand in' })).toContainText('Over')
  await page.close()
  await other.page.close()
})
