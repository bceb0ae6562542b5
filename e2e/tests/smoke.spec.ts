import { expect, test } from '../product.ts'

test('the server is alive', async ({ request }) => {
  const response = await request.get('/healthz')
  expect(response.status()).toBe(200)
})

test('the sign-in page is at /login', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in to EAI')
})
