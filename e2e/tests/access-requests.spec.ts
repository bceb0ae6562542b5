import { expectAccessibleInBoth } from '../accessible.ts'
import { expect, test } from '../console.ts'
import { Portal } from '../portal.ts'

test('a person asks for an application, an administrator approves it from the overview, and its tile is there', async ({
  admin,
  browser,
  product,
}) => {
  const { _id: applicationId } = await admin.call<{ _id: string }>('/api/application/registerApplication', {
    ...{ name: { description: 'Wanted', summary: 'Counts what is wanted' }, isRequestable: true },
    applicationRedirectUrl: `${product.baseURL}/login`,
  })
  const { _id: clientId } = await admin.call<{ _id: string }>('/api/client/createClient', {
    ...{ actualName: 'Wanting Ltd', displayName: 'Wanting Ltd', email: 'office@wanting.example.com' },
    ...{ officeContact: 9876543210, status: 'ACTIVE', uuid: 'WANTING-1' },
  })
  await admin.call('/api/application/addApplicationRoleMaster', {
    ...{ applicationId, clientId, role: 'Counter', roleId: 'C-1', regions: ['All'], status: 'ACTIVE' },
  })
  const { email, password } = await admin.employ('Wanda', [])
  const portal = new Portal(await browser.newPage({ baseURL: product.baseURL }), product)
  const { page } = portal
  await page.goto('/login')
  await portal.signIn(email, password)

  await page.getByRole('button', { name: 'Missing an application?' }).click()
  await page.getByRole('link', { name: 'Ask for access to an application' }).click()
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

  await page.goto('/dashboard/app')
  await expect(page.getByRole('button', { name: /^Wanted/ })).toBeVisible()
  await page.goto('/dashboard/requestAccess')
  await expect(page.getByRole('region', { name: 'Your requests' })).toContainText('Approved')
  await page.close()
})
