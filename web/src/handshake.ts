import type { Output } from '@gatehouse/contract/endpoint.ts'
import { getSession, type Session } from '@gatehouse/contract/session.ts'
import { ApiError, bodyOf, unreachable } from './api-error.ts'

/** Who is signed in, the settings, and what every further call needs: the key to encrypt to and the CSRF token. */
export type Handshake = Output<typeof getSession> & {
  /** The portal's time minus the browser's; encrypted requests carry a time that the server checks. */
  clockOffsetMs: number
}

let current: Promise<Handshake> | null = null
let renewals = 0

/**
 * The answer of the session call, fetched once and kept until `renewHandshake`.
 *
 * @throws ApiError when the server cannot be reached; the next call tries again.
 */
export function handshake(): Promise<Handshake> {
  current ??= fetchHandshake().catch((cause: unknown) => {
    current = null
    throw cause
  })
  return current
}

/** Asks the server again: after signing in or out, or when a key is no longer accepted. */
export function renewHandshake(): Promise<Handshake> {
  current = null
  return handshake()
}

/** The session of this browser goes on under another person than the one whose page this is. */
export class OtherPerson extends ApiError {
  readonly session: Session

  constructor(session: Session) {
    super(403, 'Someone else signed in from this browser. Nothing was sent under their name.')
    this.session = session
  }
}

/**
 * Renews the handshake, for the person who was signed in.
 *
 * @throws OtherPerson when somebody else is signed in by now: the page keeps what it knows, so that nothing is sent in
 * their name. ApiError when the server cannot be reached.
 */
export async function renewHandshakeOf(before: Handshake['session']): Promise<Handshake> {
  const order = ++renewals
  const renewed = await fetchHandshake()
  if (before && renewed.session && renewed.session.user._id !== before.user._id) {
    throw new OtherPerson(renewed.session)
  }
  // An answer that was overtaken is from before a sign-in.
  if (order === renewals) current = Promise.resolve(renewed)
  return renewed
}

async function fetchHandshake(): Promise<Handshake> {
  const response = await fetch(getSession.path, { cache: 'no-store' }).catch(unreachable)
  const answer = await bodyOf<Output<typeof getSession>>(response)
  if (!response.ok) throw new ApiError(response.status, answer.msg, answer.data)
  // The release before does not say it.
  const time = answer.data.time ?? response.headers.get('date')
  return { ...answer.data, clockOffsetMs: time ? Date.parse(time) - Date.now() : 0 }
}
