import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { type ConfigError, readConfig } from './config.ts'

const BASE = { MASTER_KEY: randomBytes(32).toString('base64'), DEMO: '0' }

function faultsOf(env: Record<string, string>): string[] {
  try {
    readConfig({ ...BASE, ...env })
    return []
  } catch (error) {
    return (error as ConfigError).faults
  }
}

test.each([
  [{ AUDIT_STREAM_URL: 'syslog+tls://siem.example.com' }],
  [{ AUDIT_STREAM_URL: 'syslog+tls://10.0.0.9:6515', AUDIT_STREAM_FORMAT: 'cef' }],
  [{ AUDIT_STREAM_URL: 'syslog+tcp://[::1]:601' }],
  [{ AUDIT_STREAM_URL: 'syslog+tcp://siem.internal:601', OUTBOUND_ALLOW: 'siem.internal' }],
  [{ AUDIT_STREAM_URL: 'https://siem.example.com/in?source=portal', AUDIT_STREAM_TOKEN: 'abc.DEF-1' }],
])('%o is accepted', (env) => {
  expect(faultsOf(env)).toEqual([])
})

test.each([
  [{ AUDIT_STREAM_URL: 'siem.example.com:6514' }, 'must look like'],
  [{ AUDIT_STREAM_URL: 'syslog+udp://siem.example.com' }, 'must look like'],
  [{ AUDIT_STREAM_URL: 'syslog+tls://siem.example.com/path' }, 'must look like'],
  [{ AUDIT_STREAM_URL: 'https://user:secret@siem.example.com' }, 'must look like'],
  [{ AUDIT_STREAM_URL: 'syslog+tcp://siem.example.com' }, 'may be unencrypted on localhost'],
  [{ AUDIT_STREAM_URL: 'http://siem.example.com' }, 'may be unencrypted on localhost'],
  [{ AUDIT_STREAM_URL: 'syslog+tls://siem.example.com', AUDIT_STREAM_TOKEN: 'x' }, 'syslog has no token'],
  [{ AUDIT_STREAM_URL: 'https://siem.example.com', AUDIT_STREAM_TOKEN: 'a b' }, 'no spaces'],
  [{ AUDIT_STREAM_URL: 'https://siem.example.com', AUDIT_STREAM_FORMAT: 'xml' }, 'must be one of json, cef'],
  [{ AUDIT_STREAM_URL: 'https://siem.example.com', AUDIT_STREAM_CA_FILE: '/nonexistent' }, 'with a certificate as PEM'],
])('%o is refused with one sentence', (env, sentence) => {
  expect(faultsOf(env)).toEqual([expect.stringContaining(sentence)])
})
