import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Person } from './portal.ts'

const LIFE_MS = 8 * 60 * 60 * 1000
const LOGIN_SECONDS = 600

/** Our own sessions, in memory: a restart signs everyone out. */
export class Sessions {
  readonly #people = new Map<string, { person: Person; endsAt: number }>()
  readonly #attributes: string

  constructor(isSecure: boolean) {
    this.#attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  }

  /** Starts a session that replaces the former one of this browser; returns its cookie. */
  start(request: IncomingMessage, person: Person): string {
    this.end(request)
    for (const [id, { endsAt }] of this.#people) if (endsAt < Date.now()) this.#people.delete(id)
    const id = randomBytes(32).toString('base64url')
    // A session of somebody who acts for the person is over with that.
    const endsAt = person.actor?.endsAt ?? Date.now() + LIFE_MS
    this.#people.set(id, { person, endsAt })
    return `${cookieName(request)}=${id}; ${this.#attributes}`
  }

  find(request: IncomingMessage): Person | null {
    const session = this.#people.get(sessionId(request))
    return session && session.endsAt > Date.now() ? session.person : null
  }

  end(request: IncomingMessage): void {
    this.#people.delete(sessionId(request))
  }

  /** Binds a sign-in to the browser that starts it. Each has a cookie of its own: several tabs may begin one. */
  loginCookie(request: IncomingMessage, state: string): string {
    return `${loginName(request, state)}=${state}; Max-Age=${LOGIN_SECONDS}; ${this.#attributes}`
  }

  /** Deletes the cookie of a sign-in. */
  endedLoginCookie(request: IncomingMessage, state: string): string {
    return `${loginName(request, state)}=; Max-Age=0; ${this.#attributes}`
  }

  hasLogin(request: IncomingMessage, state: string): boolean {
    return state !== '' && readCookie(request, loginName(request, state)) === state
  }

  /** Ends every session that was started by one portal session. */
  endAllOf(sid: string): void {
    for (const [id, { person }] of this.#people) if (person.sid === sid) this.#people.delete(id)
  }

  emptyCookie(request: IncomingMessage): string {
    return `${cookieName(request)}=; Max-Age=0; ${this.#attributes}`
  }
}

/**
 * Cookies do not depend on the port: without the port in the name, two applications on one host would share the cookie.
 */
function cookieName(request: IncomingMessage): string {
  return `roadside_sid_${request.socket.localPort}`
}

const loginName = (request: IncomingMessage, state: string) =>
  `roadside_login_${request.socket.localPort}_${state.slice(0, 8)}`

const sessionId = (request: IncomingMessage) => readCookie(request, cookieName(request))

function readCookie(request: IncomingMessage, name: string): string {
  const prefix = `${name}=`
  const cookies = request.headers.cookie?.split('; ') ?? []
  return cookies.find((cookie) => cookie.startsWith(prefix))?.slice(prefix.length) ?? ''
}
