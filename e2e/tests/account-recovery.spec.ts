import { query } from '@gatehouse/server/test/processes.ts'
import { expectAccessible } from '../accessible.ts'
import { expect, test } from '../console.ts'
import { Portal } from '../portal.ts'

const PASSWORD = 'Heron#Quartz58*Veil'

test('whoever has lost everything gets the account back at a new address, and a stopped recovery ends', async ({
  admin,
  browser,
  product,
}) => {
  const person = await admin.employ('Recover', [])
  const context = await browser.newContext({ baseURL: product.baseURL })
  const visitor = new Portal(await context.newPage(), product)
  const start = async (email: string) => {
    await admin.page.getByRole('button', { name: 'Recover the account' }).click()
    const form = admin.dialog('Recover this account?')
    await admin.fill(form, { 'New email address': email, Reason: 'Spoke with them at the office' })
    await form.getByRole('button', { name: 'Start the recovery' }).click()
    await expect(admin.page.getByText('Waiting time runs')).toBeVisible()
  }
  const [row] = await admin.list<{ _id: string }>(`/api/admin/options?kind=people&search=${person.email}`)
  await admin.page.goto(`/dashboard/users/${row?._id}/signInMethods`)

  await start(`first-${person.email}`)
  await visitor.page.goto(await visitor.message(person.email, /(\/stoprecovery\/\S+)/))
  await expectAccessible(visitor.page, 'stopping a recovery')
  await visitor.page.getByRole('button', { name: 'Stop the recovery' }).click()
  await expect(visitor.page.getByRole('status')).toContainText('The recovery is stopped.')
  await admin.page.reload()
  await expect(admin.page.getByText('Stopped by the person')).toBeVisible()

  const email = `second-${person.email}`
  await start(email)
  await query(
    product.dataDir,
    `update account_recoveries set ready_at = now() where state = 'waiting' and new_email = '${email}'`,
  )
  await visitor.page.goto(await visitor.message(email, /(\/recover\/\S+)/))
  await visitor.page.getByLabel('New Password', { exact: true }).fill(PASSWORD)
  await visitor.page.getByLabel('Confirm Password').fill(PASSWORD)
  await expectAccessible(visitor.page, 'recovering an account')
  await visitor.page.getByRole('button', { name: 'Create New Password' }).click()
  await expect(visitor.page.getByText('Your account is recovered.')).toBeVisible()
  await visitor.page.getByRole('button', { name: 'Continue now' }).click()
  await expect(visitor.page).toHaveURL(/\/login/)
  await admin.page.reload()
  await expect(admin.page.getByText('Recovered', { exact: true })).toBeVisible()
})

test('the account of an administrator is recovered only when another administrator than the first approves it', async ({
  admin,
  page,
  product,
  signIn,
}) => {
  const permissions = ['users:read', 'users:write']
  const person = await admin.employ('Lostadmin', permissions)
  const second = await signIn(await admin.employ('Secondadmin', permissions), null)
  const of = `/dashboard/users/${person._id}/signInMethods`
  await page.goto(of)
  await page.getByRole('button', { name: 'Recover the account' }).click()
  const form = admin.dialog('Recover this account?')
  await expect(form).toContainText('a second administrator must approve it')
  const email = `new-${person.email}`
  await admin.fill(form, { 'New email address': email, Reason: 'Spoke with them at the office' })
  await form.getByRole('button', { name: 'Start the recovery' }).click()
  await expect(page.getByText('Waits for a second administrator')).toBeVisible()
  // The one who started it is offered no approval.
  await expect(page.getByRole('button', { name: 'Cancel the recovery' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Approve', exact: true })).toHaveCount(0)

  await second.page.goto(of)
  await second.page.getByRole('button', { name: 'Approve', exact: true }).click()
  const question = second.dialog('Approve the recovery?')
  await expect(question).toContainText(email)
  await expectAccessible(second.page, 'approving a recovery', question)
  await question.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(second.page.getByText('Waiting time runs')).toBeVisible()
  await expect(second.page.getByText('Approved by Secondadmin Kapoor')).toBeVisible()
  expect(await query(product.dataDir, `select state from account_recoveries where user_id = '${person._id}'`)).toEqual([
    { state: 'waiting' },
  ])
})
