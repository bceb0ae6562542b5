import { query } from '@gatehouse/server/test/processes.ts'
import { expect, test } from '../console.ts'
import { Portal } from '../portal.ts'

test('an old session confirms who it is before it gives rights or downloads a list, and loses nothing that was typed', async ({
  admin,
  product,
  signIn,
}) => {
  const person = await admin.employ('Sudhar', ['roles:read', 'roles:write', 'messages:read'])
  await admin.open('/dashboard/role?search=Sudhar', 'Roles')
  await admin.choose('Role of Sudhar', 'Edit')
  const editing = admin.dialog('Update Role')
  await admin.fill(editing, { 'Sign-in before sensitive changes and applications': 'At most 30 minutes old' })
  await admin.save(editing, 'Role Updated')

  const own = await signIn(person)
  const portal = new Portal(own.page, product)
  const grow = () =>
    query(
      product.dataDir,
      `update sessions set authenticated_at = authenticated_at - interval '31 minutes'
        where user_id = (select id from users where email = $1)`,
      [person.email],
    )
  await grow()
  await own.open('/dashboard/role?search=Sudhar', 'Roles')
  await own.choose('Role of Sudhar', 'Edit')
  const form = own.dialog('Update Role')
  await own.fill(form, { Description: 'Typed before the question' })
  await form.getByRole('button', { name: 'Save' }).click()
  const question = own.dialog('Confirm that it is you')
  await expect(question).toContainText('This needs a sign-in that is at most 30 minutes old.')
  await own.page.keyboard.press('Escape')
  await expect(form.getByRole('alert')).toHaveText('Confirm that it is you.')
  await expect(form.getByLabel('Description')).toHaveValue('Typed before the question')

  const confirm = async () => {
    const before = await portal.lastCode(person.email)
    await question.getByLabel('Password', { exact: true }).fill(person.password)
    await question.getByRole('button', { name: 'Continue' }).click()
    await question.getByLabel('One-time code').fill(await portal.code(person.email, before))
  }
  await form.getByRole('button', { name: 'Save' }).click()
  await confirm()
  await expect(form).toBeHidden()
  await expect(own.row('Typed before the question')).toBeVisible()

  await grow()
  await own.open('/dashboard/messages', 'Messages')
  const file = own.page.waitForEvent('download')
  await own.page.getByRole('button', { name: 'Download CSV' }).click()
  await confirm()
  expect((await file).suggestedFilename()).toBe('messages.csv')
})
