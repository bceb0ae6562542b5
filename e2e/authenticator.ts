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
  const passkeys = async () => (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials
  type Passkey = Awaited<ReturnType<typeof passkeys>>[number]
  const forgetAll = () => devtools.send('WebAuthn.clearCredentials', { authenticatorId })
  const keep = (credential: Passkey) => devtools.send('WebAuthn.addCredential', { authenticatorId, credential })
  return {
    passkeys,
    /** The person deletes its passkeys. */
    forgetAll,
    keep,
    /** What the portal has the browser report to it: that a passkey is void, or the name of its person. */
    signalled: (what: 'credentialDeleted' | 'credentialUpdated') =>
      new Promise<void>((resolve) => devtools.once(`WebAuthn.${what}`, () => resolve())),
    /** Whether the person touches it as soon as they are asked to. */
    setPresent: (enabled: boolean) =>
      devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
    /** What a copy of its passkeys that was used less often counts. */
    setCount: async (signCount: number) => {
      const credentials = await passkeys()
      await forgetAll()
      for (const credential of credentials) await keep({ ...credential, signCount })
    },
    /** Whether it recognises the person. */
    setVerified: (isUserVerified: boolean) =>
      devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  }
}

/**
 * Signs in by the button on the page that is loaded. The passkeys in the field are switched off there: nobody chooses one of
 * them, but the software authenticator may answer there before the button is pressed.
 */
export async function pressPasskeyButton(page: Page) {
  await page.evaluate(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)
  })
  await page.getByRole('button', { name: 'Sign in with a passkey' }).press('Enter')
}

/** Adds a passkey of the page's authenticator to the account that is signed in, and stays on "Sign-in methods". */
export async function addPasskey(page: Page) {
  await page.goto('/dashboard/signInMethods')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText('Passkey Added')).toBeVisible()
}
