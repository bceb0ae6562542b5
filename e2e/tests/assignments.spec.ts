import { arrived } from '../arrived.ts'
import { expect, test } from '../console.ts'

test('another assignment is opened for a change only after a question, once something was entered', async ({
  admin,
  page,
}) => {
  const { _id } = await admin.employ('Falguni', [])
  await admin.open(`/dashboard/users/${_id}/applications`, 'Falguni Kapoor')
  await page.getByRole('button', { name: 'Assign Application' }).first().click()
  const dialog = admin.dialog('Assign Application - Falguni Kapoor')
  const field = (label: string) => dialog.getByLabel(label, { exact: true })
  const assign = dialog.getByRole('button', { name: 'Assign', exact: true })
  const given = dialog.getByRole('list', { name: 'Assigned Apps' })
  for (const [Application, Client] of [
    ['Roadside Desk', 'Acme Insurance'],
    ['Eclaims', 'Acme Insurance'],
  ] as const) {
    await admin.fill(dialog, { Application, Client })
    await field('Role').selectOption({ index: 1 })
    await assign.click()
    await expect(dialog.getByText('Application Assigned')).toBeVisible()
    await expect(given.getByText(Application)).toBeVisible()
  }
  const edit = (name: string) => dialog.getByRole('button', { name: `Edit ${name}, Acme Insurance` })
  await edit('Eclaims').click()
  await expect(field('Application')).toHaveValue('Eclaims')
  await field('Last day').fill('2031-03-31')
  await edit('Roadside Desk').click()
  const discarding = admin.dialog('Discard changes?')
  await discarding.getByRole('button', { name: 'Keep editing' }).click()
  await expect(field('Application')).toHaveValue('Eclaims')
  await expect(field('Last day')).toHaveValue('2031-03-31')
  await edit('Roadside Desk').click()
  await discarding.getByRole('button', { name: 'Discard' }).click()
  await expect(field('Application')).toHaveValue('Roadside Desk')
  await expect(field('Last day')).toHaveValue('')
  await expect(field('Role')).toBeFocused()

  // A change is called a change, also where it says what was done.
  await field('Last day').fill('2031-05-31')
  await expect(assign).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog.getByText('Assignment changed')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'History' }).click()
  await arrived(page, '**/history')
  await expect(admin.row('Application assigned')).toHaveCount(2)
  await admin
    .row('Assignment changed')
    .getByRole('button', { name: /^Details/ })
    .click()
  // Which one it is, though its role stayed the same.
  await expect(page.getByRole('definition').first()).not.toContainText('→')
  await expect(page.getByText('Roadside Desk · Acme Insurance')).toBeVisible()
  await expect(page.getByText('Valid until')).toBeVisible()
})

test('on a phone the message about a last day stands clear of the buttons, whoever refuses it', async ({
  admin,
  page,
}) => {
  const { _id } = await admin.employ('Sheela', [])
  await page.setViewportSize({ width: 390, height: 664 })
  await page.goto(`/dashboard/users/${_id}/applications`)
  await page.getByRole('button', { name: 'Assign Application' }).first().click()
  const dialog = admin.dialog('Assign Application - Sheela Kapoor')
  await admin.fill(dialog, { Application: 'Roadside Desk', Client: 'Acme Insurance' })
  const field = (label: string) => dialog.getByLabel(label, { exact: true })
  await field('Role').selectOption({ index: 1 })
  await field('Last day').fill('2020-03-31')
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
  const message = dialog.locator('.field-error', { hasText: 'The end must be in the future' })
  await expect(message).toBeVisible()
  await expect(field('Last day')).toBeFocused()
  const isClear = () =>
    message.evaluate((element) => {
      const place = element.getBoundingClientRect()
      const end = element.closest('dialog')?.querySelector('.form-end')?.getBoundingClientRect()
      return end !== undefined && place.bottom <= end.top
    })
  await expect.poll(isClear).toBe(true)
})
