import { expect, test } from '../console.ts'
import { aReceiver } from '../receiver.ts'

test('people change their own name on their profile, which holds picture, address and number too', async ({
  admin,
  signIn,
}) => {
  const { page } = await signIn(await admin.employ('Namer', []))
  await page.getByRole('link', { name: 'Profile' }).click()
  for (const name of ['Email address', 'Phone number']) await expect(page.getByRole('region', { name })).toBeVisible()
  await expect(page.getByText('Choose picture')).toBeVisible()
  await page.getByLabel('First name').fill(' Nandini ')
  await page.getByLabel('Last name').fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Last Name is required')).toBeVisible()
  await page.getByLabel('Last name').fill('Shah')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Name changed')).toBeVisible()
  await expect(page.getByRole('link', { name: /^Nandini Shah/ })).toBeVisible()
  await expect(page.getByLabel('First name')).toHaveValue('Nandini')
})

test('people choose a picture of their own, which is shown beside their name until they remove it', async ({
  admin,
  signIn,
}) => {
  const { page } = await signIn(await admin.employ('Painter', []), '/dashboard/profile')
  const part = page.getByRole('region', { name: 'Profile picture' })
  const shown = page.getByRole('link', { name: /^Painter Kapoor/ }).locator('img')
  await expect(part.getByText('Choose picture')).toBeVisible()
  await expect(shown).toHaveCount(0)
  await part.locator('input[type="file"]').setInputFiles({
    ...{ name: 'notes.png', mimeType: 'image/png' },
    buffer: Buffer.from('no picture at all'),
  })
  await expect(part.getByRole('alert')).toBeVisible()
  await part.locator('input[type="file"]').setInputFiles({
    ...{ name: 'me.png', mimeType: 'image/png' },
    buffer: await page.screenshot(),
  })
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await page.reload()
  await expect(shown).toBeVisible()
  await part.getByRole('button', { name: /Remove/ }).click()
  await expect(part.getByText('Choose picture')).toBeVisible()
  await expect(shown).toHaveCount(0)
})

test('a phone number is confirmed on the account page by the code of an SMS', async ({ admin, page, signIn }) => {
  const gateway = await aReceiver()
  gateway.status = 200
  await admin.open('/dashboard/user', 'Users')
  const number = Date.now()
  const person = { email: `phone${number}@example.com`, password: 'Kestrel#Orbit42*Lamp' }
  const phoneNumber = `7${String(number).slice(-9)}`
  await admin.call('/api/users/createUserWithoutAppClientAndRole', {
    ...person,
    ...{ firstName: 'Ishaan', lastName: 'Bose', userName: `ishaan${number}`, phoneNumber },
  })
  const own = (await signIn(person, '/dashboard/profile')).page
  const part = own.getByRole('region', { name: 'Phone number' })
  await expect(part.getByText('Not confirmed')).toBeVisible()
  await expect(part.getByText(/no SMS gateway is set up/)).toBeVisible()
  await expect(part.getByRole('button', { name: 'Send code' })).toHaveCount(0)

  const { _id } = (await admin.call('/api/notificationConfiguration/create', {
    ...{
      providerName: `Phone proof ${number}`,
      application: 'All',
      clientName: 'All',
      url: gateway.url,
      status: 'ACTIVE',
    },
    ...{ messageAttribute: 'text', mobileNoAttribute: 'to' },
  })) as { _id: string }
  try {
    await own.reload()
    await part.getByRole('button', { name: 'Send code' }).click()
    await expect.poll(() => gateway.received.length).toBe(1)
    const sent = new URLSearchParams(gateway.received[0]?.body)
    expect(sent.get('to')).toContain(phoneNumber)
    const code = /\b\d{6}\b/.exec(sent.get('text') ?? '')?.[0] as string
    const field = part.getByLabel(`Code from the SMS to ${phoneNumber}`)
    await expect(part.getByText(/^Send a new code in/)).toBeVisible()
    await field.fill(code === '000000' ? '111111' : '000000')
    await expect(part.getByRole('alert')).toBeVisible()
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await field.fill(code)
    await expect(part.getByText('Confirmed', { exact: true })).toBeVisible()
    await expect(part.getByText(/You can sign in with this number/)).toBeVisible()
  } finally {
    await admin.call('/api/notificationConfiguration/delete', { notificationId: _id })
    await gateway.close()
  }
  await expect(page).toHaveURL(/dashboard/)
})
