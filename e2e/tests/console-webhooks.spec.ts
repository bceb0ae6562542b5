import { query } from '@gatehouse/server/test/processes.ts'
import type { Locator } from '@playwright/test'
import { expectAccessibleInBoth } from '../accessible.ts'
import { type Console, expect, test } from '../console.ts'
import { hold } from '../hold.ts'
import { aReceiver, expectedSignature } from '../receiver.ts'
import { leaveToRetry } from '../retry-only.ts'
import { chooseLanguage } from '../saved.ts'

const PATH = '/dashboard/webhooks'

/** A webhook created by calls, with its secret. */
async function aWebhook(admin: Console, name: string, url: string, events = ['role.created']) {
  const { _id } = await admin.call<{ _id: string }>('/api/admin/webhooks/create', {
    ...{ name, url, events, status: 'ACTIVE' },
  })
  await admin.call('/api/admin/webhooks/rotateSecret', { webhookId: _id })
  return _id
}
const makeRole = (admin: Console, name: string) =>
  admin.call('/api/users/createRole', { name, description: 'To be told of', status: 'ACTIVE' })

async function readSecret(dialog: Locator) {
  await expect(dialog.getByText('Copy it now. It is not shown again.')).toBeVisible()
  return dialog.getByRole('code').innerText()
}

test('a webhook is created, its secret is shown once, and a test event arrives with its signature', async ({
  admin,
  page,
}) => {
  const receiver = await aReceiver()
  await admin.open(PATH, 'Webhooks')
  const form = await admin.openNew('New Webhook', 'New Webhook')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(form.getByLabel('Name')).toHaveAccessibleDescription('Name is required')
  await expect(form.getByRole('group', { name: 'Events' })).toHaveAccessibleDescription('Choose at least one event')

  await admin.fill(form, { Name: 'Ledger', URL: 'https://10.0.0.7/hooks' })
  await form.getByRole('checkbox', { name: /^role\.created/ }).check()
  await form.getByText('What is sent: an example').click()
  await expect(form.getByText('"type": "role.created"')).toBeVisible()
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(form.getByLabel('URL')).toHaveAccessibleDescription(/^This address is inside the network\./)
  await expect(form.getByLabel('URL')).toBeFocused()
  await admin.fill(form, { URL: receiver.url })
  await admin.save(form, 'Webhook Created')

  const secretDialog = admin.dialog('New secret - Ledger')
  const secret = await readSecret(secretDialog)
  expect(secret).toMatch(/^whsec_/)
  await expect(secretDialog.getByText('Secret Created')).toBeVisible()
  await expect(secretDialog.getByRole('button', { name: 'Copy' })).toBeFocused()
  // The dialog does not close by one key: the secret is copied or discarded on purpose.
  const question = admin.dialog('Close without copying?')
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(secretDialog.getByRole('code')).toHaveText(secret)
  await page.context().grantPermissions(['clipboard-write'])
  await secretDialog.getByRole('button', { name: 'Copy' }).click()
  await secretDialog.getByRole('button', { name: 'Done' }).click()
  await expect(secretDialog).toBeHidden()
  await expect(page.getByText(secret)).toHaveCount(0)
  await expect.poll(() => admin.column('Secret')).toContain('Set')
  expect(await admin.menu('Ledger')).toEqual([
    ...['Deliveries', 'Send test event', 'New secret', 'Edit', 'History', 'Delete'],
  ])

  await page.getByRole('menuitem', { name: 'Send test event' }).click()
  const testing = admin.dialog('Send test event - Ledger')
  await testing.getByRole('button', { name: 'Send test event' }).click()
  await expect(testing.getByText('Delivered', { exact: true })).toBeVisible()
  await expect(testing.getByText('HTTP 204')).toBeVisible()
  const [got] = receiver.received
  expect(got?.headers['webhook-signature']).toBe(expectedSignature(secret, got?.headers ?? {}, got?.body ?? ''))
  await page.keyboard.press('Escape')

  // Another path keeps the secret; another host needs a new one.
  for (const [url, isNew] of [
    [`${receiver.url}/more`, false],
    ['https://hooks.example.com/ledger', true],
  ] as const) {
    await admin.choose('Ledger', 'Edit')
    await admin.fill(admin.dialog('Update Webhook'), { URL: url })
    await admin.save(admin.dialog('Update Webhook'), 'Webhook Updated')
    await expect(secretDialog).toBeVisible({ visible: isNew })
  }
  expect(await readSecret(secretDialog)).not.toBe(secret)
  await secretDialog.getByRole('button', { name: 'Done' }).click()
  await question.getByRole('button', { name: 'Close anyway' }).click()

  await admin.choose('Ledger', 'New secret')
  await expect(secretDialog.getByText(/^For 24 hours, events are signed with both secrets/)).toBeVisible()
  await secretDialog.getByRole('button', { name: 'Create secret' }).click()
  await readSecret(secretDialog)
  await secretDialog.getByRole('button', { name: 'Copy' }).click()
  await secretDialog.getByRole('button', { name: 'Done' }).click()
  await expect(admin.row('Ledger')).toContainText(/Two secrets until tomorrow/)
  await receiver.close()
})

test('a failed delivery is viewed and sent again by keyboard', async ({ admin, page, product }) => {
  const receiver = await aReceiver()
  receiver.status = 503
  receiver.answer = '<b onclick="alert(1)">closed</b>'
  const webhookId = await aWebhook(admin, 'Night Desk', receiver.url)
  await makeRole(admin, 'Told of at night')
  await admin.open(`${PATH}?search=night`, 'Webhooks')
  await admin.choose('Night Desk', 'Deliveries')
  const dialog = admin.dialog('Deliveries - Night Desk')
  await expect(dialog.getByRole('row', { name: /^role\.created Waiting/ })).toBeVisible()

  await dialog.getByRole('button', { name: 'role.created' }).press('Enter')
  const back = dialog.getByRole('button', { name: 'All deliveries' })
  await expect(back).toBeFocused()
  await expect(dialog.getByText('HTTP 503: <b onclick="alert(1)">closed</b>').first()).toBeVisible()
  await expect(dialog.getByText('"name": "Told of at night"')).toBeVisible()
  // Only by hand, not by itself.
  await query(
    product.dataDir,
    "update outbox set run_at = run_at + interval '1 hour' where state = 'ready' and lane = $1",
    [`webhook:${webhookId}`],
  )
  receiver.status = 200
  await dialog.getByRole('button', { name: 'Retry now' }).press('Enter')
  await expect(dialog.getByText('Delivered', { exact: true })).toBeVisible()
  const before = receiver.received.length
  const again = dialog.getByRole('button', { name: 'Send again' })
  // A key pressed while the button is busy does nothing.
  await expect(again).toBeEnabled()
  await again.press('Enter')
  await expect.poll(() => receiver.received.length).toBe(before + 1)
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)

  // Sent again, and the dialog is left before the answer, which must not open it again.
  await expect(again).toBeEnabled()
  const answer = await hold(page, /redeliver/)
  await again.press('Enter')
  await back.press('Enter')
  await expect(dialog.getByRole('button', { name: 'role.created' }).first()).toBeFocused()
  await answer()
  await expect(dialog.getByRole('row', { name: /^role\.created Delivered/ })).toHaveCount(3)
  await dialog.getByText('Failed', { exact: true }).click()
  await expect(dialog.getByText('None.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Actions for Night Desk' })).toBeFocused()
  await receiver.close()
})

test('a person who may only read sees the deliveries, and can change nothing', async ({ admin, signIn }) => {
  const id = await aWebhook(admin, 'Watched', 'https://hooks.example.com/watched')
  // The event is the role of the person who then reads it.
  const looker = await signIn(await admin.employ('Leela', ['webhooks:read']))
  await looker.open(PATH, 'Webhooks')
  await expect(looker.page.getByRole('button', { name: 'New Webhook' })).toHaveCount(0)
  expect(await looker.menu('Watched')).toEqual(['Deliveries'])
  await looker.page.getByRole('menuitem', { name: 'Deliveries' }).click()
  const dialog = looker.dialog('Deliveries - Watched')
  await dialog.getByRole('button', { name: 'role.created' }).click()
  // It names who created the role.
  await expect(dialog.getByText('The body and the responses are shown to those who may see users.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: /Retry|Send again/ })).toHaveCount(0)
  await admin.call('/api/admin/webhooks/delete', { webhookId: id })
})

test('deliveries that cannot be loaded show the reason, and Retry loads them', async ({ admin, page, problems }) => {
  const id = await aWebhook(admin, 'Unlucky', 'https://hooks.example.com/unlucky')
  await admin.open(`${PATH}?search=unlucky`, 'Webhooks')
  await leaveToRetry(page)
  await page.route('**/api/admin/webhooks/deliveries*', (route) => route.abort())
  await admin.choose('Unlucky', 'Deliveries')
  const dialog = admin.dialog('Deliveries - Unlucky')
  await expect(dialog.getByRole('alert')).toContainText('The server cannot be reached.')
  problems.length = 0
  await page.unroute('**/api/admin/webhooks/deliveries*')
  await dialog.getByRole('button', { name: 'Retry' }).click()
  await expect(dialog.getByText('No events have been sent yet. Send a test event to try it.')).toBeVisible()
  await admin.call('/api/admin/webhooks/delete', { webhookId: id })
})

test('the webhook screens are accessible in light and dark, fit a small phone, and are translated to Hindi', async ({
  admin,
  page,
}) => {
  const receiver = await aReceiver()
  receiver.status = 500
  const id = await aWebhook(admin, 'Accessible', receiver.url)
  await makeRole(admin, 'Told of accessibly')
  await admin.open(PATH, 'Webhooks')
  await expectAccessibleInBoth(page, 'the list of webhooks')
  const form = await admin.openNew('New Webhook', 'New Webhook')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await form.getByText('What is sent: an example').click()
  await expect(form.locator('[aria-invalid="true"]').first()).toBeVisible()
  await expectAccessibleInBoth(page, 'the form of a webhook', 'dialog[open]')
  await page.setViewportSize({ width: 320, height: 640 })
  const expectFit = async (dialog: Locator, what: string) =>
    expect(await dialog.evaluate((one) => one.scrollWidth - one.clientWidth), what).toBe(0)
  await expectFit(form, 'form')
  await page.keyboard.press('Escape')

  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await admin.choose('Accessible', 'Deliveries')
  const dialog = admin.dialog('Deliveries - Accessible')
  await expect(dialog.getByRole('button', { name: 'role.created' })).toBeVisible()
  await expectFit(dialog, 'deliveries')
  await expectAccessibleInBoth(page, 'deliveries', 'dialog[open]')
  await dialog.getByRole('button', { name: 'role.created' }).click()
  await expect(dialog.getByText('HTTP 500').first()).toBeVisible()
  await expectFit(dialog, 'a delivery')
  await expectAccessibleInBoth(page, 'a delivery', 'dialog[open]')
  await page.keyboard.press('Escape')

  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByText('हिन्दी').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('वेबहुक')
  await page.getByRole('button', { name: 'नया वेबहुक' }).click()
  await expect(page.getByText('किसी व्यक्ति ने साइन इन किया')).toBeVisible()
  await page.keyboard.press('Escape')
  await chooseLanguage(page, 'English')
  await admin.call('/api/admin/webhooks/delete', { webhookId: id })
  await receiver.close()
})
