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
