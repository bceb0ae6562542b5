import { createHash, randomBytes } from 'node:crypto'
import { basicCredentials, PortalUnavailable } from '@gatehouse/client/index.ts'
import { type Person, type Portal, toActor } from './portal.ts'
import { readIdToken, readLogoutToken } from './tokens.ts'

const TIMEOUT_MS = 10_000
const LOGIN_MS = 10 * 60_000

type Started = { nonce: string; verifier: string; redirectUri: string; endsAt: number }
type Endpoints = { authorization_endpoint: string; token_endpoint: string; userinfo_endpoint: string; jwks_uri: string }

/** Sign-in with OpenID Connect: the code flow with PKCE, as any library does it. */
export class OpenId {
  readonly #portal: Portal
  readonly #started = new Map<string, Started>()

  constructor(portal: Portal) {
    this.#portal = portal
  }

  /** Starts a sign-in; returns the address for the browser, and the state, which is also set as a cookie. @throws PortalUnavailable */
  async begin(redirectUri: string, client: string | null): Promise<{ location: string; state: string }> {
    const { authorization_endpoint: address } = await this.#discover()
    const [state, nonce, verifier] = [secret(), secret(), secret()]
    for (const [old, { endsAt }] of this.#started) if (endsAt < Date.now()) this.#started.delete(old)
    this.#started.set(state, { nonce, verifier, redirectUri, endsAt: Date.now() + LOGIN_MS })
    const query = new URLSearchParams({
      client_id: this.#portal.clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'openid profile email access',
      state,
      nonce,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...(client ? { client } : {}),
    })
    return { location: `${address}?${query}`, state }
  }

  /** Completes a sign-in; returns the person named by the portal. @throws Error if any check fails, PortalUnavailable */
  async finish(answer: URLSearchParams): Promise<Person> {
    const state = answer.get('state') ?? ''
    const started = this.#started.get(state)
    this.#started.delete(state)
    if (started === undefined) throw new Error('not begun here, or too long ago')
    // The answer of another provider must not be accepted (RFC 9207).
    if (answer.get('iss') !== this.#portal.url) throw new Error('answered by somebody else')
    const code = answer.get('code')
    if (code === null) throw new Error(`refused: ${answer.get('error')}`)
    const { token_endpoint, userinfo_endpoint } = await this.#discover()
    const tokens = await fetchJson(token_endpoint, {
      method: 'POST',
      headers: { authorization: basicCredentials(this.#portal.clientId, this.#portal.clientSecret) },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code,
        redirect_uri: started.redirectUri,
        code_verifier: started.verifier,
      }),
    })
    const who = readIdToken(String(tokens.id_token), { ...(await this.#expected()), nonce: started.nonce })
    const { sub, sid } = who
    const claims = await fetchJson(userinfo_endpoint, {
      headers: { authorization: `Bearer ${String(tokens.access_token)}` },
    })
    if (claims.sub !== sub) throw new Error('claims of somebody else')
    const client = claims[`${this.#portal.url}/claims/client`] as { id?: string; name?: string } | undefined
    return {
      id: String(sub),
      name: String(claims.name ?? ''),
      email: String(claims.email ?? ''),
      client: client?.name ?? '',
      clientId: client?.id ?? '',
      role: String(claims[`${this.#portal.url}/claims/role`] ?? ''),
      sid: String(sid),
      actor: toActor(who.act as object | undefined, who[`${this.#portal.url}/claims/acting`] as object | undefined),
    }
  }

  /** The portal session named by a logout token. @throws Error if the token is invalid, PortalUnavailable */
  async endedSession(logoutToken: string): Promise<string> {
    return readLogoutToken(logoutToken, await this.#expected())
  }

  async #expected() {
    const { keys } = await fetchJson((await this.#discover()).jwks_uri)
    return {
      keys: keys as Parameters<typeof readLogoutToken>[1]['keys'],
      issuer: this.#portal.url,
      audience: this.#portal.clientId,
    }
  }

  async #discover(): Promise<Endpoints> {
    const found = await fetchJson(`${this.#portal.url}/.well-known/openid-configuration`)
    if (found.issuer !== this.#portal.url) throw new Error('the portal goes by another name')
    return found as Endpoints
  }
}

const secret = () => randomBytes(32).toString('base64url')

async function fetchJson(address: string, init: RequestInit = {}): Promise<Record<string, unknown>> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const response = await fetch(address, { redirect: 'error', signal, ...init }).catch((cause: unknown) => {
    throw new PortalUnavailable(cause)
  })
  if (response.status >= 500) throw new PortalUnavailable(`it answered ${response.status}`)
  if (!response.ok) throw new Error(`the portal answered ${response.status}`)
  return (await response.json()) as Record<string, unknown>
}
