import { type Browser, expect, type Page } from '@playwright/test'
import { test } from '../console.ts'
import { hold } from '../hold.ts'
import { Portal } from '../portal.ts'
import type { Product } from '../product.ts'
import { chooseLanguage, preferencesSaved } from '../saved.ts'

const elsewhere = async (browser: Browser, product: Product) =>
  new Portal(await (await browser.newContext({ baseURL: product.baseURL })).newPage(), product)
const html = (page: Page) => page.locator('html')

test('language, theme and time zone follow a person to another browser, and are there before the first paint', async ({
  admin,
  browser,
  product,
  signIn,
}) => {
  const person = await admin.employ('Settler', [])
  const { page } = await signIn(person, '/dashboard/preferences')
  await page.getByRole('combobox', { name: 'Time zone' }).selectOption('America/New_York')
  await expect(page.getByText(/^Now it is .+, Eastern/)).toBeVisible()
  await expect(page.getByText('Preferences saved')).toBeVisible()
  await page.getByRole('combobox', { name: 'Theme' }).selectOption('dark')
  await expect(html(page)).toHaveAttribute('data-theme', 'dark')
  await preferencesSaved(page)
  await chooseLanguage(page, 'हिन्दी')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('प्राथमिकताएँ')

  const other = await elsewhere(browser, product)
  await other.page.goto('/login')
  await expect(html(other.page)).toHaveAttribute('lang', 'en')
  await other.signIn(person.email, person.password)
  await expect(html(other.page)).toHaveAttribute('lang', 'hi')
  await expect(html(other.page)).toHaveAttribute('data-theme', 'dark')
  // Who is signed in is not known yet; the browser knows from before.
  const release = await hold(other.page, /\/api\/session$/)
  await other.page.goto('/dashboard/preferences', { waitUntil: 'commit' })
  await expect(html(other.page)).toHaveAttribute('lang', 'hi')
  await expect(html(other.page)).toHaveAttribute('data-theme', 'dark')
  await release()
  await expect(other.page.getByRole('combobox').last()).toHaveValue('America/New_York')
  await other.page.context().close()
})

test('what is chosen before a sign-in is that of the account after it, and the page fits a phone in Hindi', async ({
  admin,
  browser,
  product,
}) => {
  const person = await admin.employ('Chooser', [])
  const first = await elsewhere(browser, product)
  await first.page.goto('/login')
  await first.signIn(person.email, person.password)
  await chooseLanguage(first.page, 'English')
  await first.page.context().close()

  const { page, ...phone } = await elsewhere(browser, product)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/login')
  await page.getByText('हिन्दी').click()
  await expect(html(page)).toHaveAttribute('lang', 'hi')
  await page.getByRole('radio', { name: 'डार्क थीम' }).check({ force: true })
  await expect(html(page)).toHaveAttribute('data-theme', 'dark')
  await new Portal(page, phone.product).openSession(person)
  await page.goto('/dashboard/preferences')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('प्राथमिकताएँ')
  await preferencesSaved(page)
  const reminder = page.getByRole('switch', { name: 'आपका कोई एप्लिकेशन सात दिन में समाप्त होता है' })
  await expect(reminder).toBeChecked()
  await reminder.click()
  await expect(page.getByText('प्राथमिकताएँ सहेजी गईं').last()).toBeVisible()
  await expect(reminder).not.toBeChecked()
  await page.reload()
  await expect(reminder).not.toBeChecked()
  // Security notices are named, and there is nothing to switch them off with.
  await expect(page.getByText('नया डिवाइस')).toBeVisible()
  await expect(page.getByRole('switch')).toHaveCount(6)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)

  // Another tab of a browser that has chosen nothing.
  const again = await elsewhere(browser, product)
  await again.page.goto('/login')
  await again.openSession(person)
  await again.page.goto('/dashboard/preferences')
  await expect(html(again.page)).toHaveAttribute('lang', 'hi')
  await expect(html(again.page)).toHaveAttribute('data-theme', 'dark')
  await again.page.context().close()
  await page.context().close()
})
