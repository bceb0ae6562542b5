import { WEB_CLIENT_HEADER } from '@gatehouse/contract/envelope.ts'
import { MESSAGE_LANGUAGES, type MessageLanguage } from '@gatehouse/contract/notices.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { canonicalAddress } from '../http/client-address.ts'
import { COOKIES, clearCookie, setCookie } from '../http/cookies.ts'

/** The browser or program from which a person signs in. */
export type Caller = {
  ip: string
  userAgent: string
  /** The language that it prefers; `null` when it names none that we have. */
  language: MessageLanguage | null
  /** Our own web app: its secrets are kept in cookies. */
  isWeb: boolean
  /** Any browser: it must bring the binding secret of step one (requirement P3). */
  isBrowser: boolean
  challengeCookie: string | undefined
  deviceCookie: string | undefined
  sessionCookie: string | undefined
  /** Of a browser that is to be remembered. */
  rememberedCookie: string | undefined
}

const USER_AGENT_MAX_LENGTH = 300

export function callerOf(request: FastifyRequest): Caller {
  const { headers, cookies } = request
  return {
    ip: canonicalAddress(request.ip),
    userAgent: (headers['user-agent'] ?? '').slice(0, USER_AGENT_MAX_LENGTH),
    language: preferredLanguage(headers['accept-language']),
    isWeb: headers[WEB_CLIENT_HEADER] === 'web',
    isBrowser: headers.origin !== undefined || headers['sec-fetch-site'] !== undefined,
    challengeCookie: cookies[COOKIES.challenge],
    deviceCookie: cookies[COOKIES.device],
    sessionCookie: cookies[COOKIES.session],
    rememberedCookie: cookies[COOKIES.remembered],
  }
}

/** The first language of an `Accept-Language` header; our web app sends the language that it is shown in. */
function preferredLanguage(header: string | undefined): MessageLanguage | null {
  const first = /^\s*([a-z]{2})\b/i.exec(header ?? '')?.[1]?.toLowerCase()
  return MESSAGE_LANGUAGES.find((one) => one === first) ?? null
}

/** Binds the next step to this caller: our web app by a cookie, other callers by the returned secret. */
export function bind(caller: Caller, reply: FastifyReply, secret: string, seconds: number): string | null {
  if (!caller.isWeb) return secret
  setCookie(reply, COOKIES.challenge, secret, seconds)
  return null
}

export function unbind(caller: Caller, reply: FastifyReply) {
  if (caller.challengeCookie !== undefined) clearCookie(reply, COOKIES.challenge)
}
