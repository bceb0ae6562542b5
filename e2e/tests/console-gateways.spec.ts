import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expectAccessibleInBoth } from '../accessible.ts'
import { expect, test } from '../console.ts'

/** A gateway on this machine that the demo may call. */
async function aGateway() {
  const bodies: string[] = []
  const server = createServer(async (request, response) => {
    bodies.push(await text(request))
    response.end('{"status":"queued"}')
  })
  await new Promise<void>((resolve) => {
    server.listen(0, 'localhost', resolve)
  })
  const { port } = server.address() as AddressInfo
  return { bodies, url: `http://localhost:${port}/send`, close: () => server.close() }
}

test('the request to an SMS gateway is previewed in its form, and a test shows the answer of the gateway', async ({
  admin,
  page,
}) => {
  const gateway = await aGateway()
  await page.setViewportSize({ width: 1440, height: 900 })
  await admin.open('/dashboard/configurationSms', 'SMS Configuration')
  const form = await admin.openNew('Add Configuration', 'SMS Configuration')
  const request = form.getByRole('region', { name: 'Request', exact: true })
  await expect(form.getByText('Enter the address of the gateway.')).toBeVisible()
  await expect(form.getByText('Indian operators will reject these messages (DLT). Missing:')).toBeVisible()
  await admin.fill(form, { Url: 'https://10.0.0.1/send' })
  await expect(form.getByRole('region', { name: 'Request preview' })).toContainText('is inside the network')

  const attributes = ['User Name', 'Password', 'Sender Id', 'Country Code', 'API Code']
  await admin.fill(form, {
    Application: 'Vendor Portal',
    Client: 'All',
    'Provider Name': 'Seen SMS',
    Status: 'INACTIVE',
    Url: gateway.url,
    Fields: 'As JSON',
    'Name Of Gateway': 'Seen route',
    'Gateway Id': 'SEEN',
    'Default No.': '9876500007',
    'Entity Id': '1101000000000000007',
    'User Name Value': 'seen',
    'Password Value': 'Quiet-Harbour-7',
    'Sender Id Value': 'SEENCO',
    ...Object.fromEntries(
      attributes.map((name) => [`${name} Attribute`, `auth.${name.toLowerCase().replace(' ', '')}`]),
    ),
    'Message Attribute': 'messages.0.text',
    'Mobile No Attribute': 'messages.0.to',
    'Accepted if': '2xx status and a value in the JSON response',
    'Path in the JSON': 'status',
    'Expected value': 'sent',
  })
  await expect(form.getByText('The settings are complete for Indian numbers (DLT).')).toBeVisible()
  await expect(request).toContainText(`POST ${gateway.url}`)
  await expect(request).toContainText('"password": "********"')
  await expect(request).toContainText('"to": "9876500007"')
  await form.getByRole('button', { name: 'Add attribute' }).click()
  await admin.fill(form, { 'Attribute 1': 'messages.0.flash', 'Value 1': '0' })
  await expect(request).toContainText('"flash": "0"')
  await expectAccessibleInBoth(page, 'the request preview', '.dialog')
  await admin.save(form, 'SMS Configuration Created')

  await admin.search('Provider Name', 'seen sms')
  await admin.choose('Seen SMS', 'Send test')
  const trial = admin.dialog('Send test - Seen SMS')
  await expect(trial.getByLabel('Send a test to the number')).toHaveValue('9876500007')
  await admin.fill(trial, { Message: 'Hello & welcome' })
  await page.keyboard.press('Escape')
  await admin.dialog('Discard changes?').getByRole('button', { name: 'Keep editing' }).click()
  await trial.getByRole('button', { name: 'Send test', exact: true }).click()
  await expect(trial.getByRole('alert')).toContainText('HTTP 200: {"status":"queued"}')
  expect(JSON.parse(gateway.bodies[0] ?? '')).toMatchObject({
    auth: { username: 'seen', password: 'Quiet-Harbour-7' },
    messages: [{ text: 'Hello & welcome', to: '9876500007', flash: '0' }],
  })
  await trial.getByText('Close').click()

  await admin.choose('Seen SMS', 'Edit')
  const update = admin.dialog('Update SMS Configuration')
  await expect(update.getByRole('region', { name: 'Request', exact: true })).toContainText('"password": "********"')
  await expect(update).not.toContainText('Quiet-Harbour-7')
  await admin.fill(update, { 'Expected value': 'queued' })
  await admin.save(update, 'SMS Configuration Updated')
  await admin.choose('Seen SMS', 'Edit')
  const again = admin.dialog('Update SMS Configuration')
  // From within the form, which keeps its input.
  await again.getByLabel('Send a test to the number').press('Enter')
  await expect(again.getByText('The gateway accepted the message for 9876500007')).toBeVisible()
  expect(gateway.bodies).toHaveLength(2)
  gateway.close()
})

test('on a phone the preview is inside the form, and nothing is wider than the screen', async ({ admin, page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await admin.open('/dashboard/configurationSms', 'SMS Configuration')
  const form = await admin.openNew('Add Configuration', 'SMS Configuration')
  await admin.fill(form, { Url: `https://sms.example.com/${'a-long-way/'.repeat(20)}` })
  const preview = form.getByRole('region', { name: 'Request preview' })
  await expect(preview).toContainText('a-long-way')
  const { width = 0 } = (await preview.boundingBox()) ?? {}
  expect(width).toBeLessThanOrEqual(390)
  expect(await form.evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth)).toBe(0)
})

test('a test of a mail server shows why it cannot be reached', async ({ admin, page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await admin.open('/dashboard/configurationEmail', 'Email Configuration')
  const form = await admin.openNew('Add Configuration', 'Email Configuration')
  await admin.fill(form, {
    Application: 'Vendor Portal',
    From: 'vendor@example.com',
    Status: 'INACTIVE',
    Host: 'localhost',
    Port: '1',
    'Messages per second': '5',
  })
  await admin.save(form, 'Email Configuration Created')
  await admin.search('From', 'vendor@example.com')
  await admin.choose('Vendor Portal · vendor@example.com', 'Send test')
  const trial = admin.dialog('Send test - localhost')
  await trial.getByRole('button', { name: 'Send test', exact: true }).click()
  await expect(trial.getByRole('alert')).toContainText('ECONNREFUSED')
  await expectAccessibleInBoth(page, 'a failed test', '.dialog')
})

test('a gateway has owners, and before an account ends it is said whose it is', async ({ admin, page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const owner = await admin.employ('Vasanti', [])
  await admin.open('/dashboard/configurationEmail', 'Email Configuration')
  const form = await admin.openNew('Add Configuration', 'Email Configuration')
  await admin.fill(form, {
    Application: 'Vendor Portal',
    From: 'owned@example.com',
    Status: 'INACTIVE',
    Host: 'owned.example.com',
    Port: '587',
  })
  await form.getByRole('combobox', { name: 'Owners' }).fill('vasanti@')
  await page.getByRole('option', { name: /Vasanti Kapoor/ }).click()
  const owners = form.getByRole('list', { name: 'Owners' })
  await expect(owners).toContainText(owner.email)
  await expectAccessibleInBoth(page, 'the owners of a gateway', '.dialog')
  await admin.save(form, 'Email Configuration Created')
  await admin.search('From', 'owned@example.com')
  await admin.choose('Vendor Portal · owned@example.com', 'Edit')
  const update = admin.dialog('Update Email Configuration')
  await expect(update.getByRole('list', { name: 'Owners' })).toContainText(owner.email)
  await page.keyboard.press('Escape')

  await admin.open('/dashboard/user?search=vasanti', 'Users')
  await admin.choose('Vasanti Kapoor', 'Edit')
  const person = admin.dialog('Update User')
  await admin.fill(person, { Status: 'INACTIVE' })
  const lost = person.getByRole('list', { name: 'Used by' })
  await expect(lost).toContainText('gateways that nobody else owns')
  await expect(lost).toContainText('Vendor Portal · owned@example.com')
  await admin.fill(person, { Status: 'ACTIVE', 'Last day': '2031-03-31' })
  await expect(lost).toContainText('Vendor Portal · owned@example.com')
  // Its link finds it on whatever page of the list it is.
  const link = lost.getByRole('link', { name: 'Vendor Portal · owned@example.com' })
  await expect(link).toHaveAttribute('href', /field=fromMailId&search=owned/)
  await link.click()
  await admin.dialog('Discard changes?').getByRole('button', { name: 'Discard' }).click()
  await expect(update.getByLabel('From', { exact: true })).toHaveValue('owned@example.com')
})
