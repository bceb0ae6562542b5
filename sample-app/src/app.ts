import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { join } from 'node:path'
import { PortalRefused, PortalUnavailable } from '@gatehouse/client/index.ts'
import { serveClaims } from './claim-routes.ts'
import { type Call, readForm, sendPage } from './http.ts'
import { publishManifest } from './manifest.ts'
import { OpenId } from './openid.ts'
import { makePages } from './pages.ts'
import { gatehouseOf, type Portal, toPerson } from './portal.ts'
import { Sessions } from './sessions.ts'

/** `url`: the public address, if it is not on this machine. `hasClaims`: it has claims, which people approve. */
type Options = { name: string; url: string | undefined; hasClaims: boolean }

/** An application with this name, as a server that does not listen yet. */
export function createApp(portal: Portal, { name, url: publicUrl, hasClaims }: Options): Server {
  const { homePage, problemPage, shell, signedOutPage, signInPage } = makePages(name, portal.url)
  const isSecure = publicUrl?.startsWith('https:') ?? false
  const style = readFileSync(join(import.meta.dirname, 'style.css'))
  const sessions = new Sessions(isSecure)
  const openId = new OpenId(portal)
  const gatehouse = gatehouseOf(portal)
  const claims = hasClaims ? serveClaims(gatehouse, shell) : null
  if (hasClaims) void publishManifest(gatehouse)
  const addressOf = (path: string, { socket }: IncomingMessage) =>
    new URL(path, publicUrl ?? `http://localhost:${socket.localPort}`).href

  const routes: Record<string, (call: Call) => void | Promise<void>> = {
    'GET /': async ({ request, response }) => {
      const person = sessions.find(request)
      sendPage(response, 200, person ? homePage(person, (await claims?.mayOpen(person)) ?? false) : signInPage())
    },
    'GET /style.css': ({ response }) => {
      response.writeHead(200, { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'max-age=3600' }).end(style)
    },
    'GET /pages/login/sso': (call) => launch(call, call.url.searchParams),
    'GET /sso/launch': (call) => launch(call, call.url.searchParams),
    'POST /pages/login/sso': async (call) => launch(call, await readForm(call.request)),
    'POST /sso/launch': async (call) => launch(call, await readForm(call.request)),
    // OpenID Connect Core §4: the portal's tile starts our own sign-in here, and so does the button of our page.
    'GET /login': async ({ request, response, url }) => {
      const issuer = url.searchParams.get('iss')
      if (issuer !== null && issuer !== portal.url)
        return sendPage(response, 400, problemPage('We sign in at our own portal only.'))
      const { location, state } = await openId.begin(addressOf('/callback', request), url.searchParams.get('client'))
      response.writeHead(303, { location, 'set-cookie': sessions.loginCookie(request, state) }).end()
    },
    'GET /callback': async ({ request, response, url }) => {
      // The sign-in must have started in this browser, so that nobody is signed in by a link of another person.
      const state = url.searchParams.get('state') ?? ''
      if (!sessions.hasLogin(request, state))
        return sendPage(response, 403, problemPage('This sign-in is over, or was begun in another browser.'))
      const person = await openId.finish(url.searchParams).catch((error: unknown) => {
        if (error instanceof PortalUnavailable) throw error
        console.error(error)
        return null
      })
      if (person === null) return sendPage(response, 403, problemPage(`The portal did not sign you in to ${name}.`))
      const cookies = [sessions.start(request, person), sessions.endedLoginCookie(request, state)]
      response.writeHead(303, { location: '/', 'set-cookie': cookies, 'cache-control': 'no-store' }).end()
    },
    // OpenID Connect Back-Channel Logout 1.0: server to server, authenticated only by the signature of the token.
    'POST /backchannel-logout': async ({ request, response }) => {
      const token = (await readForm(request)).get('logout_token') ?? ''
      const sid = await openId.endedSession(token).catch((error: unknown) => {
        // The portal sends it again.
        if (error instanceof PortalUnavailable) throw error
        return null
      })
      if (sid !== null) sessions.endAllOf(sid)
      response.writeHead(sid === null ? 400 : 200, { 'cache-control': 'no-store' }).end()
    },
    'POST /logout': ({ request, response }) => {
      const from = request.headers['sec-fetch-site']
      if (from === undefined || from === 'same-origin') sessions.end(request)
      response.writeHead(303, { location: '/', 'set-cookie': sessions.emptyCookie(request) }).end()
    },
    // OpenID Connect Front-Channel Logout 1.0: the portal shows this in a frame, to which browsers do not send our
    // cookie.
    'GET /signed-out': ({ response, url }) => {
      const sid = url.searchParams.get('sid')
      if (url.searchParams.get('iss') !== portal.url || !sid) {
        return sendPage(response, 400, problemPage('This is not a sign-out that our portal asked for.'))
      }
      sessions.endAllOf(sid)
      sendPage(response, 200, signedOutPage(), new URL(portal.url).origin)
    },
  }

  async function launch({ request, response }: Call, input: URLSearchParams) {
    const token = input.get('oAuthtoken') ?? input.get('token')
    const identity = token ? await gatehouse.redeem(token) : null
    if (identity === null) {
      const reason = `This way in is used up or too old. Open ${name} from the portal once more.`
      return sendPage(response, 403, problemPage(reason))
    }
    // Redirects to / at once, so that the token leaves the address bar.
    response.writeHead(303, {
      location: '/',
      'set-cookie': sessions.start(request, toPerson(identity)),
      'cache-control': 'no-store',
    })
    response.end()
  }

  return createServer(async (request, response) => {
    response.setHeader('referrer-policy', 'no-referrer')
    response.setHeader('x-content-type-options', 'nosniff')
    try {
      const url = new URL(request.url ?? '/', 'http://app.invalid')
      const handle = routes[`${request.method} ${url.pathname}`]
      const person = sessions.find(request)
      if (handle) await handle({ request, response, url })
      else if (claims && url.pathname.split('/')[1] === 'claims')
        if (person) await claims.handle({ request, response, url }, person)
        else response.writeHead(303, { location: '/' }).end()
      else sendPage(response, 404, problemPage('There is nothing at this address.'))
    } catch (error) {
      console.error(error)
      if (response.headersSent) return
      if (error instanceof PortalUnavailable)
        sendPage(response, 502, problemPage('The portal does not answer. Please try again in a moment.'))
      else if (error instanceof PortalRefused)
        sendPage(
          response,
          502,
          problemPage('The portal does not accept this application. Please tell its administrators.'),
        )
      else sendPage(response, 400, problemPage('This request made no sense to us.'))
    }
  })
}
