import { isIP } from 'node:net'
import { isOwnDomain } from '@gatehouse/contract/factors/own-domain.ts'
import { findAnchorFault } from './anchor-fault.ts'
import { type Env, LOOPBACK_HOSTS } from './config-values.ts'
import { splitHosts } from './database-url.ts'

type Judged = {
  mode: 'development' | 'production'
  publicUrl: URL
  passkeyHost: string | null
  host: string
  demo: boolean
  outboundAllow: readonly string[]
  auditAnchorFile: string | null
  dataDir: string
}

/** What is wrong with values that are right one by one, and what is missing; a sentence for each fault. */
export function faultsAmong(env: Env, config: Judged): string[] {
  return [
    ...(config.mode === 'production' ? faultsInProduction(env, config) : faultsInDevelopment(config)),
    ...faultsOfPasskeyHost(config),
    ...faultsOfAnchorFile(config),
    ...withoutTheOther(env, 'ADMIN_EMAIL', 'ADMIN_PASSWORD'),
    ...withoutTheOther(env, 'BACKUP_EVERY', 'BACKUP_TO'),
    ...(env.ARCHIVE_TO && env.DATABASE_URL
      ? ['ARCHIVE_TO is for the embedded database. Archive the one in DATABASE_URL with the tools of its PostgreSQL.']
      : []),
    ...(env.DATABASE_REPLICA_URL && !env.DATABASE_URL ? ['DATABASE_REPLICA_URL needs DATABASE_URL.'] : []),
    ...(env.DATABASE_REPLICA_URL && splitHosts(env.DATABASE_REPLICA_URL).length > 1
      ? ['DATABASE_REPLICA_URL names one host. Name a proxy that leads to several replicas.']
      : []),
    ...withoutTheOther(env, 'PARTNER_PORTAL_URL', 'PARTNER_PORTAL_SECRET'),
    ...faultsOfAddress('PARTNER_PORTAL_URL', env.PARTNER_PORTAL_URL, config.outboundAllow),
    ...faultsOfAddress('BREACHED_PASSWORDS_URL', env.BREACHED_PASSWORDS_URL, config.outboundAllow),
    ...WEB_ADDRESSES.filter((name) => env[name] && !isWebAddress(env[name])).map(wholeAddress),
    ...MAIL_ADDRESSES.filter((name) => env[name] && !/^[^@\r\n]+@[^\s@]+$/.test(env[name])).map(
      (name) => `${name} must be an email address${name === 'MAIL_FROM' ? ', with or without a name' : ''}.`,
    ),
  ]
}

/** Whoever relies on anchors must not learn from the log that there are none. */
function faultsOfAnchorFile({ auditAnchorFile: file, dataDir }: Judged): string[] {
  const fault = file === null ? null : findAnchorFault(file, dataDir)
  return fault === null ? [] : [fault]
}

const WEB_ADDRESSES = [
  'VENDOR_REGISTRATION_URL',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
  'OTEL_EXPORTER_OTLP_LOGS_ENDPOINT',
]
const MAIL_ADDRESSES = ['ADMIN_EMAIL', 'MAIL_FROM']

const isWebAddress = (text: string): boolean => ['http:', 'https:'].includes(URL.parse(text)?.protocol ?? '')
const wholeAddress = (name: string) => `${name} must be a whole web address.`

function faultsInProduction(env: Env, { publicUrl, demo }: Judged): string[] {
  const faults: [isFault: boolean, sentence: string][] = [
    [publicUrl.protocol !== 'https:', 'PUBLIC_URL must start with https:// in production.'],
    [!env.SMTP_URL, 'SMTP_URL is required in production: sign-in codes go out by email.'],
    [!env.MAIL_FROM, 'MAIL_FROM is required in production.'],
    [demo, 'DEMO must not be 1 in production.'],
  ]
  return faults.filter(([isFault]) => isFault).map(([, sentence]) => sentence)
}

/**
 * Development shows every code in its inbox and has people with known passwords: it must only be reachable from this
 * machine.
 */
function faultsInDevelopment({ publicUrl, host }: Judged): string[] {
  const names = { PUBLIC_URL: publicUrl.hostname, HOST: host }
  const isPublic = (name: string) => !LOOPBACK_HOSTS.includes(name) && name !== '::1'
  const open = Object.entries(names).find(([, name]) => isPublic(name))
  return open === undefined
    ? []
    : [`${open[0]} is for others than this machine: set NODE_ENV=production, or use localhost.`]
}

/** What no browser would accept. Which names are public suffixes, such as co.in, the browser knows: it refuses them. */
function faultsOfPasskeyHost({ publicUrl: { hostname, protocol }, passkeyHost }: Judged): string[] {
  if (passkeyHost === null) return []
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0)
    return ['PASSKEY_HOST needs a host name in PUBLIC_URL: browsers make no passkeys at an IP address.']
  const canBeRelated = protocol === 'https:' && hostname.includes('.') && passkeyHost.includes('.')
  return isOwnDomain(passkeyHost, hostname) || canBeRelated
    ? []
    : [
        'PASSKEY_HOST may be another domain than that of PUBLIC_URL only if both are full host names and PUBLIC_URL is https.',
      ]
}

const withoutTheOther = (env: Env, one: string, other: string): string[] =>
  Boolean(env[one]) === Boolean(env[other]) ? [] : [`${one} and ${other} go together.`]

/** An eavesdropper must not learn which applications people have, nor change what a service says of a password. */
function faultsOfAddress(name: string, text: string | undefined, allow: readonly string[]): string[] {
  if (!text) return []
  if (!isWebAddress(text)) return [wholeAddress(name)]
  const { protocol, hostname } = new URL(text)
  const isTrusted = LOOPBACK_HOSTS.includes(hostname) || allow.includes(hostname.replace(/^\[|\]$/g, ''))
  return protocol === 'https:' || isTrusted
    ? []
    : [`${name} may use http:// on localhost and for hosts of OUTBOUND_ALLOW only; use https://.`]
}
