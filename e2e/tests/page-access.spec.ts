import { query } from '@gatehouse/server/test/processes.ts'
import { expect, test } from '../console.ts'

const MANIFEST = {
  pages: [
    { id: 'calendar', name: 'Calendar', path: '/calendar', actions: ['export'] },
    { id: 'holidays', name: 'Public holidays', path: '/holidays' },
  ],
}

test('a manifest adds a page, and it is ticked for a role together with an action', async ({
  admin,
  page,
  product,
}) => {
  const [place] = await query<{ application: string; client: string; role: string }>(
    product.dataDir,
    `with added as (
        insert into application_roles (id, application_id, client_id, name, role_id)
        select gen_random_uuid(), a.id, c.id, 'Planner', 'LV-PL' from applications a, clients c
        where a.name = (select a.name from pages p join applications a on a.id = p.application_id where p.name = 'Calendar')
          and c.uuid = 'ACME-01' returning application_id, client_id, name)
      select application_id as application, client_id as client, name as role from added`,
  )
  const address = `/dashboard/pageAccess?application=${place?.application}&client=${place?.client}`
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page access')
  await page.getByRole('button', { name: 'Publish a manifest' }).click()
  const publishing = admin.dialog('Publish a manifest')
  await publishing.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(publishing.getByRole('alert')).toHaveText('Choose a file')
  await publishing
    .getByLabel('Manifest')
    .setInputFiles({ name: 'pages.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(MANIFEST)) })
  await publishing.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(publishing.getByText('New pages: Public holidays')).toBeVisible()
  await publishing.locator('form').getByRole('button', { name: 'Close' }).click()

  const grid = page.getByRole('table')
  const holidays = grid.getByRole('checkbox', { name: 'Public holidays, Planner' })
  await expect(grid.getByRole('row', { name: /Public holidays/ })).toContainText('New')
  await grid.getByRole('checkbox', { name: 'Calendar export, Planner' }).check()
  await expect(grid.getByRole('checkbox', { name: 'Calendar, Planner' })).toBeChecked()
  await page.keyboard.press('ArrowDown')
  await expect(holidays).toBeFocused()
  await page.keyboard.press('Space')
  // What is ticked stays while one searches.
  await page.getByRole('searchbox', { name: 'Search pages and actions' }).fill('calendar')
  await expect(holidays).toHaveCount(0)
  await expect(page.getByText('Unsaved changes: 2')).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Page Access Saved')).toBeVisible()

  await page.reload()
  await expect(holidays).toBeChecked()
  await expect(grid.getByRole('checkbox', { name: 'Calendar export, Planner' })).toBeChecked()
  await page.setViewportSize({ width: 390, height: 800 })
  await page.getByRole('combobox', { name: 'Role', exact: true }).selectOption('Planner')
  await page.getByRole('checkbox', { name: 'Public holidays, Planner' }).uncheck()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Unsaved changes: 0')).toBeVisible()
})
