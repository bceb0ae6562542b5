import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { PasswordPolicy } from '@gatehouse/contract/password.ts'
import { type AuditStream, readAuditStream } from './config-audit-stream.ts'
import { KEY_FILE, readMasterKey } from './config-key.ts'
import { faultsAmong } from './config-rules.ts'
import { filesOfSettings, readSecretFiles, SECRETS } from './config-secrets.ts'
import { readTelemetry, type TelemetryConfig } from './config-telemetry.ts'
import { type Env, listOf, readersOf } from './config-values.ts'

export type Config = {
  mode: 'development' | 'production'
  port: number
  host: string
  /** The start of every absolute URL; none is taken from a request. */
  publicUrl: URL
  /** The host to which passkeys belong, such as the former one of the portal; `null`: that of `publicUrl`. */
  passkeyHost: string | null
  dataDir: string
  /** `null`: the embedded PostgreSQL. */
  databaseUrl: string | null
  /** A streaming replica for reads that may lag a moment; `null`: there is none. */
  databaseReplicaUrl: string | null
  /** Whether frequent statements are prepared by name: some poolers do not support it (ADR 0034). */
  preparedStatements: boolean
  masterKey: Buffer
  /** The one before it, while it is being replaced (ADR 0055); `null`: it is not. */
  formerMasterKey: Buffer | null
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
  /** How long decisions about approvals are kept; 0: they are not logged. */
  decisionsKeepDays: number
  /** To which the newest seal of the audit is appended every minute; `null`: none. */
  auditAnchorFile: string | null
  /** The schedule of backups; `null`: none are made. `tries`: each is also restored into a scratch database. */
  backups: { everyHours: number; folder: string; keep: number; tries: boolean } | null
  /** Where the embedded database archives its log, and how often it is copied; `null`: it does not. */
  archive: { folder: string; everyHours: number; keep: number } | null
  /** Encrypts backups; `null`: the master key does. */
  backupKey: Buffer | null
  /** `null`: to none. */
  auditStream: AuditStream | null
  logLevel: string
  /** Where Prometheus reads the figures of this server; `null`: nowhere. */
  metricsListen: { host: string; port: number } | null
  /** What is sent to an OpenTelemetry collector; `null`: nothing. */
  telemetry: TelemetryConfig | null
  /** How long a stopping server goes on answering, until load balancers have noticed. */
  drainSeconds: number
  /** How long the owner of an account can stop its recovery before the link is sent. */
  recoveryWaitHours: number
  brand: string
  /** What stands at the foot of the menu instead of the copyright line of requirement W3, or `null`. */
  footer: string | null
  /** The time zone of times in messages, such as Asia/Kolkata. */
  timeZone: string
  passwordPolicy: PasswordPolicy
  passwordClipboard: 'block' | 'allow'
  /** How many passwords before the present one may not be chosen again; 0: none is kept. */
  passwordHistory: number
  /** The range call of a service that knows breached passwords; `null`: none is asked. */
  breachedPasswordsUrl: string | null
  vendorRegistrationUrl: string | null
  /** Further host names, each with the client whose sign-in page it leads to. */
  clientHosts: ReadonlyMap<string, string>
  /**
   * The portal that is notified of every assignment, signed with the secret (requirement L8); `null`: there is none.
   * `hasRemovals`: it also has a call for removed assignments.
   */
  partnerPortal: { url: string; secret: string; hasRemovals: boolean } | null
  /** How `encryptedData` is handled (requirement G4). */
  encryption: 'off' | 'accept' | 'required'
}

/**
 * Reads and checks the whole configuration.
 *
 * @throws ConfigError with one plain sentence per fault
 */
export function readConfig(given: Env): Config {
  const faults: string[] = []
  const env = readSecretFiles(given, faults)
  // A secret that could not be read must not be reported as missing too.
  if (faults.length > 0) throw new ConfigError(faults)
  const config = readValues(env, faults)
  faults.push(...faultsAmong(env, config))
  // Last, because a key is made only when there is no other fault.
  const masterKey = readMasterKey(env, config.dataDir, config.mode === 'production', faults)
  if (faults.length > 0) throw new ConfigError(faults)
  return { ...config, masterKey }
}

/** The settings of a command that works beside the servers. */
export type CommandConfig = Omit<Config, 'masterKey'> & {
  /** `null`: it is not given here. A command makes none. */
  masterKey: Buffer | null
}

/** @throws ConfigError with one plain sentence per fault */
export function readCommandConfig(given: Env = process.env): CommandConfig {
  const faults: string[] = []
  const env = readSecretFiles(given, faults)
  if (faults.length > 0) throw new ConfigError(faults)
  const config = readValues(env, faults)
  const { dataDir } = config
  const hasKey = Boolean(env.MASTER_KEY) || existsSync(join(dataDir, KEY_FILE))
  const masterKey = hasKey && faults.length === 0 ? readMasterKey(env, dataDir, false, faults) : null
  if (faults.length > 0) throw new ConfigError(faults)
  return { ...config, masterKey }
}

/** A variable to which a file of the configuration refers, or empty. The portal's own secrets are for nobody else. */
export const environmentValue = (name: string): string =>
  (SECRETS as readonly string[]).includes(name) ? '' : (process.env[name] ?? '')

/** The files that the settings name. A file of the configuration refers to none of them. */
export const settingsFiles = (given: Env = process.env): string[] => filesOfSettings(given)

/** What keeps a server with these settings from starting although each of them is right; a sentence for each fault. */
export function settingsFaults(config: CommandConfig, given: Env = process.env): string[] {
  const isMissing = config.mode === 'production' && config.masterKey === null
  const env = readSecretFiles(given, [])
  return [
    ...faultsAmong(env, config),
    ...(isMissing ? ['MASTER_KEY or MASTER_KEY_FILE is required in production.'] : []),
  ]
}

/** The values of all secrets that are set, and the address of the first administrator: what no text may show. */
export function secretValues(given: Env = process.env): string[] {
  const env = readSecretFiles(given, [])
  return [...SECRETS, 'ADMIN_EMAIL'].flatMap((name) => env[name] ?? [])
}

export class ConfigError extends Error {
  readonly faults: string[]
  constructor(faults: string[]) {
    super(faults.join('\n'))
    this.faults = faults
  }
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']

function readValues(env: Env, faults: string[]): Omit<Config, 'masterKey'> {
  const readers = readersOf(env, faults)
  const { text, choice, isOn, port: portOf, count, ...read } = readers
  const isProduction = env.NODE_ENV === 'production'
  const port = portOf('PORT', 3000)
  const demo = choice('DEMO', ['0', '1'], isProduction ? '0' : '1') === '1'
  // The sample application of the demo listens on localhost. A variable that is set and empty allows no host.
  const outboundAllow = listOf((env.OUTBOUND_ALLOW ?? (demo ? 'localhost' : '')).toLowerCase())
  return {
    mode: isProduction ? 'production' : 'development',
    port,
    host: text('HOST') ?? '127.0.0.1',
    publicUrl: read.publicUrl('PUBLIC_URL', `http://localhost:${port}`),
    passkeyHost: read.hostName('PASSKEY_HOST'),
    dataDir: resolve(text('DATA_DIR') ?? 'data'),
    smtpUrl: read.mailServer('SMTP_URL'),
    mailFrom: text('MAIL_FROM') ?? 'Gatehouse <no-reply@localhost>',
    databaseUrl: read.database('DATABASE_URL'),
    databaseReplicaUrl: read.database('DATABASE_REPLICA_URL'),
    preparedStatements: isOn('PREPARED_STATEMENTS'),
    firstAdmin: env.ADMIN_EMAIL && env.ADMIN_PASSWORD ? { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD } : null,
    demo,
    samplePort: portOf('SAMPLE_PORT', port === 0 ? 0 : port + 1),
    trustProxy: read.proxies('TRUST_PROXY'),
    outboundAllow,
    outboundCa: read.certificates('OUTBOUND_CA_FILE'),
    backups: readBackups(readersOf(env, faults)),
    archive: readArchive(readersOf(env, faults)),
    formerMasterKey: read.key('MASTER_KEY_PREVIOUS'),
    backupKey: read.key('BACKUP_KEY'),
    logLevel: choice('LOG_LEVEL', LOG_LEVELS, isProduction ? 'info' : 'warn'),
    metricsListen: read.listen('METRICS_LISTEN'),
    telemetry: readTelemetry(readersOf(env, faults)),
    auditKeepDays: count('AUDIT_KEEP_DAYS', 'days', 2555, [90, 36_500]),
    decisionsKeepDays: count('DECISIONS_KEEP_DAYS', 'days', 35, [0, 366]),
    auditAnchorFile: text('AUDIT_ANCHOR_FILE'),
    auditStream: readAuditStream(env, readers, outboundAllow, faults),
    drainSeconds: count('DRAIN_SECONDS', 'seconds', isProduction ? 5 : 0, [0, 300]),
    recoveryWaitHours: count('RECOVERY_WAIT_HOURS', 'hours', 24, [1, 720]),
    brand: text('BRAND') ?? 'EAI',
    footer: text('FOOTER'),
    timeZone: read.timeZone('TIME_ZONE', 'Asia/Kolkata'),
    passwordPolicy: choice('PASSWORD_POLICY', ['spec', 'modern'], 'spec'),
    passwordClipboard: choice('PASSWORD_CLIPBOARD', ['block', 'allow'], 'block'),
    passwordHistory: count('PASSWORD_HISTORY', 'passwords', 5, [0, 24]),
    breachedPasswordsUrl: text('BREACHED_PASSWORDS_URL'),
    vendorRegistrationUrl: text('VENDOR_REGISTRATION_URL'),
    clientHosts: read.clientHosts('CLIENT_HOSTS'),
    partnerPortal: readPartner(env, isOn('PARTNER_PORTAL_REMOVALS')),
    encryption: choice('ENCRYPTION', ['off', 'accept', 'required'], 'accept'),
  }
}

function readBackups({ text, count, isOn }: ReturnType<typeof readersOf>): Config['backups'] {
  const [every, folder] = [text('BACKUP_EVERY'), text('BACKUP_TO')]
  if (every === null || folder === null) return null
  return {
    everyHours: count('BACKUP_EVERY', 'hours', 24, [1, 168]),
    folder: resolve(folder),
    keep: count('BACKUP_KEEP', 'backups', 14, [1, 1000]),
    tries: isOn('BACKUP_TRIAL'),
  }
}

function readArchive({ text, count }: ReturnType<typeof readersOf>): Config['archive'] {
  const folder = text('ARCHIVE_TO')
  const everyHours = count('ARCHIVE_BASE_EVERY', 'hours', 24, [1, 168])
  const keep = count('ARCHIVE_KEEP', 'base copies', 7, [1, 100])
  return folder === null ? null : { folder: resolve(folder), everyHours, keep }
}

function readPartner(
  { PARTNER_PORTAL_URL: url, PARTNER_PORTAL_SECRET: secret }: Env,
  hasRemovals: boolean,
): Config['partnerPortal'] {
  return url && secret ? { url, secret, hasRemovals } : null
}
