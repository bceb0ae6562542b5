import express from 'express'
import session from 'express-session'
import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose'
import { Passport } from 'passport'
import { type Profile, Strategy, type VerifyCallback } from 'passport-openidconnect'
import { type Running, serve } from './programs.ts'
import type { Registered } from './registration.ts'

type Someone = { name: string; email: string; sid: string; idToken: string }

/**
 * An application with express and passport-openidconnect, which does not support PKCE and sends its secret in the form.
 */
export async function startPassportApp(portal: string, { id, secret }: Registered, port: number): Promise<Running> {
  const origin = `http://localhost:${port}`
  const keys = createRemoteJWKSet(new URL(`${portal}/oauth2/jwks`))
  const ended = new Set<string>()
  const passport = new Passport()
  passport.use(
    new Strategy(
      {
        issuer: portal,
        authorizationURL: `${portal}/oauth2/authorize`,
        tokenURL: `${portal}/oauth2/token`,
        userInfoURL: `${portal}/oauth2/userinfo`,
        clientID: id,
        clientSecret: secret,
        callbackURL: `${origin}/callback`,
        scope: ['profile', 'email'],
        nonce: 'yes',
        skipUserProfile: false,
      },
      (
        _issuer: string,
        { displayName, emails }: Profile,
        _context: object,
        given: string | object,
        done: VerifyCallback,
      ) => {
        const idToken = String(given)
        done(null, { name: displayName, email: emails?.[0]?.value, sid: decodeJwt(idToken).sid, idToken })
      },
    ),
  )
  passport.serializeUser((person, done) => done(null, person))
  passport.deserializeUser((person: Someone, done) => done(null, ended.has(person.sid) ? false : person))

  const app = express()
  app.use(
    session({ name: 'passport-app', secret, resave: false, saveUninitialized: false, cookie: { sameSite: 'lax' } }),
  )
  app.use(passport.session())
  app.get('/', (request, response) => {
    const person = request.user as Someone | undefined
    response.type('text').send(person ? `Signed in as ${person.name} (${person.email})` : 'Not signed in')
  })
  app.get('/login', passport.authenticate('openidconnect'))
  app.get('/callback', passport.authenticate('openidconnect', { successRedirect: '/', failureMessage: true }))
  app.get('/logout', (request, response, next) => {
    const { idToken = '' } = (request.user ?? {}) as Partial<Someone>
    const parameters = new URLSearchParams({ id_token_hint: idToken, post_logout_redirect_uri: `${origin}/` })
    request.logout((error) => (error ? next(error) : response.redirect(`${portal}/oauth2/logout?${parameters}`)))
  })
  app.post('/backchannel-logout', express.urlencoded(), async (request, response) => {
    const expected = { issuer: portal, audience: id, typ: 'logout+jwt' }
    const { payload } = await jwtVerify(request.body.logout_token, keys, expected)
    ended.add(String(payload.sid))
    response.end()
  })
  return serve(app, port)
}
