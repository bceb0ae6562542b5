import { query } from '@gatehouse/server/test/processes.ts'
import { expectAccessibleInBoth } from '../accessible.ts'
import { arrived } from '../arrived.ts'
import { addPasskey, anAuthenticator, pressPasskeyButton } from '../authenticator.ts'
import { type Console, expect, test } from '../console.ts'
import { hold } from '../hold.ts'
import { Portal } from '../portal.ts'
import { aRequestable } from '../requestable.ts'
import { chooseLanguage } from '../saved.ts'

/** The signed link of a message to somebody who is asked about a request. */
const LINK = /\/dashboard\/requestsToDecide\?link=[\w-]+/

test('a person asks for an application, an administrator approves it from the overview, and its tile is there', async ({
  admin,
  browser,
  product,
}) => {
  await aRequestable(admin, { name: 'Wanted', client: 'Wanting Ltd', role: 'Counter', url: `${product.baseURL}/login` })
  const { email, password } = await admin.employ('Wanda', [])
  const portal = new Portal(await browser.newPage({ baseURL: product.baseURL }), product)
  const { page } = portal
  await page.goto('/login')
  await portal.signIn(email, password)

  await page.getByRole('link', { name: 'Ask for access', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ask for access')
  await page.getByRole('button', { name: 'Ask for access to Wanted' }).click()
  const asking = page.getByRole('dialog', { name: 'Ask for access to Wanted' })
  await asking.getByRole('button', { name: 'Send the request' }).click()
  await expect(asking.getByText('Say what you need it for')).toBeVisible()
  await asking.getByLabel('What do you need it for?').fill('The yearly count')
  await asking.getByRole('button', { name: 'Send the request' }).click()
  await expect(page.getByRole('region', { name: 'Your requests' })).toContainText('The yearly count')
  await expect(page.getByRole('button', { name: 'Ask for access to Wanted' })).toHaveCount(0)
  await expectAccessibleInBoth(page, 'ask for access')

  await admin.page.goto('/dashboard/overview')
  await admin.page.getByRole('link', { name: /People ask for applications/ }).click()
  await expect(admin.page.getByRole('row', { name: /Wanda/ })).toContainText('The yearly count')
  await expectAccessibleInBoth(admin.page, 'access requests')
  await admin.page.getByRole('button', { name: /^Approve: Wanda .*, Wanted$/ }).click()
  const approving = admin.page.getByRole('dialog', { name: 'Approve the request?' })
  await approving.getByRole('combobox', { name: 'Client' }).fill('Wanting')
  await admin.page.getByRole('option', { name: 'Wanting Ltd' }).click()
  await expect(approving.getByLabel('Role')).toHaveValue('Counter')
  await approving.getByRole('button', { name: 'Approve' }).click()
  await expect(approving).toHaveCount(0)
  await expect(admin.page.getByRole('row', { name: /Wanda/ })).toHaveCount(0)
  await expect(admin.page.getByRole('region', { name: 'Access requests' })).toBeFocused()

  await page.goto('/dashboard/app')
  await expect(page.getByRole('button', { name: /^Wanted/ })).toBeVisible()
  await page.goto('/dashboard/requestAccess')
  await expect(page.getByRole('region', { name: 'Your requests' })).toContainText('Approved')
  await page.close()
})

test('whoever decides too late sees by whom and how it was decided, in place of the form', async ({
  admin,
  product,
}) => {
  const { email } = await admin.employ('Tardy', [])
  const [request] = await query<{ id: string }>(
    product.dataDir,
    `insert into access_requests (id, user_id, application_id, reason)
      select gen_random_uuid(), u.id, a.id, 'The yearly count' from users u, applications a
      where u.email = $1 and a.name = 'Eclaims' returning id`,
    [email],
  )
  const { page } = admin
  await page.goto('/dashboard/overview')
  await page.getByRole('link', { name: /People ask for applications/ }).click()
  await page.getByRole('button', { name: /^Decline: Tardy / }).click()
  const declining = page.getByRole('dialog', { name: 'Decline the request?' })
  await declining.getByLabel('Answer').fill('Ask your office')
  await admin.call('/api/admin/accessRequests/decline', { requestId: request?.id, answer: 'Not this year' })
  await declining.getByRole('button', { name: 'Decline' }).click()
  await expect(declining.getByRole('status')).toContainText('Declined meanwhile')
  await expect(declining.getByRole('status')).toContainText('“Not this year”')
  await expect(declining.getByRole('textbox')).toHaveCount(0)
  await expectAccessibleInBoth(page, 'a decision of somebody else')
  await declining.getByRole('button', { name: 'Close' }).last().click()
  await expect(declining).toHaveCount(0)
  await expect(page.getByRole('row', { name: /Tardy/ })).toHaveCount(0)
})

test('the owner of an application comes by the link of the message, approves, and the tile opens until the access ends', async ({
  admin,
  browser,
  product,
}) => {
  const owner = await admin.employ('Ojas', [])
  const { applicationId, clientId } = await aRequestable(admin, {
    name: 'Owned',
    client: 'Owning Ltd',
    role: 'Keeper',
    url: `${product.baseURL}/healthz`,
  })
  await admin.page.goto(`/dashboard/applications/${applicationId}`)
  await admin.page.getByRole('button', { name: 'Edit', exact: true }).click()
  const form = admin.dialog('Update Application')
  await form.getByRole('combobox', { name: 'Owners' }).fill('ojas@')
  await admin.page.getByRole('option', { name: /Ojas Kapoor/ }).click()
  await expect(form.getByRole('list', { name: 'Owners' })).toContainText(owner.email)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toHaveCount(0)
  await expect(admin.page.getByText(owner.email)).toBeVisible()

  const asker = await admin.employ('Pavan', [])
  const theirs = new Portal(await browser.newPage({ baseURL: product.baseURL }), product)
  await theirs.openSession(asker)
  await theirs.page.goto('/dashboard/requestAccess')
  await theirs.page.getByRole('button', { name: 'Ask for access to Owned' }).click()
  const asking = theirs.page.getByRole('dialog', { name: 'Ask for access to Owned' })
  await asking.getByLabel('What do you need it for?').fill('The yearly count')
  await asking.getByRole('button', { name: 'Send the request' }).click()
  await expect(theirs.page.getByRole('region', { name: 'Your requests' })).toContainText('The yearly count')
  await expect(theirs.page.getByText('The owners of the application are asked.')).toBeVisible()

  const own = new Portal(await browser.newPage({ baseURL: product.baseURL }), product)
  const link = await own.message(owner.email, LINK)
  await own.page.setViewportSize({ width: 390, height: 844 })
  await own.page.goto('/dev/inbox')
  await expect(own.page.getByText(link).first()).toBeVisible()
  expect(await own.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await own.page.setViewportSize({ width: 1280, height: 800 })
  await own.page.goto(link)
  // The other pages of visitors carry the way on.
  await own.page.getByRole('link', { name: 'Forgot password?' }).click()
  await own.page.getByRole('link', { name: 'Back to sign-in' }).click()
  await own.page.getByRole('link', { name: 'Register' }).click()
  await own.page.getByRole('link', { name: 'Login' }).click()
  await own.signIn(owner.email, owner.password)
  await arrived(own.page, `**${link}`)
  const request = own.page.getByRole('region', { name: 'Request' })
  await expect(request).toContainText('The yearly count')
  await expect(own.page.getByRole('link', { name: 'Requests to decide Waiting for you: 1', exact: true })).toBeVisible()
  await expectAccessibleInBoth(own.page, 'a request to decide')
  await request.getByRole('button', { name: /^Approve: Pavan .*, Owned$/ }).click()
  const approving = own.page.getByRole('dialog', { name: 'Approve the request?' })
  await expect(approving.getByLabel('Role')).toHaveValue('Keeper')
  await approving.getByLabel('Answer').fill('For this year')
  await approving.getByRole('button', { name: 'Approve' }).click()
  await expect(request.getByRole('status')).toContainText(/You approved this request on .*\./)
  // The buttons are gone, and the focus stays where they were.
  await expect(request).toBeFocused()
  await expect(request).toContainText('Approved')
  await own.page.getByRole('link', { name: 'Requests to decide', exact: true }).click()
  await expect(own.page.getByText('No request waits for your decision at present.')).toBeVisible()
  await own.page.getByText('Decided', { exact: true }).click()
  await expect(own.page.getByRole('listitem').filter({ hasText: 'Pavan' })).toContainText('For this year')
  await expectAccessibleInBoth(own.page, 'requests that are decided')

  // An administrator who follows the same link reads that it is not theirs, and the request in the console.
  await admin.page.goto(link)
  const notTheirs = admin.page.getByRole('status').filter({ hasText: 'was sent to somebody else' })
  await expect(notTheirs).toBeVisible()
  await expect(admin.page.getByRole('region', { name: 'Requests to decide' })).toBeVisible()
  await expectAccessibleInBoth(admin.page, 'the link of somebody else')
  await notTheirs.getByRole('link', { name: 'Show the request' }).click()
  await expect(admin.page.getByRole('row', { name: /Pavan/ })).toContainText('For this year')
  await admin.page.getByRole('link', { name: 'Pavan Kapoor' }).click()
  await admin.page.getByRole('link', { name: 'Applications', exact: true }).click()
  await admin.page.getByRole('link', { name: 'Why: Pavan Kapoor, Owned' }).click()
  await expect(admin.page.getByText(/Request approved by Ojas Kapoor .* Answer: For this year/)).toBeVisible()
  await admin.page.getByRole('link', { name: 'Show the request' }).click()
  await expect(admin.page.getByRole('row', { name: /Pavan/ })).toContainText('For this year')

  await theirs.page.goto('/dashboard/app')
  const opening = theirs.page.context().waitForEvent('page')
  await theirs.page.getByRole('button', { name: /^Owned/ }).click()
  const opened = await opening
  await expect(opened).toHaveURL(/\/healthz/)

  // It ends while the launcher is open: the application is refused, its tile goes, and the person's page says why.
  await query(product.dataDir, 'update assignments set valid_until = now() where application_id = $1', [applicationId])
  const owned = theirs.page.getByRole('button', { name: /^Owned/ })
  await owned.click()
  const refusal = theirs.page.getByRole('alert')
  // The same before and after the background removes what ended.
  await expect(refusal).toContainText('Your access to this application has ended.')
  await refusal.getByRole('button', { name: 'Refresh' }).click()
  await expect(owned).toHaveCount(0)
  expect(theirs.page.context().pages()).toHaveLength(2)
  await theirs.page.goto('/dashboard/requestAccess')
  const ended = theirs.page.getByRole('region', { name: 'Your requests' })
  await expect(ended).toContainText('Approved')
  await expect(ended).toContainText('This access has ended.')

  // The next request goes up the ladder of a page, whose second step nobody can approve: there the owner decides.
  const { _id: pageId } = await admin.call<{ _id: string }>('/api/page/createPage', {
    ...{ page: 'Access requests', description: '', applicationId, status: 'ACTIVE' },
  })
  for (const [sequence, role, actionOfRole] of [
    [1, 'Lead', 'Approval'],
    [2, 'Head', 'Final Approval'],
  ]) {
    const { _id: roleId } = await admin.call<{ _id: string }>('/api/application/addApplicationRoleMaster', {
      ...{ applicationId, clientId, role, roleId: role, sequence, actionOfRole, regions: ['All'], status: 'ACTIVE' },
    })
    await admin.call('/api/application/attachPagesToRole', { id: roleId, pageId })
    await admin.call('/api/application/createDocumentApprovalMaster', {
      ...{
        projectId: applicationId,
        clientId,
        roleId,
        pageId,
        projectName: '',
        clientName: '',
        roleName: '',
        pageName: '',
      },
    })
  }
  const [lead, next] = [await admin.employ('Lila', []), await admin.employ('Nitin', [])]
  for (const [{ _id: userId }, role, of] of [
    [lead, 'Lead', applicationId],
    [next, 'Keeper', (await anotherOf(admin, clientId))._id],
  ] as const)
    await admin.call('/api/users/addUserApplicationClinetRole', { userId, applicationId: of, clientId, role })
  await admin.page.goto(`/dashboard/applications/${applicationId}`)
  await admin.page.getByRole('button', { name: 'Edit', exact: true }).click()
  await form.getByLabel('Who decides about requests').selectOption({ label: 'Its matrix of approvals, step by step' })
  await form.getByRole('combobox', { name: 'Page of its matrix' }).fill('Access')
  await admin.page.getByRole('option', { name: 'Access requests' }).click()
  const steps = form.getByRole('region', { name: 'Steps of a request' })
  await expect(steps.getByRole('listitem').filter({ hasText: /^Lead/ })).toHaveText('Lead (people: 1)')
  await expect(steps).toContainText('A step has nobody who could approve it.')
  await expectAccessibleInBoth(admin.page, 'steps of a request')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toHaveCount(0)

  const nexts = new Portal(await browser.newPage({ baseURL: product.baseURL }), product)
  await nexts.openSession(next)
  await nexts.page.goto('/dashboard/requestAccess')
  await nexts.page.getByRole('button', { name: 'Ask for access to Owned' }).click()
  const askingNext = nexts.page.getByRole('dialog', { name: 'Ask for access to Owned' })
  await expect(askingNext).toContainText('Approvers of this client decide, in one or more steps.')
  await askingNext.getByLabel('What do you need it for?').fill('The monthly count')
  await askingNext.getByRole('button', { name: 'Send the request' }).click()
  await expect(nexts.page.getByText('It waits for step 1 of 2.')).toBeVisible()
  const leads = new Portal(await browser.newPage({ baseURL: product.baseURL }), product)
  await leads.openSession(lead)
  await leads.page.goto('/dashboard/requestsToDecide')
  await leads.page.getByRole('button', { name: /^Approve: Nitin .*, Owned$/ }).click()
  const step = leads.page.getByRole('dialog', { name: 'Approve this step?' })
  await expect(step).toContainText('Step 1 of 2 waits for Lead.')
  await step.getByLabel('Role').selectOption('Keeper')
  await step.getByLabel('Answer').fill('Counts with us')
  await step.getByRole('button', { name: 'Approve' }).click()
  await expect(leads.page.getByText('Step approved. The request waits for the next one.')).toBeVisible()
  await expect(leads.page.getByRole('region', { name: 'Requests to decide' })).toBeFocused()
  await own.page.goto('/dashboard/requestsToDecide')
  const waiting = own.page.getByRole('listitem').filter({ hasText: 'The monthly count' }).first()
  await expect(waiting).toContainText(/Step 1 of 2 approved by Lila Kapoor \(Lead\).*Counts with us/)
  await expect(waiting).toContainText(
    'Step 2 of 2 waits for Head. The matrix does not decide: nobody may approve this step.',
  )
  await expectAccessibleInBoth(own.page, 'a request with steps')
  await Promise.all([nexts, leads].map((one) => one.page.close()))
  await Promise.all([own.page.close(), theirs.page.close(), opened.close()])
})

test('the link of a message comes back after a passkey, says what became of the request, and what is wrong with it', async ({
  admin,
  browser,
  product,
}) => {
  const owner = await admin.employ('Omana', [])
  const { applicationId } = await aRequestable(admin, {
    name: 'Linked',
    client: 'Linking Ltd',
    role: 'Keeper',
    url: `${product.baseURL}/healthz`,
    owner,
  })
  const asker = await admin.employ('Prema', [])
  const [theirs, own] = [
    new Portal(await browser.newPage({ baseURL: product.baseURL }), product),
    new Portal(
      await browser.newPage({ baseURL: product.baseURL, viewport: { width: 390, height: 844 }, hasTouch: true }),
      product,
    ),
  ] as const
  await theirs.openSession(asker)
  await theirs.page.goto('/dashboard/requestAccess')
  await theirs.page.getByRole('button', { name: 'Ask for access to Linked' }).click()
  const asking = theirs.page.getByRole('dialog', { name: 'Ask for access to Linked' })
  await asking.getByLabel('What do you need it for?').fill('The weekly count')
  await asking.getByRole('button', { name: 'Send the request' }).click()
  await expect(asking).toHaveCount(0)
  const link = await own.message(owner.email, LINK)

  // On a phone, by a passkey.
  const { page } = own
  await anAuthenticator(page.context(), page)
  await own.openSession(owner)
  await addPasskey(page)
  await page.context().clearCookies()
  await page.goto(link)
  await expect(page.getByLabel('Email, user ID or phone number')).toBeVisible()
  await pressPasskeyButton(page)
  await arrived(page, `**${link}`)
  const request = page.getByRole('region', { name: 'Request' })
  await expect(request.getByRole('button', { name: /^Approve: Prema .*, Linked$/ })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)

  // Somebody else, who is signed in already, gets their own list.
  await theirs.page.goto(link)
  await expect(theirs.page.getByRole('status').filter({ hasText: 'was sent to somebody else' })).toBeVisible()
  await expect(theirs.page.getByText('No request waits for your decision at present.')).toBeVisible()
  await expect(theirs.page.getByRole('main')).not.toContainText('Omana')

  // A link that was cut off, such as by a mail program.
  await page.goto(link.slice(0, -3))
  await expect(page.getByRole('alert')).toContainText('This link is not complete, or it was changed.')
  await expect(page.getByRole('listitem').filter({ hasText: 'The weekly count' })).toBeVisible()
  await expectAccessibleInBoth(page, 'a link that was cut off')

  // The link of the former release.
  const id = /link=([\w]+-[\w-]{27})_/.exec(link)?.[1] ?? ''
  await page.goto(`/dashboard/requestsToDecide?request=${id}`)
  await expect(request).toContainText('The weekly count')

  await theirs.page.goto('/dashboard/requestAccess')
  await theirs.page.getByRole('button', { name: 'Withdraw: Linked' }).click()
  await theirs.page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
  await expect(theirs.page.getByRole('region', { name: 'Your requests' })).toContainText('Withdrawn')
  await page.goto(link)
  await expect(request.getByRole('status')).toContainText(/This request was withdrawn by Prema .* on .*\./)
  await expectAccessibleInBoth(page, 'a request that was withdrawn')

  // Who owns it no longer learns no more than that, also in Hindi.
  await query(product.dataDir, 'delete from application_owners where application_id = $1', [applicationId])
  await page.reload()
  await expect(request.getByRole('status')).toContainText('This request was withdrawn on')
  await expect(request).not.toContainText('The weekly count')
  await request.getByRole('link', { name: 'All requests to decide' }).press('Enter')
  await expect(page.getByText('No request waits for your decision at present.')).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(link)
  await chooseLanguage(page, 'हिन्दी')
  await expect(page.getByRole('status').filter({ hasText: 'वापस ले लिया' })).toBeVisible()
  await Promise.all([own.page.close(), theirs.page.close()])
})

test('whoever may no longer decide when they answer learns it by the link, and keeps the focus at the request', async ({
  admin,
  product,
  signIn,
}) => {
  const [owner, asker] = [await admin.employ('Orla', []), await admin.employ('Pia', [])]
  const asked = { name: 'Shared', client: 'Sharing Ltd', role: 'Keeper', url: `${product.baseURL}/healthz`, owner }
  const { applicationId } = await aRequestable(admin, asked)
  const theirs = await signIn(asker, null)
  await theirs.call('/api/access/request', { applicationId, clientId: null, reason: 'The weekly count', lastDay: '' })
  const own = new Portal((await signIn(owner, null)).page, product)
  const { page } = own
  await page.goto(await own.message(owner.email, LINK))
  const request = page.getByRole('region', { name: 'Request' })
  await request.getByRole('button', { name: /^Decline: Pia .*, Shared$/ }).click()
  await page.getByRole('dialog').getByLabel('Answer').fill('Not this year')
  await query(product.dataDir, 'delete from application_owners where application_id = $1', [applicationId])
  await page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click()
  await expect(request.getByRole('status')).toContainText('still waits for a decision, but is no longer in your list')
  await expect(request).toBeFocused()
})

test('a person who has decided about more requests than are counted goes on from page to page', async ({
  admin,
  product,
  signIn,
}) => {
  const [owner, asker] = [await admin.employ('Many', []), await admin.employ('Often', [])]
  const asked = { name: 'Popular', client: 'Popular Ltd', role: 'Keeper', url: `${product.baseURL}/healthz`, owner }
  const { applicationId } = await aRequestable(admin, asked)
  await query(
    product.dataDir,
    `insert into access_requests (id, user_id, application_id, reason, state, decided_at, decided_by)
      select gen_random_uuid(), $1, $2, 'The count of ' || number, 'declined', now(), $3 from generate_series(1, 1010) number`,
    [asker._id, applicationId, owner._id],
  )
  const { page } = await signIn(owner, '/dashboard/requestsToDecide')
  await page.getByText('Decided', { exact: true }).click()
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await expect(pages).toContainText('1–25 of about 1,001')
  await pages.getByRole('button', { name: 'Next page' }).click()
  await expect(pages).toContainText('26–50 of about 1,001')
  // Which one is the last is not known.
  await expect(pages.getByRole('button', { name: 'First page' })).toBeVisible()
  await expect(pages.getByRole('button')).toHaveCount(3)
})

test('a request about which nobody can decide says so, also to whoever has left its form while it was sent', async ({
  admin,
  portal,
  product,
}) => {
  const { page } = admin
  const asker = await admin.employ('Lonely', [])
  await aRequestable(admin, { name: 'Deserted', client: 'Deserting Ltd', role: 'Keeper', url: `${product.baseURL}/` })
  const acting = { userId: asker._id, reason: 'Asked for it on the phone', mayChange: true }
  await admin.call('/api/users/act', acting)
  const others = await query<{ id: string }>(
    product.dataDir,
    `update users set is_active = false where role_id is not null and is_active and email <> $1 returning id`,
    [portal.person('asha').email],
  )
  try {
    await page.goto('/dashboard/requestAccess')
    await page.getByRole('button', { name: 'Ask for access to Deserted' }).click()
    const asking = page.getByRole('dialog', { name: 'Ask for access to Deserted' })
    await asking.getByLabel('What do you need it for?').fill('The weekly count')
    const answer = await hold(page, /\/api\/access\/request$/)
    await asking.getByRole('button', { name: 'Send the request' }).click()
    await page.keyboard.press('Escape')
    await admin.dialog('Leave before it is done?').getByRole('button', { name: 'Leave' }).click()
    await expect(asking).toHaveCount(0)
    await answer()
    const words =
      'Nobody can decide about this at present. It waits until there is somebody who may, such as another administrator.'
    await expect(admin.toast(words)).toBeVisible()
    await expect(page.getByRole('region', { name: 'Your requests' })).toContainText(words)
  } finally {
    await query(product.dataDir, 'update users set is_active = true where id = any($1::uuid[])', [
      others.map(({ id }) => id),
    ])
  }
})

/** Another application, in which the client has the role Keeper. */
async function anotherOf(admin: Console, clientId: string) {
  const made = await admin.call<{ _id: string }>('/api/application/registerApplication', {
    ...{ name: { description: 'Owned beside', applicationType: 'Web' } },
    applicationRedirectUrl: 'https://beside.example.com/enter',
  })
  await admin.call('/api/application/addApplicationRoleMaster', {
    ...{ applicationId: made._id, clientId, role: 'Keeper', roleId: 'K-2', regions: ['All'], status: 'ACTIVE' },
  })
  return made
}
