import { arrived } from '../arrived.ts'
import type { Application } from '../parties/applications.ts'
import { isTold, signsIn, withPages } from '../parties/behaviour.ts'
import { example } from '../parties/guide.ts'
import { expect, test } from '../parties/parties.ts'
import { runToEnd } from '../parties/programs.ts'
import { toEnvironment } from '../parties/registration.ts'
import type { Portal } from '../portal.ts'

// The programs of docs/integrating.md that call an API, and the one on a person's own computer.

const orders = ({ id }: Application) => new RegExp(`^Orders of [0-9a-f-]{36}, for ${id}$`)

async function signOutOfPortal({ page }: Portal) {
  await page.goto('/dashboard/app')
  await page.getByRole('button', { name: 'Logout', exact: true }).click()
  await arrived(page, '**/logout')
}

for (const kind of ['api', 'apiOfSignedTokens'] as const)
  test(`a web application calls the API of the guide (${kind}) until the person signs out`, async ({
    visitor,
    applications,
  }) => {
    const { page } = visitor
    const api = await applications[kind](`Orders ${kind}`)
    const web = await applications.webApplicationCalling(`Calling ${kind}`, api)
    // A request that fails must not end the program.
    for (const { origin } of [api, web]) expect([401, 404]).toContain((await fetch(`${origin}//`)).status)
    await signsIn(visitor, withPages(web))
    for (let calls = 0; calls < 2; calls++) {
      await page.goto(`${web.origin}/orders`)
      await expect(page.getByText(orders(web))).toBeVisible()
    }
    const call = async (authorization: string) => (await fetch(api.origin, { headers: { authorization } })).status
    expect(await call('')).toBe(401)
    expect(await call('Bearer e.e.e')).toBe(401)

    await signOutOfPortal(visitor)
    // Only the hidden frame notifies the program. Leaving the page earlier would remove the frame.
    await expect(page.getByText('logout page opened, not confirmed')).toBeVisible()
    await isTold(page, withPages(web))
    await page.goto(`${web.origin}/orders`)
    await arrived(page, '**/login?**')
  })

test('a single page has one token for the API and another for the portal', async ({ visitor, applications }) => {
  const { page } = visitor
  const { email, password } = visitor.person('meera')
  const api = await applications.api('Orders of a Page')
  const single = await applications.singlePageCalling('Calling Page', api)
  await page.goto(single.origin)
  await arrived(page, '**/login?**')
  await visitor.signIn(email, password)
  await expect(page.getByText('Signed in as Meera Nair')).toBeVisible()
  const [forApi = '', forPortal = ''] = await page.evaluate(async (resource) => {
    const { portal } = await import('/app.js' as string)
    const named = await portal.signinSilent({ resource })
    return [String(named.access_token), String((await portal.signinSilent()).access_token)]
  }, api.origin)
  const call = (token: string) => fetch(api.origin, { headers: { authorization: `Bearer ${token}` } })
  expect(await (await call(forApi)).text()).toMatch(orders(single))
  expect((await call(forPortal)).status).toBe(401)
})

test('a program signs in the person at its computer, who confirms it, and renews its tokens', async ({
  visitor,
  applications,
}) => {
  const { page } = visitor
  const { email, password } = visitor.person('meera')
  const application = await applications.native('At a Computer')
  const program = example('A program on a computer or phone', 'js', {
    'https://portal.example.com': visitor.product.baseURL,
  })
  const lines = await runToEnd(program, toEnvironment(application), async (line) => {
    if (!line.startsWith('http')) return
    await page.goto(line)
    await visitor.signIn(email, password)
    await page.getByRole('button', { name: 'Allow', exact: true }).click()
    await expect(page.getByText('This page can be closed.')).toBeVisible()
  })
  expect(lines.slice(2)).toEqual(['Signed in as Meera Nair', 'Renewed for 600 seconds'])
})
