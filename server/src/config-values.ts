import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'
import { isUuid } from '@gatehouse/contract/uuid.ts'
import { isDatabaseUrl } from './database-url.ts'

export type Env = Record<string, string | undefined>

export const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]']

/**
 * Readers of single variables; an empty one is not set. A wrong value adds a sentence to `faults`, and must then not be
 * used.
 */
export function readersOf(env: Env, faults: string[]) {
  const text = (name: string) => env[name] || null

  function number(name: string, byDefault: number, [min, max]: [number, number], fault: string): number {
    const digits = text(name) ?? String(byDefault)
    const value = Number(digits)
    if (/^\d+$/.test(digits) && value >= min && value <= max) return value
    faults.push(fault)
    return byDefault
  }

  function choice<T extends string>(name: string, allowed: readonly T[], byDefault: T): T {
    const value = text(name) ?? byDefault
    if ((allowed as readonly string[]).includes(value)) return value as T
    faults.push(`${name} must be one of ${allowed.join(', ')}.`)
    return byDefault
  }

  return {
    text,
    choice,
    isOn: (name: string) => choice(name, ['on', 'off'], 'on') === 'on',
    port: (name: string, byDefault: number) => number(name, byDefault, [0, 65_535], `${name} must be a port number.`),
    count: (name: string, unit: string, byDefault: number, [min, max]: [number, number]) =>
      number(name, byDefault, [min, max], `${name} must be a whole number of ${unit} from ${min} to ${max}.`),

    /** From 0 to 1. */
    fraction: (name: string, byDefault: number): number => {
      const value = Number(text(name) ?? byDefault)
      if (value >= 0 && value <= 1) return value
      faults.push(`${name} must be a number from 0 to 1.`)
      return byDefault
    },

    /** A full host name in lower case, or `localhost`. */
    hostName: (name: string): string | null => {
      const given = text(name)
      if (given === null) return null
      // Reads names in other scripts, and the unusual notations of an IP address.
      const host = /^[\p{L}\p{M}\p{N}.-]+$/u.test(given) ? (URL.parse(`https://${given}`)?.hostname ?? '') : ''
      if (isHostName(host)) return host
      faults.push(`${name} must be a full host name, such as portal.example.com, without https:// and a port.`)
      return null
    },

    /** Host names in lower case, each with the id of a client: `acme.example.com=…,other.example.com=…`. */
    clientHosts: (name: string): Map<string, string> => {
      const pairs = (text(name) ?? '').toLowerCase().split(',').filter(Boolean)
      const entries = pairs.map((pair) => pair.trim().split('=') as [string, string])
      const isSound = ([host, id = '']: [string, string?]) => /^[a-z0-9.-]+(:\d+)?$/.test(host) && isUuid(id)
      if (!entries.every(isSound))
        faults.push(`${name} must look like host=client id; several are separated by commas.`)
      return new Map(entries.filter(isSound))
    },

    mailServer: (name: string) => {
      const url = text(name)
      if (url !== null && !/^smtps?:\/\/\S+$/.test(url)) faults.push(`${name} must start with smtp:// or smtps://.`)
      else if (url !== null && !isReadable(url))
        faults.push(`${name} must look like smtp://user:password@host:587, with special characters as %40.`)
      return url
    },

    /** 32 bytes as base64. */
    key: (name: string): Buffer | null => {
      const value = text(name)
      const key = value === null ? null : Buffer.from(value.trim(), 'base64')
      if (key === null || key.length === 32) return key
      faults.push(`${name} must hold 32 bytes as base64 (openssl rand -base64 32).`)
      return null
    },

    database: (name: string) => {
      const url = text(name)
      if (url !== null && !isDatabaseUrl(url))
        faults.push(
          `${name} must look like postgres://user:password@host:5432/name; several hosts are host:port,host:port.`,
        )
      return url
    },

    publicUrl: (name: string, byDefault: string): URL => {
      const url = URL.parse(text(name) ?? byDefault)
      const isWeb = url !== null && ['http:', 'https:'].includes(url.protocol)
      if (!isWeb || url.pathname !== '/' || url.search || url.hash || url.username || url.password) {
        faults.push(`${name} must be an http(s) address without a path, user or password.`)
        return new URL('http://localhost')
      }
      // The session cookie is Secure: browsers accept it over plain http on loopback names only.
      if (url.protocol === 'http:' && !LOOPBACK_HOSTS.includes(url.hostname))
        faults.push(`${name} may use http:// on localhost only; use https://.`)
      return url
    },

    proxies: (name: string): string[] => {
      const proxies = listOf(text(name) ?? '')
      try {
        proxyAddr.compile(proxies)
        return proxies
      } catch {
        faults.push(`${name} must be addresses or CIDRs, comma-separated, such as 10.0.0.0/8.`)
        return []
      }
    },

    timeZone: (name: string, byDefault: string): string => {
      const zone = text(name) ?? byDefault
      try {
        const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions()
        // PostgreSQL reads the sign of an offset the other way.
        if (!/^[+-]/.test(timeZone)) return timeZone
      } catch {
        // The same as an offset.
      }
      faults.push(`${name} must be the name of a time zone, such as Asia/Kolkata.`)
      return 'UTC'
    },

    /** A port of this machine, or an address and a port. */
    listen: (name: string): { host: string; port: number } | null => {
      const value = text(name)
      if (value === null) return null
      const [, host = '127.0.0.1', digits = ''] = /^(?:(.+):)?(\d+)$/.exec(value) ?? []
      const port = Number(digits)
      if (port >= 1 && port <= 65_535) return { host: host.replace(/^\[|\]$/g, ''), port }
      faults.push(`${name} must be a port, or an address and a port, such as 127.0.0.1:9464.`)
      return null
    },

    /** The certificates in the file that the variable names. */
    certificates: (name: string): string | null => {
      const file = text(name)
      if (file === null) return null
      try {
        const pem = readFileSync(file, 'utf8')
        // Checks that at least the first certificate is one.
        new X509Certificate(pem)
        return pem
      } catch {
        faults.push(`${name} must name a file with a certificate as PEM.`)
        return null
      }
    },
  }
}

/** A name with a dot, or that of this machine; no IP address. */
const isHostName = (host: string): boolean =>
  (host.includes('.') || host === 'localhost') &&
  isIP(host) === 0 &&
  host.length <= 253 &&
  host.split('.').every((label) => /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(label))

/** The parts of a comma-separated list. */
export const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** An address whose user and password can be decoded. */
function isReadable(address: string): boolean {
  try {
    const { username, password } = new URL(address)
    return decodeURIComponent(username + password) !== null
  } catch {
    return false
  }
}
