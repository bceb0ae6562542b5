import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import proxyAddr from '@fastify/proxy-addr'
import type { PasswordPolicy } from '@gatehouse/contract/password.ts'
import { readMasterKey } from './config-key.ts'
import { isDatabaseUrl } from './database-url.ts'

export type Config = {
  mode: 'development' | 'production'
  port: number
  host: string
  /** The start of every absolute URL; none is taken from a request. */
  publicUrl: URL
  dataDir: string
  /** `null`: the embedded PostgreSQL. */
  databaseUrl: string | null
  /** Whether frequent statements are prepared by name: some poolers do not support it (ADR 0034). */
  preparedStatements: boolean
  masterKey: Buffer
  /** `null`: the built-in inbox. */
  smtpUrl: string | null
  mailFrom: string
  /** Creates the first administrator, once. */
  firstAdmin: { email: string; password: string } | null
  demo: boolean
  /** The port of the sample application. */
  samplePort: number
  /** Proxies, as CIDRs, whose X-Forwarded-For header is trusted. */
  trustProxy: string[]
  /** Hosts inside the network that may be called (requirement P15). */
  outboundAllow: string[]
  /** Certificates, as PEM, of the operator's own authorities, which outgoing calls trust in addition. */
  outboundCa: string | null
  /** How long audit lines are kept. */
  auditKeepDays: number
  logLevel: string
  /** How long a stopping server goes on answering, until load balancers have noticed. */
  drainSeconds: number
  brand: string
  /** What stands at the foot of the menu instead of the copyright line of requirement W3, or `null`. */
  footer: string | null
  /** The time zone of times in messages, such as Asia/Kolkata. */
  timeZone: string
  passwordPolicy: PasswordPolicy
  passwordClipboard: 'block' | 'allow'
  vendorRegistrationUrl: string | null
  /**
   * The portal that is notified of every assignment, signed with the secret (requirement L8); `null`: there is none.
   */
  /** `hasRemovals`: it also has a call for removed assignments. */
  partnerPortal: { url: string; secret: string; hasRemovals: boolean } | null
  /** How `encryptedData` is handled (requirement G4). */
  encryption: 'off' | 'accept' | 'required'
}

type Env = Record<string, string | undefined>

const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]']

/**
 * Reads and checks the whole configuration.
 *
 * @throws ConfigError with one plain sentence per fault
 */
export function readConfig(env: Env): Config {
  const faults: string[] = []
  const production = env.NODE_ENV === 'production'
  const choice = <T extends string>(name: string, allowed: readonly T[], byDefault: T): T => {
    const value = env[name] || byDefault
    if ((allowed as readonly string[]).includes(value)) return value as T
    faults.push(`${name} must be one of ${allowed.join(', ')}.`)
    return byDefault
  }
  const portNumber = (name: string, byDefault: number) => {
    const value = Number(env[name] || byDefault)
    if (Number.isInteger(value) && value >= 0 && value <= 65_535) return value
    faults.push(`${name} must be a port number.`)
    return byDefault
  }

  const count = (name: string, unit: string, byDefault: number, [min, max]: [number, number]) => {
    const value = Number(env[name] || byDefault)
    if (Number.isInteger(value) && value >= min && value <= max) return value
    faults.push(`${name} must be a whole number of ${unit} from ${min} to ${max}.`)
    return byDefault
  }

  const port = portNumber('PORT', 3000)
  const dataDir = resolve(env.DATA_DIR || 'data')
  const publicUrl = readPublicUrl(env.PUBLIC_URL || `http://localhost:${port}`, faults)
  if (production && publicUrl.protocol !== 'https:') faults.push('PUBLIC_URL must start with https:// in production.')
  if (production && !env.SMTP_URL) faults.push('SMTP_URL is required in production: sign-in codes go out by email.')
  if (production && !env.MAIL_FROM) faults.push('MAIL_FROM is required in production.')
  if (env.SMTP_URL && !/^smtps?:\/\/\S+$/.test(env.SMTP_URL))
    faults.push('SMTP_URL must start with smtp:// or smtps://.')
  if (env.DATABASE_URL && !isDatabaseUrl(env.DATABASE_URL))
    faults.push(
      'DATABASE_URL must look like postgres://user:password@host:5432/name; several hosts are host:port,host:port.',
    )
  const host = env.HOST || '127.0.0.1'
  if (!production) refusePublicDevelopment(publicUrl, host, faults)
  if (Boolean(env.ADMIN_EMAIL) !== Boolean(env.ADMIN_PASSWORD))
    faults.push('ADMIN_EMAIL and ADMIN_PASSWORD go together.')
  if (Boolean(env.PARTNER_PORTAL_URL) !== Boolean(env.PARTNER_PORTAL_SECRET))
    faults.push('PARTNER_PORTAL_URL and PARTNER_PORTAL_SECRET go together.')
  const hasRemovals = choice('PARTNER_PORTAL_REMOVALS', ['on', 'off'], 'on') === 'on'
  const demo = choice('DEMO', ['0', '1'], production ? '0' : '1') === '1'
  if (production && demo) faults.push('DEMO must not be 1 in production.')
  // The sample application of the demo listens there.
  const outboundAllow = (env.OUTBOUND_ALLOW ?? (demo ? 'localhost' : ''))
    .split(',')
    .map((host) => host.trim().toLowerCase())
    .filter(Boolean)
  if (env.PARTNER_PORTAL_URL) judgePartnerUrl(env.PARTNER_PORTAL_URL, outboundAllow, faults)

  const config: Omit<Config, 'masterKey'> = {
    mode: production ? 'production' : 'development',
    port,
    host,
    publicUrl,
    dataDir,
    databaseUrl: env.DATABASE_URL || null,
    preparedStatements: choice('PREPARED_STATEMENTS', ['on', 'off'], 'on') === 'on',
    smtpUrl: env.SMTP_URL || null,
    mailFrom: env.MAIL_FROM || 'Gatehouse <no-reply@localhost>',
    firstAdmin: env.ADMIN_EMAIL && env.ADMIN_PASSWORD ? { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD } : null,
    demo,
    samplePort: portNumber('SAMPLE_PORT', port === 0 ? 0 : port + 1),
    trustProxy: readProxies(env.TRUST_PROXY ?? '', faults),
    outboundAllow,
    outboundCa: env.OUTBOUND_CA_FILE ? readAuthorities(env.OUTBOUND_CA_FILE, faults) : null,
    logLevel: choice(
      'LOG_LEVEL',
      ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
      production ? 'info' : 'warn',
    ),
    auditKeepDays: count('AUDIT_KEEP_DAYS', 'days', 2555, [90, 36_500]),
    drainSeconds: count('DRAIN_SECONDS', 'seconds', production ? 5 : 0, [0, 300]),
    brand: env.BRAND || 'EAI',
    footer: env.FOOTER || null,
    timeZone: readTimeZone(env.TIME_ZONE || 'Asia/Kolkata', faults),
    passwordPolicy: choice('PASSWORD_POLICY', ['spec', 'modern'], 'spec'),
    passwordClipboard: choice('PASSWORD_CLIPBOARD', ['block', 'allow'], 'block'),
    vendorRegistrationUrl: env.VENDOR_REGISTRATION_URL || null,
    partnerPortal:
      env.PARTNER_PORTAL_URL && env.PARTNER_PORTAL_SECRET
        ? { url: env.PARTNER_PORTAL_URL, secret: env.PARTNER_PORTAL_SECRET, hasRemovals }
        : null,
    encryption: choice('ENCRYPTION', ['off', 'accept', 'required'], 'accept'),
  }
  // Last, because a key is made only when there is no other fault.
  const masterKey = readMasterKey(env, dataDir, production, faults)
  if (faults.length > 0) throw new ConfigError(faults)
  return { ...config, masterKey }
}

export class ConfigError extends Error {
  readonly faults: string[]
  constructor(faults: string[]) {
    super(faults.join('\n'))
    this.faults = faults
  }
}

/**
 * Development shows every code in its inbox and has people with known passwords: it must only be reachable from this
 * machine.
 */
function refusePublicDevelopment(publicUrl: URL, host: string, faults: string[]) {
  const isPublic = (name: string) => !LOOPBACK_HOSTS.includes(name) && name !== '::1'
  const [name] = [isPublic(publicUrl.hostname) && 'PUBLIC_URL', isPublic(host) && 'HOST'].filter(Boolean)
  if (name) faults.push(`${name} is for others than this machine: set NODE_ENV=production, or use localhost.`)
}

function readProxies(text: string, faults: string[]): string[] {
  const proxies = text
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
  try {
    proxyAddr.compile(proxies)
    return proxies
  } catch {
    faults.push('TRUST_PROXY must be addresses or CIDRs, comma-separated, such as 10.0.0.0/8.')
    return []
  }
}

function readTimeZone(name: string, faults: string[]): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    faults.push('TIME_ZONE must be the name of a time zone, such as Asia/Kolkata.')
    return 'UTC'
  }
}

function readAuthorities(file: string, faults: string[]): string | null {
  try {
    const pem = readFileSync(file, 'utf8')
    // Checks that at least the first certificate is one.
    new X509Certificate(pem)
    return pem
  } catch {
    faults.push('OUTBOUND_CA_FILE must name a file with a certificate as PEM.')
    return null
  }
}

/** Checked like other addresses that are called: an eavesdropper must not learn which applications people have. */
function judgePartnerUrl(text: string, allow: readonly string[], faults: string[]) {
  const { protocol = '', hostname = '' } = URL.parse(text) ?? {}
  const isTrusted = LOOPBACK_HOSTS.includes(hostname) || allow.includes(hostname.replace(/^\[|\]$/g, ''))
  if (!['http:', 'https:'].includes(protocol)) faults.push('PARTNER_PORTAL_URL must be a whole web address.')
  else if (protocol === 'http:' && !isTrusted)
    faults.push('PARTNER_PORTAL_URL may use http:// on localhost and for hosts of OUTBOUND_ALLOW only; use https://.')
}

function readPublicUrl(text: string, faults: string[]): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !['http:', 'https:'].includes(url.protocol) || url.pathname !== '/' || url.search || url.hash) {
    faults.push('PUBLIC_URL must be an http(s) address without a path.')
    return new URL('http://localhost')
  }
  // The session cookie is Secure: browsers accept it over plain http on loopback names only.
  if (url.protocol === 'http:' && !LOOPBACK_HOSTS.includes(url.hostname)) {
    faults.push('PUBLIC_URL may use http:// on localhost only; use https://.')
  }
  return url
}
