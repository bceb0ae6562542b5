import { query } from '@gatehouse/server/test/processes.ts'
import { expect, test } from '../console.ts'
import { assign, assignTo } from '../own-application.ts'
import { leaveToRetry } from '../retry-only.ts'

test.use({ keepsBrowsers: true })

test('the security page names what should be changed with its mend, and a mended finding moves to what is in order', async ({
  admin,
  page,
  product,
}) => {
  const change = (to: string) => query(product.dataDir, `update applications set ${to} where name = 'Plain Wire'`)
  await admin.call('/api/application/registerApplication', { name: { description: 'Plain Wire' } })
  // As it was saved before http was refused.
  await change(`redirect_url = 'http://plain-wire.example.com/login'`)
  await page.goto('/dashboard/security')
  const line = page.locator('[data-kind="applicationAddresses"]')
  await expect(line).toHaveAttribute('data-state', 'danger')
  await expect(line.getByRole('img', { name: 'Danger' })).toBeVisible()
  await expect(line).toContainText('Plain Wire')
  await expect(page.locator('[data-kind="production"]')).toContainText('Set NODE_ENV=production')
  const [first, second] = ['Should be changed', 'In order'].map((name) => page.getByRole('heading', { name }))
  await expect(first as NonNullable<typeof first>).toBeVisible()
  await expect(second as NonNullable<typeof second>).toBeVisible()

  await change(`redirect_url = 'https://plain-wire.example.com/login'`)
  await page.reload()
  await expect(line).toHaveAttribute('data-state', 'good')
  await expect(line).toContainText('No active application is opened over http.')
  await change('deleted_at = now()')
})

test('the link of a finding opens the list where it is mended, for those who may open it', async ({
  admin,
  page,
  signIn,
}) => {
  await page.goto('/dashboard/security')
  const quiet = page.locator('[data-kind="administrators"]')
  await expect(quiet).toBeVisible()
  const auditor = await signIn(await admin.employ('Auden', ['audit:read']), '/dashboard/security')
  await expect(auditor.page.locator('[data-kind="production"]')).toBeVisible()
  await expect(auditor.page.getByRole('main').getByRole('link')).toHaveCount(0)
})

test('a failed check can be repeated', async ({ page, problems }) => {
  await leaveToRetry(page)
  await page.route('**/api/admin/security/checklist*', (route) => route.abort(), { times: 3 })
  await page.goto('/dashboard/security')
  const retry = page.getByRole('button', { name: 'Retry' })
  await expect(retry).toBeVisible()
  await page.unroute('**/api/admin/security/checklist*')
  await retry.click()
  await expect(page.getByRole('heading', { name: 'In order' })).toBeVisible()
  // The browser reports the aborted request itself.
  problems.length = 0
})

test('coverage of an application leads to its people of a role who have only codes', async ({
  admin,
  page,
  product,
}) => {
  const { email } = await admin.employ('Kanchan', ['users:read'])
  await assign(admin, { email }, 'Sealed Desk', 'https://sealed.example.com/in', {})
  await page.goto('/dashboard/security')
  const ofApplication = async () => {
    // The checks above have their place.
    await expect(page.getByRole('heading', { name: 'In order' })).toBeVisible()
    await page.getByRole('combobox', { name: 'Application' }).fill('Sealed Desk')
    await page.getByRole('option', { name: 'Sealed Desk' }).click()
  }
  await ofApplication()
  const line = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Role of Kanchan' }) })
  await expect(line).toContainText('0 of 1 with')
  const everybody = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Everybody' }) })
  await expect(everybody).toContainText('0 of 1 with')
  await line.getByRole('link', { name: 'Show who: Role of Kanchan' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Users')
  await admin.settled()
  await expect(admin.table().locator('tbody').getByRole('row')).toHaveCount(1)
  await expect(admin.row(email)).toBeVisible()
  await query(
    product.dataDir,
    `insert into passkeys (id, user_id, credential_id, public_key, counter, transports, device_type, backed_up, name)
      select gen_random_uuid(), id, 'kanchan', '', 0, '{}', 'singleDevice', false, 'Key' from users where email = '${email}'`,
  )
  const [desk] = await admin.list<{ _id: string }>('/api/admin/options?kind=applications&search=Sealed Desk')
  // A colleague of the same role has an app, another one nothing.
  for (const name of ['Kavya', 'Kiran']) {
    const colleague = await admin.employ(name, [])
    await assignTo(admin, colleague, desk?._id as string)
    await query(
      product.dataDir,
      `update users set role_id = (select role_id from users where email = '${email}') where email = '${colleague.email}'`,
    )
  }
  await query(
    product.dataDir,
    `insert into authenticators (id, user_id, sealed_secret, last_step, name)
      select gen_random_uuid(), id, '', 0, 'Phone' from users where email = 'kavya@example.com'`,
  )
  await page.goto('/dashboard/security')
  await ofApplication()
  await expect(line).toContainText('2 of 3 with a passkey or app')
  await expect(line).toContainText('With a passkey: 1. With an authenticator app: 1. Only codes: 1.')
  await line.getByRole('link', { name: 'Show who: Role of Kanchan' }).click()
  await admin.settled()
  await expect(admin.table().locator('tbody').getByRole('row')).toHaveCount(1)
  await expect(admin.row('kiran@example.com')).toBeVisible()
})
