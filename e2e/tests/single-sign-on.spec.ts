import { findApache } from '../parties/apache.ts'
import { behindApache, goesInAndOut, signsIn, withPages } from '../parties/behaviour.ts'
import { expect, test, toRun } from '../parties/parties.ts'

// Pairs of applications with third-party libraries: openid-client, passport-openidconnect, mod_auth_openidc.

test('a sign-in to an application of the guide also signs in to one with passport, and a sign-out of either ends both', async ({
  visitor,
  applications,
}) => {
  const [web, passport] = [await applications.webApplication('Web App'), await applications.passport('Passport App')]
  await goesInAndOut(visitor, withPages(web), withPages(passport))
})

test.describe('Apache with mod_auth_openidc', () => {
  const apache = toRun('Sign-in by Apache with mod_auth_openidc', () => findApache('auth_openidc'))

  test('signs people in, passes their identity to the application behind it, and shares sign-in and sign-out with another', async ({
    visitor,
    applications,
  }) => {
    const behind = behindApache(await applications.apache('Behind Apache', apache()))
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
