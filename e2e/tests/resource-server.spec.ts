import { createHash, randomBytes } from 'node:crypto'
import { arrived } from '../arrived.ts'
import { findApache } from '../parties/apache.ts'
import type { Application } from '../parties/applications.ts'
import { expire } from '../parties/expire.ts'
import { expect, test, toRun } from '../parties/parties.ts'
import type { Portal } from '../portal.ts'

/** A call by an application with its secret. */
function ask({ product }: Portal, path: string, { id, secret }: Application, form: Record<string, string>) {
  return fetch(`${product.baseURL}/oauth2/${path}`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
    body: new URLSearchParams(form),
  })
}

/** An access token of the signed-in person, for an application or, with `resource`, for an API that it calls. */
async function tokenFor(visitor: Portal, application: Application, resource: { resource?: string }) {
  const { page, product } = visitor
  const verifier = randomBytes(32).toString('base64url')
  const redirect_uri = `${application.origin}/callback`
  const parameters = new URLSearchParams({
    ...{ client_id: application.id, redirect_uri, response_type: 'code', scope: 'openid', ...resource },
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  const answer = await page.request.get(`${product.baseURL}/oauth2/authorize?${parameters}`, { maxRedirects: 0 })
  const code = new URL(answer.headers().location ?? '').searchParams.get('code') ?? ''
  const grant = { grant_type: 'authorization_code', code, redirect_uri, code_verifier: verifier, ...resource }
  const { access_token } = await (await ask(visitor, 'token', application, grant)).json()
  return String(access_token)
}

test.describe('Apache with mod_oauth2', () => {
  const apache = toRun('A resource server by Apache with mod_oauth2', () => findApache('oauth2'))

  test('accepts a token until it is revoked, has expired or its session has ended', async ({
    visitor,
    applications,
    product,
  }) => {
    const { page } = visitor
    const server = await applications.resourceServer('Resource Server', apache())
    const calling = await applications.byHand('Calling')
    const call = async (token: string) => {
      const answer = await fetch(server.origin, { headers: { authorization: `Bearer ${token}` } })
      return { status: answer.status, text: await answer.text() }
    }
    const isRefused = async (token: string) => expect(await call(token)).toMatchObject({ status: 401 })
    await visitor.enterAs('meera')

    const newToken = () => tokenFor(visitor, calling, { resource: server.origin })
    const isLetIn = async (token: string) => {
      const { status, text } = await call(token)
      expect(status).toBe(200)
      expect(JSON.parse(text.slice(text.indexOf('{')))).toMatchObject({
        oauth2_claim_aud: server.id,
        oauth2_claim_client_id: calling.id,
      })
    }
    expect((await fetch(server.origin)).status).toBe(401)
    await isRefused(await tokenFor(visitor, calling, {}))

    const [first, second] = [await newToken(), await newToken()]
    await isLetIn(first)
    await isLetIn(second)
    await expire(product, first)
    await isRefused(first)
    await isLetIn(second)
    expect((await ask(visitor, 'revoke', calling, { token: second })).status).toBe(200)
    await isRefused(second)

    const last = await newToken()
    await isLetIn(last)
    await page.goto('/dashboard/app')
    await page.getByRole('button', { name: 'Logout' }).click()
    await arrived(page, '**/logout')
    await isRefused(last)
  })
})
