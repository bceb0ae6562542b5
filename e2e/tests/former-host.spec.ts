import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, expect, type Page, test } from '@playwright/test'
import { addPasskey, anAuthenticator, pressPasskeyButton } from '../authenticator.ts'
import { launchOptions } from '../browser.ts'
import { aMailServer } from '../mail-server.ts'
import { startServer } from '../product.ts'
import { aTlsFront } from '../tls-front.ts'

const FORMER = 'https://portal.former.example'
const NEW = 'https://portal.new.example'
const PERSON = { email: 'nila@example.com', password: 'Kestrel#Orbit42*Lamp' }

/** The portal in production behind TLS, and a browser to which both host names lead there. */
async function aPortal() {
  const [mail, front] = await Promise.all([aMailServer(), aTlsFront()])
  const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-e2e-'))
  const masterKey = randomBytes(32).toString('base64')
  const { args = [], ...options } = launchOptions()
  const rules = [FORMER, NEW].map((origin) => `MAP ${new URL(origin).host} 127.0.0.1:${front.port}`)
  const browser = await chromium.launch({
    ...options,
    // A switch, because no setting of a page reaches what the browser itself asks the former host.
    args: [...args, `--host-resolver-rules=${rules.join(',')}`, '--ignore-certificate-errors'],
  })
  let stop = async () => {}
  return {
    ...{ mail, front, browser },
    start: async (changes: Record<string, string>) => {
      await stop()
      const running = await startServer({
        ...{ NODE_ENV: 'production', DEMO: '0', DATA_DIR: dataDir, MASTER_KEY: masterKey, DRAIN_SECONDS: '0' },
        ...{ SMTP_URL: `smtp://localhost:${mail.port}`, MAIL_FROM: 'a@example.com', OUTBOUND_ALLOW: 'localhost' },
        ...{ ADMIN_EMAIL: PERSON.email, ADMIN_PASSWORD: PERSON.password },
        ...changes,
      })
      stop = running.stop
      front.leadTo(running)
    },
    close: async () => {
      await browser.close()
      await stop()
      await Promise.all([mail.close(), front.close()])
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** With password and code, on the sign-in page of a host. */
async function signIn(page: Page, origin: string, mails: string[]) {
  await page.goto(`${origin}/login`)
  const before = mails.length
  await page.getByLabel('Email, user ID or phone number').fill(PERSON.email)
  await page.getByLabel('Password', { exact: true }).fill(PERSON.password)
  await page.getByRole('button', { name: 'Login' }).click()
  let code = ''
  await expect(() => {
    const mail = mails.slice(before).find((one) => one.includes('Subject: Your sign-in code')) ?? ''
    code = /\b\d{6}\b/.exec(mail.slice(mail.indexOf('\r\n\r\n')))?.[0] ?? ''
    expect(code).not.toBe('')
  }).toPass()
  await page.getByLabel('One-time code').fill(code)
  await page.waitForURL(`${origin}/dashboard/**`)
}

test('passkeys of the former host sign in at the new one, as long as the former one confirms it', async () => {
  const portal = await aPortal()
  try {
    const { mails } = portal.mail
    await portal.start({ PUBLIC_URL: FORMER })
    const context = await portal.browser.newContext({ ignoreHTTPSErrors: true, baseURL: FORMER })
    const page = await context.newPage()
    const authenticator = await anAuthenticator(context, page)
    await signIn(page, FORMER, mails)
    await addPasskey(page)
    expect((await authenticator.passkeys()).map(({ rpId }) => rpId)).toEqual(['portal.former.example'])

    await portal.start({ PUBLIC_URL: NEW, PASSKEY_HOST: 'portal.former.example' })
    // The browser asks the former host for /.well-known/webauthn, also for the software authenticator.
    await page.goto(`${NEW}/login`)
    await pressPasskeyButton(page)
    await page.waitForURL(`${NEW}/dashboard/**`)

    // A second one is made for the former host as well.
    await authenticator.forgetAll()
    await page.goto(`${NEW}/dashboard/signInMethods`)
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await expect(page.getByText('Passkey Added')).toBeVisible()
    expect((await authenticator.passkeys()).map(({ rpId }) => rpId)).toEqual(['portal.former.example'])

    // The former host is gone.
    portal.front.serve((host) => host !== 'portal.former.example')
    const later = await (await portal.browser.newContext({ ignoreHTTPSErrors: true })).newPage()
    await anAuthenticator(later.context(), later)
    await later.goto(`${NEW}/login`)
    await pressPasskeyButton(later)
    await expect(later.getByRole('alert')).toContainText('the former address of the portal does not confirm this one')

    // A browser that does not say what it knows may know them, and one that never answers keeps nobody waiting.
    const ANSWERS = {
      none: () => Object.assign(PublicKeyCredential, { getClientCapabilities: undefined }),
      never: () => Object.assign(PublicKeyCredential, { getClientCapabilities: () => new Promise(() => {}) }),
      failure: () =>
        Object.assign(PublicKeyCredential, {
          getClientCapabilities: () => {
            throw new Error('of an extension')
          },
        }),
    }
    for (const [answer, script] of Object.entries(ANSWERS)) {
      const silent = await (await portal.browser.newContext({ ignoreHTTPSErrors: true })).newPage()
      await silent.addInitScript(script)
      await silent.goto(`${NEW}/login`)
      await expect(silent.getByRole('button', { name: 'Sign in with a passkey' }), answer).toBeVisible()
      await silent.context().close()
    }

    // A browser that says it has no related origins offers none, and password and code sign in.
    const old = await (await portal.browser.newContext({ ignoreHTTPSErrors: true })).newPage()
    await old.addInitScript(() => {
      Object.assign(PublicKeyCredential, { getClientCapabilities: async () => ({ relatedOrigins: false }) })
    })
    await old.goto(`${NEW}/login`)
    await expect(old.getByText('This browser cannot use passkeys here. Sign in another way')).toBeVisible()
    await expect(old.getByRole('button', { name: 'Sign in with a passkey' })).toHaveCount(0)
    await signIn(old, NEW, mails)
    await old.goto(`${NEW}/dashboard/signInMethods`)
    await expect(old.getByText('This browser cannot make passkeys for this portal.')).toBeVisible()
    await expect(old.getByRole('button', { name: 'Add a passkey' })).toHaveCount(0)
  } finally {
    await portal.close()
  }
})
