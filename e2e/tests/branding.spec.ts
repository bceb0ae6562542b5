import { expect, test } from '../console.ts'
import { press, tabTo, type } from '../keyboard.ts'

test('a client gets a sign-in page of its own, and its people see it from the first moment', async ({
  admin,
  browser,
  product,
}) => {
  const name = `Harbour Mutual ${Date.now()}`
  const { _id } = await admin.call<{ _id: string }>('/api/client/createClient', {
    ...{ actualName: name, displayName: name, status: 'ACTIVE' },
  })
  const { page } = admin
  await page.goto(`/dashboard/clients/${_id}/branding`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await tabTo(page, page.getByRole('switch', { name: 'Show on the pages before signing in' }))
  await page.keyboard.press('Space')
  await expect(page.getByRole('switch', { name: 'Show on the pages before signing in' })).toBeChecked()
  await type(page, page.getByRole('textbox', { name: 'Accent in the light theme', exact: true }), '#ff9900')
  await expect(page.getByText(/The contrast is [\d.]+:1, and 4.5:1 is needed/)).toBeVisible()
  await press(page, page.getByRole('button', { name: 'Save', exact: true }))
  // Refused in the form: the page stays, and the field is marked.
  await expect(page.getByRole('textbox', { name: 'Accent in the light theme', exact: true })).toHaveAttribute(
    'aria-invalid',
    'true',
  )
  await press(page, page.getByRole('button', { name: /^Use #[0-9a-f]{6}, the nearest that passes/ }))
  const accent = await page.getByRole('textbox', { name: 'Accent in the light theme', exact: true }).inputValue()
  await type(page, page.getByLabel('Welcome line (English)'), 'Welcome, <b>crew</b>')
  await type(page, page.getByLabel('Help line (English)'), 'Ask the harbour desk:')
  await type(page, page.getByLabel('Contact for help'), 'desk@harbour.example.com')
  await expect(page.getByRole('img', { name: `The sign-in page of ${name}` })).toContainText('Welcome, <b>crew</b>')
  await press(page, page.getByRole('button', { name: 'Save', exact: true }))
  await expect(page.getByRole('status').getByText('Client Updated')).toBeVisible()

  // Its logo, which stands on that page, is chosen by the keyboard as well.
  await press(page, page.getByRole('main').getByRole('button', { name: 'Edit', exact: true }))
  const form = page.getByRole('dialog')
  const chooser = page.waitForEvent('filechooser')
  await press(page, form.getByLabel('Logo'))
  await (await chooser).setFiles({ name: 'logo.png', mimeType: 'image/png', buffer: await page.screenshot() })
  await expect(form.getByRole('img', { name: 'Preview' })).toBeVisible()
  await press(page, form.getByRole('button', { name: 'Save', exact: true }))
  await expect(form).toBeHidden()

  const visitor = await browser.newPage({ baseURL: product.baseURL, colorScheme: 'light' })
  const asked: string[] = []
  visitor.on('request', (request) => request.url().includes('/api/signin/branding') && asked.push(request.url()))
  await visitor.goto('/login')
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Sign in to EAI')
  expect(asked).toEqual([])
  // The first thing that is drawn has the branding: every title that the page ever shows is noted.
  await visitor.addInitScript(() => {
    const titles: string[] = []
    Object.assign(window, { titles })
    new MutationObserver(() => {
      const title = document.querySelector('h1')?.textContent
      if (title && titles.at(-1) !== title) titles.push(title)
    }).observe(document, { childList: true, subtree: true, characterData: true })
  })
  await visitor.goto(`/login?client=${_id}`)
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(`Sign in to ${name}`)
  await expect(visitor.getByText('Welcome, <b>crew</b>')).toBeVisible()
  expect(await visitor.evaluate(() => (window as unknown as { titles: string[] }).titles)).toEqual([
    `Sign in to ${name}`,
  ])
  const button = visitor.getByRole('button', { name: 'Login', exact: true })
  const rgb = [1, 3, 5].map((start) => Number.parseInt(accent.slice(start, start + 2), 16)).join(', ')
  await expect(button).toHaveCSS('background-color', `rgb(${rgb})`)
  await expect(visitor.getByRole('link', { name: 'desk@harbour.example.com' })).toHaveAttribute(
    'href',
    'mailto:desk@harbour.example.com',
  )
  // The next page looks alike, and nothing is asked again.
  await visitor.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(visitor.getByText('Welcome, <b>crew</b>')).toBeVisible()
  expect(asked).toHaveLength(1)
  await visitor.close()
})
