import { getSessionState } from '@gatehouse/contract/session.ts'
import { query } from '@gatehouse/server/test/processes.ts'
import type { Page, Route } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { arrived } from '../arrived.ts'
import { addPasskey, anAuthenticator, pressPasskeyButton } from '../authenticator.ts'
import { hold } from '../hold.ts'
import { expect, test } from '../portal.ts'

const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign in with a passkey' })

test('a person adds a passkey, signs in with it by the button and in the field, renames and removes it', async ({
  context,
  page,
  portal,
  product,
}) => {
  const authenticator = await anAuthenticator(context, page)
  await portal.enterAs('meera')
  const offer = page.getByRole('region', { name: 'Sign in without password and code' })
  await expectAccessible(page, 'the offer of a passkey')
  await offer.getByRole('link', { name: 'Set up a passkey' }).click()
  const passkeys = page.getByRole('region', { name: 'Passkeys' })
  await expect(passkeys).toContainText('You have no passkey yet.')
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText('Passkey Added')).toBeVisible()
  const own = passkeys.getByRole('listitem')
  await expect(own).toHaveCount(1)
  await expect(own).toContainText('Chrome on Linux')
  await expect(own).toContainText('Not used yet')
  await expectAccessible(page, 'sign-in methods')

  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(offer).toHaveCount(0)

  // By the button. The software authenticator answers only what begins while somebody touches it. Nobody does before the
  // button is pressed, or the field would sign in first.
  await authenticator.setPresent(false)
  await page.getByRole('button', { name: 'Logout' }).click()
  await arrived(page, '**/login**')
  await authenticator.setPresent(true)
  await signInButton(page).press('Enter')
  await arrived(page, '**/dashboard/**')

  // In the field: the authenticator answers as soon as the page is used.
  await page.getByRole('button', { name: 'Logout' }).click()
  await arrived(page, '**/login**')
  await page.getByLabel('Email, user ID or phone number').press('ArrowDown')
  await arrived(page, '**/dashboard/**')

  // Instead of a code alone: in the field for the code, and by the button beside it.
  await authenticator.setPresent(false)
  for (const signIn of [() => signInButton(page).press('Enter'), () => page.getByLabel('One-time code').press('1')]) {
    await page.getByRole('button', { name: 'Logout' }).click()
    await arrived(page, '**/login**')
    await page.goto('/otp')
    await page.getByLabel('Email, user ID or phone number').fill(portal.person('meera').email)
    await page.getByRole('button', { name: 'Send code' }).click()
    await expect(page.getByLabel('One-time code')).toBeVisible()
    await page.reload()
    await expect(page.getByLabel('One-time code')).toHaveAttribute('autocomplete', 'one-time-code webauthn')
    await expectAccessible(page, 'a code alone with a passkey beside it')
    await authenticator.setPresent(true)
    await signIn()
    await arrived(page, '**/dashboard/**')
    await authenticator.setPresent(false)
  }
  await authenticator.setPresent(true)

  await page.goto('/dashboard/signInMethods')
  await expect(own).toContainText('Last used')
  await own.getByRole('button', { name: 'Rename' }).click()
  const rename = page.getByRole('dialog', { name: 'Rename passkey' })
  await rename.getByLabel('Name').fill('Work laptop')
  // The session ends over the form: the passkey signs in again, and what was typed is saved.
  // The page asks every half a minute whose session it is, and could notice the end before the form is sent: it gets no answer.
  const askWhose = `**${getSessionState.path}`
  await page.route(askWhose, () => undefined)
  const { email } = portal.person('meera')
  await query(
    product.dataDir,
    `update sessions set ended_at = now(), end_reason = 'ended-by-administrator'
      where ended_at is null and user_id = (select id from users where email = $1)`,
    [email],
  )
  await rename.getByRole('button', { name: 'Save' }).click()
  const again = page.getByRole('dialog', { name: 'Sign in again' })
  await expect(again).toContainText('ended')
  await page.unroute(askWhose)
  // The window came to the front just before: its question who is signed in is answered late, and for the time before.
  const asked = Promise.withResolvers<Route>()
  await page.route('**/api/session', asked.resolve, { times: 1 })
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  const early = await asked.promise
  const answer = await early.fetch()
  await again.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(again).toHaveCount(0)
  await expect(own).toContainText('Work laptop')
  await early.fulfill({ response: answer })

  // The authenticator gets the present name of its person, and forgets what is removed.
  const [kept] = await authenticator.passkeys()
  if (kept === undefined) throw new Error('the authenticator has no passkey')
  await authenticator.forgetAll()
  await authenticator.keep({ ...kept, userDisplayName: 'A former name' })
  const updated = authenticator.signalled('credentialUpdated')
  await page.reload()
  await updated
  expect((await authenticator.passkeys())[0]?.userDisplayName).toBe(kept.userDisplayName)
  const removed = authenticator.signalled('credentialDeleted')
  await own.getByRole('button', { name: 'Remove the passkey Work laptop' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Passkey Removed')).toBeVisible()
  await expect(own).toHaveCount(0)
  await removed
  expect(await authenticator.passkeys()).toEqual([])

  // One that was not reached still has it: refused with the reason, by the button and in the field, and then forgotten.
  await authenticator.setPresent(false)
  await page.getByRole('button', { name: 'Logout' }).click()
  await arrived(page, '**/login**')
  for (const choose of [
    () => pressPasskeyButton(page),
    () => page.getByLabel('Email, user ID or phone number').press('ArrowDown'),
  ]) {
    await page.reload()
    await authenticator.keep(kept)
    const forgotten = authenticator.signalled('credentialDeleted')
    await authenticator.setPresent(true)
    await choose()
    await expect(page.getByRole('alert')).toContainText('This passkey is not registered here any more.')
    await forgotten
    expect(await authenticator.passkeys()).toEqual([])
    await authenticator.setPresent(false)
  }
  await portal.signIn(portal.person('meera').email, portal.person('meera').password)
  await arrived(page, '**/dashboard/**')
})

test('the passkey that is being added is not forgotten by a page that does not know it yet', async ({
  context,
  page,
  portal,
}) => {
  const authenticator = await anAuthenticator(context, page)
  await portal.enterAs('meera', '/dashboard/signInMethods')
  const passkeys = page.getByRole('region', { name: 'Passkeys' })
  await expect(passkeys).toContainText('You have no passkey yet.')
  const added = await hold(page, /passkeys\/add$/)
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click()
  await expect.poll(async () => (await authenticator.passkeys()).length).toBe(1)

  // The page is opened again and would report what it knows.
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  await expect(passkeys).toHaveCount(0)
  const reported = page.waitForResponse(/passkeys\/accepted/)
  await page.getByRole('link', { name: 'Sign-in methods' }).click()
  await expect(passkeys).toContainText('You have no passkey yet.')
  await added()
  await reported
  await expect(passkeys.getByRole('listitem')).toHaveCount(1)
  expect(await authenticator.passkeys()).toHaveLength(1)
})

test('a person who cancels, or opens the portal under another name, is informed and signs in with the password; one who signed in long ago confirms first', async ({
  context,
  page,
  portal,
  product,
}) => {
  const authenticator = await anAuthenticator(context, page)
  // Under another name of the same server no passkey is asked for.
  await page.goto(`http://127.0.0.1:${new URL(product.baseURL).port}/login`)
  await signInButton(page).click()
  await expect(page.getByRole('alert')).toContainText('Passkeys do not work at this address of the portal.')
  await authenticator.setVerified(false)
  await page.goto('/login')
  await signInButton(page).click()
  await expect(page.getByRole('alert')).toContainText('No passkey was used.')
  const { email, password } = portal.person('diya')
  const ageSignIns = () =>
    query(
      product.dataDir,
      `update sessions set authenticated_at = authenticated_at - interval '11 minutes'
        where user_id = (select id from users where email = $1)`,
      [email],
    )
  await portal.signIn(email, password)
  await arrived(page, '**/dashboard/**')

  const offer = page.getByRole('region', { name: 'Sign in without password and code' })
  await offer.getByRole('button', { name: 'Not now' }).click()
  await expect(offer).toHaveCount(0)

  await ageSignIns()
  await authenticator.setVerified(true)
  await page.goto('/dashboard/signInMethods')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  const before = await portal.lastCode(email)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByLabel('One-time code').fill(await portal.code(email, before))
  await expect(page.getByText('Passkey Added')).toBeVisible()

  await ageSignIns()
  await page.getByRole('button', { name: 'Remove the passkey' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await dialog.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByText('Passkey Removed')).toBeVisible()
})

test('without WebAuthn the pages are as they were', async ({ page, portal }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'))
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
  await expect(signInButton(page)).toHaveCount(0)
  await portal.enterAs('diya', '/dashboard/signInMethods')
  await expect(page.getByText('This browser cannot make passkeys for this portal.')).toBeVisible()
})

test('after the password a passkey takes the place of the code, and a copied one is refused until it is accepted', async ({
  context,
  page,
  portal,
}) => {
  const authenticator = await anAuthenticator(context, page)
  await portal.enterAs('diya')
  await addPasskey(page)
  await authenticator.setPresent(false)
  await page.getByRole('button', { name: 'Logout' }).click()
  await arrived(page, '**/login**')
  const { email, password } = portal.person('diya')
  await portal.enterPassword(email, password)
  const use = page.getByRole('button', { name: 'Use a passkey' })
  await expect(use).toBeVisible()
  await expectAccessible(page, 'the code with a passkey beside it')
  // Deleted on the device, or cancelled: the page says so, and asks for the code as before.
  await authenticator.setPresent(true)
  const kept = await authenticator.passkeys()
  await authenticator.forgetAll()
  await use.click()
  await expect(page.getByRole('alert')).toContainText('No passkey was used.')
  await expect(page.getByLabel('One-time code')).toBeVisible()
  for (const passkey of kept) await authenticator.keep(passkey)
  await authenticator.setVerified(false)
  await use.click()
  await expect(page.getByRole('alert')).toContainText('No passkey was used.')
  await expect(page.getByLabel('One-time code')).toBeVisible()
  await authenticator.setVerified(true)
  await use.press('Enter')
  await arrived(page, '**/dashboard/**')

  // A copy with a counter of its own: refused, marked, and refused still when it has got ahead.
  const leave = async () => {
    await authenticator.setPresent(false)
    await page.getByRole('button', { name: 'Logout' }).click()
    await arrived(page, '**/login**')
    await authenticator.setPresent(true)
  }
  const refusal = page.getByRole('alert').filter({ hasText: 'This passkey may have been copied, so it is refused.' })
  await leave()
  for (const count of [0, 100]) {
    await authenticator.setCount(count)
    await page.reload()
    await signInButton(page).press('Enter')
    await expect(refusal).toBeVisible()
  }
  await authenticator.setPresent(false)
  const before = await portal.lastCode(email)
  await portal.enterPassword(email, password)
  await expect(page.getByLabel('One-time code')).toBeVisible()
  await expect(use).toHaveCount(0)
  await page.getByLabel('One-time code').fill(await portal.code(email, before))
  await arrived(page, '**/dashboard/**')
  await page.goto('/dashboard/signInMethods')
  const own = page.getByRole('region', { name: 'Passkeys' }).getByRole('listitem')
  await expect(own).toContainText('Refused: it may have been copied')
  await own.getByRole('button', { name: 'Accept the passkey' }).click()
  await expectAccessible(page, 'accepting a refused passkey')
  await page.getByRole('dialog').getByRole('button', { name: 'Accept', exact: true }).click()
  await expect(page.getByText('Passkey Accepted')).toBeVisible()
  await expect(own).not.toContainText('Refused')
  await leave()
  await signInButton(page).press('Enter')
  await arrived(page, '**/dashboard/**')
})
