import type { Locator, Page } from '@playwright/test'
import { XSS_CORPUS } from '../../server/test/xss-corpus.ts'
import { expectAccessibleInBoth } from '../accessible.ts'
import { type Console, expect, test } from '../console.ts'

test.use({ keepsBrowsers: true })

const EVERYBODY = { Application: 'All', Client: 'All', Status: 'ACTIVE' }

async function aTemplate(admin: Console, TemplateName: string, template: Record<string, string> = {}) {
  const text = { Subject: 'Welcome to {{ brand }}', Template: '<p>Hello {{ firstName }}</p>' }
  const form = { ...EVERYBODY, TemplateName, TemplateId: 'T', ...text, ...template }
  return admin.call<{ _id: string }>('/api/emailMaster/create', form)
}

/** Emptied first, because browsers replace coloured text with inline styles, which the policy refuses and reports. */
async function rewrite(editor: Locator, html: string) {
  await editor.press('Control+a')
  await editor.press('Delete')
  await editor.fill(html)
}

const editorOf = (form: Locator) => form.getByRole('textbox', { name: 'Template', exact: true })

test('an unknown variable is marked where it is, and a click on the right one corrects it', async ({ admin, page }) => {
  await admin.open('/dashboard/emailTemplate', 'Email Template')
  const form = await admin.openNew('Add Template', 'Email Template')
  await admin.fill(form, { Application: 'All', 'Template Name': 'login-otp', Subject: 'Hello {{ fristName }}' })
  await expect(
    form.getByText('Sent when: Someone signs in, with the correct password or with a code alone'),
  ).toBeVisible()
  const editor = editorOf(form)
  await editor.click()
  await page.keyboard.type('Your code is {{ cod }}')
  await expect(form.getByText('There is no variable fristName in this message. Did you mean firstName?')).toBeVisible()
  await expect(form.getByText('There is no variable cod in this message. Did you mean code?')).toBeVisible()
  await expect(editor.getByText('cod', { exact: true })).toHaveCSS('text-decoration-style', 'wavy')

  // The same in the source, whose editor is in a shadow tree.
  await form.getByRole('tab', { name: 'HTML' }).click()
  await expect(editor.getByText('cod', { exact: true })).toHaveCSS('text-decoration-style', 'wavy')
  await expect(editor.getByText('cod', { exact: true })).toHaveAttribute('title', /Did you mean code\?/)
  await expectAccessibleInBoth(page, 'template with problems', 'dialog[open]')

  await rewrite(editor, '<p>Your code is </p>')
  await expect(form.getByText('This template needs {{ code }}')).toBeVisible()
  await editor.press('Control+End')
  for (let letter = 0; letter < '</p>'.length; letter++) await editor.press('ArrowLeft')
  await form.getByRole('button', { name: 'code The one-time code' }).click()
  await expect(editor).toHaveText('<p>Your code is {{ code }}</p>')
  await expect(form.getByText('This template needs {{ code }}')).toHaveCount(0)
})

test('a template is previewed for desktop, for phone and without HTML', async ({ admin, page }) => {
  const Template = '<p>Hello {{ firstName }}</p>{% if clientName %}<ul><li>{{ clientName }}</li></ul>{% endif %}'
  await aTemplate(admin, 'looked-at', { Template })
  await admin.open('/dashboard/emailTemplate?field=name&search=looked-at', 'Email Template')
  await admin.choose('looked-at', 'Edit')
  const form = admin.dialog('Update Email Template')
  // Beside the form if there is room, else in its place.
  await expect(form.getByRole('region', { name: 'Preview' }).getByText('Welcome to EAI')).toBeVisible()
  await page.setViewportSize({ width: 1000, height: 720 })
  await form.getByRole('tab', { name: 'Preview' }).click()
  await expect(form.getByText('Welcome to EAI')).toBeVisible()
  const frame = form.locator('iframe[title="Preview"]')
  await expect(frame.contentFrame().getByRole('listitem')).toHaveText('Acme Insurance')
  const width = async () => (await frame.boundingBox())?.width ?? 0
  const wide = await width()
  await form.getByText('Phone', { exact: true }).click()
  await expect.poll(width).toBeLessThan(wide)
  expect(await width()).toBeLessThanOrEqual(375)
  await expect(frame.contentFrame().getByText('Hello Asha')).toBeVisible()
  await form.getByText('Plain text', { exact: true }).click()
  await expect(form.locator('pre')).toHaveText('Hello Asha\n\n- Acme Insurance')
  await expectAccessibleInBoth(page, 'preview', 'dialog[open]')
})

test('problems are listed with their lines, and disappear when the author corrects them', async ({ admin }) => {
  await admin.open('/dashboard/emailTemplate', 'Email Template')
  const form = await admin.openNew('Add Template', 'Email Template')
  await admin.fill(form, { Application: 'All', 'Template Name': 'newsletter', Subject: 'News' })
  await form.getByRole('tab', { name: 'HTML' }).click()
  const lines = [
    '<style>p { color: red }</style>',
    '<p onclick="a()">Hello</p>',
    '<link rel="x">',
    '<p onclick="a()">you</p>',
  ]
  await rewrite(editorOf(form), lines.join('\n'))
  const problems = form.getByRole('list').filter({ hasText: 'Not allowed in a message' })
  await expect(problems.getByRole('listitem')).toHaveText([
    'Line 2, 4: Not allowed in a message: onclick="a()" on <p>',
    'Line 3: Not allowed in a message: <link>',
  ])
  await form.getByRole('button', { name: 'Remove these' }).click()
  await expect(problems).toHaveCount(0)
  await expect(editorOf(form).locator('.cm-line')).toHaveText([lines[0] ?? '', '<p>Hello</p>', '', '<p>you</p>'])
  // A mail is laid out as in a window, however small the preview is.
  const frame = form.locator('iframe[title="Preview"]').contentFrame()
  expect(await frame.locator('html').evaluate((html) => html.clientWidth)).toBeGreaterThan(600)
})

test('text becomes a link without typing HTML, and pasting lists the formats that were lost', async ({
  admin,
  page,
}) => {
  await admin.open('/dashboard/emailTemplate', 'Email Template')
  const form = await admin.openNew('Add Template', 'Email Template')
  await admin.fill(form, { Application: 'All', 'Template Name': 'reset-password', Subject: 'Password' })
  const editor = editorOf(form)
  await editor.click()
  await page.keyboard.type('Open it')
  await page.keyboard.press('Shift+Home')
  await form.getByRole('button', { name: 'Link', exact: true }).click()
  await form.getByLabel('Link address').fill('{{ link }}')
  await form.getByLabel('Link address').press('Enter')
  await expect(editor.getByRole('link', { name: 'Open it' })).toHaveAttribute('href', '{{ link }}')
  await expect(form.getByText('cannot be used in an attribute')).toHaveCount(0)
  await editor.evaluate((element) => {
    const data = new DataTransfer()
    data.setData('text/html', '<table><tr><td style="color:red">x</td></tr></table><img src="https://x.example/a.png">')
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  })
  await expect(
    form.getByText('Removed from the pasted text: tables, pictures, colours, fonts and other styles.'),
  ).toBeVisible()
})

test('versions are compared, and an old one is restored', async ({ admin, page }) => {
  const { _id } = await aTemplate(admin, 'versioned')
  const form = { ...EVERYBODY, TemplateName: 'versioned', TemplateId: 'T', Subject: 'Welcome to {{ brand }}' }
  await admin.call('/api/emailMaster/update', { ...form, _id, Template: '<p>Dear {{ firstName }}</p>' })
  await admin.open('/dashboard/emailTemplate?field=name&search=versioned', 'Email Template')
  await admin.choose('versioned', 'Versions')
  const dialog = admin.dialog('Versions - versioned')
  const difference = dialog.getByRole('region', { name: 'Template', exact: true })
  await expect(difference.locator('del')).toHaveText('Hello')
  await expect(difference.locator('ins')).toHaveText('Dear')
  await expectAccessibleInBoth(page, 'versions', 'dialog[open]')

  await dialog.getByRole('button', { name: 'Restore this version (1)' }).click()
  await expect(dialog.getByText('Version 1 was restored.')).toBeVisible()
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Version 3' })).toContainText('Current')
  await expect(difference.locator('ins')).toHaveText('Hello')
  await dialog.getByLabel('Compare version').selectOption({ index: 2 })
  await expect(dialog.getByText('Both versions are identical.')).toBeVisible()
  const [row] = (await admin.list<{ _id: string; Template: string }>('/api/emailMaster/allList')).filter(
    (one) => one._id === _id,
  )
  expect(row?.Template).toBe('<p>Hello {{ firstName }}</p>')
})

test('a test message arrives in the inbox, and the answer of the gateway is shown', async ({ admin, page }) => {
  await aTemplate(admin, 'tried-out')
  await admin.open('/dashboard/emailTemplate?field=name&search=tried-out', 'Email Template')
  await admin.choose('tried-out', 'Send test')
  const dialog = admin.dialog('Send test - tried-out')
  await expect(dialog.getByLabel('Send a test to')).toHaveValue('asha.rao@example.com')
  await dialog.getByLabel('Send a test to').fill('nobody')
  await page.keyboard.press('Escape')
  await admin.dialog('Discard changes?').getByRole('button', { name: 'Keep editing' }).click()
  await dialog.getByRole('button', { name: 'Send test' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Email must be a valid email address')
  await dialog.getByLabel('Send a test to').fill('somebody@example.com')
  await dialog.getByLabel('Send a test to').press('Enter')
  await expect(dialog.getByText('The gateway accepted the message for somebody@example.com')).toBeVisible()
  await expect(dialog.getByText('The portal’s own mail server: kept in the inbox')).toBeVisible()
  await expectAccessibleInBoth(page, 'test', 'dialog[open]')
  expect(await inbox(page, 'somebody@example.com')).toMatchObject([
    { subject: '[Test] Welcome to EAI', text: 'Hello Asha', html: '<p>Hello Asha</p>' },
  ])
  // What was sent is not lost.
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

test('an SMS shows its number of parts and the text to register', async ({ admin, page }) => {
  await admin.open('/dashboard/smsTemplate', 'SMS Template')
  const form = await admin.openNew('Add Template', 'SMS Template')
  await admin.fill(form, { 'Template Name': 'login-otp', Template: '{{ code }} is your code for {{ brand }}' })
  await expect(form.getByText('482913 is your code for EAI')).toBeVisible()
  await expect(form.getByRole('status').filter({ hasText: 'GSM-7' })).toHaveText('27 characters · 1 message · GSM-7')
  await expect(form.getByText('{#var#} is your code for {#var#}')).toBeVisible()
  await admin.fill(form, { Template: '{{ code }}’s your code' })
  await expect(form.getByText('These characters limit a message to 70 characters instead of 160: ’')).toBeVisible()
  // Hindi letters are not listed one by one.
  await admin.fill(form, { Template: '{{ code }} आपका कोड है' })
  await expect(form.getByText('A message in this script holds 70 characters')).toBeVisible()
  await expect(form.getByText('These characters limit')).toHaveCount(0)
  await expectAccessibleInBoth(page, 'SMS template', 'dialog[open]')
})

test('none of 150 and more ways to inject a script works in the preview', async ({ admin, page }) => {
  const seen = await watch(page)
  await admin.open('/dashboard/emailTemplate', 'Email Template')
  const form = await admin.openNew('Add Template', 'Email Template')
  const editor = editorOf(form)
  // Text that looks like a variable is not shown at all.
  const vectors = XSS_CORPUS.filter((vector) => !/\{[{%]/.test(vector))
  expect(vectors.length).toBeGreaterThan(140)
  for (let at = 0; at < vectors.length; at += 10) {
    await form.getByRole('tab', { name: 'HTML' }).click()
    // An unclosed element must not hide the others, so those come last to first.
    const some = vectors.slice(at, at + 10)
    await rewrite(editor, `<p>part ${at}</p>${some.join('<p></p>')}<!-- --><p>${some.toReversed().join('<p></p>')}</p>`)
    await expect(form.locator('iframe').contentFrame().getByText(`part ${at}`, { exact: true })).toBeVisible()
  }
  expect(await seen()).toEqual([])
})

test('mail to people with hostile names is opened in a browser: nothing runs, and the names are plain text', async ({
  admin,
  page,
  browser,
}) => {
  const { _id } = await aTemplate(admin, 'invitation', {
    Subject: 'For {{ firstName }}',
    Template:
      '<p title="{{ lastName }}">Hello {{ firstName }}!</p><a href="https://x.example/?n={{ lastName }}">x</a><a href="{{ link }}">Go on</a>',
  })
  const names = [
    '{{otp}}',
    '{{ code }}',
    '"><img onerror=top.hit=1 src=x>',
    '<script>top.hit=1</script>',
    `' onload=top.hit=1 x='`,
  ]
  const context = await browser.newContext()
  const reader = await context.newPage()
  const seen = await watch(reader)
  for (const [number, name] of names.entries()) {
    const email = `hostile${number}.${Date.now()}@example.com`
    const person = { firstName: name, lastName: name, email, userName: email.split('@')[0] }
    await admin.call('/api/users/createUserWithoutAppClientAndRole', {
      ...person,
      firstPassword: 'link',
      phoneNumber: `6${String(Date.now() + number).slice(-9)}`,
    })
    await expect.poll(async () => (await inbox(page, email)).length).toBe(1)
    const [mail] = await inbox(page, email)
    expect(mail?.subject).toBe(`For ${name}`)
    await reader.setContent(mail?.html ?? '')
    await expect(reader.getByText('Hello')).toHaveText(`Hello ${name}!`)
    await expect(reader.getByText('Hello')).toHaveAttribute('title', name)
    await expect(reader.locator('img, script, [onload], [onerror]')).toHaveCount(0)
    expect(await reader.getByRole('link', { name: 'x', exact: true }).getAttribute('href')).toBe(
      `https://x.example/?n=${encodeURIComponent(name)}`,
    )
  }
  expect(await seen()).toEqual([])
  await context.close()
  await admin.call('/api/emailMaster/delete', { _id })
})

type Mail = { subject: string; text: string; html: string }

async function inbox(page: Page, to: string): Promise<Mail[]> {
  const answer = await page.request.get(`/dev/inbox.json?to=${encodeURIComponent(to)}`)
  return answer.json()
}

/** Records what must not happen on a page: scripts, dialogs, requests to other hosts, navigations. */
async function watch(page: Page): Promise<() => Promise<string[]>> {
  const seen: string[] = []
  page.on('dialog', (dialog) => {
    seen.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    if (/evil|elsewhere|x\.example/.test(request.url())) seen.push(`request ${request.url()}`)
  })
  page.on('popup', (popup) => seen.push(`popup ${popup.url()}`))
  return async () => [...seen, ...((await page.evaluate(() => 'hit' in window)) ? ['a script has run'] : [])]
}
