import { expect, test } from '../console.ts'
import { assign, startOwnApplication } from '../own-application.ts'
import { Portal } from '../portal.ts'

test('an application with a launch by form opens after signing in, and by its tile', async ({
  admin,
  browser,
  product,
}) => {
  const live = await startOwnApplication()
  await admin.page.goto('/dashboard/app')
  const person = await admin.employ('Tarun', [])
  await assign(admin, person, 'Takes Forms', `${live.origin}/in`, { launchMode: 'form_post' })
  const context = await browser.newContext({ baseURL: product.baseURL })
  const portal = new Portal(await context.newPage(), product)
  await portal.page.goto('/login')
  await portal.signIn(person.email, person.password)
  await expect(portal.page.getByRole('heading', { name: 'An application' })).toBeVisible()
  expect(live.heard).toEqual(['POST /in'])

  await portal.page.goto('/dashboard/app')
  const opening = context.waitForEvent('page')
  await portal.page.getByRole('button', { name: 'Takes Forms' }).click()
  await expect((await opening).getByRole('heading', { name: 'An application' })).toBeVisible()
  await context.close()
  await live.close()
})
