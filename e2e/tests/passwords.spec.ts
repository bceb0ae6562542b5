import type { Page } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { arrived } from '../arrived.ts'
import { expect, Portal, test } from '../portal.ts'
import { register } from '../register.ts'

test('a forgotten password is replaced by a link, and the old one is void', async ({ page, portal }) => {
  const nila = await register(portal)
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await page.getByLabel('Email ID').fill(nila.email)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Reset Password link was sent to your email successfully')).toBeVisible()

  const link = await portal.message(nila.email, /http:\S+\/resetpassword\/\S+/)
  await page.goto(link)
  await expect(page).not.toHaveURL(/resetpassword\/[0-9a-f]/)
  // The link was only opened, so the page can be loaded again.
  await page.reload()
  await expect(page.getByLabel('New Password')).toBeVisible()
  await expectAccessible(page, 'choosing a new password')
  await page.getByLabel('New Password').fill('Falcon#River77*Stone')
  await page.getByLabel('Confirm Password').fill('Falcon#River77*Stonf')
  await page.getByRole('button', { name: 'Create New Password' }).click()
  await expect(page.getByText('Passwords must match')).toBeVisible()
  await page.getByLabel('Confirm Password').fill('Falcon#River77*Stone')
  await page.getByRole('button', { name: 'Create New Password' }).click()
  await expect(page.getByText('Password changed successfully')).toBeVisible()
  await arrived(page, '**/login')

  // A used link says so before anything is typed.
  await page.goto(link)
  await expect(page.getByRole('alert')).toContainText('This reset link is invalid or has expired.')
  await page.getByRole('link', { name: 'Back to sign-in' }).click()
  await portal.enterPassword(nila.email, nila.password)
  await expect(page.getByRole('alert')).toHaveText(/That combination is not right\./)
  await portal.signIn(nila.email, 'Falcon#River77*Stone')
  await arrived(page, '**/dashboard/app')
})

test('the link for a new password leads on to where its browser wanted to go, and to no other site', async ({
  page,
  portal,
  elsewhere,
  product,
}) => {
  const { email } = await register(portal)
  const link = /http:\S+\/resetpassword\/\S+/
  let last: string | null = null
  const ask = async (at: string) => {
    await page.goto(at)
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await page.getByLabel('Email ID').fill(email)
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByText('Reset Password link was sent to your email successfully')).toBeVisible()
    last = await portal.message(email, link, last)
    return last
  }
  const choose = async (on: Page, address: string, password: string) => {
    await on.goto(address)
    await on.getByLabel('New Password').fill(password)
    await on.getByLabel('Confirm Password').fill(password)
    await on.getByRole('button', { name: 'Create New Password' }).click()
    await on.getByRole('button', { name: 'Continue now' }).click()
    await arrived(on, '**/login**')
  }

  // Another browser, which wanted to go nowhere.
  await choose(elsewhere.page, await ask('/login?returnTo=%2Fdashboard%2Fsessions'), 'Falcon#River77*Stone')
  expect(new URL(elsewhere.page.url()).search).toBe('')
  await choose(page, await ask('/login?returnTo=%2F%2Fexample.com'), 'Falcon#River77*Stonf')
  expect(new URL(page.url()).search).toBe('')

  const mailed = await ask('/login?returnTo=%2Fdashboard%2Fsessions&login_hint=nila')
  const tab = await page.context().newPage()
  await tab.goto('/resetpassword/3f2504e0-4f89-41d3-9a0c-0305e82c3301')
  await expect(tab.getByRole('link', { name: 'Request a new link' })).toHaveAttribute('href', /returnTo=%2Fdashboard/)
  await choose(tab, mailed, 'Falcon#River77*Stong')
  expect(new URL(tab.url()).searchParams.get('returnTo')).toBe('/dashboard/sessions')
  expect(new URL(tab.url()).searchParams.get('login_hint')).toBe('nila')
  await new Portal(tab, product).signIn(email, 'Falcon#River77*Stong')
  await arrived(tab, '**/dashboard/sessions')
})

test('a reset link that is not valid says so', async ({ page }) => {
  await page.goto('/resetpassword/3f2504e0-4f89-41d3-9a0c-0305e82c3301')
  await expect(page.getByRole('alert')).toContainText('This reset link is invalid or has expired. Request a new one.')
  await expect(page.getByLabel('New Password')).toHaveCount(0)
})

test('a person changes their own password and signs in with the new one', async ({ page, portal }) => {
  const nila = await register(portal)
  await page.goto('/login')
  await portal.signIn(nila.email, nila.password)
  await page.getByRole('link', { name: 'Change Password' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Change Password')
  await page.getByRole('button', { name: 'Change Password' }).click()
  await expect(page.getByText('Current Password is required')).toBeVisible()
  await expect(page.getByText('Confirm New Password is required')).toBeVisible()
  await page.getByLabel('Current Password').fill('Wrong#Password1')
  await page.getByLabel('New Password', { exact: true }).fill('Falcon#River77*Stone')
  await page.getByLabel('Confirm New Password').fill('Falcon#River77*Stone')
  await page.getByRole('button', { name: 'Change Password' }).click()
  await expect(page.getByRole('alert')).toContainText('The current password is incorrect.')
  await page.getByLabel('Current Password').fill(nila.password)
  for (const next of [nila.password, 'Falcon#River77*Stone']) {
    await page.getByLabel('New Password', { exact: true }).fill(next)
    await page.getByLabel('Confirm New Password').fill(next)
    await page.getByRole('button', { name: 'Change Password' }).click()
    if (next === nila.password)
      await expect(page.getByRole('alert')).toContainText('The new password must differ from the current one.')
  }
  await expect(page.getByText('Password changed successfully')).toBeVisible()
  await arrived(page, '**/login')
  await portal.signIn(nila.email, 'Falcon#River77*Stone')
  await arrived(page, '**/dashboard/app')
})
