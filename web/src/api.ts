import type { Endpoint, Input, Output } from '@gatehouse/contract/endpoint.ts'
import {
  CSRF_HEADER,
  NEEDS_REASON,
  REASON_HEADER,
  RESPONSE_KEY_HEADER,
  UNATTENDED_HEADER,
  WEB_CLIENT_HEADER,
} from '@gatehouse/contract/envelope.ts'
import type { Session } from '@gatehouse/contract/session.ts'
import { VISITOR_ERRORS } from '@gatehouse/contract/visitor-errors.ts'
import { ApiError, bodyOf, unreachable } from './api-error.ts'
import { isAttended } from './attendance.ts'
import { type Handshake, handshake, OtherPerson, renewHandshakeOf } from './handshake.ts'
import type { Request, ResponseKey } from './jwe.ts'
import { loadPart } from './load-part.ts'

/** Notifies the shell that the session is over, in one place for all calls. */
export const sessionEnded = new EventTarget()

/** The shell may have the person sign in again; the call that found the session over then goes on. */
export class SessionEnded extends Event {
  /** Another tab has signed out: the cookie is gone by which the server would know. */
  readonly isLogout: boolean
  /** The session that goes on under another person; `null`: none does. */
  readonly next: Session | null

  constructor(isLogout = false, next: Session | null = null) {
    super('ended')
    this.isLogout = isLogout
    this.next = next
  }

  signedInAgain: Promise<boolean> = Promise.resolve(false)
}

/** Asks the shell to have the person confirm who they are; the call that needs it is then made again. */
export const confirmationNeeded = new EventTarget()

export class ConfirmationNeeded extends Event {
  /** What the person can confirm with. */
  readonly ways: ConfirmationWays
  confirmed: Promise<boolean> = Promise.resolve(false)

  constructor(ways: ConfirmationWays) {
    super('needed')
    this.ways = ways
  }
}

/** `minutes`: how old a sign-in may be. */
export type ConfirmationWays = {
  hasPassword: boolean
  hasPasskey: boolean
  /** A passkey or an authenticator app. */
  hasStrongFactor: boolean
  needsStrong: boolean
  /** An authenticator app is not enough. */
  needsPasskey: boolean
  minutes: number
}

/** Asks the shell why the person makes a change about which a rule asks; the call is then made again with the reason. */
export const reasonNeeded = new EventTarget()

export class ReasonNeeded extends Event {
  /** What the server says about the change. */
  readonly refusal: ApiError
  /** `null`: the change is not made. */
  given: Promise<string | null> = Promise.resolve(null)

  constructor(refusal: ApiError) {
    super('needed')
    this.refusal = refusal
  }
}

/** A request is refused for several reasons in turn at most: its key, its session, its token. */
const MENDS = 3

/**
 * Makes one call of the contract. Request and answer are encrypted whenever the server publishes a key.
 *
 * @param signal aborts the request when nobody waits for the answer any more
 * @throws ApiError with the server's text for any answer but 200, and when there is no answer.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  signal: AbortSignal | null = null,
): Promise<Output<E>> {
  const made = (reason: string | null) => mended((known) => attempt(endpoint, input, { known, signal, reason }))
  try {
    return await made(null)
  } catch (error) {
    if (!(error instanceof ApiError) || error.data.needs !== NEEDS_REASON) throw error
    const needed = new ReasonNeeded(error)
    reasonNeeded.dispatchEvent(needed)
    const reason = await needed.given
    if (reason === null) throw error
    return made(reason)
  }
}

type Way = { known: Handshake; signal: AbortSignal | null; reason: string | null }

/** Makes a request, and makes it again where what it was refused for has been mended: nothing had happened. */
export async function mended<Answer>(request: (known: Handshake) => Promise<Answer>): Promise<Answer> {
  let known = await handshake()
  for (let mends = 0; ; mends++) {
    try {
      return await request(known)
    } catch (error) {
      const renewed = mends < MENDS ? await mend(error, known) : null
      if (!renewed) throw error
      known = renewed
    }
  }
}

/** What the request can be made with again, or `null`. */
async function mend(error: unknown, known: Handshake): Promise<Handshake | null> {
  // Another key, or the person has signed in again in another tab.
  if (isError(error, 'envelope_invalid') || isError(error, 'csrf_failed')) return checkPerson(known.session)
  if (isError(error, 'confirmation_needed')) {
    const needed = new ConfirmationNeeded(error.data as ConfirmationWays)
    confirmationNeeded.dispatchEvent(needed)
    return (await needed.confirmed) ? handshake() : null
  }
  if (!isError(error, 'not_signed_in')) return null
  // The person has signed in again since this request was made, over another one that was refused.
  const latest = await handshake().catch(() => known)
  if (latest !== known && latest.session && latest.session.user._id === known.session?.user._id) return latest
  const ended = new SessionEnded()
  sessionEnded.dispatchEvent(ended)
  return (await ended.signedInAgain) ? handshake() : null
}

/**
 * Renews the handshake, and notifies the shell when the session goes on under another person.
 *
 * @throws OtherPerson; ApiError when the server cannot be reached
 */
export async function checkPerson(before: Handshake['session']): Promise<Handshake> {
  try {
    return await renewHandshakeOf(before)
  } catch (error) {
    if (error instanceof OtherPerson) sessionEnded.dispatchEvent(new SessionEnded(false, error.session))
    throw error
  }
}

/** Whether a failure is this one of the catalogue. */
export function isError(error: unknown, key: keyof typeof VISITOR_ERRORS): error is ApiError {
  return (
    error instanceof ApiError && error.code === VISITOR_ERRORS[key].status && error.message === VISITOR_ERRORS[key].msg
  )
}

async function attempt<E extends Endpoint>(endpoint: E, input: Input<E>, way: Way): Promise<Output<E>> {
  const responseKey = way.known.encryptionKey && (await createResponseKey())
  const response = await send(endpoint, input, way, responseKey)
  const answer = await bodyOf<never>(response)
  const data = responseKey ? await responseKey.open(answer.data).catch(unreachable) : answer.data
  if (!response.ok) throw new ApiError(response.status, String(answer.msg), data)
  return data as Output<E> // The server strips its answers to the same schema.
}

async function send(
  endpoint: Endpoint,
  input: unknown,
  { known, signal, reason }: Way,
  responseKey: ResponseKey | null,
) {
  const { path, rest } = intoPath(endpoint.path, input)
  // In the language of the page, so that messages are too.
  const headers = new Headers({ [WEB_CLIENT_HEADER]: 'web', 'accept-language': document.documentElement.lang })
  if (!isAttended()) headers.set(UNATTENDED_HEADER, '1')
  if (endpoint.method === 'GET') {
    if (responseKey) headers.set(RESPONSE_KEY_HEADER, responseKey.header)
    return fetch(withQuery(path, rest), { headers, cache: 'no-store', signal }).catch(unreachable)
  }
  headers.set('content-type', 'application/json')
  if (known.session) headers.set(CSRF_HEADER, known.session.csrfToken)
  if (reason !== null && !responseKey) headers.set(REASON_HEADER, encodeURIComponent(reason))
  const body = JSON.stringify(responseKey ? await encrypted({ path, body: rest, reason }, known, responseKey) : rest)
  return fetch(path, { method: 'POST', headers, body, cache: 'no-store', signal }).catch(unreachable)
}

async function encrypted(request: Omit<Request, 'method' | 'sentAtMs'>, known: Handshake, responseKey: ResponseKey) {
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

let loadedJwe: Promise<typeof import('./jwe.ts')> | null = null

/**
 * Loaded with the first call, so that the cryptography does not hold up the first paint. It is kept, because each import
 * waits for a task of the browser, even of what is loaded.
 */
function jwe() {
  loadedJwe ??= loadPart(() => import('./jwe.ts')).catch((cause: unknown) => {
    loadedJwe = null
    throw cause
  })
  return loadedJwe
}

function withQuery(path: string, input: unknown): string {
  const given = Object.entries(input as Record<string, unknown>).filter(([, value]) => value !== undefined)
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return query ? `${path}?${query}` : path
}
