import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expectAccessible } from '../accessible.ts'
import { announced } from '../announced.ts'
import { arrived } from '../arrived.ts'
import { expect, test } from '../console.ts'
import { assign } from '../own-application.ts'
import { Portal } from '../portal.ts'

const SCHEME = 'com.example.field-tool:/callback'

test('a native application is set up, and its person confirms the sign-in', async ({ admin, page, problems }) => {
  await admin.open('/dashboard/eaiapplication', 'Applications')
  const form = await admin.openNew('New Application', 'New Application')
  await admin.fill(form, { Description: 'Field Tool', 'Application Type': 'Native' })
  const addresses = form.getByLabel('Redirect URIs', { exact: true })
  await addresses.fill('fieldtool:/callback')
  await form.getByRole('button', { name: /^(Save|Submit)$/ }).click()
  await expect(addresses).toHaveAccessibleDescription(/fieldtool:\/callback: Enter a full web address/)
  await addresses.fill(`https://127.0.0.1/callback\n${SCHEME}`)
  const method = form.getByLabel('Client authentication method')
  await expect(addresses).toHaveAccessibleDescription(/Use http:\/\/ for 127.0.0.1/)
  await expect(method).toHaveAccessibleDescription(/A native application cannot keep a secret/)
  await addresses.fill(`http://127.0.0.1/callback\n${SCHEME}`)
  await method.selectOption('none')
  await announced(page, 'Application Created', () => form.getByRole('button', { name: /^(Save|Submit)$/ }).click())

  expect(problems).toEqual([])
})

test('a person who began in a native application confirms it, and is sent back to it', async ({
  admin,
  browser,
  product,
}) => {
  const heard: string[] = []
  const program = createServer((request, response) => {
    heard.push(request.url ?? '')
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Done</title><h1>Done</h1>')
  }).listen(0, '127.0.0.1')
  await once(program, 'listening')
  const loopback = `http://127.0.0.1:${(program.address() as AddressInfo).port}/callback`
  await admin.page.goto('/dashboard/app')
  const person = await admin.employ('Nalini', [])
  await assign(admin, person, 'Field Tool', '', {
    name: { description: 'Field Tool of Nalini', applicationType: 'Native' },
    redirectUris: ['http://127.0.0.1/callback', SCHEME],
  })
  const registered = await admin.list<{ _id: string; name: { description: string } }>(
    '/api/application/getAllApplication',
  )
  const id = registered.find(({ name }) => name.description === 'Field Tool of Nalini')?._id ?? ''
  const challenge = createHash('sha256').update(randomBytes(32).toString('base64url')).digest('base64url')
  const begin = (redirect_uri: string) =>
    `/oauth2/authorize?${new URLSearchParams({
      ...{ client_id: id, redirect_uri, response_type: 'code', scope: 'openid profile', state: 'x' },
      ...{ code_challenge: challenge, code_challenge_method: 'S256' },
    })}`

  const context = await browser.newContext({ baseURL: product.baseURL })
  const portal = new Portal(await context.newPage(), product)
  const { page } = portal
  await page.goto(begin(loopback))
  await portal.signIn(person.email, person.password)
  await arrived(page, '**/consent?**')
  await expect(page.getByRole('alert')).toContainText('A program on this device is asking for access.')
  await expectAccessible(page, 'consent for a program on the device')
  await page.getByRole('button', { name: 'Allow', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Done' })).toBeVisible()
  expect(heard[0]).toMatch(/^\/callback\?code=/)

  // The browser passes the answer to the system, and the page stays.
  await page.goto(begin(SCHEME))
  const handedOver = page.waitForRequest((request) => request.url().includes('/oauth2/authorize/'))
  await page.getByRole('button', { name: 'Allow', exact: true }).click()
  const answer = await (await handedOver).response()
  expect(answer?.headers().location).toMatch(/^com\.example\.field-tool:\/callback\?code=/)
  await expect(page.getByRole('status')).toHaveText('Go back to Field Tool of Nalini. You can close this page.')
  await context.close()
  program.close()
})
