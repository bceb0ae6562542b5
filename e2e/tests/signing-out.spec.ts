import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Console, expect, test } from '../console.ts'
import { Portal } from '../portal.ts'
import { freePort } from '../product.ts'

/** An application that hears of logouts, on this machine. */
async function anApplicationThatAnswers() {
  const heard: string[] = []
  const server = createServer(async (request, response) => {
    for await (const _ of request);
    heard.push((request.url ?? '').split('?')[0] ?? '')
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>An application</title>')
  }).listen(0, 'localhost')
  await once(server, 'listening')
  const close = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  return { heard, origin: `http://localhost:${(server.address() as AddressInfo).port}`, close }
}

/** Registers an application and assigns it to somebody, for one client. */
async function assign(
  admin: Console,
  person: { email: string },
  description: string,
  redirect: string,
  fields: object,
) {
  const { _id } = await admin.call<{ _id: string }>('/api/application/registerApplication', {
    name: { description },
    applicationRedirectUrl: redirect,
    applicationAllowedUrl: redirect,
    ...fields,
  })
  const people = await admin.list<{ _id: string; email: string }>('/api/users/listAllActiveUser')
  const clients = await admin.list<{ _id: string }>('/api/client/getAllClient')
  await admin.call('/api/users/addUserApplicationClinetRole', {
    userId: people.find(({ email }) => email === person.email)?._id,
    applicationId: _id,
    clientId: clients[0]?._id,
    role: 'User',
  })
}

test('the page after a logout says of each application what is so', async ({ admin, browser, product }) => {
  const context = await browser.newContext({ baseURL: product.baseURL })
  const portal = new Portal(await context.newPage(), product)
  const { page } = portal
  const person = portal.person('diya')
  const live = await anApplicationThatAnswers()
  const nobody = `http://localhost:${await freePort()}`
  await page.goto('/login')
  await admin.page.goto('/dashboard/app')
  const notices = (origin: string) => ({ backchannelLogoutUri: `${origin}/notice` })
  const frame = (origin: string) => ({ applicationSecret: { applicationLogoutUri: `${origin}/out` } })
  await assign(admin, person, 'Hears Notices', live.origin, notices(live.origin))
  await assign(admin, person, 'Has Logout Page', live.origin, frame(live.origin))
  await assign(admin, person, 'Has No Address', live.origin, {})
  await assign(admin, person, 'Never There', nobody, notices(nobody))
  await assign(admin, person, 'Lost Page', nobody, frame(nobody))

  await portal.signIn(person.email, person.password)
  await page.waitForURL('**/dashboard/app')
  const names = ['Hears Notices', 'Has Logout Page', 'Has No Address', 'Never There', 'Lost Page']
  for (const name of names) {
    const granted = page.waitForResponse((response) => response.url().endsWith('/api/auth/oauth2/grantToken'))
    await page.getByRole('button', { name }).click()
    expect((await granted).status()).toBe(200)
  }
  await page.getByRole('button', { name: 'Logout', exact: true }).click()
  await page.waitForURL('**/logout')
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: new RegExp(`^${name}`) })
  await expect(row('Hears Notices')).toContainText('signed out')
  expect(live.heard).toContain('/notice')
  await expect(row('Has Logout Page')).toContainText('logout page opened, not confirmed')
  expect(live.heard).toContain('/out')
  await expect(row('Has No Address')).toContainText('cannot be notified')
  await expect(row('Never There')).toContainText('not reached yet, the portal keeps trying')
  await expect(row('Lost Page')).toContainText('not confirmed')
  await expect(page.getByText('Sign out yourself where it is not confirmed.')).toBeVisible()
  await expect(page.getByText('You are signed out everywhere.')).toHaveCount(0)
  await context.close()
  await live.close()
})

test('the address /logout asks whoever is signed in, and ends nothing by itself', async ({
  admin,
  browser,
  product,
}) => {
  const context = await browser.newContext({ baseURL: product.baseURL })
  const portal = new Portal(await context.newPage(), product)
  const { page } = portal
  await admin.page.goto('/dashboard/app')
  await portal.signInAs('diya')
  await page.waitForURL('**/dashboard/app')
  await page.goto('/logout')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign out?')
  await expect(page.getByText('You are signed out')).toHaveCount(0)
  await page.getByRole('button', { name: 'Stay signed in' }).click()
  await page.waitForURL('**/dashboard/app')

  await page.goto('/logout')
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.waitForURL('**/login')
  await page.goto('/dashboard/app')
  await page.waitForURL('**/login**')
  await context.clearCookies()
  await page.goto('/logout')
  await expect(page.getByText('You are signed out.')).toBeVisible()
  await context.close()
})
