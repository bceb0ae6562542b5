import { createHash, randomBytes } from 'node:crypto'
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerWaitingRequest } from '@gatehouse/contract/oidc.ts'
import { anApplication, someoneWithAccess } from './builders.ts'
import { startTestServer, type TestServer, useServer, type Visitor } from './server.ts'

export const ISSUER = 'http://localhost:3000'

export type Reply = {
  status: number
  headers: IncomingHttpHeaders
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: the protocol's answers vary; the tests check their types
  json: () => any
  /** The address of its redirect. */
  location: URL | null
  params: Record<string, string>
}

type Call = {
  method?: string
  headers?: Record<string, string>
  form?: Record<string, string> | string | Buffer
  port?: number
}

/**
 * A whole server that listens on a port: the provider stands in front of the router, so injected requests do not reach
 * it.
 */
export async function startListening(options: Parameters<typeof startTestServer>[0] = {}): Promise<TestServer> {
  const server = await startTestServer(options)
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  return server
}

/** One server that listens, for all tests of a file. */
export const useListening = (options?: Parameters<typeof startTestServer>[0]) =>
  useServer(() => startListening(options))

/** A server that listens, in this process or in another one. */
export type Target = Pick<TestServer, 'app'> | { port: number }

export const portOf = (server: Target) =>
  'port' in server ? server.port : (server.app.server.address() as AddressInfo).port

/** One request under the portal's own name; redirects are not followed. */
export function send(server: Target, path: string, { method, headers = {}, form, port }: Call = {}): Promise<Reply> {
  const isWhole = form === undefined || typeof form === 'string' || Buffer.isBuffer(form)
  const body = isWhole ? form : new URLSearchParams(form).toString()
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(
      {
        ...{ host: '127.0.0.1', port: port ?? portOf(server), path, agent: false },
        method: method ?? (body === undefined ? 'GET' : 'POST'),
        headers: {
          host: 'localhost:3000',
          ...(body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
          ...headers,
        },
      },
      async (answer) => {
        let text = ''
        for await (const part of answer.setEncoding('utf8')) text += part
        const { location } = answer.headers
        const url = location === undefined ? null : new URL(location, ISSUER)
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          text,
          json: () => JSON.parse(text),
          location: url,
          params: url === null ? {} : Object.fromEntries(url.searchParams),
        })
      },
    )
    outgoing.once('error', reject)
    outgoing.end(body)
  })
}

/** The same for OAuth clients of other authors: requests go to the port of the server, under the portal's name. */
export const toServer =
  (server: Target) =>
  async (
    address: string | URL,
    { method, headers, body }: { method?: string; headers?: object; body?: unknown },
  ): Promise<Response> => {
    const { pathname, search } = new URL(address)
    const reply = await send(server, pathname + search, {
      ...(method === undefined ? {} : { method }),
      headers: Object.fromEntries(new Headers(headers as Record<string, string>)),
      ...(body == null ? {} : { form: String(body) }),
    })
    return new Response(reply.status === 204 ? null : reply.text, {
      status: reply.status,
      headers: { 'content-type': reply.headers['content-type'] ?? '' },
    })
  }

type Browser = Pick<Visitor, 'cookies'>

/** The same by a browser, which keeps the cookies that it gets. */
export async function browse(server: Target, visitor: Browser, path: string, call: Call = {}): Promise<Reply> {
  const cookie = Object.entries(visitor.cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')
  const reply = await send(server, path, { ...call, headers: { ...(cookie ? { cookie } : {}), ...call.headers } })
  for (const line of reply.headers['set-cookie'] ?? []) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    if (value === '' || /expires=Thu, 01 Jan 1970/i.test(line)) delete visitor.cookies[name]
    else visitor.cookies[name] = value
  }
  return reply
}

export type Application = { id: string; secret: string; redirectUrl: string }

export const basic = ({ id, secret }: Pick<Application, 'id' | 'secret'>) => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
})

/** PKCE: the challenge is sent first, the verifier later (RFC 7636 §4). */
export function aProof() {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

/** The address of an authorization request; `undefined` removes a parameter. */
export function authorizePath(application: Application, changes: Record<string, string | undefined> = {}): string {
  const parameters = {
    client_id: application.id,
    redirect_uri: application.redirectUrl,
    response_type: 'code',
    scope: 'openid',
    state: 'state-1',
    ...changes,
  }
  const given = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return `/oauth2/authorize?${new URLSearchParams(given)}`
}

/** Follows a request to its answer; everything in between is a redirect of the portal. */
export async function authorize(
  server: Target,
  visitor: Browser,
  application: Application,
  changes: Record<string, string | undefined> = {},
) {
  const { verifier, challenge } = aProof()
  const path = authorizePath(application, { code_challenge: challenge, code_challenge_method: 'S256', ...changes })
  return { verifier, reply: await browse(server, visitor, path) }
}

/** Allows what our consent page asks, and continues. */
export async function consent(server: Target, visitor: Visitor, asked: Reply): Promise<Reply> {
  const { status, msg, data } = await visitor.call(answerWaitingRequest, { request: asked.params.request, allow: true })
  if (status !== 200) throw new Error(`consent answered ${status}: ${msg}`)
  return browse(server, visitor, data.continueAt)
}

/** Exchanges a code. */
export function redeemCode(
  server: Target,
  application: Application,
  code: string,
  verifier: string | undefined,
  changes: Record<string, string> = {},
) {
  return send(server, '/oauth2/token', {
    headers: basic(application),
    form: {
      grant_type: 'authorization_code',
      code,
      redirect_uri: application.redirectUrl,
      ...(verifier === undefined ? {} : { code_verifier: verifier }),
      ...changes,
    },
  })
}

/** The whole flow: an authorization request, consent when it is asked for, and the exchange of its code. */
export async function getTokens(
  server: Target,
  visitor: Visitor,
  application: Application,
  changes: Record<string, string | undefined> = {},
) {
  const { verifier, reply: asked } = await authorize(server, visitor, application, changes)
  const reply = asked.location?.pathname === '/consent' ? await consent(server, visitor, asked) : asked
  const code = reply.params.code
  if (code === undefined) throw new Error(`no code: ${reply.status} ${reply.location} ${reply.text}`)
  const answer = await redeemCode(server, application, code, verifier)
  return { ...answer.json(), status: answer.status, code, verifier }
}

/** A signed-in person, and an application that signs them in by OpenID Connect. */
export async function someoneWithOidc(server: TestServer, changes: Record<string, unknown> = {}) {
  const access = await someoneWithAccess(server)
  await changeApplication(server, access.application.id, changes)
  return access
}

/** Sets columns of an application. */
export async function changeApplication(server: Pick<TestServer, 'db'>, id: string, changes: Record<string, unknown>) {
  for (const [column, value] of Object.entries(changes))
    await server.db.pool.query(`update applications set ${column} = $1 where id = $2`, [value, id])
}

export const refresh = (server: Target, application: Application, token: string, port?: number) =>
  send(server, '/oauth2/token', {
    headers: basic(application),
    form: { grant_type: 'refresh_token', refresh_token: token },
    ...(port === undefined ? {} : { port }),
  })

export const introspect = (server: Target, application: Application, token: string) =>
  send(server, '/oauth2/introspect', { headers: basic(application), form: { token } })

export const userinfo = (server: Target, token: string) =>
  send(server, '/oauth2/userinfo', { headers: { authorization: `Bearer ${token}` } })

/** An application that others call, at an address of its own. */
export async function anApi(server: TestServer, changes: Record<string, unknown> = {}) {
  const api = await anApplication(server)
  const resource = `https://api-${api.id}.example.com/`
  await changeApplication(server, api.id, { allowed_url: resource, ...changes })
  return { ...api, resource }
}

/** The tokens that an application gets to call another one for a person. */
export async function redeemFor(
  server: Target,
  { visitor, application }: { visitor: Browser; application: Application },
  resource: string,
  scope = 'openid',
): Promise<Reply> {
  const { verifier, reply } = await authorize(server, visitor, application, { resource, scope })
  return redeemCode(server, application, reply.params.code as string, verifier, { resource })
}
