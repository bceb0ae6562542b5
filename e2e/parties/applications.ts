import { freePort } from '../../scripts/free-port.mjs'
import type { Console } from '../console.ts'
import { type Apache, startApache } from './apache.ts'
import { startAuthCoreApp } from './auth-core-app.ts'
import { startAuthlibApp } from './authlib.ts'
import type { Found } from './debian.ts'
import { startExpressOpenidApp } from './express-openid-app.ts'
import { example, type Settings } from './guide.ts'
import { startPassportApp } from './passport-app.ts'
import { type Running, runProgram, serve } from './programs.ts'
import { type Registered, register, toEnvironment } from './registration.ts'
import { startSinglePageApp } from './single-page-app.ts'

/** A running application that is assigned to a person. */
export type Application = Registered & { origin: string }

/** Applications that use third-party libraries, registered as the guide says, each at its own port. */
export class Applications {
  readonly #admin: Console
  readonly #portal: string
  readonly #person: { email: string }
  readonly #running: Running[] = []

  constructor(admin: Console, portal: string, person: { email: string }) {
    this.#admin = admin
    this.#portal = portal
    this.#person = person
  }

  /** openid-client, as in the guide. */
  webApplication(name: string): Promise<Application> {
    return this.#start(name, 'Web application', [], (application, port) =>
      runProgram(
        example('A web application, in Node', 'js', this.placesOf(application)),
        port,
        toEnvironment(application),
      ),
    )
  }

  /** The same, but it also calls an API, and gets logout notices only through the browser. */
  webApplicationCalling(name: string, api: Application): Promise<Application> {
    const changes: Settings = [
      ['Application Description', ['https://app.example.com/logged-out']],
      ['Back-channel logout URI', ['']],
    ]
    return this.#start(name, 'Web application', changes, (application, port) => {
      const places = this.placesOf(application)
      const { origin } = api
      const program = [
        example('A web application, in Node', 'js', places),
        example('Renewing tokens, and calling an API', 'js', { 'https://api.example.com': origin }),
        example('Logout', 'js', {}),
      ]
      return runProgram(program.join('\n'), port, toEnvironment(application))
    })
  }

  /** The API of the guide that introspects each token. */
  api(name: string): Promise<Application> {
    return this.#start(name, 'API', [], (application, port) =>
      runProgram(this.#apiAt(), port, toEnvironment(application)),
    )
  }

  /** The API of the guide that verifies tokens by their signature. */
  apiOfSignedTokens(name: string): Promise<Application> {
    const changes: Settings = [['Access tokens for this application', ['Signed']]]
    return this.#start(name, 'API', changes, ({ origin }, port) => {
      const places = { 'https://portal.example.com': this.#portal, 'https://api.example.com': origin }
      const [before = '', after = ''] = this.#apiAt().split(/^\/\*\* Who calls[\s\S]*?^}\n/m)
      return runProgram(`${before}${example('Signed access tokens', 'js', places)}${after}`, port, {})
    })
  }

  #apiAt() {
    return example('An API that other applications call', 'js', { 'https://portal.example.com': this.#portal })
  }

  /** A program on the person's own computer, which is not started here. */
  native(name: string): Promise<Application> {
    return this.#start(name, 'Native', [], nobody)
  }

  /** passport-openidconnect, which does not support PKCE and sends its secret in the form. */
  passport(name: string): Promise<Application> {
    const changes: Settings = [
      ['Client authentication method', ['client_secret_post']],
      ['Require PKCE', ['off']],
    ]
    return this.#start(name, 'Web application', changes, (application, port) =>
      startPassportApp(this.#portal, application, port),
    )
  }

  expressOpenid(name: string): Promise<Application> {
    return this.#start(name, 'Web application', [], (application, port) =>
      startExpressOpenidApp(this.#portal, application, port),
    )
  }

  /** @auth/core, which sets its redirect address itself. */
  authCore(name: string): Promise<Application> {
    const changes: Settings = [['Redirect URIs', ['https://app.example.com/auth/callback/portal']]]
    return this.#start(name, 'Web application', changes, (application, port) =>
      startAuthCoreApp(this.#portal, application, port),
    )
  }

  authlib(name: string, authlib: Found): Promise<Application> {
    return this.#start(name, 'Web application', [], (application, port) =>
      startAuthlibApp(authlib, this.#portal, application, port),
    )
  }

  /** Apache as in the guide, in front of an application that shows the headers it gets. */
  apache(name: string, apache: Apache): Promise<Application> {
    return this.#start(name, 'Apache', [], async (application, port) => {
      const behind = await freePort()
      const site = example('Apache, in front of any application', 'apache', {
        ...this.placesOf(application),
        'http://localhost:8080': `http://localhost:${behind}`,
        APPLICATION_ID: application.id,
        APPLICATION_SECRET: application.secret,
        A_LONG_RANDOM_TEXT: application.secret,
      })
      this.#running.push(await serve(showHeaders, behind))
      return startApache(apache, site, port)
    })
  }

  /** Apache that accepts requests with an access token. It introspects each token, which is not its default. */
  resourceServer(name: string, apache: Apache): Promise<Application> {
    const changes: Settings = [['Allowed URL', ['https://app.example.com']]]
    return this.#start(name, 'By hand', changes, async ({ id, secret }, port) => {
      const behind = await freePort()
      this.#running.push(await serve(showHeaders, behind))
      const asking = `expiry=0&introspect.auth=client_secret_basic&client_id=${id}&client_secret=${secret}`
      const site = `
        OAuth2TokenVerify introspect ${this.#portal}/oauth2/introspect ${asking}
        <Location "/">
          AuthType oauth2
          Require valid-user
          ProxyPass http://localhost:${behind}/
        </Location>`
      return startApache(apache, site, port)
    })
  }

  /**
   * The page of the guide with oidc-client-ts, with one more redirect address for the hidden frame, which the guide
   * does not use.
   */
  singlePage(name: string, host = 'localhost'): Promise<Application> {
    const changes: Settings = [['Redirect URIs', ['https://app.example.com/', 'https://app.example.com/silent']]]
    const start = (application: Application, port: number) => startSinglePageApp(this.#portal, application, port)
    return this.#start(name, 'Single page', changes, start, host)
  }

  /** The page of the guide, which calls an API as the guide says. */
  singlePageCalling(name: string, api: Application): Promise<Application> {
    const settings = { 'loadUserInfo: true': `loadUserInfo: false, resource: '${api.origin}'` }
    return this.#start(name, 'Single page', [['Claims in the ID token', ['on']]], (application, port) =>
      startSinglePageApp(this.#portal, application, port, settings),
    )
  }

  /** The program of the guide that redeems launch tokens. */
  launched(name: string): Promise<Application> {
    return this.#start(name, 'Launch token', [], (application, port) =>
      runProgram(example('By launch token', 'js', this.placesOf(application)), port, toEnvironment(application)),
    )
  }

  /** On the person's own computer, where it waits for the redirect, with tokens that outlive the session. */
  commandLine(name: string): Promise<Application> {
    const changes: Settings = [
      ['Allowed grant types', ['refresh_token']],
      ['Redirect URIs', ['https://app.example.com']],
      ['Allowed scopes', ['offline_access']],
    ]
    return this.#start(name, 'By hand', changes, nobody)
  }

  /** An application that is not running: its codes are read from the address. */
  byHand(name: string): Promise<Application> {
    return this.#start(name, 'By hand', [], nobody)
  }

  /** The addresses in the guide that the tests replace. */
  placesOf({ origin }: Application) {
    return { 'https://portal.example.com': this.#portal, 'https://app.example.com': origin }
  }

  async stop() {
    for (const { stop } of this.#running.reverse()) await stop()
  }

  async #start(
    name: string,
    kind: string,
    changes: Settings,
    start: (application: Application, port: number) => Promise<Running>,
    host = 'localhost',
  ): Promise<Application> {
    const port = await freePort()
    const origin = `http://${host}:${port}`
    const registered = await register(this.#admin, { kind, name, origin, changes }, this.#person)
    const application = { ...registered, origin }
    this.#running.push(await start(application, port))
    return application
  }
}

const nobody = async (): Promise<Running> => ({ stop: async () => undefined })

const showHeaders: Parameters<typeof serve>[0] = ({ headers }, response) => {
  response.end(`Signed in as ${headers.oidc_claim_name}\n${JSON.stringify(headers, null, 2)}`)
}
