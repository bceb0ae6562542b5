import { expectAccessible } from '../accessible.ts'
import { expect, test } from '../console.ts'
import { Portal } from '../portal.ts'

test('an administrator invites somebody, who opens the link of the mail, chooses a name and a password, and finds the first tile', async ({
  admin,
  browser,
  product,
}) => {
  const email = `nila.${Date.now()}@example.com`
  await admin.open('/dashboard/invitations', 'Invitations')
  await admin.page.getByRole('button', { name: 'Invite people' }).click()
  const dialog = admin.dialog('Invite people')
  await dialog.getByLabel('Email addresses').fill(`Nila Menon <${email}>; asha.rao@example.com`)
  await admin.fill(dialog, { Application: 'Eclaims', Client: 'Acme Insurance' })
  await dialog.getByLabel('Role in the application').selectOption('Claims Executive')
  // The role stays when other fields change.
  await dialog.getByLabel('Last day').fill('2099-03-31')
  await dialog.getByRole('button', { name: 'Send invitations' }).click()
  await expect(dialog.getByRole('status')).toHaveText('1 invitation sent · 1 not sent')
  // The form is gone, and the focus stays in the dialog.
  await expect(dialog.getByRole('heading', { name: 'Invite people' })).toBeFocused()
  await expect(dialog.getByRole('row', { name: /asha/ })).toContainText('Has an account already')
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  const row = admin.page.getByRole('row', { name: email })
  await expect(row).toContainText('Eclaims · Acme Insurance · Claims Executive')

  const portal = new Portal(await browser.newPage({ baseURL: product.baseURL }), product)
  const { page } = portal
  // What the person waits for; they type and read besides. Not asserted, because a busy machine would fail.
  const foundAt = performance.now()
  await page.goto(await portal.message(email, /http:\S+\/invitation\/\S+/))
  await expect(page.getByText('You are invited to Eclaims (Acme Insurance).')).toBeVisible()
  await expect(page).toHaveURL(/\/invitation$/)
  await page.getByLabel('First name').fill('Nila')
  await page.getByLabel('Last name').fill('Menon')
  const password = 'Kestrel#Orbit42*Lamp'
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('button', { name: 'Continue now' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in to EAI')
  await portal.signIn(email, password)
  // The only application opens by itself.
  await expect(page.getByText('Signed in as Nila Menon for Acme Insurance as Claims Executive')).toBeVisible()
  const seconds = ((performance.now() - foundAt) / 1000).toFixed(1)
  test.info().annotations.push({ type: 'from the invitation to the first application', description: `${seconds} s` })
  await page.close()

  await admin.page.goto('/dashboard/invitations?state=accepted')
  await expect(row).toContainText('Nila Menon')
})

test('the rows of a file are invited, a wrong one is named with its reason, and somebody of it finds the first tile', async ({
  admin,
  browser,
  product,
}) => {
  const email = `tara.${Date.now()}@example.com`
  await admin.open('/dashboard/invitations', 'Invitations')
  await admin.page.getByRole('button', { name: 'Invite people' }).click()
  const dialog = admin.dialog('Invite people')
  await dialog.getByText('CSV file', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Send invitations' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Choose a file')
  const rows = [
    'email,application,client,role,validUntil',
    `${email},Eclaims,Acme Insurance,Claims Executive,2099-03-31`,
    'asha.rao@example.com,Eclaims,Acme Insurance,Claims Executive,',
  ]
  await dialog.locator('input[type=file]').setInputFiles({
    ...{ name: 'invitations.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) },
  })
  await dialog.getByRole('button', { name: 'Send invitations' }).click()
  await expect(dialog.getByRole('status')).toHaveText('1 invitation sent · 1 not sent')
  await expect(dialog.getByRole('row', { name: /asha/ })).toContainText('Has an account already')
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(admin.page.getByRole('row', { name: email })).toContainText(
    'Eclaims · Acme Insurance · Claims Executive',
  )

  const portal = new Portal(await browser.newPage({ baseURL: product.baseURL }), product)
  const { page } = portal
  await page.goto(await portal.message(email, /http:\S+\/invitation\/\S+/))
  await expect(page.getByText('You are invited to Eclaims (Acme Insurance).')).toBeVisible()
  await expectAccessible(page, 'accepting an invitation')
  await page.getByLabel('First name').fill('Tara')
  await page.getByLabel('Last name').fill('Menon')
  const password = 'Kestrel#Orbit42*Lamp'
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('button', { name: 'Continue now' }).click()
  await portal.signIn(email, password)
  await expect(page.getByText('Signed in as Tara Menon for Acme Insurance as Claims Executive')).toBeVisible()
  await page.close()
})
