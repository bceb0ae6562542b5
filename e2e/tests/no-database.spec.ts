import { renameSync } from 'node:fs'
import { findPostgres } from '@gatehouse/server/test/processes.ts'
import pg from 'pg'
import { expect, test } from '../console.ts'
import { Portal } from '../portal.ts'
import type { Product } from '../product.ts'

const STOPPED = 'The service is not available right now. Try again in a moment.'

/** The database as the server sees it when it has stopped: no connection is left, and none can be opened. */
function databaseOf({ dataDir, baseURL }: Product) {
  const { connection } = findPostgres(dataDir) ?? {}
  const socket = `${connection?.host}/.s.PGSQL.${connection?.port}`
  return {
    stop: async () => {
      const owner = new pg.Client(connection)
      await owner.connect()
      renameSync(socket, `${socket}.stopped`)
      // A connection that is just being opened is not in the list yet.
      await expect(async () => {
        const { rowCount } = await owner.query(`
          select pg_terminate_backend(pid) from pg_stat_activity
          where pid <> pg_backend_pid() and backend_type = 'client backend'`)
        const { status } = await fetch(`${baseURL}/readyz`)
        expect([rowCount, status]).toEqual([0, 503])
      }).toPass({ intervals: [50] })
      await owner.end()
    },
    start: () => renameSync(`${socket}.stopped`, socket),
  }
}

test('while the database is stopped, views, a record and the overview say so, lose nothing, and load by themselves when it is back', async ({
  admin,
  page,
  product,
}) => {
  const database = databaseOf(product)
  const main = page.getByRole('main')
  // The page has to learn that the server is away: what fails right before the end of that is left to "Retry".
  const away = () => page.waitForResponse((response) => response.url().endsWith('/readyz') && response.status() === 503)
  const views = admin.dialog('Views')
  const name = views.getByLabel('Save this view as')
  await admin.open('/dashboard/user?search=meera', 'Users')
  await page.getByRole('button', { name: 'Views' }).click()
  await expect(views.getByText('No views yet.')).toBeVisible()
  await name.fill('Everyone called Meera')

  await database.stop()
  await views.getByRole('button', { name: 'Save view' }).dblclick()
  await expect(views.getByRole('alert')).toHaveText(STOPPED)
  await expect(name).toHaveValue('Everyone called Meera')
  database.start()
  await views.getByRole('button', { name: 'Save view' }).dblclick()
  await expect(views.getByRole('button', { name: 'Everyone called Meera', exact: true })).toHaveCount(1)
  await expect(views.getByRole('alert')).toHaveCount(0)
  await views.getByRole('button', { name: 'Delete Everyone called Meera' }).click()
  await expect(views.getByText('No views yet.')).toBeVisible()
  await page.keyboard.press('Escape')

  await database.stop()
  await main.getByRole('link', { name: 'Meera', exact: true }).click()
  await expect(main.getByText(STOPPED)).toBeVisible()
  await expect(main.getByRole('button', { name: 'Retry' })).toBeVisible()
  await away()
  database.start()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Meera Nair')

  await database.stop()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Clients' }).click()
  await expect(main.getByText(STOPPED)).toBeVisible()
  await away()
  database.start()
  // Any client: which ones are on the first page depends on what other tests have made.
  await expect(admin.row('ACTIVE').first()).toBeVisible()

  await database.stop()
  await page.getByRole('link', { name: 'Overview', exact: true }).first().click()
  await expect(main.getByText(STOPPED)).toBeVisible()
  await away()
  database.start()
  await expect(main.getByRole('heading', { name: 'Needs attention' })).toBeVisible()
  await expect(main.getByText(STOPPED)).toHaveCount(0)
})

test('while the database is stopped, the sign-in page says so, keeps what was typed, and goes on afterwards', async ({
  aPage,
  product,
}) => {
  const database = databaseOf(product)
  const page = await aPage()
  const portal = new Portal(page, product)
  const { email, password } = portal.person('diya')
  await page.goto('/login')
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
  await database.stop()
  await portal.enterPassword(email, password)
  await expect(page.getByRole('alert')).toHaveText(STOPPED)
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(password)
  database.start()
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await expect(page.getByLabel('One-time code')).toBeVisible()
})
