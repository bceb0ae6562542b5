import { arrived } from '../arrived.ts'
import { hold } from '../hold.ts'
import { expect, type Portal, test } from '../portal.ts'

/** Does step one with a password; returns the code that was sent. */
async function halfway(portal: Portal, name: string): Promise<string> {
  const { email, password } = portal.person(name)
  const before = await portal.lastCode(email)
  await portal.enterPassword(email, password)
  await expect(portal.page.getByLabel('One-time code')).toBeVisible()
  return portal.code(email, before)
}

const wrong = (code: string) => (code === '000000' ? '000001' : '000000')

test('the code step survives a reload and a visit to another page, and then signs in', async ({ page, portal }) => {
  await page.goto('/login?returnTo=%2Fdashboard%2Fsessions')
  const code = await halfway(portal, 'diya')
  const lead = page.getByText(/^We sent a code to d•+/)
  await expect(lead).toBeVisible()
  await page.reload()
  await expect(lead).toBeVisible()
  await expect(page.getByText(/Send a new code in/)).toBeVisible()

  await page.goto('/forgetpassword')
  await page.goBack()
  await expect(lead).toBeVisible()
  await page.goBack()
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
  await page.goForward()
  await expect(lead).toBeVisible()
  await page.getByLabel('One-time code').fill(code)
  await arrived(page, '**/dashboard/sessions')
})

test('the address of the code step leads to the sign-in page if no sign-in is in progress', async ({ page }) => {
  for (const path of ['/login', '/loginandregister', '/otp', '/ssologin?base=http://localhost:1']) {
    await page.goto(`${path}${path.includes('?') ? '&' : '?'}step=code`)
    await expect(page.getByRole('alert')).toHaveText('This sign-in has expired. Sign in again.')
    await page.getByRole('button', { name: 'Sign in again' }).click()
    await expect(page.getByLabel(/^Email/)).toBeVisible()
    expect(page.url()).not.toContain('step=')
  }
})

test('a corrected code is submitted by itself, the field reports the wrong one, and only one error is shown', async ({
  page,
  portal,
}) => {
  await page.goto('/login')
  const code = await halfway(portal, 'meera')
  const field = page.getByLabel('One-time code')
  await field.fill(wrong(code))
  await expect(page.getByRole('alert')).toContainText('Invalid OTP')
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await field.fill('12')
  await page.getByRole('button', { name: 'Submit OTP' }).click()
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await field.fill(code)
  await arrived(page, '**/dashboard/app')
})

test('/otp is linked, keeps the address that was typed, and survives a reload', async ({ page, portal }) => {
  const { email } = portal.person('diya')
  await page.goto('/login?returnTo=%2Fdashboard%2Fchange')
  // While the page loads, the previous one stays, with a field of the same name.
  const loaded = await hold(page, /\/assets\/OtpLoginPage/)
  await page.getByRole('link', { name: 'Sign in with a code' }).click()
  await expect(page).toHaveURL(/\/otp\?returnTo=/)
  await expect(page.locator('html')).toHaveAttribute('data-page', 'loading')
  await loaded()
  await arrived(page, '**/otp?returnTo=**')
  await page.getByLabel('Email, user ID or phone number').fill(email)
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByText(`If ${email} can sign in with a code`)).toBeVisible()
  await page.reload()
  await expect(page.getByText('If this account may sign in by code, a one-time code was sent')).toBeVisible()
  await expect(page.getByLabel('One-time code')).toBeVisible()
})

test('a code with too many attempts, and one without its cookie, are refused with the next step to take', async ({
  page,
  portal,
  context,
}) => {
  await page.goto('/login')
  const code = await halfway(portal, 'vikram')
  const field = page.getByLabel('One-time code')
  const alert = page.getByRole('alert')
  for (let tries = 1; tries <= 5; tries++) {
    const answered = page.waitForResponse('**/api/users/consumeLogInOtpEmail')
    await field.fill(`00000${tries}` === code ? '000009' : `00000${tries}`)
    await answered
    await expect(alert).toBeVisible()
  }
  await field.fill(code)
  await expect(alert).toContainText('This code was entered incorrectly too many times. Request a new one.')
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByText(/Send a new code/)).toBeVisible()

  await context.clearCookies()
  await field.fill(wrong(code))
  await expect(alert).toContainText('Your browser did not send the cookie of this sign-in.')
  await alert.getByRole('button', { name: 'Sign in again' }).click()
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
})
