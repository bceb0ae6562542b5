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
