import type { Page } from '@playwright/test'
import { arrived } from '../arrived.ts'
import { expect, test } from '../parties/parties.ts'
import type { Portal } from '../portal.ts'

// A public client in a browser, with oidc-client-ts.

/** Renews the tokens of the open page; returns the new access token or the error. */
const renew = (page: Page) => page.evaluate<string>(answerOf('portal.signinSilent()'))

/** The same through a hidden frame with prompt=none. */
const renewInFrame = (page: Page) =>
  page.evaluate<string>(
    answerOf(`import('oidc-client-ts').then(({ UserManager }) => {
      const settings = { ...portal.settings, silent_redirect_uri: location.origin + '/silent' }
      return new UserManager(settings).signinSilent({ forceIframeAuth: true })
    })`),
  )

const answerOf = (renewing: string) => `import('/app.js')
  .then(({ portal }) => ${renewing})
  .then(({ access_token }) => access_token, ({ error, message }) => error ?? message)`

/** The part of an answer that a page may read. */
const ask = (page: Page, url: string, token: string) =>
  page.evaluate(
    ([url, token]) =>
      fetch(url, { headers: { authorization: `Bearer ${token}` } }).then(
        async (answer) => ((await answer.json()) as { email: string }).email,
        () => 'kept from this page',
      ),
    [url, token] as const,
  )

async function signsIn(visitor: Portal, origin: string) {
  const { email, password } = visitor.person('meera')
  await visitor.page.goto(origin)
  await arrived(visitor.page, '**/login?**')
  await visitor.signIn(email, password)
  await expect(visitor.page.getByText('Signed in as Meera Nair')).toBeVisible()
  expect(visitor.page.url()).toBe(`${origin}/`)
}

const TOKEN = /^[\w-]{43}$/

test('a single page signs in without a secret, renews its tokens in both ways, and signs out', async ({
  visitor,
  applications,
  product,
}) => {
  const { page } = visitor
  const { origin } = await applications.singlePage('Single Page')
  await signsIn(visitor, origin)
  const renewing = page.waitForRequest((request) => /grant_type=refresh_token/.test(request.postData() ?? ''))
  const token = await renew(page)
  expect(token).toMatch(TOKEN)
  await renewing
  // Page and portal are the same site, because ports do not count.
  expect(await renewInFrame(page)).toMatch(TOKEN)

  const userinfo = `${product.baseURL}/oauth2/userinfo`
  expect(await ask(page, userinfo, token)).toBe(visitor.person('meera').email)
  const stranger = await applications.singlePage('Another Page')
  await page.goto(`${stranger.origin}/signed-out`)
  expect(await ask(page, userinfo, token)).toBe('kept from this page')

  await page.goto(origin)
  await expect(page.getByText('Signed in as Meera Nair')).toBeVisible()
  await page.evaluate(`import('/app.js').then(({ signOut }) => void signOut())`)
  await page.waitForURL(`${origin}/signed-out`)
  await page.goto(origin)
  await arrived(page, '**/login?**')
})

test('a page of another site renews by its refresh token until that expires, because its frames get no session cookie', async ({
  visitor,
  applications,
}) => {
  const { page } = visitor
  const { origin } = await applications.singlePage('Foreign Page', '127.0.0.1')
  await signsIn(visitor, origin)
  expect(await renew(page)).toMatch(TOKEN)
  expect(await renewInFrame(page)).toBe('login_required')

  const portal = await page.context().newPage()
  await portal.goto('/dashboard/app')
  await portal.getByRole('button', { name: 'Logout' }).click()
  await arrived(portal, '**/logout')
  expect(await renew(page)).toBe('invalid_grant')
})
