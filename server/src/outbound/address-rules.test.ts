import { describe, expect, test } from 'vitest'
import { outboundHostProblem, outboundUrlProblem } from './address-rules.ts'

/** Hosts inside a network, in every spelling. */
const INSIDE = [
  ...['127.0.0.1', '127.1', '127.0.1', '2130706433', '0x7f000001', '0x7f.1', '0177.0.0.1', '017700000001'],
  ...['127.0.0.1.', '0', '0.0.0.0', '127.255.255.254', '１２７.0.0.1', '127。0。0。1', '127．0．0．1', '⑫7.0.0.1'],
  ...['10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.0.1', '192.168.1.254', '3232235777'],
  ...['169.254.169.254', '0xa9fea9fe', '2852039166', '169.254.0.1', '100.64.0.1', '100.127.255.255', '192.0.0.8'],
  ...['192.0.2.1', '198.18.0.1', '198.51.100.1', '203.0.113.1', '224.0.0.1', '239.255.255.255', '240.0.0.1'],
  ...['255.255.255.255', 'localhost', 'LOCALHOST', 'localhost.', 'a.localhost', 'ｌocalhost', 'printer', 'db'],
  ...['printer.local', 'metadata.google.internal', 'wiki.corp', 'router.lan', 'nas.home', 'x.home.arpa', 'a.intranet'],
  ...['1.0.0.127.in-addr.arpa', 'host.docker.internal', 'abc.onion', 'mail.localdomain'],
  ...['168.63.129.16', '0xa83f8110'],
]
const INSIDE_V6 = [
  ...['::', '::1', '0:0:0:0:0:0:0:1', '::ffff:127.0.0.1', '::ffff:7f00:1', '::127.0.0.1', '::7f00:1', 'fc00::1'],
  ...['fd00::1', 'fd12:3456:789a::1', 'fe80::1', 'fec0::1', 'ff02::1', '64:ff9b::127.0.0.1', '64:ff9b::7f00:1'],
  ...['64:ff9b:1::1', '2002:7f00:1::', '2002:a00:1::1', '2001::1', '2001:db8::1', '::ffff:169.254.169.254'],
  ...['::ffff:0:127.0.0.1', '100::1', '3fff::1', '5f00::1', '::ffff:a00:1'],
  '::ffff:168.63.129.16',
]
const OUTSIDE = [
  'smtp.example.com',
  'SMS.Example.COM',
  'example.co.in',
  'mail.example.com.',
  '8.8.8.8',
  '93.184.215.14',
]
const OUTSIDE_V6 = ['2001:4860:4860::8888', '2606:4700:4700::1111']

test('the corpus has at least fifty cases', () => {
  expect(INSIDE.length + INSIDE_V6.length).toBeGreaterThanOrEqual(50)
})

describe('the host of an outbound call', () => {
  test.each([...INSIDE, ...INSIDE_V6])('%s is refused', (host) => {
    expect(outboundHostProblem(host, [])).toMatch(/is inside the network/)
    expect(outboundUrlProblem(`https://${host.includes(':') ? `[${host}]` : host}/send`, [])).toMatch(/is inside/)
  })
})

test.each([...OUTSIDE, ...OUTSIDE_V6])('%s is accepted', (host) => {
  expect(outboundHostProblem(host, [])).toBeNull()
  expect(outboundUrlProblem(`https://${host.includes(':') ? `[${host}]` : host}:8443/send?a=b`, [])).toBeNull()
})

test.each([
  'example.com:25',
  'user@example.com',
  'example.com/path',
  'example.com?x',
  'example.com#x',
  'exa mple.com',
  'example.com\\@127.0.0.1',
  '127.0.0.1:25',
  'ex%00ample.com',
  '[::1',
  '',
])('%s is not a host', (host) => {
  expect(outboundHostProblem(host, [])).toBe('Enter the name or the address of a host, without a port.')
})

test.each([
  'https://user@example.com/',
  'https://user:secret@example.com/',
  'https://127.0.0.1@example.com/',
  'ftp://example.com/',
  'file:///etc/passwd',
  'gopher://example.com/',
  'javascript:alert(1)',
  'example.com',
  'https://',
])('%s is not an address to call', (address) => {
  expect(outboundUrlProblem(address, [])).toBe('Enter a full web address, such as https://app.example.com/login')
})

test.each(['https://example.com@127.0.0.1/', 'https://example.com\\@127.0.0.1/'])('%s is refused', (address) => {
  expect(outboundUrlProblem(address, [])).not.toBeNull()
})

test('a host inside the network is accepted if the operator allows it', () => {
  const allow = ['relay', '10.0.0.5', '::1']
  for (const host of ['relay', 'RELAY', 'relay.', '10.0.0.5', '0xa000005', '::1'])
    expect(outboundHostProblem(host, allow)).toBeNull()
  expect(outboundUrlProblem('http://relay:8080/send', allow)).toBeNull()
  for (const host of ['relay2', '10.0.0.6', 'relay.lan', '::2']) expect(outboundHostProblem(host, allow)).not.toBeNull()
})
