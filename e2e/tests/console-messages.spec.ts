import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { query } from '@gatehouse/server/test/processes.ts'
import type { Locator } from '@playwright/test'
import { expectAccessibleInBoth } from '../accessible.ts'
import { arrived } from '../arrived.ts'
import { type Console, expect, test } from '../console.ts'
import { hold } from '../hold.ts'
import { preferencesSaved } from '../saved.ts'
import { expectUncovered } from '../uncovered.ts'

/** A gateway on this machine that the demo may call; its answer is set by the test. */
async function aGateway() {
  const gateway = { status: 500, bodies: [] as string[], url: '', close: () => server.close() }
  const server = createServer(async (request, response) => {
    gateway.bodies.push(await text(request))
    response.writeHead(gateway.status).end(gateway.status === 200 ? 'queued' : 'out of credit')
  })
  await new Promise<void>((resolve) => {
    server.listen(0, 'localhost', resolve)
  })
  gateway.url = `http://localhost:${(server.address() as AddressInfo).port}/send`
  return gateway
}

const configuration = (application: string, url: string, status: 'ACTIVE' | 'INACTIVE') => ({
  ...{ providerName: 'Hoist SMS', application, clientName: 'All', url, status, gatewayId: 'HOIST' },
  ...{ nameOfTheGateway: 'Tow route', userNameValue: 'tow', senderIdValue: 'TOWCO', countryCodeValue: '91' },
  ...{ countryCodeAttribute: 'cc', apiCodeAttribute: 'api', messageAttribute: 'text', userNameAttribute: 'user' },
  ...{ passwordAttribute: 'pass', senderIdAttribute: 'from', mobileNoAttribute: 'to', defaultNo: '9876543210' },
  entityId: '1101000000000000042',
})

let count = 0

async function aPerson(admin: Console) {
  const number = `${Date.now()}${++count}`.slice(-8)
  const form = {
    ...{ firstName: 'Tara', lastName: 'Joshi', email: `tara${number}@example.com`, phoneNumber: `76${number}` },
    ...{ userName: `tara${number}`, firstPassword: 'link' },
  }
  const { _id } = await admin.call<{ _id: string }>('/api/users/createUserWithoutAppClientAndRole', form)
  return { ...form, id: _id }
}

type Option = { _id: string; name: string }
const optionOf = async (admin: Console, kind: string, name: string) => {
  const options = await admin.list<Option>(`/api/admin/options?kind=${kind}&search=${encodeURIComponent(name)}`)
  return options[0]?._id ?? ''
}

async function search(admin: Console, typed: string) {
  await admin.page.getByRole('searchbox', { name: 'Search by Recipient or reason' }).fill(typed)
  await arrived(admin.page, (url) => url.searchParams.get('search') === typed)
  await admin.settled()
}

test('an invitation is found by its address and shown without its link, and cannot be sent twice', async ({
  admin,
  page,
}) => {
  const { email, id } = await aPerson(admin)
  await admin.open('/dashboard/messages', 'Messages')
  await search(admin, email.slice(0, 12))
  const row = admin.row(email)
  await expect(row).toContainText('Invitation')
  await expect(row).toContainText('Sent')
  await expect(row.getByRole('link', { name: 'Tara Joshi' })).toHaveAttribute('href', `/dashboard/users/${id}`)

  await row.getByRole('button', { name: 'Invitation', exact: true }).click()
  const dialog = admin.dialog('Invitation')
  await expect(dialog.getByRole('region', { name: 'Content' })).toContainText('••••••')
  await expect(dialog).not.toContainText('/resetpassword/')
  await expect(dialog.getByRole('listitem')).toContainText('kept in the inbox')
  await expect(dialog).toContainText('Links are not sent twice')
  await expect(dialog.getByRole('button', { name: /again|Retry/ })).toHaveCount(0)
  await expectAccessibleInBoth(page, 'a message', 'dialog[open]')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await page.getByLabel('Message', { exact: true }).selectOption('New device')
  await expect(page.getByText('No message matches these filters.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page.getByRole('searchbox', { name: 'Search by Recipient or reason' })).toHaveValue('')
  await arrived(page, /\/dashboard\/messages$/)
})

test('messages are filtered by gateway and days, and downloaded as a file without their text', async ({
  admin,
  page,
}) => {
  const { email } = await aPerson(admin)
  await admin.open('/dashboard/messages', 'Messages')
  await search(admin, email)
  await expect(admin.row(email)).toContainText('Sent')
  await page.reload()
  // On a desktop the filters stand in one row, with the less common ones behind a button.
  const filters = page.getByRole('button', { name: /^Filters/ })
  const gateway = page.getByLabel('Gateway', { exact: true })
  await expect(filters).toBeVisible()
  const controls = page.locator('.message-toolbar > *')
  const bottoms = await controls.evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().bottom))
  expect(Math.max(...bottoms) - Math.min(...bottoms)).toBeLessThanOrEqual(2)
  await expect(gateway).toBeHidden()
  await filters.click()
  await gateway.selectOption('The portal’s own mail server')
  await expect(page).toHaveURL(/gateway=/)
  await expect(admin.row(email)).toHaveCount(1)
  const day = (ago: number) => {
    const date = new Date(Date.now() - ago * 86_400_000)
    return [date.getFullYear(), date.getMonth() + 1, date.getDate()]
      .map((part) => String(part).padStart(2, '0'))
      .join('-')
  }
  await page.getByLabel('To', { exact: true }).fill(day(2))
  await expect(page.getByText('No message matches these filters.')).toBeVisible()
  await page.getByLabel('To', { exact: true }).fill('')
  await page.getByLabel('From', { exact: true }).fill(day(2))
  await expect(admin.row(email)).toHaveCount(1)
  await admin.settled()
  await expectAccessibleInBoth(page, 'the filters', '.message-toolbar')

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const file = await (await downloading).createReadStream()
  const written = await text(file)
  expect((await downloading).suggestedFilename()).toBe('messages.csv')
  expect(written.trim().split('\r\n')).toHaveLength(2)
  expect(written).toContain(`"Invitation"`)
  expect(written).toContain(`"${email}"`)
  expect(written).not.toContain('resetpassword')

  await expect(filters).toHaveAccessibleName('Filters 1')

  // On a phone all of them are in a sheet, which stands there when the window is turned while they are open.
  await page.setViewportSize({ width: 390, height: 844 })
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await expect(sheet.getByLabel('Gateway', { exact: true })).toHaveValue('The portal’s own mail server')
  await sheet.getByRole('button', { name: 'Show results' }).click()
  await expect(gateway).toBeHidden()
  await expect(filters).toHaveAccessibleName('Filters 2')
  await filters.click()
  await expect(gateway).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await page.reload()
  await filters.click()
  await expect(gateway).toHaveValue('The portal’s own mail server')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await arrived(page, /\/dashboard\/messages$/)
})

test('a message refused by every gateway is shown as failed, and is sent again from the list', async ({
  admin,
  page,
  product,
}) => {
  const gateway = await aGateway()
  const towTracker = await optionOf(admin, 'applications', 'Tow Tracker')
  const acme = await optionOf(admin, 'clients', 'Acme')
  const { _id } = await admin.call<Option>(
    '/api/notificationConfiguration/create',
    configuration(towTracker, gateway.url, 'ACTIVE'),
  )
  await admin.call('/api/smsMaster/create', {
    ...{ Application: towTracker, Client: 'All', TemplateId: '1107', TemplateName: 'assignment-granted' },
    ...{ Template: '{{ applicationName }} is ready for you.', Status: 'ACTIVE' },
  })
  const { id, phoneNumber } = await aPerson(admin)
  // SMS are sent only to confirmed numbers.
  await query(product.dataDir, `update users set phone_verified_at = now() where id = '${id}'`)
  await admin.call('/api/users/addUserApplicationClinetRole', {
    ...{ userId: id, applicationId: towTracker, clientId: acme, role: 'User' },
  })
  await admin.open('/dashboard/messages', 'Messages')
  await search(admin, phoneNumber)
  const row = admin.row(phoneNumber)
  await expect(row).toContainText('Application assigned')
  await row.getByRole('button', { name: 'Application assigned', exact: true }).click()
  const dialog = admin.dialog('Application assigned')
  await expect(dialog.getByRole('listitem').first()).toContainText('500')
  // Only when the list is loaded by hand, not by itself.
  await query(
    product.dataDir,
    `update outbox set run_at = run_at + interval '1 hour'
      where state = 'ready' and id in (select id from messages where user_id = $1)`,
    [id],
  )
  // The message has no matching gateway at the next attempt.
  await admin.call('/api/notificationConfiguration/update', {
    ...configuration(towTracker, gateway.url, 'INACTIVE'),
    notificationId: _id,
  })
  await dialog.getByRole('button', { name: 'Retry now' }).click()
  await expect(dialog.getByRole('term').filter({ hasText: 'Failed' })).toBeVisible()
  await expect(dialog).toContainText('no gateway is configured for it')
  await dialog.getByRole('button', { name: 'Close' }).last().click()

  gateway.status = 200
  await admin.call('/api/notificationConfiguration/update', {
    ...configuration(towTracker, gateway.url, 'ACTIVE'),
    notificationId: _id,
  })
  await page.getByLabel('Status', { exact: true }).selectOption('Failed')
  await expect(row).toContainText('Failed')
  await row.getByRole('checkbox').check()
  await expect(page.getByText('1 selected')).toBeVisible()
  await page.getByRole('button', { name: 'Retry', exact: true }).click()
  await expect(admin.toast('1 queued for sending')).toBeVisible()
  await page.getByLabel('Status', { exact: true }).selectOption('All')
  // Without a click: the list reloads by itself.
  await expect(row).toContainText('Sent')
  expect(decodeURIComponent(gateway.bodies.at(-1) ?? '').replaceAll('+', ' ')).toContain(
    'Tow Tracker is ready for you.',
  )

  await admin.choose(`Application assigned ${phoneNumber}`, 'Send again')
  await expect(admin.toast('Queued for sending').first()).toBeVisible()
  await expect(row).toHaveCount(2)

  // The dialog is closed before the answer, which must not open it again.
  const answer = await hold(page, /messages\/resend$/)
  await row.last().getByRole('button', { name: 'Application assigned', exact: true }).click()
  await dialog.getByRole('button', { name: 'Send again' }).click()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(dialog).toBeHidden()
  await answer()
  await expect(row).toHaveCount(3)
  await expect(dialog).toHaveCount(0)

  await page.getByRole('button', { name: 'Gateways' }).click()
  const gateways = admin.dialog('Gateways')
  const tow = gateways.getByRole('listitem').filter({ hasText: 'Hoist SMS' })
  await expect(tow).toContainText('Tow Tracker, all clients')
  await expect(tow).toContainText('Working')
  await expect(tow.getByRole('definition')).toHaveText([/^[1-9]/])
  const unused = gateways.getByRole('listitem').filter({ hasText: 'Nothing sent in the last hour.' })
  await expect(unused.first()).toBeVisible()
  await expect(gateways.getByRole('definition').getByText('0', { exact: true })).toHaveCount(0)
  await expectAccessibleInBoth(page, 'the gateways', 'dialog[open]')
  gateway.close()
})

test('the routing of a message is explained, also from the menu of a template', async ({ admin, page }) => {
  const { firstName, lastName } = await aPerson(admin)
  await admin.open('/dashboard/emailTemplate', 'Email Template')
  await admin.search('Name', 'login-otp')
  await admin.choose('login-otp', 'Routing')
  const dialog = admin.dialog('Routing')
  const email = dialog.getByRole('region', { name: 'Email' })
  await expect(email).toContainText(
    '“Sign-in code” in Eclaims (Acme Insurance) is sent by email through the portal’s own mail server, with the template for Eclaims, Acme Insurance.',
  )
  await expect(email).toContainText('The template is set up for this application and client.')
  await expect(email.getByRole('listitem').filter({ hasText: 'smtp.example.com' })).toContainText('INACTIVE')
  await expectAccessibleInBoth(page, 'which way', 'dialog[open]')

  await admin.fill(dialog, { Person: `${firstName} ${lastName}` })
  await expect(email).toContainText('“Sign-in code” for Tara Joshi in Eclaims (Acme Insurance)')
  await dialog.getByLabel('Message', { exact: true }).selectOption('New device')
  await expect(email).toContainText('No template matches, so the built-in text is used.')
  const sms = dialog.getByRole('region', { name: 'SMS' })
  await expect(sms).toContainText('“New device” for Tara Joshi in Eclaims (Acme Insurance) is not sent by SMS')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await arrived(page, /\/dashboard\/emailTemplate/)
})

test('on a phone and on a tablet the dialogs and the columns fit, and a phone shows state and moment in each entry', async ({
  admin,
  page,
}) => {
  const { email } = await aPerson(admin)
  await page.setViewportSize({ width: 768, height: 1024 })
  await admin.open('/dashboard/messages', 'Messages')
  const box = page.locator('.message-toolbar > .search-box')
  const toolbar = page.locator('.message-toolbar')
  const widthOf = async (part: Locator) => (await part.boundingBox())?.width ?? 0
  // A row of its own: the button of the filters does not stand alone.
  expect(await widthOf(box)).toBeGreaterThan((await widthOf(toolbar)) - 40)
  await search(admin, email)
  await expectUncovered(admin.table().getByRole('columnheader'))
  await expect(page.getByRole('button', { name: 'Older' })).toHaveCount(0)

  await page.setViewportSize({ width: 390, height: 844 })
  await expect(admin.row(email).getByText('Sent').first()).toBeInViewport({ ratio: 1 })
  await expect(admin.row(email).locator('time')).toBeInViewport({ ratio: 1 })
  for (const title of ['Routing', 'Gateways']) {
    await page.goto('/dashboard/messages')
    await page.getByRole('button', { name: 'More for this list' }).click()
    await page.getByRole('menuitem', { name: title, exact: true }).click()
    await arrived(page, /panel=/)
    await page.reload()
    const dialog = admin.dialog(title)
    await expect(dialog).toBeVisible()
    await expect(dialog.getByText('The portal’s own mail server').first()).toBeVisible()
    expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  }
})

test('a person who has never signed in can be sent another invitation', async ({ admin }) => {
  const { email, id } = await aPerson(admin)
  await admin.open(`/dashboard/user?userId=${id}`, 'Users')
  await admin.choose('Tara Joshi', 'Send invitation')
  const dialog = admin.dialog('Send invitation - Tara Joshi')
  await expect(dialog).toContainText(`${email} gets a new link to choose a password.`)
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(dialog.getByText('Invitation Sent')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await admin.open('/dashboard/messages', 'Messages')
  await search(admin, email)
  await expect(admin.row('Invitation')).toHaveCount(2)

  await admin.open('/dashboard/user?search=asha&field=firstName', 'Users')
  await admin.choose('Asha Rao', 'Send invitation')
  await expect(admin.dialog('Send invitation - Asha Rao')).toContainText('has already signed in')
})

test('every call carries the language of the page, so that messages use it too', async ({ admin, page }) => {
  await admin.open('/dashboard/messages', 'Messages')
  const languageOf = async (choice: string) => {
    await page.getByText(choice, { exact: true }).click()
    await expect(page.getByRole('radio', { name: choice })).toBeChecked()
    // The page reloads by itself.
    const asked = await page.waitForRequest((request) => request.url().includes('/api/admin/messages/overview'))
    return (await asked.allHeaders())['accept-language']
  }
  expect(await languageOf('हिन्दी')).toBe('hi')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('संदेश')
  expect(await languageOf('English')).toBe('en')
  await preferencesSaved(page)
})
