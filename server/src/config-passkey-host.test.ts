import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const read = (PASSKEY_HOST: string, PUBLIC_URL = 'https://portal.example.com') =>
  readConfig({
    ...{ NODE_ENV: 'production', PUBLIC_URL, SMTP_URL: 'smtp://mail.example.com', MAIL_FROM: 'a@example.com' },
    ...{ MASTER_KEY: randomBytes(32).toString('base64'), DATA_DIR: '/nonexistent', PASSKEY_HOST },
  })

test.each([
  ['', null],
  ['portal.example.com', 'portal.example.com'],
  ['Example.COM', 'example.com'],
  ['former.example.org', 'former.example.org'],
  ['login.portal.example.com', 'login.portal.example.com'],
  ['पोर्टल.example', 'xn--c2bvsj6jna.example'],
])('the host of passkeys may be %j', (given, host) => {
  expect(read(given).passkeyHost).toBe(host)
})

test('the host of passkeys may be this machine where the portal is', () => {
  const config = readConfig({ DEMO: '0', MASTER_KEY: Buffer.alloc(32).toString('base64'), PASSKEY_HOST: 'localhost' })
  expect(config.passkeyHost).toBe('localhost')
})

const NO_NAME = 'PASSKEY_HOST must be a full host name, such as portal.example.com, without https:// and a port.'
const UNRELATED =
  'PASSKEY_HOST may be another domain than that of PUBLIC_URL only if both are full host names and PUBLIC_URL is https.'

test.each([
  ['an address', 'https://former.example', NO_NAME],
  ['a path', 'former.example/', NO_NAME],
  ['a port', 'former.example:443', NO_NAME],
  ['a user', 'a@former.example', NO_NAME],
  ['several names', 'former.example, other.example', NO_NAME],
  ['an IPv4 address', '192.0.2.7', NO_NAME],
  ['an IPv4 address in another notation', '0xC0.0.2.7', NO_NAME],
  ['an IPv6 address', '2001:db8::7', NO_NAME],
  ['an IPv6 address as in web addresses', '[2001:db8::7]', NO_NAME],
  ['a single label', 'com', NO_NAME],
  ['an empty label', 'former..example', NO_NAME],
  ['a dot at the end', 'former.example.', NO_NAME],
  ['an underscore', 'former_portal.example', NO_NAME],
  ['this machine', 'localhost', UNRELATED],
])('the server does not start when PASSKEY_HOST is %s', (_case, given, sentence) => {
  expect(faultsOf(given)).toEqual([sentence])
})

test.each([
  [
    'an IP address',
    'https://192.0.2.7',
    'PASSKEY_HOST needs a host name in PUBLIC_URL: browsers make no passkeys at an IP address.',
  ],
  ['a name without a domain', 'https://intranet', UNRELATED],
])('the server does not start with a former host while PUBLIC_URL is %s', (_case, publicUrl, sentence) => {
  expect(faultsOf('former.example', publicUrl)).toEqual([sentence])
})

function faultsOf(...settings: Parameters<typeof read>): readonly string[] {
  try {
    read(...settings)
  } catch (error) {
    if (error instanceof ConfigError) return error.faults
    throw error
  }
  return []
}
