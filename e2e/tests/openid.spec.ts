import { query } from '@gatehouse/server/test/processes.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { arrived } from '../arrived.ts'
import { expect, type Portal, test } from '../portal.ts'

/** The address of the sample application, from its tile. The session is ended. */
async function addressOfSample(page: Page, portal: Portal): Promise<string> {
  await portal.openSession(portal.person('meera'))
  const answer = await page.request.get('/api/launch/tiles')
  const { data } = (await answer.json()) as { data: { name: string; redirectUri: string }[] }
  await page.context().clearCookies()
  return new URL(data.find(({ name }) => name === 'Roadside Desk')?.redirectUri ?? '').origin
}

test('a sign-in from the application goes through the portal and the choice of a client; signing out ends both sessions', async ({
  page,
  portal,
}) => {
  const application = await addressOfSample(page, portal)
  await page.goto(application)
  await page.getByRole('link', { name: 'Sign in' }).click()
  await arrived(page, '**/login?**')
  const { email, password } = portal.person('meera')
  await portal.signIn(email, password)

  await arrived(page, '**/choose-client?**')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in to Roadside Desk')
  await expectAccessible(page, 'the choice of a client')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Choose a client').last()).toBeVisible()
  await page.getByLabel('Clients').selectOption({ label: 'Bharat Assist · Supervisor' })
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Signed in as Meera Nair for Bharat Assist as Supervisor')).toBeVisible()
  expect(page.url()).toBe(`${application}/`)

  // An application without a secret needs the person's confirmation.
  await page.goto('/oauth2/logout')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign out?')
  await expectAccessible(page, 'the question of signing out')
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await arrived(page, '**/logout')
  await expect(page.getByText('You are signed out everywhere.')).toBeVisible()
  await page.goto(application)
  await expect(page.getByText('You are not signed in').first()).toBeVisible()
})

test('many requests that wait in a browser push no session out of it', async ({ page, portal }) => {
  const application = await addressOfSample(page, portal)
  const { headers } = await fetch(`${application}/login`, { redirect: 'manual' })
  const asked = new URL(headers.get('location') ?? '')
  asked.searchParams.set('prompt', 'login')
  asked.searchParams.delete('nonce')
  await portal.enter(portal.person('meera'))
  // Each keeps cookies of its own, and a browser keeps about 180 of a site.
  await page.evaluate(async (url) => {
    for (let count = 0; count < 100; count++) await fetch(`${url}${count}`, { redirect: 'manual' })
  }, `${asked.pathname}${asked.search}&nonce=a`)
  const kept = await page.context().cookies()
  expect(kept.length).toBeGreaterThan(140)
  expect(kept.map(({ name }) => name)).toEqual(expect.arrayContaining(['__Host-eai_sid', '__Host-eai_dev']))
  await page.goto('/dashboard/app')
  await arrived(page, '**/dashboard/app')
})

test('what an application asks of a sign-in stays so on the other pages of visitors', async ({ page, portal }) => {
  const application = await addressOfSample(page, portal)
  const { headers } = await fetch(`${application}/login`, { redirect: 'manual' })
  const asked = new URL(headers.get('location') ?? '')
  asked.searchParams.set('prompt', 'login')
  const { email } = portal.person('meera')
  asked.searchParams.set('login_hint', email)
  await portal.enter(portal.person('kabir'))
  await page.goto(`${asked.pathname}${asked.search}`)
  await arrived(page, '**/login?**')
  const identifier = page.getByLabel('Email, user ID or phone number')
  await expect(identifier).toHaveValue(email)
  // Who is signed in is not sent on, and the person whom the application expects stays filled in.
  await page.getByRole('link', { name: 'Register' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Register')
  await page.getByRole('link', { name: 'Login' }).click()
  await expect(identifier).toHaveValue(email)
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Forgot password?')
  await page.getByRole('link', { name: 'Back to sign-in' }).click()
  await expect(identifier).toHaveValue(email)
  expect(new URL(page.url()).searchParams.get('again')).toBe('1')
})

test('a person without the application learns whom to ask, can ask for it, and can return', async ({
  page,
  portal,
  product,
}) => {
  const application = await addressOfSample(page, portal)
  const nila = portal.newcomer()
  await page.goto('/register')
  await page.getByLabel('First name').fill(nila.firstName)
  await page.getByLabel('Last name').fill(nila.lastName)
  await page.getByLabel('Email').fill(nila.email)
  await page.getByLabel('Contact Number').fill(nila.phoneNumber)
  await page.getByLabel('Password', { exact: true }).fill(nila.password)
  await page.getByRole('button', { name: 'Register' }).click()
  await arrived(page, '**/verifyemail')
  await page.getByLabel('OTP').fill(await portal.code(nila.email))
  await expect(page.getByText('Email verified successfully')).toBeVisible()

  await page.goto(`${application}/login`)
  await portal.signIn(nila.email, nila.password)
  await arrived(page, '**/no-access?**')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Roadside Desk is not assigned to you')
  await expectAccessible(page, 'no access')
  await page.getByRole('button', { name: 'Back to Roadside Desk' }).click()
  await expect(page.getByText('The portal did not sign you in to Roadside Desk.')).toBeVisible()

  // Where it may be asked for, the page leads to the form for it.
  const setRequestable = (isRequestable: boolean) =>
    query(product.dataDir, `update applications set is_requestable = $1 where name = 'Roadside Desk'`, [isRequestable])
  await setRequestable(true)
  try {
    await page.goto(`${application}/login`)
    await arrived(page, '**/no-access?**')
    await expect(page.getByRole('link', { name: 'Ask for access to Roadside Desk' })).toBeVisible()
    await expectAccessible(page, 'no access, with a request')
    await page.getByRole('link', { name: 'Ask for access to Roadside Desk' }).click()
    const asking = page.getByRole('dialog', { name: 'Ask for access to Roadside Desk' })
    await asking.getByLabel('What do you need it for?').fill('The yearly count')
    await asking.getByRole('button', { name: 'Send the request' }).click()
    await expect(asking).toHaveCount(0)
    await expect(page.getByRole('region', { name: 'Your requests' })).toContainText('The yearly count')
    await page.goto(`${application}/login`)
    await arrived(page, '**/no-access?**')
    await expect(page.getByText('You have already asked for this application.')).toBeVisible()
  } finally {
    await setRequestable(false)
  }
})

test('an application that needs consent shows what it will receive, and accepts a refusal', async ({
  page,
  portal,
}) => {
  await portal.signInAs('kabir')
  await expect(page.getByText('Signed in as Kabir Singh')).toBeVisible()
  const { origin } = new URL(page.url())
  const answer = await page.request.get(`${portal.product.baseURL}/api/launch/tiles`)
  const { data } = (await answer.json()) as { data: { _id: string }[] }
  const asked = new URLSearchParams({
    client_id: data[0]?._id ?? '',
    redirect_uri: `${origin}/callback`,
    response_type: 'code',
    scope: 'openid email',
    prompt: 'consent',
    code_challenge: 'A'.repeat(43),
    code_challenge_method: 'S256',
  })
  await page.goto(`/oauth2/authorize?${asked}`.replace('prompt=consent', 'prompt=select_account'))
  await arrived(page, '**/select-account?**')
  await expect(page.getByText(portal.person('kabir').email).first()).toBeVisible()
  await expectAccessible(page, 'the choice of an account')
  await page.goto(`/oauth2/authorize?${asked}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in to Roadside Desk')
  await expect(page.getByText(portal.person('kabir').email)).toBeVisible()
  await expect(page.getByRole('listitem')).toHaveText(['your identity on the portal', 'your email address'])
  await expectAccessible(page, 'consent')
  await page.getByRole('button', { name: 'Do not allow' }).click()
  await page.waitForURL(/error=access_denied/)
  expect(page.url().startsWith(`${origin}/callback`)).toBe(true)
})

test('a request that has expired says so, and leads home', async ({ page, portal }) => {
  await portal.openSession(portal.person('meera'))
  await page.goto(`/consent?request=${'A'.repeat(43)}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This request is over')
  await expect(page.getByRole('alert')).toContainText('This request was answered already, or has expired.')
  await page.getByRole('link', { name: 'Go to the portal' }).click()
  await arrived(page, '**/dashboard/app')
})

test('a request that cannot be answered is explained without a session, in the requested language', async ({
  page,
}) => {
  const answer = await page.goto('/oauth2/authorize?client_id=<img src=x onerror=alert(1)>&ui_locales=hi')
  expect(answer?.status()).toBe(400)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('आपको साइन इन नहीं किया जा सका')
  await page.getByText('English').click()
  await expect(page.getByText('is unknown or not active')).toBeVisible()
  await expect(page.getByText('invalid_client')).toBeVisible()
  expect(await page.locator('img').count()).toBe(0)

  expect((await page.goto('/oauth2/logout?id_token_hint=forged'))?.status()).toBe(400)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You could not be signed out')
  await page.getByRole('link', { name: 'Go to the portal' }).click()
  await arrived(page, '**/login')
})
