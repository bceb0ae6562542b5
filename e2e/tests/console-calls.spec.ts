import { query } from '@gatehouse/server/test/processes.ts'
import { expectAccessibleInBoth } from '../accessible.ts'
import { expect, test } from '../console.ts'
import { assign } from '../own-application.ts'
import { Portal } from '../portal.ts'
import { aReceiver } from '../receiver.ts'
import { register } from '../register.ts'

test('a logout notice that its application refuses is shown as failed, and can be sent again', async ({
  admin,
  browser,
  product,
}) => {
  const { page } = admin
  const receiver = await aReceiver()
  receiver.status = 503
  const context = await browser.newContext({ baseURL: product.baseURL })
  const portal = new Portal(await context.newPage(), product)
  const person = await register(portal)
  await page.goto('/dashboard/app')
  await assign(admin, person, 'Deaf For Now', new URL(receiver.url).origin, { backchannelLogoutUri: receiver.url })
  await portal.page.goto('/login')
  await portal.signIn(person.email, person.password)
  // A person's only application opens at once.
  await portal.page.waitForURL((url) => url.origin === new URL(receiver.url).origin)
  await portal.page.goto('/logout')
  await portal.page.getByRole('button', { name: 'Sign out' }).click()
  await expect.poll(() => receiver.received.length).toBeGreaterThan(0)

  await admin.open('/dashboard/messages', 'Messages')
  await page.getByRole('tab', { name: /^To other systems/ }).click()
  await expect(page).toHaveURL(/view=calls/)
  const row = admin.row('Deaf For Now')
  await expect(row).toContainText('Logout notice')
  await expect(row).toContainText('The person signed out')
  await expect(row).toContainText('Waiting')
  await expect(row).toContainText('HTTP 503: server error')
  await expectAccessibleInBoth(page, 'calls to other systems')

  await query(
    product.dataDir,
    `update outbox set rounds = 50, run_at = now() where kind = 'logout' and state = 'ready'
      and application_id = (select id from applications where name = 'Deaf For Now')`,
  )
  await page.getByLabel('Status', { exact: true }).selectOption('Failed')
  await expect(row).toContainText('Failed')
  await expect(page.getByRole('tab', { name: /failed\)$/ })).toBeVisible()
  await row.getByRole('button', { name: 'Logout notice', exact: true }).click()
  const dialog = admin.dialog('Logout notice')
  await expect(dialog).toContainText(new URL(receiver.url).host)
  await expect(dialog.getByRole('listitem').last()).toContainText('HTTP 503')
  await expect(dialog).not.toContainText('logout_token')
  await expectAccessibleInBoth(page, 'a call to another system', 'dialog[open]')
  receiver.status = 204
  await dialog.getByRole('button', { name: 'Retry' }).click()
  await expect(admin.toast('Queued for sending')).toBeVisible()
  await expect(dialog).toContainText('Sent')
  await expect(dialog.getByRole('button', { name: /again|Retry/ })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(row).toContainText('Sent')
  await context.close()
  await receiver.close()
})

test('the partner portal id is a field of the user form, and its changes are in the history', async ({
  admin,
  browser,
  product,
}) => {
  const context = await browser.newContext({ baseURL: product.baseURL })
  const { email, firstName, lastName } = await register(new Portal(await context.newPage(), product))
  await context.close()
  await admin.open(`/dashboard/user?field=email&search=${encodeURIComponent(email)}`, 'Users')
  await admin.choose(`${firstName} ${lastName}`, 'Edit')
  const dialog = admin.dialog('Update User')
  await dialog.getByLabel('Partner portal id').fill('CP-77')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await admin.choose(`${firstName} ${lastName}`, 'History')
  await expect(admin.page.getByRole('dialog')).toContainText('Partner portal id')
  await expect(admin.page.getByRole('dialog')).toContainText('CP-77')
})
