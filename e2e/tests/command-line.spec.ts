import { arrived } from '../arrived.ts'
import { findOidcAgent, OidcAgent } from '../parties/oidc-agent.ts'
import { expect, test, toRun } from '../parties/parties.ts'

test.describe('oidc-agent, which keeps the tokens of a person at a terminal', () => {
  const found = toRun('Sign-in by oidc-agent', findOidcAgent)

  test('signs in at the loopback address, renews its token without a session, and revokes everything', async ({
    visitor,
    applications,
    product,
  }) => {
    const { page } = visitor
    const { email, password } = visitor.person('meera')
    const application = await applications.commandLine('At a Terminal')
    const whoIs = async (token: string) => {
      const headers = { authorization: `Bearer ${token}` }
      const answer = await fetch(`${product.baseURL}/oauth2/userinfo`, { headers })
      return answer.ok ? ((await answer.json()) as { email: string }).email : answer.status
    }
    const agent = new OidcAgent(found())
    try {
      await agent.signIn(product.baseURL, application, application.origin, async (address) => {
        await page.goto(address)
        await visitor.signIn(email, password)
        // Consent is needed for tokens that outlive the session, even for a trusted application.
        await page.getByRole('button', { name: 'Allow', exact: true }).click()
        await page.waitForURL(`${application.origin}/?*`)
      })
      const token = agent.token()
      expect(await whoIs(token)).toBe(email)

      await page.goto('/dashboard/app')
      await page.getByRole('button', { name: 'Logout' }).click()
      await arrived(page, '**/logout')
      const renewed = agent.token(true)
      expect(renewed).not.toBe(token)
      expect(await whoIs(renewed)).toBe(email)

      agent.signOut()
      expect(await whoIs(renewed)).toBe(401)
    } finally {
      await agent.stop()
    }
  })
})
