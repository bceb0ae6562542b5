import type { Page } from '@playwright/test'
import { expect, test } from '../portal.ts'

const TABLE =
  '<table style="background:#eef"><tr><td  style="color:#b00">Hello {{ firstName }}</td></tr>\n</table>\n<!-- kept -->'
const PLAIN = '<p>Hello <strong>{{ firstName }}</strong>,</p>\n<ul><li><p>one</p></li></ul>'

test('HTML that the visual editor would lose is edited as source and previewed, and is saved byte for byte', async ({
  page,
  portal,
}) => {
  await portal.enterAs('asha')
  await addTemplate(page, 'table', TABLE)
  const dialog = await edit(page, 'table')
  await expect(dialog.getByRole('tab', { name: 'Write' })).toBeDisabled()
  await expect(dialog.getByText('This template uses tables')).toBeVisible()

  const preview = page.frameLocator('iframe[title="Preview"]')
  await expect(preview.getByText('Hello Asha')).toHaveCSS('color', 'rgb(187, 0, 0)')
  await dialog.getByLabel('Subject').fill('Another subject')
  await save(page)
  expect(await stored(page, 'table')).toEqual({ Template: TABLE, Subject: 'Another subject' })
})

test('plain HTML can be edited visually; opening it changes nothing, typing does', async ({ page, portal }) => {
  await portal.enterAs('asha')
  await addTemplate(page, 'plain', PLAIN)
  let dialog = await edit(page, 'plain')
  await expect(dialog.getByRole('textbox', { name: 'Template', exact: true })).toContainText('one')
  await dialog.getByLabel('Subject').fill('Another subject')
  await save(page)
  expect(await stored(page, 'plain')).toEqual({ Template: PLAIN, Subject: 'Another subject' })

  dialog = await edit(page, 'plain')
  await dialog.getByText('one', { exact: true }).click()
  await page.keyboard.press('End')
  await page.keyboard.type(' and two')
  await save(page)
  expect((await stored(page, 'plain')).Template).toContain('<li><p>one and two</p></li>')
})

test('a preview runs and loads nothing, whatever the template contains', async ({ page, portal }) => {
  await portal.enterAs('asha')
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto('/dashboard/emailTemplate?new=true')
  await page.getByRole('dialog').getByRole('tab', { name: 'HTML' }).click()
  await page
    .getByRole('tabpanel', { name: 'HTML' })
    .getByRole('textbox')
    .fill(
      `<p onclick="top.hit = 1">Text</p><img src="https://elsewhere.example/a.png" onerror="top.hit = 1" alt="Picture">
     <div style="background:url(https://elsewhere.example/b.png)">x</div><style>@import "https://elsewhere.example/c.css";</style>
     <script>top.hit = 1</script><iframe src="https://elsewhere.example/d"></iframe><a href="javascript:top.hit = 1">Link</a>`,
    )
  const preview = page.frameLocator('iframe[title="Preview"]')
  await preview.getByText('Text').click()
  await preview.getByText('Link').click()
  expect(await page.evaluate(() => 'hit' in window)).toBe(false)
  expect(asked.filter((url) => url.includes('elsewhere'))).toEqual([])
})

async function addTemplate(page: Page, name: string, html: string) {
  await page.goto('/dashboard/emailTemplate?new=true')
  const dialog = page.getByRole('dialog')
  const application = dialog.getByRole('combobox', { name: 'Application' })
  await application.fill('All')
  await page.getByRole('option', { name: 'All' }).click()
  await dialog.getByLabel('Template Name').fill(name)
  await dialog.getByLabel('Template Id').fill(name)
  await dialog.getByLabel('Subject').fill('A subject')
  await dialog.getByRole('tab', { name: 'HTML' }).click()
  await dialog.getByRole('tabpanel', { name: 'HTML' }).getByRole('textbox').fill(html)
  await save(page)
}

async function edit(page: Page, name: string) {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  return page.getByRole('dialog')
}

async function save(page: Page) {
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
}

async function stored(page: Page, name: string) {
  const answer = await page.request.get('/api/emailMaster/allList')
  const { data } = (await answer.json()) as {
    data: { TemplateName: string; Template: string; Subject: string }[]
  }
  const found = data.find(({ TemplateName }) => TemplateName === name)
  return { Template: found?.Template, Subject: found?.Subject }
}
