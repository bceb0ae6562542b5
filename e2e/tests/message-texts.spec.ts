import { expectAccessibleInBoth } from '../accessible.ts'
import { expect, test } from '../console.ts'

type Record = { _id: string }

test('the text of a message is shown in both languages, and a template for one application begins with it', async ({
  admin,
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await admin.call<Record>('/api/application/registerApplication', {
    name: { description: 'Texts of Monsoon' },
    applicationRedirectUrl: 'http://localhost/monsoon',
    applicationAllowedUrl: 'http://localhost/monsoon',
  })
  await admin.open('/dashboard/emailTemplate', 'Email Template')
  await page.getByRole('button', { name: 'Message texts' }).click()
  const dialog = admin.dialog('Message texts')
  await admin.fill(dialog, { Application: 'Texts of Monsoon' })
  const assigned = dialog.getByRole('button', { name: /^Application assigned/ })
  await expect(assigned).toContainText('Built-in text')
  await assigned.click()
  const text = dialog.getByRole('region', { name: 'Application assigned' })
  await expect(text).toContainText('Sent when: An application is assigned')
  await expect(text).toContainText('No template is meant for it: the built-in text goes out.')
  await expect(text.getByText('You can now open Texts of Monsoon')).toBeVisible()
  const frame = text.locator('iframe')
  await expect(frame.contentFrame().getByText('Texts of Monsoon was assigned to you for Acme Insurance')).toBeVisible()
  // As wide as in the window of a mail program, and not scaled down.
  expect((await frame.boundingBox())?.width).toBeGreaterThanOrEqual(720)
  await expect(text.getByText('of its size')).toHaveCount(0)
  await expectAccessibleInBoth(page, 'message texts', 'dialog[open]')

  await text.getByText('हिन्दी', { exact: true }).click()
  const greeting = frame.contentFrame().getByText('नमस्ते Asha')
  await expect(greeting).toBeVisible()
  // The frame does not inherit the page's fonts: without one of its own, Hindi may be shown as boxes.
  await expect(greeting).toHaveCSS('font-family', /Devanagari Variable/)
  const loaded = () =>
    frame
      .contentFrame()
      .locator('html')
      .evaluate(({ ownerDocument }) => [...ownerDocument.fonts].map(({ status }) => status))
  await expect.poll(loaded).toEqual(['loaded'])

  await text.getByRole('button', { name: 'Start from this text' }).click()
  const form = admin.dialog('Email Template')
  await expect(admin.control(form, 'Template Name')).toHaveValue('assignment-granted')
  await expect(admin.control(form, 'Application')).toHaveValue('Texts of Monsoon')
  await expect(admin.control(form, 'Language')).toHaveValue('hi')
  await expect(form.locator('iframe[title="Preview"]').contentFrame().getByText('नमस्ते Asha')).toBeVisible()
  await admin.fill(form, { Subject: '{{ applicationName }} तैयार है', 'Template Id': 'monsoon' })
  await expect(form.getByText('Texts of Monsoon तैयार है')).toBeVisible()
  await admin.save(form, 'Email Template Created')

  await page.getByRole('button', { name: 'Message texts' }).click()
  await expect(assigned).toContainText('Built-in text')
  await admin.fill(dialog, { Application: 'Texts of Monsoon' })
  await expect(assigned).toContainText('English: built-in text · हिन्दी: own template')
  await assigned.click()
  await text.getByText('हिन्दी', { exact: true }).click()
  await expect(text).toContainText('Sent with a template. Application: Texts of Monsoon, client: All.')
  await expect(text.getByText('Texts of Monsoon तैयार है')).toBeVisible()
  await text.getByText('Built-in text', { exact: true }).click()
  await expect(text.getByText('Texts of Monsoon तैयार है')).toHaveCount(0)
})

test('the form for a new template offers the built-in text, and asks before it replaces another', async ({ admin }) => {
  await admin.open('/dashboard/emailTemplate', 'Email Template')
  const form = await admin.openNew('Add Template', 'Email Template')
  await admin.fill(form, { Application: 'All', 'Template Name': 'a name of ours' })
  await expect(form.getByText('The portal sends no message with this name.')).toBeVisible()
  const offer = form.getByText('Start from the built-in text')
  await expect(offer).toHaveCount(0)
  await admin.fill(form, { 'Template Name': 'reset-password' })
  await form.getByRole('button', { name: 'English', exact: true }).click()
  await expect(admin.control(form, 'Subject')).toHaveValue('Choose a new password for {{ brand }}')
  const frame = form.locator('iframe[title="Preview"]').contentFrame()
  await expect(frame.getByText('Choose a new password', { exact: true })).toBeVisible()
  await expect(form.getByText('This template needs')).toHaveCount(0)

  await form.getByRole('button', { name: 'हिन्दी', exact: true }).click()
  const question = admin.dialog('Replace your text?')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(admin.control(form, 'Subject')).toHaveValue('Choose a new password for {{ brand }}')
  // A template of one language is offered the text of that language.
  await admin.fill(form, { Language: 'Hindi' })
  await expect(form.getByRole('button', { name: 'English', exact: true })).toHaveCount(0)
  await form.getByRole('button', { name: 'हिन्दी', exact: true }).click()
  await question.getByRole('button', { name: 'Replace' }).click()
  await expect(question).toBeHidden()
  await expect(frame.getByText('नमस्ते Asha')).toBeVisible()
})

test('messages without a built-in SMS say so, and the others begin with it', async ({ admin, page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await admin.open('/dashboard/smsTemplate', 'SMS Template')
  await page.getByRole('button', { name: 'More for this list' }).click()
  await page.getByRole('menuitem', { name: 'Message texts' }).click()
  const dialog = admin.dialog('Message texts')
  const reset = dialog.getByRole('button', { name: /^Password reset/ })
  await expect(reset).toContainText('Not sent')
  await reset.click()
  await expect(dialog.getByText('Not sent by SMS: there is no text for it.')).toBeVisible()
  await dialog.getByRole('button', { name: 'All messages' }).click()
  await dialog.getByRole('button', { name: /^Sign-in code/ }).click()
  await expect(dialog.getByText('482913 is your sign-in code for EAI.')).toBeVisible()
  expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
  await expectAccessibleInBoth(page, 'message texts on a phone', 'dialog[open]')
  await dialog.getByRole('button', { name: 'Start from this text' }).click()
  const form = admin.dialog('SMS Template')
  await expect(admin.control(form, 'Template')).toHaveValue(/^\{\{ code \}\} is your sign-in code/)
  await admin.fill(form, { 'Template Name': 'reset-password' })
  await expect(form.getByText('This message has no built-in SMS text')).toBeVisible()
})
