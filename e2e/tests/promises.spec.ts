import { query } from '@gatehouse/server/test/processes.ts'
import { arrived } from '../arrived.ts'
import { type Console, expect, test } from '../console.ts'
import { Portal } from '../portal.ts'
import { aReceiver, expectedSignature } from '../receiver.ts'

// Compares the texts of a screen with what then happens.

type Message = { subject: string }

async function inbox({ page }: Console, email: string): Promise<string[]> {
  const answer = await page.request.get(`/dev/inbox.json?to=${encodeURIComponent(email)}`)
  return ((await answer.json()) as Message[]).map(({ subject }) => subject)
}

test('a secret that "is not shown again" is in no later answer and on no later screen', async ({ admin, page }) => {
  await admin.call('/api/application/registerApplication', { name: { description: 'Promised' } })
  const answers: string[] = []
  page.on('response', async (response) => {
    if (response.url().includes('/api/')) answers.push(await response.text().catch(() => ''))
  })
  const open = async () => {
    await admin.open('/dashboard/eaiapplication?search=promised', 'Applications')
    await admin.choose('Promised', 'Secrets')
    return admin.dialog('Secrets - Promised')
  }
  const dialog = await open()
  await admin.fill(dialog, { Name: 'First' })
  await dialog.getByRole('button', { name: 'Create secret' }).click()
  await expect(dialog.getByText('Copy it now. It is not shown again.')).toBeVisible()
  const secret = await dialog.locator('code').innerText()
  expect(secret.length).toBeGreaterThan(20)

  answers.length = 0
  await page.reload()
  await expect(await open()).toContainText('First')
  await expect(dialog).not.toContainText(secret)
  await page.keyboard.press('Escape')
  await admin.choose('Promised', 'History')
  await expect(admin.dialog('History - Promised')).not.toContainText(secret)
  await page.keyboard.press('Escape')
  await admin.choose('Promised', 'Edit')
  await expect(admin.dialog('Update Application')).toBeVisible()
  // Answers to pages are encrypted; a program gets the same ones in plain text.
  for (const path of ['/api/application/getAllApplication', '/api/admin/activity?page=0']) {
    answers.push(await (await page.request.get(path)).text())
  }
  expect(answers.filter((text) => text.includes(secret))).toEqual([])
})

test('"Their sessions end and they can no longer sign in. They get an email about it." – and after activation they can sign in again', async ({
  admin,
  signIn,
  page,
  product,
  browser,
}) => {
  const person = await admin.employ('Vachan', [])
  const theirs = await signIn(person)
  const change = async (action: 'Activate' | 'Deactivate', says: string, subject: RegExp) => {
    await admin.open('/dashboard/user?search=vachan', 'Users')
    await page.getByRole('checkbox', { name: 'Select Vachan Kapoor' }).check()
    await page.locator('.bulk-bar').getByRole('button', { name: action, exact: true }).click()
    const dialog = admin.dialog(`${action}: 1 person`)
    await expect(dialog.getByText(says)).toBeVisible()
    await dialog.getByRole('button', { name: action, exact: true }).click()
    await expect(dialog.getByText('Done', { exact: true })).toBeVisible()
    await expect.poll(() => inbox(admin, person.email)).toContainEqual(expect.stringMatching(subject))
  }
  await change(
    'Deactivate',
    'Their sessions end and they can no longer sign in. They get an email about it.',
    /deactivated/i,
  )
  await theirs.page.goto('/dashboard/app')
  await arrived(theirs.page, /\/login/)
  const visitor = new Portal(await browser.newPage({ baseURL: product.baseURL }), product)
  await visitor.page.goto('/login')
  await visitor.enterPassword(person.email, person.password)
  await expect(visitor.page.getByRole('alert')).toBeVisible()
  await change('Activate', 'They can sign in again. They get an email about it.', /active/i)
  await visitor.page.goto('/login')
  await visitor.signIn(person.email, person.password)
  await arrived(visitor.page, '**/dashboard/app')
  await visitor.page.close()
})

test('"Only you see it": a price quote is in nobody else’s list', async ({ admin, signIn }) => {
  const own = await signIn(await admin.employ('Anjali', []), '/dashboard/priceQuote')
  const main = own.page.getByRole('main')
  await expect(main.getByText('What you save is kept here as a draft. Only you see it.')).toBeVisible()
  await own.fill(main, { 'Client Name': 'Private Motors', 'Product Type': 'Retail-Text' })
  await main.getByRole('button', { name: 'Save' }).click()
  await expect(main.getByText('Price Quote Saved')).toBeVisible()
  const other = await signIn(await admin.employ('Anjaan', []), '/dashboard/priceQuote')
  await expect(other.page.getByRole('heading', { level: 1 })).toHaveText('Price Quote')
  await expect(other.page.getByText('What you save is kept here as a draft. Only you see it.')).toBeVisible()
  await expect(other.page.getByText('Private Motors')).toHaveCount(0)
})

test('"Set here. No link is sent" and "A link is sent to their email" are both true', async ({
  admin,
  page,
  product,
}) => {
  const password = 'Kestrel#Orbit42*Lamp'
  const create = async (firstName: string, first: 'set' | 'link') => {
    const email = `${firstName.toLowerCase()}.${Date.now()}@example.com`
    await admin.open('/dashboard/user', 'Users')
    const form = await admin.openNew('New User', 'New User')
    await admin.fill(form, {
      ...{ 'First Name': firstName, 'Last Name': 'Kapoor', Email: email, 'User Name': email },
      'Phone Number': `7${String(Date.now()).slice(-9)}`,
    })
    const choice = form.getByLabel('First password', { exact: true })
    await expect(choice.locator(':checked')).toHaveText('Set here. No link is sent')
    if (first === 'set') await admin.fill(form, { Password: password })
    else await choice.selectOption('Chosen by the person. A link is sent to their email')
    await expect(form.getByLabel('Password', { exact: true })).toHaveCount(first === 'set' ? 1 : 0)
    await admin.save(form, 'User Created')
    return email
  }
  const invited = await create('Uhura', 'link')
  const given = await create('Chapel', 'set')
  const portal = new Portal(page, product)
  expect(await portal.message(invited, /https?:\/\/\S+resetpassword\/\S+/i)).toContain('/resetpassword/')
  await admin.open('/dashboard/messages', 'Messages')
  const search = page.getByRole('searchbox', { name: 'Search by Recipient or reason' })
  await search.fill(invited)
  await expect(admin.row(invited)).toContainText('Invitation')
  // Both messages were created with the accounts, so no more can come.
  await search.fill(given)
  await arrived(page, (url) => url.searchParams.get('search') === given)
  await admin.settled()
  await expect(admin.row(given)).toHaveCount(0)
})

test('"It is valid for three days; earlier links stop working.": of two invitations only the second opens', async ({
  admin,
  page,
  product,
  browser,
}) => {
  const email = `nyota.${Date.now()}@example.com`
  const portal = new Portal(page, product)
  const link = /https?:\/\/\S+resetpassword\/\S+/i
  await admin.call('/api/users/createUserWithoutAppClientAndRole', {
    ...{
      firstName: 'Nyota',
      lastName: 'Kapoor',
      email,
      userName: email,
      phoneNumber: `7${String(Date.now()).slice(-9)}`,
    },
    firstPassword: 'link',
  })
  await admin.open('/dashboard/user?search=nyota', 'Users')
  const invite = async (before: string | null) => {
    await admin.choose('Nyota Kapoor', 'Send invitation')
    const dialog = admin.dialog('Send invitation - Nyota Kapoor')
    await expect(dialog).toContainText(
      `${email} gets a new link to choose a password. It is valid for three days; earlier links stop working.`,
    )
    await dialog.getByRole('button', { name: 'Send invitation' }).click()
    const sent = await portal.message(email, link, before)
    await page.keyboard.press('Escape')
    return sent
  }
  // The first link is sent with the account.
  const first = await invite(await portal.message(email, link))
  const second = await invite(first)
  const visitor = await browser.newPage({ baseURL: product.baseURL })
  await visitor.goto(first)
  await expect(visitor.getByText(/invalid or has expired/)).toBeVisible()
  await visitor.goto(second)
  await expect(visitor.getByLabel('Confirm Password')).toBeVisible()
  await visitor.close()
})

test('"Self-registration is closed. Add a client to let anyone register": the invitation is closed, and then open', async ({
  admin,
  product,
  browser,
}) => {
  await admin.call('/api/application/registerApplication', { name: { description: 'Open House' } })
  const address = '/registerandassign?Application=Open%20House&Client=Zenith%20General'
  const visitor = await browser.newPage({ baseURL: product.baseURL })
  await admin.open('/dashboard/eaiapplication?search=open+house', 'Applications')
  await admin.choose('Open House', 'Self-registration')
  const dialog = admin.dialog('Self-registration - Open House')
  await expect(dialog.getByText('Self-registration is closed.')).toBeVisible()
  await visitor.goto(address)
  await expect(visitor.getByText(/This invitation is not valid/)).toBeVisible()
  await admin.fill(dialog, { Client: 'Zenith General' })
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(dialog.getByRole('listitem')).toHaveText(['Zenith General'])
  await visitor.goto(address)
  await expect(visitor.getByLabel('First Name')).toBeVisible()
  await visitor.close()
})

test('"For 24 hours, events are signed with both secrets": they are, and a second renewal ends the one that the receiver does not have', async ({
  admin,
  page,
  product,
}) => {
  const receiver = await aReceiver()
  const { _id: webhookId } = await admin.call<{ _id: string }>('/api/admin/webhooks/create', {
    ...{ name: 'Signed twice', url: receiver.url, events: ['role.created'], status: 'ACTIVE' },
  })
  const made = await admin.call<{ secret: string }>('/api/admin/webhooks/rotateSecret', { webhookId })
  const makeAnother = async (has?: string) => {
    await admin.choose('Signed twice', 'New secret')
    const dialog = admin.dialog('New secret - Signed twice')
    await expect(dialog).toContainText('For 24 hours, events are signed with both secrets')
    const create = dialog.getByRole('button', { name: 'Create secret' })
    if (has !== undefined) {
      await expect(dialog).toContainText(/^.*Two secrets sign already, until tomorrow/)
      await expect(create).toBeDisabled()
      await dialog.getByRole('radio', { name: has }).check()
    }
    await create.click()
    await expect(dialog.getByText('Copy it now. It is not shown again.')).toBeVisible()
    const secret = await dialog.getByRole('code').innerText()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await admin.dialog('Close without copying?').getByRole('button', { name: 'Close anyway' }).click()
    return secret
  }
  /** The secrets with which a test event is signed, in the order of its header. */
  const signers = async (secrets: Record<string, string>) => {
    const before = receiver.received.length
    await admin.choose('Signed twice', 'Send test event')
    const testing = admin.dialog('Send test event - Signed twice')
    await testing.getByRole('button', { name: 'Send test event' }).click()
    await expect(testing.getByText('Delivered', { exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    const { headers = {}, body = '' } = receiver.received[before] ?? {}
    const named = Object.entries(secrets).map(([name, secret]) => [expectedSignature(secret, headers, body), name])
    const signatures = String(headers['webhook-signature']).split(' ')
    return signatures.map((one) => Object.fromEntries(named)[one] ?? 'unknown')
  }

  await admin.open('/dashboard/webhooks?search=Signed+twice', 'Webhooks')
  const first = made.secret
  const second = await makeAnother()
  await expect(admin.row('Signed twice')).toContainText(/Two secrets until tomorrow/)
  expect(await signers({ first, second })).toEqual(['second', 'first'])
  const third = await makeAnother('The current one')
  expect(await signers({ first, second, third })).toEqual(['third', 'second'])
  const fourth = await makeAnother('The former one')
  expect(await signers({ second, third, fourth })).toEqual(['fourth', 'second'])
  // A day later.
  await query(product.dataDir, `update webhooks set previous_until = now() where id = '${webhookId}'`)
  expect(await signers({ second, third, fourth })).toEqual(['fourth'])
  await receiver.close()
})

test('"Codes and links are not sent twice": of all failed messages, only the others are sent again', async ({
  admin,
  page,
  product,
}) => {
  const email = `rescue.${Date.now()}@example.com`
  const { _id: userId } = await admin.call<{ _id: string }>('/api/users/createUserWithoutAppClientAndRole', {
    ...{ firstName: 'Rescue', lastName: 'Kapoor', email, userName: email, firstPassword: 'link' },
    phoneNumber: `7${String(Date.now()).slice(-9)}`,
  })
  const idOf = async (kind: string, name: string) => {
    const [found] = await admin.list<{ _id: string }>(`/api/admin/options?kind=${kind}&search=${name}`)
    return found?._id
  }
  await admin.call('/api/users/addUserApplicationClinetRole', {
    ...{ userId, applicationId: await idOf('applications', 'Tow'), clientId: await idOf('clients', 'Acme') },
    role: 'User',
  })
  // The inbox has a message a moment before its outcome is stored.
  const settled = `select 1 from messages where user_id = '${userId}' and settled_at is not null`
  await expect.poll(async () => (await query(product.dataDir, settled)).length).toBe(2)
  // As if no gateway had accepted them.
  await query(
    product.dataDir,
    `with failed as (update messages set state = 'failed' where user_id = '${userId}' and settled_at is not null returning id)
     update outbox set state = 'dead' where id in (select id from failed) returning id`,
  )
  await admin.open('/dashboard/messages?state=failed', 'Messages')
  const search = page.getByRole('searchbox', { name: 'Search by Recipient or reason' })
  await search.fill(email)
  await page.waitForURL((url) => url.searchParams.get('search') === email)
  await expect(admin.row(email)).toHaveCount(2)

  await page.getByRole('button', { name: 'Retry all' }).click()
  const question = admin.dialog('Retry all failed messages?')
  await expect(question).toContainText('Codes and links are not sent twice.')
  await question.getByRole('button', { name: 'Retry all' }).click()
  await expect(admin.toast('1 queued for sending')).toBeVisible()
  await expect(admin.row(email)).toHaveCount(1)
  await expect(admin.row(email)).toContainText('Invitation')
  await page.getByLabel('Status', { exact: true }).selectOption('All')
  const triesOf = async (title: string) => {
    await admin.row(email).getByRole('button', { name: title, exact: true }).click()
    const dialog = admin.dialog(title)
    await expect(dialog.getByRole('heading', { name: 'Attempts' })).toBeVisible()
    const tries = await dialog.getByRole('listitem').count()
    await page.keyboard.press('Escape')
    return tries
  }
  await expect(admin.row(email).filter({ hasText: 'Application assigned' })).toContainText('Sent')
  expect([await triesOf('Application assigned'), await triesOf('Invitation')]).toEqual([2, 1])
})
