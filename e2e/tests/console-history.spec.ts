import { endUserSessions } from '@gatehouse/contract/admin/people/sessions.ts'
import { expect, test } from '../console.ts'

test.use({ keepsBrowsers: true })

test('the history names each part of a record that was changed, and writes days as people do', async ({
  admin,
  page,
}) => {
  await admin.open('/dashboard/eaiapplication?search=Eclaims', 'Applications')
  await admin.choose('Eclaims', 'Edit')
  const form = admin.dialog('Update Application')
  await admin.fill(form, { Summary: 'Claims of all insurers', 'Application Login': 'https://claims.example.com/begin' })
  await admin.save(form, 'Application Updated')
  await admin.choose('Eclaims', 'History')
  const line = admin.dialog('History - Eclaims').getByRole('listitem').first()
  await expect(line).toContainText('Summary')
  await expect(line).toContainText('→ Claims of all insurers')
  await expect(line).toContainText('Application Login')
  await expect(line.getByRole('definition')).toHaveCount(2)
  await page.keyboard.press('Escape')

  await admin.open('/dashboard/activity', 'Activity')
  await page
    .getByRole('button', { name: /^Details of .*Eclaims/ })
    .first()
    .click()
  await expect(page.getByText('Claims of all insurers')).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  const [changes, list] = [page.locator('.history-changes'), page.locator('.activity-lines')]
  const widthOf = (element: Element) => element.getBoundingClientRect().width
  expect(await changes.evaluate(widthOf)).toBeGreaterThan(0.8 * (await list.evaluate(widthOf)))
})

test('a form refuses what it cannot use in the words of the server', async ({ admin }) => {
  await admin.open('/dashboard/serviceAccounts', 'Service Accounts')
  const form = await admin.openNew('New Service Account', 'New Service Account')
  await admin.control(form, 'Allowed networks').fill('abc x')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(admin.control(form, 'Allowed networks')).toHaveAccessibleDescription(
    /Enter addresses or networks, such as 203\.0\.113\.7 or 2001:db8::\/32/,
  )
})

test('a line of the activity leads to everything that was done in its session', async ({ admin, page }) => {
  await admin.open('/dashboard/eaiapplication?search=Eclaims', 'Applications')
  await admin.choose('Eclaims', 'Edit')
  const form = admin.dialog('Update Application')
  await admin.fill(form, { Summary: 'Claims, in one session' })
  await admin.save(form, 'Application Updated')
  await admin.open('/dashboard/activity', 'Activity')
  await page
    .getByRole('button', { name: /^Details of .*Eclaims/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Everything in this session' }).click()
  await expect(page).toHaveURL(/sessionId=[0-9a-f-]{36}/)
  const line = page.getByRole('button', { name: /^Details of .*Eclaims/ }).first()
  await expect(line).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove the filter One session' })).toBeVisible()
  // What the list shows already is offered no more, and the keyboard goes on in the list.
  await expect(page.getByRole('region', { name: 'Activity' })).toBeFocused()
  if ((await line.getAttribute('aria-expanded')) === 'false') await line.click()
  await expect(page.getByRole('button', { name: 'Full history' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Everything in this session' })).toBeHidden()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).not.toHaveURL(/sessionId/)
})

test('each of several sessions that were ended leads to what was done in it', async ({ admin, page, signIn }) => {
  const person = await admin.employ('Several', [])
  for (let session = 0; session < 2; session++) await signIn(person, null)
  await admin.call(endUserSessions.path, { userId: person._id })
  await admin.open(`/dashboard/activity?subjectId=${person._id}&event=users.sessions-ended`, 'Activity')
  await page.getByRole('button', { name: /^Details of / }).click()
  await expect(page.getByRole('button', { name: 'Everything in session 1' })).toBeVisible()
  await page.getByRole('button', { name: 'Everything in session 2' }).click()
  await expect(page).toHaveURL(new RegExp(`actorId=${person._id}.*sessionId=`))
  await expect(admin.row('Signed in')).toHaveCount(1)
})

test('a link to a session that does not say whose it was lists nothing, instead of everything', async ({ page }) => {
  await page.goto('/dashboard/activity?sessionId=0190f000-0000-7000-8000-000000000000')
  await expect(page.getByRole('alert')).toContainText('The search or a filter in this address is not valid.')
  await expect(page.getByRole('button', { name: /^Details of / })).toHaveCount(0)
  await page.getByRole('alert').getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).not.toHaveURL(/sessionId/)
  await expect(page.getByRole('button', { name: /^Details of / }).first()).toBeVisible()
})
