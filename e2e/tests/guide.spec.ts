import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Page } from '@playwright/test'
import { example } from '../parties/guide.ts'
import { expect, skipAloud, test } from '../parties/parties.ts'
import { toEnvironment } from '../parties/registration.ts'

// The commands of docs/integrating.md. Its programs run in guide-programs.spec.ts, single-sign-on.spec.ts and
// single-page.spec.ts.

type Ran = { code: number; answers: Record<string, unknown>[] }

/** Runs a script as a person does, who opens the address that it prints and enters the result. */
async function run(script: string, env: Record<string, string>, open = async (_address: string) => ''): Promise<Ran> {
  const bash = spawn('bash', ['-c', script], { env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'ignore'] })
  const ended = once(bash, 'close')
  const answers: Ran['answers'] = []
  for await (const line of createInterface({ input: bash.stdout })) {
    if (line.startsWith('http')) bash.stdin.end(`${await open(line)}\n`)
    if (line.startsWith('{')) answers.push(JSON.parse(line))
  }
  const [code] = await ended
  return { code, answers }
}

test.beforeAll(() => {
  const missing = ['bash', 'curl', 'openssl'].find((name) => spawnSync(name, ['--version']).error !== undefined)
  if (missing !== undefined) skipAloud('The commands of docs/integrating.md', `There is no ${missing} here.`)
})

test('with curl alone, a code is exchanged, a token is introspected and revoked, and the application gets its own token', async ({
  visitor,
  applications,
}) => {
  const { page } = visitor
  const { email, password } = visitor.person('meera')
  const application = await applications.byHand('By Hand')
  const script = example('By hand, with curl', 'sh', applications.placesOf(application))
  const signIn = async (address: string) => {
    const arriving = page.waitForRequest((request) => request.url().startsWith(`${application.origin}/callback?`))
    await page.goto(address)
    await visitor.signIn(email, password)
    return new URL((await arriving).url()).searchParams.get('code') ?? ''
  }
  const { code, answers } = await run(script, toEnvironment(application), signIn)
  expect(answers).toMatchObject([
    { email },
    { active: true, client_id: application.id, scope: 'openid email' },
    {},
    { active: false },
    { token_type: 'Bearer', expires_in: 600 },
  ])
  expect(code).toBe(0)
  const mistyped = await run(script, toEnvironment(application), async () => 'mistyped')
  expect(mistyped).toMatchObject({ code: 1, answers: [{ error: 'invalid_grant' }] })
})

test('a launch token is redeemed once, by curl or by the program of the guide', async ({ visitor, applications }) => {
  const { page } = visitor
  const application = await applications.launched('Launched')
  await visitor.enterAs('meera')
  const launch = async () => {
    const opening = page.context().waitForEvent('page')
    await page.getByRole('button', { name: /Launched/ }).click()
    const opened = await opening
    await opened.waitForURL(`${application.origin}/launch?*`)
    return opened
  }
  const tokenOf = (opened: Page) => new URL(opened.url()).searchParams.get('token') ?? ''
  const launched = await launch()
  await expect(launched.getByText(/^Welcome Meera Nair, User for /)).toBeVisible()
  await launched.reload()
  await expect(launched.getByText('The launch token is invalid, expired or already used.')).toBeVisible()

  await page.context().route(`${application.origin}/launch?*`, (route) => route.fulfill({ body: 'Not redeemed' }))
  const unspent = tokenOf(await launch())
  const script = example('By launch token', 'sh', { 'https://portal.example.com': visitor.product.baseURL })
  const redeem = (LAUNCH_TOKEN: string) => run(script, { ...toEnvironment(application), LAUNCH_TOKEN })
  const { email } = visitor.person('meera')
  expect((await redeem(unspent)).answers).toMatchObject([{ code: 200, data: { email, role: 'User' } }])
  expect(await redeem(tokenOf(launched))).toMatchObject({ code: 22, answers: [{ code: 400, data: null }] })
  // A request that fails must not end the program.
  expect((await fetch(`${application.origin}//`)).status).toBe(404)
})
