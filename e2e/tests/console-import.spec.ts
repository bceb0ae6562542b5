import { expect, test } from '../console.ts'
import { Portal } from '../portal.ts'

const INVITED = 'Each new active person gets an email with a link to choose a password.'
const SILENT = 'New people get no message. They choose a password with “Forgot password?”, or you invite them later.'

test('an import sends exactly the messages that it announces', async ({ admin, page, product }) => {
  const portal = new Portal(page, product)
  const dialog = admin.dialog('Import')
  const check = async (firstName: string) => {
    const email = `${firstName}.${Date.now()}@example.com`.toLowerCase()
    const row = [firstName, 'Kulkarni', email, `+91 9${String(Date.now()).slice(-4)} 12345`, email, 'ACTIVE']
    const head = ['First Name', 'Last Name', 'Email', 'Phone Number', 'User Name', 'Status']
    const buffer = Buffer.from(`${head.join(';')}\r\n${row.join(';')}\r\n`)
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await dialog.getByLabel('CSV file').setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer })
    await dialog.getByRole('button', { name: 'Check file' }).click()
    await expect(dialog.getByText('Read as UTF-8, separated by semicolons.')).toBeVisible()
    return email
  }
  const run = async () => {
    await dialog.getByRole('button', { name: 'Run import' }).click()
    await expect(dialog.getByText('Done', { exact: true })).toBeVisible()
    await dialog.locator('.form-end').getByRole('button', { name: 'Close' }).click()
  }
  await admin.open('/dashboard/user', 'Users')

  const untold = await check('Jaya')
  const choice = dialog.getByRole('checkbox', { name: 'Send an invitation to new people' })
  await expect(choice).toBeChecked()
  await expect(choice).toHaveAccessibleDescription(INVITED)
  await choice.setChecked(false)
  await expect(choice).toHaveAccessibleDescription(SILENT)
  await run()

  const invited = await check('Kiran')
  await expect(choice).toHaveAccessibleDescription(INVITED)
  await run()
  await portal.message(invited, /\/resetpassword\/[0-9a-f-]{36}/)
  // All messages to the first person were created before this one.
  const answer = await page.request.get(`/dev/inbox.json?to=${encodeURIComponent(untold)}`)
  expect(await answer.json()).toEqual([])

  await admin.open('/dashboard/jobs', 'Jobs')
  const imports = admin.table().getByRole('row').filter({ hasText: 'Import of users' })
  await expect(imports.first().locator('td.data-table-status .status-badge')).toHaveText('Done')
  await page.setViewportSize({ width: 390, height: 844 })
  const newest = imports.first()
  await expect(newest.locator('time')).toBeInViewport({ ratio: 1 })
  await expect(newest.getByText(/\d of \d/)).toBeInViewport({ ratio: 1 })
})

test('an import of assignments says what it sends, and how the first and last day are written', async ({
  admin,
  page,
}) => {
  const person = await admin.employ('Charulata', [])
  await admin.open('/dashboard/user', 'Users')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  const dialog = admin.dialog('Import')
  await dialog.getByText('Assignments', { exact: true }).click()
  await expect(dialog).toContainText('They get an email about it.')
  await expect(dialog).toContainText(
    'The columns validFrom and validUntil are optional and hold days such as 2027-03-31.',
  )
  const rows = [
    'email,application,client,role,validUntil',
    `${person.email},Roadside Desk,Acme Insurance,User,2031-03-31`,
  ]
  await dialog
    .getByLabel('CSV file')
    .setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\r\n')) })
  await dialog.getByRole('button', { name: 'Check file' }).click()
  await dialog.getByRole('button', { name: 'Run import' }).click()
  await expect(dialog.getByText('Done', { exact: true })).toBeVisible()
  await expect
    .poll(async () => {
      const answer = await page.request.get(`/dev/inbox.json?to=${encodeURIComponent(person.email)}`)
      return ((await answer.json()) as { text: string }[])[0]?.text
    })
    .toContain('It ends on 31 Mar 2031.')
})
