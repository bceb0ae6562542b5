import { type BrowserContext, expect, type Page } from '@playwright/test'

/** The browser's own software authenticator, like the one of a phone. It belongs to one page. */
export async function anAuthenticator(context: BrowserContext, page: Page) {
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    /** Whether the person touches it as soon as they are asked to. */
    setPresent: (enabled: boolean) =>
      devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
    /** What a copy of its passkeys that was used less often counts. */
    setCount: async (signCount: number) => {
      const { credentials } = await devtools.send('WebAuthn.getCredentials', { authenticatorId })
      await devtools.send('WebAuthn.clearCredentials', { authenticatorId })
      for (const credential of credentials)
        await devtools.send('WebAuthn.addCredential', { authenticatorId, credential: { ...credential, signCount } })
    },
    /** Whether it recognises the person. */
    setVerified: (isUserVerified: boolean) =>
      devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  }
}

/** Adds a passkey of the page's authenticator to the account that is signed in, and stays on "Sign-in methods". */
export async function addPasskey(page: Page) {
  await page.goto('/dashboard/signInMethods')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText('Passkey Added')).toBeVisible()
}
