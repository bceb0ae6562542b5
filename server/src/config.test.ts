import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { describe, expect, test } from 'vitest'
import { useSecretFiles } from '../test/folders.ts'
import { ConfigError, readConfig } from './config.ts'

const KEY = randomBytes(32).toString('base64')

const aSecretFile = useSecretFiles()

/** That such a server ends with these sentences is tested in `server/test/start-up.test.ts`. */
describe('a wrong configuration is refused with one sentence per fault:', () => {
  const PRODUCTION = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://portal.example.com',
    SMTP_URL: 'smtp://mail.example.com',
    MAIL_FROM: 'a@example.com',
    MASTER_KEY: KEY,
  }

  test.each<[string, Record<string, string>, string[]]>([
    ['the demo in production', { ...PRODUCTION, DEMO: '1' }, ['DEMO must not be 1 in production.']],
    [
      'invalid ports',
      { PORT: '70000', SAMPLE_PORT: 'http' },
      ['PORT must be a port number.', 'SAMPLE_PORT must be a port number.'],
    ],
    [
      'http on a host that is not this machine',
      { ...PRODUCTION, PUBLIC_URL: 'http://portal.example.com' },
      [
        'PUBLIC_URL may use http:// on localhost only; use https://.',
        'PUBLIC_URL must start with https:// in production.',
      ],
    ],
    [
      'a public address with a path',
      { PUBLIC_URL: 'https://portal.example.com/sso' },
      ['PUBLIC_URL must be an http(s) address without a path, user or password.'],
    ],
    [
      'a public address with a password, which every link would show',
      { PUBLIC_URL: 'http://a:b@localhost' },
      ['PUBLIC_URL must be an http(s) address without a path, user or password.'],
    ],
    [
      'addresses that are none',
      {
        ...{
          SMTP_URL: 'smtp://u:p%zz@mail.example.com',
          MAIL_FROM: 'nonsense',
          VENDOR_REGISTRATION_URL: 'javascript:alert(1)',
        },
        ...{ ADMIN_EMAIL: 'root', ADMIN_PASSWORD: 'x', OTEL_EXPORTER_OTLP_ENDPOINT: 'nonsense' },
      },
      [
        'SMTP_URL must look like smtp://user:password@host:587, with special characters as %40.',
        'VENDOR_REGISTRATION_URL must be a whole web address.',
        'OTEL_EXPORTER_OTLP_ENDPOINT must be a whole web address.',
        'ADMIN_EMAIL must be an email address.',
        'MAIL_FROM must be an email address, with or without a name.',
      ],
    ],
    [
      'a port of blanks',
      { PORT: ' ', SAMPLE_PORT: '1e3' },
      ['PORT must be a port number.', 'SAMPLE_PORT must be a port number.'],
    ],
    [
      'an offset as time zone, which the database would read the other way',
      { TIME_ZONE: '+05:30' },
      ['TIME_ZONE must be the name of a time zone, such as Asia/Kolkata.'],
    ],
    [
      'an invalid public address',
      { PUBLIC_URL: 'portal' },
      ['PUBLIC_URL must be an http(s) address without a path, user or password.'],
    ],
    ['a short key', { MASTER_KEY: 'c2hvcnQ=' }, ['MASTER_KEY must hold 32 bytes as base64 (openssl rand -base64 32).']],
    ...[0, 97].map((byte): [string, Record<string, string>, string[]] => [
      `a key that anybody guesses, with one byte 32 times: ${byte}`,
      { ...PRODUCTION, MASTER_KEY: Buffer.alloc(32, byte).toString('base64') },
      ['MASTER_KEY must be random in production (openssl rand -base64 32).'],
    ]),
    [
      'a key file that is missing',
      { MASTER_KEY_FILE: '/nonexistent/key' },
      ['MASTER_KEY_FILE names a file that does not exist.'],
    ],
    [
      'a missing certificate file',
      { OUTBOUND_CA_FILE: '/nonexistent/ca.pem' },
      ['OUTBOUND_CA_FILE must name a file with a certificate as PEM.'],
    ],
    [
      'a key file that everybody can read',
      { MASTER_KEY_FILE: aSecretFile(KEY, 0o644) },
      ['MASTER_KEY_FILE can be read by everybody on this machine, or changed by others: chmod 600 it.'],
    ],
    [
      'a command for the key beside the key',
      { MASTER_KEY: KEY, MASTER_KEY_COMMAND: 'echo' },
      ['MASTER_KEY and MASTER_KEY_COMMAND must not both be set.'],
    ],
    [
      'a command for the key that is not there',
      { MASTER_KEY_COMMAND: '/nonexistent/key-service --secret=Falcon42' },
      ['MASTER_KEY_COMMAND could not be started (ENOENT).'],
    ],
    [
      'a command for the key that would need a shell',
      { MASTER_KEY_COMMAND: 'false || echo key' },
      ['MASTER_KEY_COMMAND ended with 1.'],
    ],
    [
      'a command for the key that prints much',
      { MASTER_KEY_COMMAND: 'yes' },
      ['MASTER_KEY_COMMAND printed more than 1024 bytes.'],
    ],
    ['a key file that is a folder', { MASTER_KEY_FILE: tmpdir() }, ['MASTER_KEY_FILE names no file.']],
    [
      'a short key in a file',
      { MASTER_KEY_FILE: aSecretFile('c2hvcnQ=') },
      ['MASTER_KEY_FILE must hold 32 bytes as base64 (openssl rand -base64 32).'],
    ],
    [
      'files of secrets that cannot be used, in production',
      {
        ...PRODUCTION,
        DATABASE_URL_FILE: '/nonexistent/url',
        SMTP_URL_FILE: aSecretFile('smtp://mail.example.com'),
        ADMIN_PASSWORD_FILE: aSecretFile('\n'),
        PARTNER_PORTAL_SECRET_FILE: aSecretFile('secret', 0o620),
      },
      [
        'DATABASE_URL_FILE names a file that does not exist.',
        'SMTP_URL and SMTP_URL_FILE must not both be set.',
        'ADMIN_PASSWORD_FILE names an empty file.',
        'PARTNER_PORTAL_SECRET_FILE can be read by everybody on this machine, or changed by others: chmod 600 it.',
      ],
    ],
    [
      'an audit period that is too short',
      { AUDIT_KEEP_DAYS: '30', DRAIN_SECONDS: 'soon' },
      [
        'AUDIT_KEEP_DAYS must be a whole number of days from 90 to 36500.',
        'DRAIN_SECONDS must be a whole number of seconds from 0 to 300.',
      ],
    ],
    [
      'invalid proxies',
      { TRUST_PROXY: '10.0.0.0/8, the-proxy' },
      ['TRUST_PROXY must be addresses or CIDRs, comma-separated, such as 10.0.0.0/8.'],
    ],
    [
      'a database address that cannot be read',
      { DATABASE_URL: 'postgres://gatehouse@db.example.com:port/gatehouse' },
      ['DATABASE_URL must look like postgres://user:password@host:5432/name; several hosts are host:port,host:port.'],
    ],
    [
      'development under a public name',
      { PUBLIC_URL: 'https://portal.example.com' },
      ['PUBLIC_URL is for others than this machine: set NODE_ENV=production, or use localhost.'],
    ],
    [
      'development for the whole network',
      { HOST: '0.0.0.0', PUBLIC_URL: 'https://portal.example.com' },
      ['PUBLIC_URL is for others than this machine: set NODE_ENV=production, or use localhost.'],
    ],
    [
      'development that listens to the whole network',
      { HOST: '0.0.0.0' },
      ['HOST is for others than this machine: set NODE_ENV=production, or use localhost.'],
    ],
    [
      'an email without a password',
      { ADMIN_EMAIL: 'root@example.com' },
      ['ADMIN_EMAIL and ADMIN_PASSWORD go together.'],
    ],
    [
      'backups without a folder, with a key that is none',
      { BACKUP_EVERY: '24', BACKUP_KEY: 'short' },
      ['BACKUP_KEY must hold 32 bytes as base64 (openssl rand -base64 32).', 'BACKUP_EVERY and BACKUP_TO go together.'],
    ],
    [
      'an archive of a database that is not the embedded one, copied too often',
      { ARCHIVE_TO: 'archive', DATABASE_URL: 'postgres://db.example.com/portal', ARCHIVE_BASE_EVERY: '0' },
      [
        'ARCHIVE_BASE_EVERY must be a whole number of hours from 1 to 168.',
        'ARCHIVE_TO is for the embedded database. Archive the one in DATABASE_URL with the tools of its PostgreSQL.',
      ],
    ],
    [
      'a partner portal that others can listen to',
      { PARTNER_PORTAL_URL: 'http://partner.example.com/sso', PARTNER_PORTAL_SECRET: 'secret' },
      ['PARTNER_PORTAL_URL may use http:// on localhost and for hosts of OUTBOUND_ALLOW only; use https://.'],
    ],
    [
      'a service of stolen passwords whose answers others can change',
      { BREACHED_PASSWORDS_URL: 'http://range.example.com/' },
      ['BREACHED_PASSWORDS_URL may use http:// on localhost and for hosts of OUTBOUND_ALLOW only; use https://.'],
    ],
    [
      'a partner portal that is no address',
      { PARTNER_PORTAL_URL: 'partner.example.com', PARTNER_PORTAL_SECRET: 'secret' },
      ['PARTNER_PORTAL_URL must be a whole web address.'],
    ],
    ...[
      { PARTNER_PORTAL_URL: 'https://partner.lan/' },
      { PARTNER_PORTAL_URL: 'http://127.0.0.1:8080' },
      { PARTNER_PORTAL_URL: 'http://[::1]:8080' },
      { PARTNER_PORTAL_URL: 'http://Partner.lan', OUTBOUND_ALLOW: 'mail.lan, partner.lan' },
    ].map((env): [string, Record<string, string>, string[]] => [
      `a wrong port, but not ${env.PARTNER_PORTAL_URL}`,
      { ...env, PARTNER_PORTAL_SECRET: 'secret', PORT: '70000' },
      ['PORT must be a port number.'],
    ]),
    [
      'another kind of database and mail',
      { DATABASE_URL: 'mysql://x', SMTP_URL: 'mail.example.com' },
      [
        'SMTP_URL must start with smtp:// or smtps://.',
        'DATABASE_URL must look like postgres://user:password@host:5432/name; several hosts are host:port,host:port.',
      ],
    ],
  ])('%s', (_case, env, sentences) => {
    expect(faultsOf({ PATH: process.env.PATH ?? '', DEMO: '0', DATA_DIR: '/nonexistent', ...env })).toEqual(sentences)
  })
})

function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.faults
    throw error
  }
  return []
}
