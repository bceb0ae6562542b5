import express from 'express'
import { auth } from 'express-openid-connect'
import session from 'express-session'
import { type Running, serve } from './programs.ts'
import type { Registered } from './registration.ts'

/** An application with express-openid-connect, which provides the routes for signing in and out. */
export function startExpressOpenidApp(portal: string, { id, secret }: Registered, port: number): Promise<Running> {
  const origin = `http://localhost:${port}`
  const names = new Map<string, string>()
  const app = express()
  app.use(
    auth({
      issuerBaseURL: portal,
      baseURL: origin,
      clientID: id,
      clientSecret: secret,
      clientAuthMethod: 'client_secret_basic',
      secret,
      session: { name: 'express-openid-app' },
      authRequired: false,
      idpLogout: true,
      // The types of the library declare only its own session.
      backchannelLogout: { store: new session.MemoryStore() as never },
      routes: { postLogoutRedirect: `${origin}/` },
      authorizationParams: { response_type: 'code', scope: 'openid profile email' },
      afterCallback: async ({ oidc }, _response, session) => {
        const { sub, name } = await oidc.fetchUserInfo()
        names.set(sub, String(name))
        return session
      },
    }),
  )
  app.get('/', ({ oidc }, response) => {
    const name = oidc.isAuthenticated() ? names.get(oidc.user?.sub) : undefined
    response.type('text').send(name ? `Signed in as ${name}` : 'Not signed in')
  })
  app.get('/renew', async ({ oidc }, response) => {
    response.type('text')
    try {
      await oidc.accessToken?.refresh()
      response.send(`Renewed for ${(await oidc.fetchUserInfo()).name}`)
    } catch {
      response.send('Not renewed')
    }
  })
  return serve(app, port)
}
