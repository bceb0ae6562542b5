import { arrived } from '../arrived.ts'
import { expect, test } from '../portal.ts'
import { register } from '../register.ts'

test.use({ keepsBrowsers: true })

const DOORS = [
  ['/login', 'Sign in to EAI'],
  ['/loginandregister', 'Sign In with One Time Credentials and Register'],
  ['/ssologin?base=http://localhost:1', 'Sign in Through SSO'],
  ['/register', 'Register'],
  ['/registerandassign?Application=Roadside%20Desk&Client=Bharat%20Assist', 'Register'],
  ['/verifyemail', 'Verify your email'],
  ['/forgetpassword', 'Forgot password?'],
  ['/otp', ''],
  ['/applogin?client_id=x&redirect_uri=https://x.example&response_type=code', ''],
] as const

for (const [path, title] of DOORS) {
  test(`${path} shows its screen`, async ({ page }) => {
    await page.goto(path)
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toBeVisible()
    if (title !== '') await expect(heading).toHaveText(title)
  })
}

test('logo and title have the same position on every page before sign-in, and registration fits on a laptop screen', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const places: Record<string, number> = {}
  for (const path of ['/login', '/login?step=code', '/register', '/forgetpassword', '/verifyemail', '/applogin']) {
    await page.goto(path)
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toBeVisible()
    places[path] = (await heading.boundingBox())?.y ?? -1
    expect(await page.evaluate(() => document.documentElement.scrollHeight), path).toBeLessThanOrEqual(900)
  }
  expect(Object.values(places).every((top) => top === places['/login'])).toBe(true)
})

test('a wrong password shows the reason as an alert and keeps the input', async ({ page, portal }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('Email/UserId/Phone is required')).toBeVisible()
  await expect(page.getByText('Password is required')).toBeVisible()
  await portal.enterPassword('diya.patel@example.com', 'Wrong#Password1')
  await expect(page.getByRole('alert')).toContainText('That combination is not right.')
  await expect(page.getByLabel('Email, user ID or phone number')).toHaveValue('diya.patel@example.com')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('Wrong#Password1')
})

test('Tab goes from the name to the password, and Enter sends both', async ({ page, portal }) => {
  const { email, password } = portal.newcomer()
  await page.goto('/login')
  await expect(page.getByLabel('Email, user ID or phone number')).toBeFocused()
  await page.keyboard.type(email)
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('That combination is not right.')
})

test('after five wrong passwords the next one shows once how long to wait', async ({ page, portal }) => {
  const nobody = portal.newcomer()
  await page.goto('/login')
  const alert = page.getByRole('alert')
  for (let tries = 1; tries <= 5; tries++) {
    const answered = page.waitForResponse('**/api/users/login')
    await portal.enterPassword(nobody.email, nobody.password)
    await answered
    await expect(alert).toHaveText('That combination is not right.')
  }
  // The first wait is one second, which a busy machine takes to press the button. Each further try doubles it.
  await expect(async () => {
    await portal.enterPassword(nobody.email, nobody.password)
    await expect(alert).toHaveText(/^Too many attempts\. Try again in \d+ seconds?\.$/, { timeout: 5000 })
  }).toPass()
})

test('a wrong code shows the reason and keeps the field; a further code can be requested later', async ({
  page,
  portal,
}) => {
  const { email, password } = portal.person('diya')
  await page.goto('/login')
  const before = await portal.lastCode(email)
  await portal.enterPassword(email, password)
  const code = await portal.code(email, before)
  const wrong = code === '000000' ? '000001' : '000000'
  await page.getByLabel('One-time code').fill(wrong)
  await expect(page.getByRole('alert')).toContainText('Invalid OTP')
  await expect(page.getByLabel('One-time code')).toHaveValue(wrong)
  await expect(page.getByText(/Send a new code in/)).toBeVisible()
  await page.getByLabel('One-time code').fill(code)
  await arrived(page, '**/dashboard/app')
})

test('passwords cannot be pasted or copied, codes can, and the password can be shown', async ({ page }) => {
  await page.goto('/login')
  const field = page.getByLabel('Password', { exact: true })
  const prevented = await field.evaluate((input) =>
    ['cut', 'copy', 'paste'].map(
      (type) => !input.dispatchEvent(new ClipboardEvent(type, { cancelable: true, bubbles: true })),
    ),
  )
  expect(prevented).toEqual([true, true, true])
  await field.fill('something')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(field).toHaveAttribute('type', 'text')
})

test('signing in through SSO opens the requested application', async ({ page, portal }) => {
  await portal.signInAs('kabir')
  await expect(page.getByText('Signed in as Kabir Singh')).toBeVisible()
  const base = new URL(page.url()).origin
  await page.context().clearCookies()

  const { email, password } = portal.person('meera')
  const answer = await page.request.get('/api/client/getClientdetails?name=Acme%20Insurance')
  const [acme] = ((await answer.json()) as { data: { _id: string }[] }).data
  await page.goto(`/ssologin?base=${encodeURIComponent(base)}&clientIDE=${acme?._id}`)
  const before = await portal.lastCode(email)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByLabel('One-time code')).toBeVisible()
  await page.getByLabel('One-time code').fill(await portal.code(email, before))
  await expect(page.getByText('Signed in as Meera Nair for Acme Insurance as Dispatcher')).toBeVisible()

  await page.goto(`/ssologin?base=${encodeURIComponent(base)}&clientIDE=BHA-03`)
  await expect(page.getByText('Signed in as Meera Nair for Bharat Assist as Supervisor')).toBeVisible()
})

test('a person who registers for an open application gets it assigned', async ({ page, portal }) => {
  const nila = portal.newcomer()
  await page.goto('/registerandassign?Application=Roadside%20Desk&Client=Bharat%20Assist')
  await expect(page.getByText(/You are registering for Roadside Desk/)).toBeVisible()
  await page.getByLabel('First name').fill(nila.firstName)
  await page.getByLabel('Last name').fill(nila.lastName)
  await page.getByLabel('Email').fill(nila.email)
  await page.getByLabel('Contact Number').fill(nila.phoneNumber)
  await page.getByLabel('Password', { exact: true }).fill(nila.password)
  await page.getByRole('button', { name: 'Register' }).click()
  await arrived(page, '**/verifyemailassign**')
  await page.getByLabel('OTP').fill(await portal.code(nila.email))
  await arrived(page, '**/login')
  await portal.signIn(nila.email, nila.password)
  await expect(page.getByText('Signed in as Nila Menon for Bharat Assist as User')).toBeVisible()
})

test('a person with an account signs in by the invitation and gets the application assigned', async ({
  page,
  portal,
}) => {
  const { email, password } = await register(portal)
  await page.goto('/registerandassign?Application=Roadside%20Desk&Client=Bharat%20Assist')
  await page.getByRole('link', { name: 'Sign in to add it to your account' }).click()
  await portal.signIn(email, password)
  await expect(page.getByRole('heading', { name: 'Add an application' })).toBeVisible()
  await expect(page.getByText('You are invited to Roadside Desk (Bharat Assist).')).toBeVisible()
  await page.getByRole('button', { name: 'Add to my applications' }).click()
  await expect(page.getByText('Application Assigned')).toBeVisible()
  await arrived(page, '**/dashboard/app')
  await expect(page.getByText('Roadside Desk').first()).toBeVisible()
  await page.goto('/registerandassign?Application=Roadside%20Desk&Client=Bharat%20Assist')
  await page.getByRole('button', { name: 'Add to my applications' }).click()
  await expect(page.getByText('It is already one of your applications.')).toBeVisible()
})

test('a closed or unknown invitation says so before a form is filled in', async ({ page }) => {
  for (const link of ['?Application=Roadside%20Desk&Client=Nobody', '?Application=Nothing', '']) {
    await page.goto(`/registerandassign${link}`)
    await expect(page.getByRole('alert')).toContainText('This invitation is not valid, or registration is closed.')
    await expect(page.getByLabel('First name')).toHaveCount(0)
  }
})

test('the portal is shown in Hindi and remembers the language', async ({ page }) => {
  await page.goto('/login')
  await page.getByText('हिन्दी').click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi')
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Sign in to EAI')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi')
})

test('the API document can be read at /docs', async ({ page }) => {
  await page.goto('/docs')
  await expect(page.getByText('/api/users/login').first()).toBeVisible()
})
