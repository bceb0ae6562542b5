import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { freePort } from '../../scripts/free-port.mjs'
import { expectAccessibleInBoth } from '../accessible.ts'
import { arrived } from '../arrived.ts'
import { Console } from '../console.ts'
import { aMailServer } from '../mail-server.ts'
import { Portal } from '../portal.ts'
import { expect, FOLLOW_PARENT, startEmptyProduct, stopProcess, test } from '../product.ts'

const ROOT = join(import.meta.dirname, '../..')
const OVERVIEW = '/dashboard/overview'
const PASSWORD = 'Kestrel#Orbit42*Lamp'
const EMAIL = 'asha.first@example.com'

/** The sample application, with its credentials from the portal. */
async function startApplication(portal: string, port: number, clientId: string, secret: string) {
  const child = spawn(process.execPath, [...FOLLOW_PARENT, join(ROOT, 'sample-app/src/main.ts')], {
    env: { ...process.env, PORTAL_URL: portal, PORT: `${port}`, CLIENT_ID: clientId, CLIENT_SECRET: secret },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return child
}

const steps = (page: Page) => page.getByRole('region', { name: 'First steps' })
const step = (page: Page, name: string) => steps(page).getByRole('listitem').filter({ hasText: name })

test('the first steps lead from the set-up link of an empty portal to a first tile that opens signed in', async ({
  browser,
}) => {
  const mail = await aMailServer()
  const { product, setUpLink, stop } = await startEmptyProduct()
  const appPort = await freePort()
  const origin = `http://localhost:${appPort}`
  const page = await browser.newPage({ baseURL: product.baseURL })
  const portal = new Portal(page, product)
  const admin = new Console(page)
  let application: Awaited<ReturnType<typeof startApplication>> | null = null
  const isDone = async (name: string) => {
    await page.getByRole('link', { name: 'Overview', exact: true }).click()
    await arrived(page, `**${OVERVIEW}`)
    await expect(step(page, name).getByRole('img', { name: 'Done' })).toBeVisible()
  }
  const press = (name: string) => steps(page).getByRole('link', { name, exact: true }).click()
  try {
    await page.goto(`/setup/${'A'.repeat(43)}`)
    await expect(page.getByRole('alert')).toHaveText('This set-up link is invalid or has expired.')
    await expect(page.getByRole('textbox')).toHaveCount(0)
    await page.goto(setUpLink)
    for (const [label, value] of Object.entries({
      ...{ 'First name': 'Asha', 'Last name': 'Rao', Email: EMAIL },
      ...{ 'Contact Number': '9876500011', Password: PASSWORD },
    }))
      await page.getByLabel(label, { exact: true }).fill(value)
    await page.getByRole('button', { name: 'Create administrator' }).click()
    await page.getByRole('button', { name: 'Continue now' }).click()
    await arrived(page, '**/login*')
    await portal.signIn(EMAIL, PASSWORD)
    await arrived(page, `**${OVERVIEW}`)
    await expect(steps(page)).toContainText('0 of 7 done')
    await expectAccessibleInBoth(page, 'the first steps')

    await press('Add Configuration')
    const mailForm = admin.dialog('Email Configuration')
    await expect(admin.control(mailForm, 'Application')).toHaveValue('All')
    await admin.fill(mailForm, { From: 'portal@example.com', Host: 'localhost', Port: `${mail.port}` })
    await admin.save(mailForm, 'Email Configuration Created')
    // A configured mail server has not yet accepted a message.
    await page.getByRole('link', { name: 'Overview', exact: true }).click()
    await expect(steps(page)).toContainText('0 of 7 done')
    await press('Send test')
    const mailTest = admin.dialog('Send test - localhost')
    await mailTest.getByRole('button', { name: 'Send test' }).click()
    await expect(mailTest).toContainText('The gateway accepted the message')
    expect(mail.mails).toHaveLength(1)
    await mailTest.getByRole('button', { name: 'Close', exact: true }).last().click()
    await isDone('Connect a mail server')

    // By keyboard.
    await steps(page).getByRole('link', { name: 'New Client' }).focus()
    await page.keyboard.press('Enter')
    const clientForm = admin.dialog('New Client')
    await admin.fill(clientForm, { 'Actual Name': 'Acme Insurance', 'Display Name': 'Acme' })
    await admin.save(clientForm, 'Client Created')
    await isDone('Add a client')

    await press('New Application')
    const applicationForm = admin.dialog('New Application')
    await admin.fill(applicationForm, {
      ...{ Description: 'Roadside Desk', 'Redirect URL': `${origin}/sso/launch`, 'Allowed URL': origin },
    })
    await admin.save(applicationForm, 'Application Created')
    await isDone('Register an application')

    await press('New Application Role')
    const roleForm = admin.dialog('New Application Role')
    await expect(admin.control(roleForm, 'Application')).toHaveValue('Roadside Desk')
    await expect(admin.control(roleForm, 'Client')).toHaveValue('Acme')
    await admin.fill(roleForm, { Role: 'Dispatcher', 'Role Id': 'RD-01' })
    await admin.save(roleForm, 'Application Role Created')
    await isDone('Add a role in the application')

    await press('New User')
    const personForm = admin.dialog('New User')
    await admin.fill(personForm, {
      ...{ 'First Name': 'Ravi', 'Last Name': 'Menon', Email: 'ravi.first@example.com' },
      ...{ 'Phone Number': '9876500012', 'User Name': 'ravi.first', Password: PASSWORD },
    })
    await admin.save(personForm, 'User Created')
    await isDone('Add a person')

    await expect(steps(page).getByRole('link', { name: 'Assign to Ravi Menon' })).toBeVisible()
    await press('Assign to me')
    const assignForm = admin.dialog('Assign Application - Asha Rao')
    await expect(admin.control(assignForm, 'Role')).toHaveValue('Dispatcher')
    await expect(admin.control(assignForm, 'Client')).toHaveValue('Acme')
    await assignForm.getByRole('button', { name: 'Assign', exact: true }).click()
    await expect(assignForm).toContainText('Application Assigned')
    await assignForm.getByRole('button', { name: 'Close', exact: true }).last().click()
    await isDone('Assign the application')

    await press('Create secret')
    const secretForm = admin.dialog('Secrets - Roadside Desk')
    await admin.fill(secretForm, { Name: 'First desk' })
    await secretForm.getByRole('button', { name: 'Create secret' }).click()
    const secret = await page.locator('.secret-shown').innerText()
    await page.getByRole('button', { name: 'Done', exact: true }).click()
    await page.getByRole('button', { name: 'Close anyway' }).click()
    const [{ _id: clientId = '' } = {}] = await admin.list<{ _id: string }>('/api/application/getAllApplication')
    application = await startApplication(product.baseURL, appPort, clientId, secret)

    await page.getByRole('link', { name: 'Overview', exact: true }).click()
    await expect(steps(page)).toContainText('6 of 7 done')
    await steps(page).getByRole('link', { name: 'My applications', exact: true }).click()
    const opening = page.context().waitForEvent('page')
    await page.getByRole('button', { name: /^Roadside Desk/ }).click()
    const tab = await opening
    await expect(tab.getByText('Signed in as Asha Rao for Acme Insurance as Dispatcher')).toBeVisible()
    await tab.close()

    await isDone('Open the application')
    await expect(steps(page)).toContainText('All done')
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Needs attention' })).toBeVisible()
    await expect(steps(page)).toHaveCount(0)

    // The command palette shows the list again, with the present state; then it can be hidden.
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search or jump to…' }).fill('first st')
    await page.keyboard.press('Enter')
    await expect(steps(page)).toContainText('All done')
    await steps(page).getByRole('button', { name: 'Hide the first steps' }).click()
    await expect(steps(page)).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Needs attention' })).toBeVisible()
    await expect(steps(page)).toHaveCount(0)
  } finally {
    await page.close()
    if (application) await stopProcess(application)
    await stop()
    await mail.close()
  }
})
