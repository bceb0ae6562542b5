import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply } from 'fastify'

/** The names contain the brand of the contract; `__Host-` binds them to this host, path / and https. */
export const COOKIES = {
  session: '__Host-eai_sid',
  /** Binds step two of a sign-in, or the proof of an address, to the browser of step one. */
  challenge: '__Host-eai_lt',
  /** Binds the challenge of a passkey to the browser that asked for it; `_` and a random part follow. */
  passkey: '__Host-eai_pk',
  /** Recognises a browser in which this person has signed in before. */
  device: '__Host-eai_dev',
  /** The second step was given in this browser, which its person wanted to be remembered (ADR 0085). */
  remembered: '__Host-eai_rem',
  /** Names the session that this browser has just ended, for the page that notifies the applications. */
  ended: '__Host-eai_out',
  /** This browser has just changed something, so it reads nothing that may lag (ADR 0058). */
  changed: '__Host-eai_chg',
} as const

type CookieName = (typeof COOKIES)[keyof typeof COOKIES] | `${typeof COOKIES.passkey}_${string}`

// Browsers accept Secure cookies over plain http on localhost.
const ATTRIBUTES: CookieSerializeOptions = { path: '/', httpOnly: true, secure: true, sameSite: 'lax' }

/** A browser keeps about 180 cookies per site. Those of many requests that wait must not push these out. */
const KEPT_LONGEST: readonly CookieName[] = [COOKIES.session, COOKIES.device, COOKIES.remembered]

/** Without `maxAgeSeconds` the cookie ends with the browser session. */
export function setCookie(reply: FastifyReply, name: CookieName, value: string, maxAgeSeconds?: number) {
  reply.setCookie(name, value, {
    ...ATTRIBUTES,
    ...(KEPT_LONGEST.includes(name) ? { priority: 'high' } : {}),
    ...(maxAgeSeconds === undefined ? {} : { maxAge: maxAgeSeconds }),
  })
}

export function clearCookie(reply: FastifyReply, name: CookieName) {
  reply.clearCookie(name, ATTRIBUTES)
}

/**
 * The value of a cookie in a header, as the OpenID Connect library reads it: the first of its name, with any blanks before it and
 * without quotes. So both know the same session, however a header is spelled. Other white space belongs to the name: browsers let
 * a neighbouring host set a cookie whose name begins with U+00A0 and then like one of ours.
 */
export function readCookie(header: string | undefined, name: CookieName): string | undefined {
  const pair = (header ?? '').split(';').find((one) => one.replace(/^[ \t]+/, '').startsWith(`${name}=`))
  const value = pair?.slice(pair.indexOf('=') + 1)
  return value?.startsWith('"') ? value.slice(1, -1) : value || undefined
}
