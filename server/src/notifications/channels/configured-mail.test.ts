import { randomInt } from 'node:crypto'
import { createServer as createWebServer } from 'node:http'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, describe, expect, test } from 'vitest'
import { anAuthority } from '../../../test/certificates.ts'
import type { EmailGateway } from '../gateways.ts'
import { configuredMail } from './configured-mail.ts'
import { type Mail, RecipientRefused } from './senders.ts'

const authority = anAuthority()
/** The name of a server outside; the tests resolve it to this machine. */
const OUTSIDE = 'smtp.example.com'
/** The only mail port that needs no privileges. */
const MAIL_PORT = 2525
/** The address of that name: on Linux a loopback address of this run only, because another run may use the port. */
const OUTSIDE_ADDRESS =
  process.platform === 'linux' ? `127.${randomInt(1, 255)}.${randomInt(256)}.${randomInt(1, 255)}` : '127.0.0.1'
const toThisMachine = async () => [{ address: OUTSIDE_ADDRESS, family: 4 }]
const LISTED = { outboundAllow: ['localhost'], outboundCa: authority.cert }
const UNLISTED = { outboundAllow: [OUTSIDE_ADDRESS], outboundCa: authority.cert }

type Received = { raw: string; recipients: string[]; user: unknown; secure: boolean; connection: string }

let received: Received[] = []
let closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing) close()
  closing = []
  received = []
})

type Served = Partial<SMTPServerOptions> & { host?: string; at?: number }

/** Starts a mail server on this machine and returns its port. */
async function aMailServer({ host = 'localhost', at = 0, ...options }: Served = {}): Promise<number> {
  const server = new SMTPServer({
    ...authority.vouchFor(host),
    authMethods: ['PLAIN', 'LOGIN', 'XOAUTH2'],
    authOptional: true,
    onAuth: ({ username, password, accessToken }, _session, done) => {
      const isRight = username === 'mailer' && (password === 'Mail-Secret-91' || accessToken === 'Mail-Token-92')
      if (isRight) return done(null, { user: username })
      return done(Object.assign(new Error(`Wrong password ${password ?? accessToken}`), { responseCode: 535 }))
    },
    onData: (stream, session, done) => {
      text(stream).then((raw) => {
        const { envelope, user, secure, id } = session
        const recipients = envelope.rcptTo.map(({ address }) => address)
        received.push({ raw, recipients, user, secure, connection: id })
        done(null, 'kept as 4711')
      }, done)
    },
    ...options,
  })
  closing.push(() => server.close())
  await new Promise<void>((resolve, reject) => {
    server.on('error', reject)
    server.listen(at, host === OUTSIDE ? OUTSIDE_ADDRESS : '127.0.0.1', resolve)
  })
  return (server.server.address() as AddressInfo).port
}

/** Starts a TCP server. */
async function aServer(handle: (socket: Socket) => void, server: Server = createServer(handle)): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => sockets.add(socket.on('error', () => undefined)))
  closing.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return (server.address() as AddressInfo).port
}

const aGateway = (changes: Partial<EmailGateway> = {}): EmailGateway => ({
  ...{
    channel: 'email',
    id: 'one',
    lane: 'email:one',
    name: 'localhost',
    version: 1,
    pausedSeconds: 0,
    isReadable: true,
  },
  ...{
    host: 'localhost',
    port: MAIL_PORT,
    fromAddress: 'claims@example.com',
    fromName: '',
    replyTo: '',
    cc: ['desk@example.com'],
  },
  ...{ userName: 'mailer', type: '', password: 'Mail-Secret-91', token: '' },
  ...changes,
})
const aMail = (changes: Partial<Mail> = {}): Mail => ({
  ...{ to: 'asha@example.com', subject: 'Your code', text: 'Use 482913', html: '<p>482913</p>' },
  isConfidential: true,
  ...changes,
})
const ID = '018f0000-0000-7000-8000-000000000001'
const local = () => configuredMail(LISTED, 'portal.example.com')

describe('a configured mail server', () => {
  test('is authenticated to over STARTTLS, and gets the message as configured', async () => {
    const port = await aMailServer()
    const answer = await local()(aGateway({ port }), aMail(), ID)
    expect(answer).toContain('250')
    expect(received).toMatchObject([{ user: 'mailer', secure: true, recipients: ['asha@example.com'] }])
    const [{ raw } = { raw: '' }] = received
    expect(raw).toMatch(/^From: claims@example\.com\r$/m)
    expect(raw).toMatch(/^Message-ID: <018f0000-0000-7000-8000-000000000001@portal\.example\.com>\r$/m)
    expect(raw).not.toMatch(/^Cc:/im)
  })

  test("gets the sender's name, the reply address, and a header that marks the mail as automatic", async () => {
    const port = await aMailServer()
    const named = { fromName: 'Claims, Desk', replyTo: 'help@example.com' }
    await local()(aGateway({ port, ...named }), aMail(), ID)
    const [{ raw } = { raw: '' }] = received
    expect(raw).toMatch(/^From: "Claims, Desk" <claims@example\.com>\r$/m)
    expect(raw).toMatch(/^Reply-To: help@example\.com\r$/m)
    expect(raw).toMatch(/^Auto-Submitted: auto-generated\r$/m)
  })

  test('gets a copy for other addresses, unless the message is confidential', async () => {
    const port = await aMailServer()
    await local()(aGateway({ port }), aMail({ isConfidential: false }), ID)
    expect(received.map(({ recipients }) => recipients)).toEqual([['asha@example.com'], ['desk@example.com']])
    for (const { raw } of received) {
      expect(raw).toMatch(/^To: asha@example\.com\r$/m)
      expect(raw).toMatch(/^Cc: desk@example\.com\r$/m)
      expect(raw).toMatch(/^Message-ID: <018f0000-0000-7000-8000-000000000001@portal\.example\.com>\r$/m)
    }
    received = []
    await local()(aGateway({ port, cc: ['asha@example.com'] }), aMail({ isConfidential: false }), ID)
    expect(received).toHaveLength(1)
  })

  test('takes a token instead of a password', async () => {
    const port = await aMailServer()
    const gateway = aGateway({ port, type: 'OAuth2', password: '', token: 'Mail-Token-92' })
    await local()(gateway, aMail(), ID)
    expect(received).toMatchObject([{ user: 'mailer' }])
    const refused = local()({ ...gateway, lane: 'email:two', token: 'Mail-Token-93' }, aMail(), ID)
    await expect(refused).rejects.toThrow('535 Wrong password ••••••')
  })

  test('accepts messages without a login if no user name is configured', async () => {
    const port = await aMailServer()
    await local()(aGateway({ port, userName: '', password: '' }), aMail(), ID)
    expect(received).toMatchObject([{ user: false }])
  })

  test('outside the network must support STARTTLS', async () => {
    await aMailServer({ host: OUTSIDE, at: MAIL_PORT, disabledCommands: ['STARTTLS'], allowInsecureAuth: true })
    const send = configuredMail(UNLISTED, 'portal.example.com', toThisMachine)
    await expect(send(aGateway({ host: OUTSIDE }), aMail(), ID)).rejects.toThrow(/STARTTLS/)
    expect(received).toEqual([])
  })

  test('outside the network must have a valid certificate', async () => {
    await aMailServer({ host: OUTSIDE, at: MAIL_PORT })
    const send = configuredMail(UNLISTED, 'portal.example.com', toThisMachine)
    await send(aGateway({ host: OUTSIDE }), aMail(), ID)
    expect(received).toMatchObject([{ secure: true }])
    const other = send(aGateway({ host: 'other.example.com', lane: 'email:other' }), aMail(), ID)
    await expect(other).rejects.toThrow(/altnames/)
    const believing = configuredMail({ ...UNLISTED, outboundCa: null }, 'portal.example.com', toThisMachine)
    await expect(believing(aGateway({ host: OUTSIDE }), aMail(), ID)).rejects.toThrow(
      /certificate; .* in OUTBOUND_CA_FILE/,
    )
    expect(received).toHaveLength(1)
  })

  test('is not called if its name resolves to an address inside the network', async () => {
    let calls = 0
    const port = await aServer(() => calls++)
    const send = configuredMail({ outboundAllow: [], outboundCa: null }, 'portal.example.com', toThisMachine)
    await expect(send(aGateway({ host: OUTSIDE }), aMail(), ID)).rejects.toThrow('leads inside the network')
    await expect(send(aGateway({ host: '127.0.0.1' }), aMail(), ID)).rejects.toThrow('is inside the network')
    await expect(send(aGateway({ host: OUTSIDE, port }), aMail(), ID)).rejects.toThrow(/port 25, 465, 587 or 2525/)
    expect(calls).toBe(0)
  })

  test('keeps its connection until its settings change', async () => {
    const port = await aMailServer()
    const send = local()
    for (let times = 0; times < 3; times++) await send(aGateway({ port }), aMail(), ID)
    expect(new Set(received.map(({ connection }) => connection)).size).toBe(1)
    await send(aGateway({ port, version: 2 }), aMail(), ID)
    expect(new Set(received.map(({ connection }) => connection)).size).toBe(2)
    const wrong = send(aGateway({ port, version: 3, password: 'changed' }), aMail(), ID)
    await expect(wrong).rejects.toThrow(/535/)
  })
})

describe('a failure is reported without secrets', () => {
  test('when the password is refused', async () => {
    const port = await aMailServer()
    const gateway = aGateway({ port, password: 'Mail-Wrong-94' })
    await expect(local()(gateway, aMail(), ID)).rejects.toThrow('Invalid login: 535 Wrong password ••••••')
  })

  test.each([
    ['when the recipient is refused for good', 550, 'No such mailbox'],
    ['when the recipient is refused for now', 451, 'Try again later'],
  ])('%s', async (_case, responseCode, reason) => {
    const port = await aMailServer({
      onRcptTo: (_address, _session, done) => done(Object.assign(new Error(reason), { responseCode })),
    })
    await expect(local()(aGateway({ port }), aMail(), ID)).rejects.toThrow(`${responseCode} ${reason}`)
  })

  test.each([
    ['RCPT TO', 550, '5.1.1 No such mailbox', true],
    ['RCPT TO', 550, '5.1.10 The domain takes no mail', true],
    ['RCPT TO', 552, '5.2.2 Mailbox full', true],
    ['RCPT TO', 550, '5.7.1 Your network is blocked', false],
    ['RCPT TO', 550, '5.1.8 Sender address rejected', false],
    ['RCPT TO', 550, 'No such mailbox', false],
    ['RCPT TO', 450, '4.2.1 Try again later', null],
    ['MAIL FROM', 550, '5.1.1 No such sender', null],
    ['AUTH', 535, '5.7.8 Wrong password', null],
  ])('%s: %i %s', async (command, responseCode, reason, isFinal) => {
    const refuse = (_of: unknown, _session: unknown, done: (error: Error) => void) =>
      done(Object.assign(new Error(reason), { responseCode }))
    const place = { 'RCPT TO': 'onRcptTo', 'MAIL FROM': 'onMailFrom', AUTH: 'onAuth' }[command] as string
    const port = await aMailServer({ [place]: refuse })
    const error: unknown = await local()(aGateway({ port }), aMail(), ID).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ message: expect.stringContaining(`${responseCode} ${reason}`) })
    expect(error instanceof RecipientRefused ? error.isFinal : null).toBe(isFinal)
  })

  const refusing = (refused: string) =>
    aMailServer({
      onRcptTo: ({ address }, _session, done) =>
        done(address === refused ? Object.assign(new Error('No such mailbox'), { responseCode: 550 }) : null),
    })

  test('when the recipient is refused; then no copy is sent', async () => {
    const port = await refusing('asha@example.com')
    const sent = local()(aGateway({ port }), aMail({ isConfidential: false }), ID)
    await expect(sent).rejects.toThrow('550 No such mailbox')
    expect(received).toEqual([])
  })

  test('when a copy is refused, while the message is sent', async () => {
    const port = await refusing('desk@example.com')
    const cc = ['desk@example.com', 'claims-desk@example.com']
    const answer = await local()(aGateway({ port, cc }), aMail({ isConfidential: false }), ID)
    expect(received.map(({ recipients }) => recipients)).toEqual([['asha@example.com'], ['claims-desk@example.com']])
    expect(answer).toMatch(/^250 .* · no copy: .*550 No such mailbox$/)
    received = []
    const alone = await local()(aGateway({ port }), aMail({ isConfidential: false }), ID)
    expect(received.map(({ recipients }) => recipients)).toEqual([['asha@example.com']])
    expect(alone).toMatch(/^250 .* · no copy: .*550 No such mailbox$/)
  })

  test('when nothing listens on the port', async () => {
    await expect(local()(aGateway({ port: 1 }), aMail(), ID)).rejects.toThrow(/ECONNREFUSED/)
  })

  test('when the connection breaks', async () => {
    const sockets: Socket[] = []
    const port = await aServer((socket) => {
      sockets.push(socket)
      socket.write('220 hello\r\n')
      socket.on('data', (data) => {
        const command = data.toString()
        if (command.startsWith('EHLO')) socket.write('250 hello\r\n')
        else if (/^(MAIL|RCPT)/.test(command)) socket.write('250 fine\r\n')
        else if (command.startsWith('DATA')) socket.write('354 go on\r\n')
        else socket.destroy()
      })
    })
    await expect(local()(aGateway({ port, userName: '' }), aMail(), ID)).rejects.toThrow(
      'Connection closed unexpectedly',
    )
    expect(sockets).toHaveLength(1)
  })

  test('when the server never sends a greeting', async () => {
    const port = await aServer(() => undefined)
    const began = performance.now()
    await expect(local()(aGateway({ port }), aMail(), ID)).rejects.toThrow('no answer in time')
    expect(performance.now() - began).toBeLessThan(20_000)
  })

  test.each([
    ['a web server', 'HTTP/1.1 400 Bad Request\r\nServer: secret-banner/1.2\r\n\r\n'],
    ['a remote shell', 'SSH-2.0-secret-banner\r\n'],
    ['a database', 'E\0\0\0secret-banner\n'],
  ])('when it is %s, without its banner', async (_name, banner) => {
    const port = await aServer((socket) => socket.end(banner))
    const error = (await local()(aGateway({ port }), aMail(), ID).catch((reason: unknown) => reason)) as Error
    expect(error.message).toMatch(/no mail server|Connection closed/)
    expect(error.message).not.toContain('secret-banner')
  })

  test('when it is a real web server', async () => {
    const web = createWebServer()
    const port = await aServer(() => undefined, web)
    const error = (await local()(aGateway({ port }), aMail(), ID).catch((reason: unknown) => reason)) as Error
    expect(error.message).toMatch(/no mail server|no answer in time|Connection closed/)
  })
})

describe('no text adds a header or a recipient', () => {
  test.each([
    { to: 'a@b.example\r\nBcc: evil@x.example' },
    { to: 'a@b.example,evil@x.example' },
    { subject: 'Hello\r\nBcc: evil@x.example' },
  ])('in a message: %j', async (changes) => {
    const port = await aMailServer()
    await local()(aGateway({ port, cc: [] }), aMail(changes), ID).catch(() => undefined)
    for (const { raw, recipients } of received) {
      expect(recipients).toEqual([aMail(changes).to])
      expect(raw.split('\r\n\r\n')[0]).not.toMatch(/^bcc/im)
    }
    expect(received.length).toBeLessThanOrEqual(1)
  })

  test.each([
    { fromAddress: 'claims@example.com\r\nBcc: evil@x.example' },
    { cc: ['desk@example.com, evil@x.example'] },
  ])('in a configuration: %j', async (changes) => {
    const port = await aMailServer()
    await local()(aGateway({ port, ...changes }), aMail({ isConfidential: false }), ID).catch(() => undefined)
    for (const { raw, recipients } of received) {
      expect(recipients).not.toContain('evil@x.example')
      expect(raw.split('\r\n\r\n')[0]).not.toMatch(/^bcc/im)
    }
  })
})
