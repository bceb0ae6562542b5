import { expect, test } from '../console.ts'

type Made = { _id: string }

const role = (name: string) => ({ name, description: 'To be deleted', status: 'ACTIVE' })

test('a record that somebody else has deleted meanwhile leaves the list, and cannot be deleted again', async ({
  admin,
  problems,
}) => {
  const { _id: roleId } = await admin.call<Made>('/api/users/createRole', role('Gone Meanwhile'))
  await admin.open('/dashboard/role', 'Roles')
  await admin.choose('Gone Meanwhile', 'Delete')
  const question = admin.dialog('Delete Gone Meanwhile?')
  const confirm = question.getByRole('button', { name: 'Delete', exact: true })
  await expect(confirm).toBeEnabled()
  await admin.call('/api/users/deleteRole', { roleId })
  await confirm.click()
  await expect(question.getByRole('alert')).toHaveText('This cannot be found. Somebody may have deleted it meanwhile.')
  await expect(confirm).toBeDisabled()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(admin.row('Gone Meanwhile')).toHaveCount(0)
  // The browser itself reports what is not found.
  problems.length = 0
})

test('a deletion is undone once, however often the button is pressed', async ({ admin, page }) => {
  await admin.call<Made>('/api/users/createRole', role('Twice Undone'))
  await admin.open('/dashboard/role', 'Roles')
  await admin.choose('Twice Undone', 'Delete')
  await admin.dialog('Delete Twice Undone?').getByRole('button', { name: 'Delete', exact: true }).click()
  const restorations: string[] = []
  page.on('request', (request) => {
    if (/restore/i.test(request.url())) restorations.push(request.url())
  })
  const undo = page.getByRole('button', { name: 'Undo', exact: true })
  await undo.evaluate((button: HTMLButtonElement) => {
    button.click()
    button.click()
  })
  await expect(admin.row('Twice Undone')).toBeVisible()
  expect(restorations).toHaveLength(1)
  await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0)
})
