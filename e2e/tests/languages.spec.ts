import { expect, test } from '../portal.ts'

test.describe('a browser that prefers Hindi', () => {
  test.use({ locale: 'hi-IN' })

  test('gets Hindi, remembers another choice, and the first message is in Hindi', async ({ page, portal }) => {
    await page.goto('/forgetpassword')
    await expect(page.locator('html')).toHaveAttribute('lang', 'hi')
    const { email } = portal.person('vikram')
    await page.getByRole('textbox').fill(email)
    await page.locator('button[type=submit]').click()
    await portal.message(email, /http:\S+\/resetpassword\/\S+/)
    const answer = await page.request.get(`/dev/inbox.json?to=${encodeURIComponent(email)}`)
    const [message] = (await answer.json()) as { text: string }[]
    expect(message?.text).toMatch(/[\u0900-\u097F]{3}/)

    await page.getByText('English').click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Forgot password?')
  })
})

test('a name in Devanagari on an English page loads its font, and a page without one does not', async ({ page }) => {
  const fonts: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('.woff2')) fonts.push(new URL(request.url()).pathname)
  })
  await page.goto('/login', { waitUntil: 'networkidle' })
  expect(fonts.filter((path) => path.includes('devanagari'))).toEqual([])
  // The machine may have a font of its own that comes first.
  const families = await page.evaluate(() => getComputedStyle(document.body).fontFamily)
  expect(families).toContain('Noto Sans Devanagari Variable')
  const faces = await page.evaluate(
    async () => (await document.fonts.load('16px "Noto Sans Devanagari Variable"', 'क्ष')).length,
  )
  expect(faces).toBe(1)
})
