import { expect, test } from '../portal.ts'

test('the inbox of development copies a code, opens a link, shows new messages, and leads back', async ({
  page,
  context,
  portal,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const person = portal.newcomer()
  await page.goto(`/dev/inbox?to=${encodeURIComponent(person.email)}`)
  await expect(page.getByText('Nothing yet.')).toBeVisible()

  expect((await page.request.post('/api/users/signUp', { data: person })).status()).toBe(200)
  const copy = page.getByRole('button', { name: /^Copy \d{6}$/ })
  await expect(copy).toBeVisible()
  const code = /\d{6}/.exec((await copy.textContent()) ?? '')?.[0]
  await copy.click()
  await expect(page.getByRole('button', { name: `Copied ${code}` })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code)
  const verified = { email: person.email, otp: code }
  expect((await page.request.post('/api/users/consumeRequestEmailOtp', { data: verified })).status()).toBe(200)

  expect(
    (await page.request.post('/api/users/requestRequestPassword', { data: { email: person.email } })).status(),
  ).toBe(200)
  const link = page.getByRole('link', { name: /\/resetpassword\// })
  await expect(link).toBeVisible()
  await link.click()
  await expect(page.getByRole('heading', { name: 'Create New Password' })).toBeVisible()
  await page.goBack()
  await page.getByRole('link', { name: 'Back to the portal' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in to EAI' })).toBeVisible()
})
