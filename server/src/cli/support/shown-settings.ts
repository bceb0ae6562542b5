import type { CommandConfig } from '../../config.ts'
import { addressOf, splitHosts } from '../../database-url.ts'

/** Settings that are shown as they are. A new one is left out until it is added here. */
const OPEN = [
  ...(['mode', 'port', 'host', 'dataDir', 'preparedStatements', 'demo', 'samplePort', 'trustProxy'] as const),
  ...([
    'outboundAllow',
    'auditKeepDays',
    'decisionsKeepDays',
    'logLevel',
    'metricsListen',
    'drainSeconds',
    'timeZone',
  ] as const),
  'passkeyHost' as const,
  ...(['passwordPolicy', 'passwordClipboard', 'passwordHistory', 'encryption'] as const),
]

/** The settings of a bundle: of secrets only whether they are set, and of addresses only the hosts. */
export function shownSettings(config: CommandConfig) {
  const { masterKey, databaseUrl, smtpUrl, mailFrom, firstAdmin, partnerPortal, publicUrl, auditStream } = config
  return {
    publicUrl: publicUrl.origin,
    ...Object.fromEntries(OPEN.map((name) => [name, config[name]])),
    masterKey: isSet(masterKey),
    formerMasterKey: isSet(config.formerMasterKey),
    database: databaseUrl === null ? 'embedded' : splitHosts(databaseUrl).map(addressOf),
    smtp: smtpUrl && hostOf(smtpUrl),
    mailFromDomain: /@([^\s>]+)/.exec(mailFrom)?.[1] ?? '',
    firstAdmin: isSet(firstAdmin),
    partnerPortal: partnerPortal && { host: hostOf(partnerPortal.url), hasRemovals: partnerPortal.hasRemovals },
    breachedPasswords: config.breachedPasswordsUrl && hostOf(config.breachedPasswordsUrl),
    vendorRegistrationUrl: isSet(config.vendorRegistrationUrl),
    auditAnchorFile: isSet(config.auditAnchorFile),
    auditStream: auditStream && { host: hostOf(auditStream.url.href), format: auditStream.format },
    outboundCa: isSet(config.outboundCa),
  }
}

const isSet = (value: unknown) => (value === null ? 'not set' : 'set')

/** Without credentials, path and parameters, each of which may be secret. */
function hostOf(address: string): string {
  const { protocol = '', host = '' } = URL.parse(address) ?? {}
  return `${protocol}//${host}`
}
