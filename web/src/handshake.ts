import type { Output } from '@gatehouse/contract/endpoint.ts'
import { fullName } from '@gatehouse/contract/people.ts'
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

/**
 * What has happened since a page was opened, as far as two sessions tell it: the administrator acts for somebody now, or no
 * longer, or somebody else has signed in.
 */
export function turnOf(before: Session, next: Session | null): 'acts' | 'acted' | 'other' {
  const administrator = before.acting?.administrator ?? fullName(before.user)
  if (next?.acting?.administrator === administrator) return 'acts'
  return before.acting && (next === null || fullName(next.user) === administrator) ? 'acted' : 'other'
}

const NOT_SENT = {
  acts: 'You now act for somebody in another tab. Nothing was sent under their name.',
  acted: 'You no longer act for this person. Nothing was sent.',
  other: 'Someone else signed in from this browser. Nothing was sent under their name.',
} as const

/** The session of this browser goes on under another person than the one whose page this is. */
export class OtherPerson extends ApiError {
  readonly session: Session

  constructor(before: Session, session: Session) {
    super(403, NOT_SENT[turnOf(before, session)])
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
    throw new OtherPerson(before, renewed.session)
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
