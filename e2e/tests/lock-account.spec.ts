import { expectAccessible } from '../accessible.ts'
import { arrived } from '../arrived.ts'
import { expect, test } from '../console.ts'
import { Portal } from '../portal.ts'

test('a person who is notified of a sign-in that was not theirs locks the account, and an administrator reactivates it', async ({
  admin,
  browser,
  product,
  signIn,
}) => {
  const person = await admin.employ('Locker', [])
  await signIn(person, null)
  const { page: theirs } = await signIn(person)

  const context = await browser.newContext({ baseURL: product.baseURL })
  const portal = new Portal(await context.newPage(), product)
  const mail = await portal.message(person.email, /(\/lockaccount\/\S+)/)
  await portal.page.goto(mail)
  const lock = portal.page.getByRole('button', { name: 'Lock my account' })
  await expect(lock).toBeVisible()
  await expect(portal.page).toHaveURL(/\/lockaccount$/)
  await expectAccessible(portal.page, 'locking an account')
  await lock.click()
  await expect(portal.page.getByRole('status')).toContainText('Your account is locked.')
  await expect(portal.page.getByRole('status')).toContainText('phone number was changed, too, undo that first')
  await expectAccessible(portal.page, 'a locked account')

  await theirs.goto('/dashboard/app')
  await arrived(theirs, '**/login**')
  await portal.page.goto(mail)
  await expect(portal.page.getByRole('alert')).toContainText('This link is invalid, has expired, or was used already.')

  await admin.open(`/dashboard/user?field=email&search=${person.email}`, 'Users')
  await admin.choose('Locker Kapoor', 'Edit')
  const form = admin.dialog('Update User')
  await admin.fill(form, { Status: 'ACTIVE' })
  await admin.save(form, 'User Updated')
  await portal.page.goto(await portal.message(person.email, /(\/resetpassword\/\S+)/))
  await expect(portal.page.getByRole('heading', { level: 1 })).toHaveText('Create New Password')
  await context.close()
})
