import type { Page } from '@playwright/test'
import { type Apache, findApache } from '../parties/apache.ts'
import type { Application } from '../parties/applications.ts'
import { expect, skipAloud, test } from '../parties/parties.ts'
import type { Portal } from '../portal.ts'

// Pairs of applications whose clients nobody here wrote: openid-client, passport-openidconnect, mod_auth_openidc.

const FIND_APACHE_MS = 180_000

type Behaviour = Pick<Application, 'origin'> & { login: string; logout: string; isOut: (page: Page) => Promise<void> }

const withPages = ({ origin }: Application): Behaviour => ({
  origin,
  login: '/login',
  logout: '/logout',
  isOut: (page) => expect(page.getByText('Not signed in')).toBeVisible({ timeout: 1000 }),
})

/** Every page of it asks for a sign-in. */
const behindApache = ({ origin }: Application): Behaviour => ({
  origin,
  login: '/',
  logout: `/redirect_uri?logout=${encodeURIComponent(`${origin}/`)}`,
  isOut: (page) => page.waitForURL('**/login?**', { timeout: 1000 }),
})

async function signsIn(visitor: Portal, { origin, login }: Behaviour) {
  const { email, password } = visitor.person('meera')
  await visitor.page.goto(origin + login)
  await visitor.page.waitForURL('**/login?**')
  await visitor.signIn(email, password)
  await arrives(visitor.page, origin)
}

async function arrives(page: Page, origin: string) {
  await expect(page.getByText('Signed in as Meera Nair')).toBeVisible()
  expect(new URL(page.url()).origin).toBe(origin)
}

/** Signs in at one by typing, at the other without, and out of both at either. */
async function goesInAndOut(visitor: Portal, one: Behaviour, other: Behaviour) {
  const { page } = visitor
  for (const [leaving, told] of [
    [one, other],
    [other, one],
  ] as const) {
    await signsIn(visitor, one)
    await page.goto(other.origin + other.login)
    await arrives(page, other.origin)

    await page.goto(leaving.origin + leaving.logout)
    await leaving.isOut(page)
    // The portal tells the other one by itself, which takes a moment.
    await expect(async () => {
      await page.goto(told.origin)
      await told.isOut(page)
    }).toPass({ timeout: 10_000, intervals: [100] })
  }
}

test('who signs in at an application of the guide is signed in at one by passport too, and out of both at either', async ({
  visitor,
  applications,
}) => {
  const [web, passport] = [await applications.webApplication('Web App'), await applications.passport('Passport App')]
  await goesInAndOut(visitor, withPages(web), withPages(passport))
})

test.describe('Apache with mod_auth_openidc', () => {
  let apache: Apache | null = null
  test.beforeAll(() => {
    test.setTimeout(FIND_APACHE_MS)
    try {
      apache = findApache()
    } catch (cause) {
      skipAloud('Sign-in by Apache with mod_auth_openidc, of which there is none here', String(cause))
    }
  })

  test('signs people in, tells the application behind it who they are, and goes in and out with another', async ({
    visitor,
    applications,
  }) => {
    const behind = behindApache(await applications.apache('Behind Apache', apache as Apache))
    await visitor.page.setExtraHTTPHeaders({ OIDC_CLAIM_email: 'nobody@example.com', OIDC_CLAIM_admin: 'yes' })
    await signsIn(visitor, behind)
    const shown = await visitor.page.locator('body').innerText()
    const headers = JSON.parse(shown.slice(shown.indexOf('{'))) as Record<string, string>
    const { origin } = new URL(visitor.product.baseURL)
    expect(headers).toMatchObject({
      oidc_claim_name: 'Meera Nair',
      oidc_claim_email: visitor.person('meera').email,
      [`oidc_claim_${origin.replace(/[:/.]/g, '-')}-claims-role`]: 'User',
    })
    expect(headers).not.toHaveProperty('oidc_claim_admin')
    await visitor.page.context().clearCookies()
    await goesInAndOut(visitor, behind, withPages(await applications.passport('Beside Apache')))
  })
})
