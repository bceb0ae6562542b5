import { type AddressInfo, connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { signUp } from '@gatehouse/contract/signin.ts'
import type { SMTPPoolOptions } from 'nodemailer'
import PostalMime, { type Email as Received } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { anAddress, aPerson, PASSWORD, signIn } from '../../../test/builders.ts'
import { anAuthority } from '../../../test/certificates.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import type { OutboundRules } from '../../outbound/judged-lookup.ts'
import type { Mail, OwnSenders } from './senders.ts'
import { handOver, openPool, ownSettings, smtpChannel } from './smtp.ts'

type Accepted = { from: string; recipients: string[]; message: Received; raw: string }

let accepted: Accepted[] = []
const refuse = new Set<string>()
const mailServer = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  onRcptTo: ({ address }, _session, done) =>
    done(refuse.has(address) ? Object.assign(new Error('No such mailbox'), { responseCode: 550 }) : null),
  onData: (stream, { envelope }, done) => {
    const read = async () => {
      const raw = await buffer(stream)
      accepted.push({
        from: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
        recipients: envelope.rcptTo.map(({ address }) => address),
        message: await PostalMime.parse(raw),
        raw: raw.toString(),
      })
    }
    read().then(() => done(), done)
  },
})

const RULES: OutboundRules = { outboundAllow: [], outboundCa: null }

let deliver: OwnSenders['email']
let server: TestServer
beforeAll(async () => {
  await new Promise<void>((resolve) => {
    mailServer.listen(0, '127.0.0.1', resolve)
  })
  const { port } = mailServer.server.address() as AddressInfo
  deliver = smtpChannel(
    `smtp://127.0.0.1:${port}`,
    'Gatehouse <no-reply@portal.example.com>',
    'portal.example.com',
    RULES,
  )
  server = await startTestServer({
    deliver: (db) => async (email, id) => {
      const answer = await deliver(email, id)
      // For `codeFor`: stores sent mail in the way of the development inbox.
      await db.execute(
        sql`insert into inbox (id, channel, "to", subject, text, html) values (${id}, 'email', ${email.to}, ${email.subject}, ${email.text}, ${email.html})`,
      )
      return answer
    },
  })
})
beforeEach(() => {
  accepted = []
})
afterAll(async () => {
  await server.close()
  mailServer.close()
})

const anEmail = (changes: Partial<Mail> = {}): Mail => ({
  to: 'asha@example.com',
  subject: 'Your code',
  text: 'Use 482913',
  html: '<p>482913</p>',
  isConfidential: true,
  ...changes,
})

describe('a mail server', () => {
  test('gets sender, recipient, subject, text and HTML, and an id by which it recognises repeats', async () => {
    for (let times = 0; times < 2; times++)
      await deliver(
        anEmail({ subject: 'आपका कोड – café', text: 'Use 482913\n.\nor not' }),
        '018f0000-0000-7000-8000-000000000001',
      )
    expect(accepted).toHaveLength(2)
    for (const { from, recipients, message } of accepted) {
      expect({ from, recipients }).toEqual({ from: 'no-reply@portal.example.com', recipients: ['asha@example.com'] })
      expect(message).toMatchObject({
        from: { name: 'Gatehouse', address: 'no-reply@portal.example.com' },
        to: [{ address: 'asha@example.com' }],
        subject: 'आपका कोड – café',
        html: expect.stringContaining('<p>482913</p>'),
        messageId: '<018f0000-0000-7000-8000-000000000001@portal.example.com>',
      })
      expect(message.text?.trim()).toBe('Use 482913\n.\nor not')
      expect(message.cc ?? []).toEqual([])
      expect(message.bcc ?? []).toEqual([])
    }
  })

  test('that refuses a message fails the delivery with its reason', async () => {
    refuse.add('gone@example.com')
    await expect(deliver(anEmail({ to: 'gone@example.com' }), 'one')).rejects.toThrow(/550.*No such mailbox/s)
    const nowhere = smtpChannel('smtp://127.0.0.1:1', 'a@example.com', 'example.com', RULES)
    await expect(nowhere(anEmail(), 'two')).rejects.toThrow(/ECONNREFUSED/)
  })

  test.each(['smtp', 'smtps'])('is trusted by the authority in OUTBOUND_CA_FILE: %s', async (scheme) => {
    const authority = anAuthority()
    const encrypted = new SMTPServer({
      ...authority.vouchFor('localhost'),
      ...{ secure: scheme === 'smtps', authOptional: true, closeTimeout: 1 },
      onData: (stream, _session, done) => buffer(stream).then(() => done(), done),
    })
    // Of the connection that is given up for its certificate.
    encrypted.on('error', () => undefined)
    await new Promise<void>((resolve) => void encrypted.listen(0, '127.0.0.1', resolve))
    const { port } = encrypted.server.address() as AddressInfo
    const sendWith = (outboundCa: string | null) =>
      smtpChannel(`${scheme}://localhost:${port}`, 'a@example.com', 'example.com', { ...RULES, outboundCa })(
        anEmail(),
        'four',
      )
    await expect(sendWith(null)).rejects.toThrow(/certificate; .* in OUTBOUND_CA_FILE/)
    expect(await sendWith(authority.cert)).toContain('250')
    await new Promise<void>((resolve) => void encrypted.close(resolve))
  })

  test.each([
    ['smtp://mail.example.com:587', [], true],
    ['smtp://8.8.8.8', [], true],
    ['smtp://relay.example.com', ['relay.example.com'], false],
    ['smtp://relay', [], false],
    ['smtp://10.1.2.3:25', [], false],
    ['smtp://[::1]:2525', [], false],
  ])('outside the network gets nothing unencrypted: %s, allowed %j', (url, outboundAllow, isRequired) => {
    expect(ownSettings(url, 'example.com', { ...RULES, outboundAllow })).toMatchObject({ requireTLS: isRequired })
  })

  test('that offers no encryption gets neither credentials nor mail where encryption is required', async () => {
    const { port } = mailServer.server.address() as AddressInfo
    const url = `smtp://user:secret@127.0.0.1:${port}?requireTLS=true`
    await expect(smtpChannel(url, 'a@example.com', 'example.com', RULES)(anEmail(), 'five')).rejects.toThrow(/STARTTLS/)
    expect(accepted).toEqual([])
  })

  test('may take for a message as long as an attempt may last, which is less than the lease', async () => {
    const { port } = mailServer.server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1')
    const getSocket: SMTPPoolOptions['getSocket'] = (_options, done) => done(null, { connection: socket })
    const pool = openPool({ port, getSocket })
    await handOver(pool, anEmail(), {
      ...{ from: 'a@example.com', replyTo: [], cc: [], messageId: '<three@example.com>' },
    })
    // Servers that scan mail take 10 to 30 seconds to answer.
    expect(socket.timeout).toBeGreaterThan(40_000)
    expect(socket.timeout).toBeLessThan(60_000)
    pool.close()
  })
})

/** Addresses that some parsers have read as several or as other ones (CVE-2025-13033, CVE-2025-14874). */
const TRICKY = [
  'a@b.example,evil@x.example',
  'a@b.example;evil@x.example',
  'a@b.example, evil@x.example',
  'a@b.example evil@x.example',
  '"a@b.example,evil@x.example"@example.com',
  '"evil@x.example"@example.com',
  '"evil@x.example x"@example.com',
  'a@b.example>,<evil@x.example',
  'a@b.example> <evil@x.example',
  '<evil@x.example>a@b.example',
  'Evil <evil@x.example>',
  '"a" <evil@x.example>',
  'group:evil@x.example,a@b.example;',
  `${'g:'.repeat(5000)}evil@x.example`,
  'a@b.example\r\nBcc: evil@x.example',
  'a@b.example\nBcc: evil@x.example',
  'a@b.example%0d%0aBcc:evil@x.example',
  'a@b.example\r\nRCPT TO:<evil@x.example>',
  'a@b.example\0evil@x.example',
  'a(evil@x.example)@b.example',
  'a@b.example(,evil@x.example)',
  'a@[127.0.0.1]',
  'a@b.example\u2028evil@x.example',
  '@x.example:a@b.example',
  'a%evil@x.example@b.example',
]

describe('an unusual address', () => {
  test.each(TRICKY)('is the only recipient, or there is none: %j', async (to) => {
    await deliver(anEmail({ to }), 'id').catch(() => undefined)
    for (const { recipients, message } of accepted) {
      expect(recipients).toEqual([to])
      expect(message.headers.filter(({ key }) => ['to', 'cc', 'bcc'].includes(key))).toHaveLength(1)
      expect(message.subject).toBe('Your code')
    }
    expect(accepted.length).toBeLessThanOrEqual(1)
  })

  test('cannot register, or gets its own code only', async () => {
    for (const [index, email] of TRICKY.entries()) {
      accepted = []
      const visitor = server.visitor({ ip: anAddress() })
      const form = {
        firstName: 'Asha',
        lastName: 'Rao',
        email,
        phoneNumber: `80000000${String(index).padStart(2, '0')}`,
        password: PASSWORD,
      }
      const { status } = await visitor.call(signUp, form)
      if (status === 200) await server.codeFor(email)
      else expect({ email, status }).toEqual({ email, status: 400 })
      expect(accepted.map(({ recipients }) => recipients)).toEqual(status === 200 ? [[email]] : [])
    }
  })
})

describe('a dangerous name', () => {
  test.each(['Asha\r\nBcc: evil@x.example', 'Asha\nSubject: x', 'Asha\u2028Rao', 'Asha\0', 'Asha\u202e'])(
    'cannot be registered: %j',
    async (firstName) => {
      const form = {
        firstName,
        lastName: 'Rao',
        email: 'tricky@example.com',
        phoneNumber: '8100000000',
        password: PASSWORD,
      }
      expect((await server.visitor({ ip: anAddress() }).call(signUp, form)).status).toBe(400)
      expect(accepted).toEqual([])
    },
  )

  test.each([
    '<img src=x onerror=alert(1)>',
    '"><a href="https://evil.example">',
    '{{ code }}{% include "x" %}',
    'Asha\r\nBcc: evil@x.example',
    '=?utf-8?q?=0d=0aBcc:?=',
  ])('stays text in the message: %j', async (firstName) => {
    // Forms refuse some of these names; the message must be safe without that.
    const { id, email } = await aPerson(server)
    await server.db.execute(sql`update users set first_name = ${firstName} where id = ${id}`)
    await signIn(server, server.visitor({ ip: anAddress() }), email)
    expect(accepted).toHaveLength(1)
    const [sent] = accepted
    expect(sent?.recipients).toEqual([email])
    expect(sent?.message.subject).toBe('Your sign-in code for EAI')
    expect(sent?.message.headers.map(({ key }) => key)).not.toContain('bcc')
    expect(sent?.message.text?.replaceAll('\r\n', '\n')).toContain(`Hello ${firstName.replaceAll('\r\n', '\n')},`)
    // The message has one link of its own.
    const html = sent?.message.html?.replace(/<a href="[^"]*\/lockaccount\/[\w-]+"[^>]*>[^<]*<\/a>/, '')
    expect(html).not.toMatch(/<img|<a |onerror=alert\(1\)>/)
    expect(html?.match(/\d{6}/g)?.filter((digits) => sent?.message.text?.includes(digits))).toHaveLength(1)
  })
})

test('no subject contains a code', async () => {
  const { email } = await aPerson(server)
  await signIn(server, server.visitor({ ip: anAddress() }), email)
  expect(accepted.map(({ message }) => message.subject).join()).not.toMatch(/\d/)
})
