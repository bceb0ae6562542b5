import { Auth, type AuthConfig, skipCSRFCheck } from '@auth/core'
import express from 'express'
import { type Running, serve } from './programs.ts'
import type { Registered } from './registration.ts'

type Metadata = Record<'token_endpoint' | 'userinfo_endpoint' | 'end_session_endpoint', string>
type Account = { name: string; idToken: string; accessToken: string; refreshToken: string }

/**
 * An application with @auth/core, which keeps all state in its cookie, so it cannot receive logout notices. It renews
 * tokens and logs out of the portal in its callbacks, as the library recommends.
 */
export function startAuthCoreApp(portal: string, { id, secret }: Registered, port: number): Promise<Running> {
  const origin = `http://localhost:${port}`
  const config: AuthConfig = {
    basePath: '/auth',
    trustHost: true,
    // Its own requests below are not form posts.
    skipCSRFCheck,
    secret,
    providers: [
      {
        id: 'portal',
        name: 'Portal',
        type: 'oidc',
        issuer: portal,
        clientId: id,
        clientSecret: secret,
        checks: ['pkce', 'state', 'nonce'],
        // The claims come from userinfo.
        idToken: false,
        authorization: { params: { scope: 'openid profile email' } },
      },
    ],
    callbacks: {
      jwt: async ({ token, account, trigger }) => {
        if (account) {
          const { id_token: idToken, access_token: accessToken, refresh_token: refreshToken } = account
          return { ...token, idToken, accessToken, refreshToken }
        }
        return trigger === 'update' ? { ...token, ...(await renew(token as Account)) } : token
      },
      session: ({ session, token }) => ({ ...session, ...token }),
    },
  }
  const discover = async () => (await (await fetch(`${portal}/.well-known/openid-configuration`)).json()) as Metadata

  async function renew({ refreshToken }: Account) {
    const answer = await fetch((await discover()).token_endpoint, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken }),
    })
    if (!answer.ok) return { accessToken: null }
    const { access_token, refresh_token } = (await answer.json()) as Record<string, string>
    return { accessToken: access_token, refreshToken: refresh_token }
  }

  const app = express()
  /** Calls the library and passes on the cookies that it sets. */
  const ask = async (request: express.Request, response: express.Response, path: string, form?: object) => {
    const headers = { cookie: request.headers.cookie ?? '', 'content-type': 'application/json' }
    const post = form && { method: 'POST', body: JSON.stringify(form) }
    const answer = await Auth(new Request(origin + path, { headers, ...post }), config)
    for (const cookie of answer.headers.getSetCookie()) response.append('set-cookie', cookie)
    return answer
  }
  const account = async (answer: Response) => (await answer.json()) as Account | null

  app.get('/', async (request, response) => {
    const person = await account(await ask(request, response, '/auth/session'))
    response.type('text').send(person ? `Signed in as ${person.name}` : 'Not signed in')
  })
  app.get('/login', async (request, response) => {
    const answer = await ask(request, response, '/auth/signin/portal', { callbackUrl: `${origin}/` })
    response.redirect(answer.headers.get('location') ?? '/')
  })
  app.get('/auth/callback/portal', async (request, response) => {
    const answer = await ask(request, response, request.url)
    response.redirect(answer.headers.get('location') ?? '/')
  })
  app.get('/renew', async (request, response) => {
    const person = await account(await ask(request, response, '/auth/session', {}))
    const headers = { authorization: `Bearer ${person?.accessToken}` }
    const claims = await fetch((await discover()).userinfo_endpoint, { headers })
    const { name } = (await claims.json()) as { name?: string }
    response.type('text').send(claims.ok ? `Renewed for ${name}` : 'Not renewed')
  })
  app.get('/logout', async (request, response) => {
    const person = await account(await ask(request, response, '/auth/session'))
    await ask(request, response, '/auth/signout', {})
    const parameters = { id_token_hint: person?.idToken ?? '', post_logout_redirect_uri: `${origin}/` }
    response.redirect(`${(await discover()).end_session_endpoint}?${new URLSearchParams(parameters)}`)
  })
  return serve(app, port)
}
