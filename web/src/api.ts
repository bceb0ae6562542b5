import type { Endpoint, Input, Output } from '@gatehouse/contract/endpoint.ts'
import { CSRF_HEADER, RESPONSE_KEY_HEADER, WEB_CLIENT_HEADER } from '@gatehouse/contract/envelope.ts'
import { ERRORS } from '@gatehouse/contract/errors.ts'
import { ApiError, unreachable } from './api-error.ts'
import { type Handshake, handshake, renewHandshake } from './handshake.ts'
import type { ResponseKey } from './jwe.ts'

/** Tells the shell, in one place for all calls, that the session is over. */
export const sessionEnded = new EventTarget()

/**
 * Makes one call of the contract. Request and answer are encrypted whenever the server publishes a key.
 *
 * @throws ApiError with the server's text for any answer but 200, and when there is no answer.
 */
export async function call<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<Output<E>> {
  try {
    return await attempt(endpoint, input, await handshake())
  } catch (error) {
    if (isError(error, 'envelope_invalid')) return attempt(endpoint, input, await renewHandshake())
    if (isError(error, 'not_signed_in')) sessionEnded.dispatchEvent(new Event('ended'))
    throw error
  }
}

/** Whether a failure is this one of the catalogue. */
export function isError(error: unknown, key: keyof typeof ERRORS): error is ApiError {
  return error instanceof ApiError && error.code === ERRORS[key].status && error.message === ERRORS[key].msg
}

async function attempt<E extends Endpoint>(endpoint: E, input: Input<E>, known: Handshake): Promise<Output<E>> {
  const responseKey = known.encryptionKey && (await createResponseKey())
  const response = await send(endpoint, input, known, responseKey)
  const answer = await response.json().catch(unreachable)
  const data = responseKey ? await responseKey.open(answer.data).catch(unreachable) : answer.data
  if (!response.ok) throw new ApiError(response.status, String(answer.msg), data)
  return data as Output<E> // The server strips its answers to the same schema.
}

async function send(endpoint: Endpoint, input: unknown, known: Handshake, responseKey: ResponseKey | null) {
  const { path, rest } = intoPath(endpoint.path, input)
  // In the language of the page, so that messages are too.
  const headers = new Headers({ [WEB_CLIENT_HEADER]: 'web', 'accept-language': document.documentElement.lang })
  if (endpoint.method === 'GET') {
    if (responseKey) headers.set(RESPONSE_KEY_HEADER, responseKey.header)
    return fetch(withQuery(path, rest), { headers, cache: 'no-store' }).catch(unreachable)
  }
  headers.set('content-type', 'application/json')
  if (known.session) headers.set(CSRF_HEADER, known.session.csrfToken)
  const body = JSON.stringify(responseKey ? await encrypted({ path, body: rest }, known, responseKey) : rest)
  return fetch(path, { method: 'POST', headers, body, cache: 'no-store' }).catch(unreachable)
}

async function encrypted(request: { path: string; body: unknown }, known: Handshake, responseKey: ResponseKey) {
  if (!known.encryptionKey) throw new Error('There is no key to encrypt to')
  const { seal } = await jwe()
  const sentAtMs = Date.now() + known.clockOffsetMs
  return { encryptedData: await seal(known.encryptionKey, responseKey, { ...request, method: 'POST', sentAtMs }) }
}

/** Moves the values that a path asks for, as in `/api/things/:id`, out of the input into the path. */
function intoPath(path: string, input: unknown) {
  const rest: Record<string, unknown> = { ...(input as Record<string, unknown>) }
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = String(rest[name])
    delete rest[name]
    return encodeURIComponent(value)
  })
  return { path: filled, rest }
}

async function createResponseKey() {
  if (!window.isSecureContext) throw new ApiError(0, 'This page needs a secure connection (https).')
  return (await jwe()).createResponseKey()
}

/** Loaded with the first call, so that the cryptography does not hold up the first paint. */
function jwe() {
  return import('./jwe.ts').catch(unreachable)
}

function withQuery(path: string, input: unknown): string {
  const given = Object.entries(input as Record<string, unknown>).filter(([, value]) => value !== undefined)
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return query ? `${path}?${query}` : path
}
