import { query } from '@gatehouse/server/test/processes.ts'
import type { Page } from '@playwright/test'
import { expectAccessibleInBoth } from '../accessible.ts'
import { type Console, expect, test } from '../console.ts'
import { chooseLanguage } from '../saved.ts'

const LEND = `
  insert into stand_ins (id, lender_id, stand_in_id, application_id, client_id, role, valid_from, valid_until, created_by)
  select gen_random_uuid(), l.id, u.id, a.application_id, a.client_id, a.role, now(), now() + interval '1 day', l.id
  from users l join assignments a on a.user_id = l.id, users u where l.email = $1 and u.email = $2`

test('a claim goes from its report to the final approval, and its buttons follow the answers of the portal', async ({
  admin,
  portal,
  product,
  signIn,
}) => {
  // The people whom the start of the demo prints for this, so that a visitor can walk the same way.
  const people = {
    reporter: portal.person('jyoti'),
    manager: portal.person('kirti'),
    finance: portal.person('poonam'),
    director: portal.person('gaurav'),
    // Approves nothing by the role itself.
    standIn: portal.person('aditi'),
  }
  const open = async (who: keyof typeof people) => claimsOf(await signIn(people[who]))

  const reporter = await open('reporter')
  await expect(reporter.getByText('No claims yet.')).toBeVisible()
  await reporter.getByLabel('What happened').fill('Rear-ended at a crossing')
  await reporter.getByLabel('Amount in rupees').fill('a lot')
  await reporter.getByLabel('Where').selectOption('Kerala')
  await reporter.getByRole('button', { name: 'Report' }).click()
  await expect(reporter.getByRole('alert')).toHaveText('Enter an amount in rupees, such as 72000.50.')
  await expect(reporter.getByLabel('What happened')).toHaveValue('Rear-ended at a crossing')
  await reporter.getByLabel('Amount in rupees').fill('72000.50')
  await reporter.getByRole('button', { name: 'Report' }).click()
  await expect(reporter.getByRole('heading', { level: 1 })).toHaveText('CL-1001: Rear-ended at a crossing')
  const steps = reporter.getByRole('list').getByRole('listitem')
  await expect(steps).toHaveText([/^Claims Manager\s+Next: Kirti Mishra$/, /^Finance\s+Later$/, /^Director\s+Later$/])
  await expect(actsOf(reporter)).toHaveCount(0)

  const director = await openFirst(await open('director'))
  await expect(director.getByText('You may not act on this claim now.')).toBeVisible()
  await expect(director.getByText('Somebody else comes first.')).toBeVisible()
  await expect(actsOf(director)).toHaveCount(0)
  await expectAccessibleInBoth(director, 'a claim of which somebody else comes first')

  // The portal in Hindi, on a phone.
  const inHindi = await signIn(people.manager)
  await chooseLanguage(inHindi.page, 'हिन्दी')
  await inHindi.page.setViewportSize({ width: 390, height: 844 })
  const manager = await openFirst(await claimsOf(inHindi))
  await manager.setViewportSize({ width: 390, height: 844 })
  await expect(actsOf(manager)).toHaveText(['Approve', 'Reject'])
  await expectAccessibleInBoth(manager, 'a claim to approve, on a phone')
  // Without what to do with it, and by a method that nothing has, a claim stays as it is.
  for (const form of [{}, { action: 'Creator' }])
    expect((await manager.request.post(manager.url(), { form })).status()).toBe(400)
  const put = await manager.request.put(manager.url())
  expect([put.status(), put.headers().allow]).toEqual([405, 'GET, HEAD, POST'])
  expect(await manager.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await expect(actsOf(manager)).toHaveText(['Approve', 'Reject'])
  await manager.getByRole('button', { name: 'Approve' }).click()
  await expect(manager.getByText('Receipt verified')).toBeVisible()
  await expect(actsOf(manager)).toHaveCount(0)

  const standIn = await openFirst(await open('standIn'))
  await expect(standIn.getByText('Your role approves no claims.')).toBeVisible()
  await expect(actsOf(standIn)).toHaveCount(0)
  await query(product.dataDir, LEND, [people.finance.email, people.standIn.email])
  await standIn.reload()
  await expect(standIn.getByRole('listitem').nth(1)).toHaveText(/^Finance\s+Next: .*Aditi Ghosh for Poonam Fernandes/)
  await expect(actsOf(standIn)).toHaveText(['Authorise and approve', 'Reject'])
  await standIn.getByRole('button', { name: 'Authorise and approve' }).click()
  await expect(standIn.getByRole('listitem').nth(1)).toHaveText(
    'Finance: Aditi Ghosh for Poonam FernandesReceipt verified',
  )

  // The console explains the same document: who is asked, and for whom.
  await admin.open('/dashboard/approvalProcess', 'Document Approval')
  const check = await admin.openNew('Check approvals', 'Check approvals')
  await admin.fill(check, { 'Project Name': 'Eclaims', Client: 'Acme Insurance' })
  await check.getByRole('tab', { name: 'Explain' }).click()
  await admin.fill(check, { 'Page Name': 'Settlement', Amount: '72000.50' })
  await expect(check.getByText('Aditi Ghosh for Poonam Fernandes')).toBeVisible()
  await expect(check.getByText('Kirti Mishra')).toBeVisible()

  await director.reload()
  await expect(actsOf(director)).toHaveText(['Approve finally', 'Reject'])
  // By keyboard alone.
  await director.getByRole('link', { name: 'All claims' }).focus()
  await director.keyboard.press('Tab')
  await expect(director.getByRole('button', { name: 'Approve finally' })).toBeFocused()
  await director.keyboard.press('Enter')
  await expect(director.getByText('Approved', { exact: true })).toBeVisible()
  await expect(director.getByText('Receipt verified')).toHaveCount(3)
  await expectAccessibleInBoth(director, 'an approved claim')
  await expect(actsOf(director)).toHaveCount(0)

  await reporter.getByRole('link', { name: 'All claims' }).click()
  await reporter.getByLabel('What happened').fill('Rear-ended once more')
  await reporter.getByLabel('Amount in rupees').fill('500')
  await reporter.getByLabel('Where').selectOption('Kerala')
  await reporter.getByRole('button', { name: 'Report' }).click()
  await manager.goto(reporter.url())
  await expect(manager.getByText('A rejection leads back to the person who reported it.')).toBeVisible()
  await manager.getByRole('button', { name: 'Reject' }).click()
  await expect(manager.getByText('Returned', { exact: true })).toBeVisible()
  await expect(manager.getByText('rejected by Kirti Mishra')).toBeVisible()
  await expect(actsOf(manager)).toHaveCount(0)
  await reporter.reload()
  await reporter.getByLabel('Amount in rupees').fill('600')
  await reporter.getByRole('button', { name: 'Send again' }).click()
  await expect(steps.first()).toHaveText(/^Claims Manager\s+Next: Kirti Mishra$/)
  await manager.reload()
  await manager.getByRole('button', { name: 'Approve' }).click()
  await expect(manager.getByText('Receipt verified')).toBeVisible()
  await standIn.goto(reporter.url())
  await expect(standIn.getByText('A rejection leads back to the step before.')).toBeVisible()
  await standIn.getByRole('button', { name: 'Reject' }).click()
  await expect(standIn.getByRole('listitem').first()).toHaveText(/^Claims Manager\s+Next: Kirti Mishra$/)
})

test('who has approved a claim in one role is refused in another one by the name of the rule that keeps them apart', async ({
  portal,
  product,
  signIn,
}) => {
  const [reporter, manager] = [portal.person('jyoti'), portal.person('kirti')]
  const change = (statement: string) => query(product.dataDir, statement)
  const claims = await claimsOf(await signIn(reporter))
  await claims.getByLabel('What happened').fill('Scratched at a gate')
  await claims.getByLabel('Amount in rupees').fill('900')
  await claims.getByLabel('Where').selectOption('Kerala')
  await claims.getByRole('button', { name: 'Report' }).click()
  await expect(claims.getByRole('heading', { level: 1 })).toContainText('Scratched at a gate')
  const claim = await claimsOf(await signIn(manager))
  await claim.goto(claims.url())
  await claim.getByRole('button', { name: 'Approve' }).click()
  await expect(claim.getByText('Receipt verified')).toBeVisible()
  const roleOf = (role: string) => `
    update assignments set role = '${role}' where user_id = (select id from users where email = '${manager.email}')
      and application_id = (select id from applications where name = 'Eclaims')`
  try {
    await change(roleOf('Finance'))
    await change(`
      insert into role_conflicts (id, application_id, name, roles, scope, effect)
      select gen_random_uuid(), id, 'Approve or pay', '{Claims Manager,Finance}', 'client', 'prevent' from applications where name = 'Eclaims'`)
    await claim.reload()
    const rule = claim.getByText('The rule “Approve or pay” keeps this apart from what you have done on this claim.')
    await expect(rule).toBeVisible()
    await expect(actsOf(claim)).toHaveCount(0)
    await expectAccessibleInBoth(claim, 'a claim that a rule keeps apart')
    // A rule that only reports refuses nothing; that nobody approves twice still does.
    await change(`update role_conflicts set effect = 'report' where name = 'Approve or pay'`)
    await claim.reload()
    await expect(claim.getByText('You have already approved it.')).toBeVisible()
    await expect(rule).toBeHidden()
  } finally {
    await change(`delete from role_conflicts where name = 'Approve or pay'`)
    await change(roleOf('Claims Manager'))
  }
})

/** The claims, opened by the tile. */
async function claimsOf({ page }: Console): Promise<Page> {
  const opening = page.context().waitForEvent('page')
  await page.getByRole('button', { name: /Eclaims/ }).click()
  const application = await opening
  await application.getByRole('link', { name: 'Claims' }).click()
  return application
}

async function openFirst(claims: Page): Promise<Page> {
  await claims.getByRole('link', { name: 'CL-1001' }).click()
  return claims
}

const actsOf = (claim: Page) => claim.getByRole('main').getByRole('button')
