import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { emailConfigurations } from '@gatehouse/contract/admin/gateways/email-configurations.ts'
import { smsConfigurations } from '@gatehouse/contract/admin/gateways/sms-configurations.ts'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useAdministrator } from '../../../test/console.ts'
import { anEmailConfiguration, anSmsConfiguration } from '../../../test/message-configurations.ts'
import { useTestServer } from '../../../test/server.ts'
import { configuredMail } from '../../notifications/channels/configured-mail.ts'
import { findEmailGateway, findSmsGateway } from '../../notifications/gateways.ts'
import { isAccepted, smsRequest } from '../../notifications/sms-request.ts'

/**
 * Fields that do not change a message, by their purpose. `tools/gateway-hints.test.ts` checks that the forms say so of
 * records and test addresses; the others are tested where they are used.
 */
const CHOOSES = ['application', 'client', 'clientName', 'status', 'priority', 'perSecond']
const NOTIFIED = ['owners']
const NAMES = ['providerName']
const OF_TESTS = ['defaultTo', 'defaultNo']
const RECORDS = ['gatewayId', 'nameOfTheGateway']
const EMAIL_RECORDS = ['url']
const JUDGES = ['successRule', 'successText', 'successPath', 'successValue']

const server = useTestServer({ config: { outboundAllow: ['localhost', '127.0.0.1'] } })
const admin = useAdministrator(server)

const fieldsOf = ({ create }: { create: { request: unknown } }) =>
  Object.keys((create.request as { def: { shape: object } }).def.shape)

describe('the request of an SMS gateway', () => {
  const WHOLE = anSmsConfiguration({
    ...{ method: 'POST', encoding: 'form', tokenHeader: 'X-Token', numberFormat: 'national' },
    ...{ entityIdAttribute: 'entity', templateIdAttribute: 'template', unicodeAttribute: 'kind', unicodeValue: 'U' },
    ...{ constants: [{ attribute: 'route', value: '4' }], successRule: 'status' },
  })
  /** Other values for fields that do not accept two more characters at the end. */
  const OTHERS: Record<string, unknown> = {
    ...{ method: 'GET', encoding: 'json', numberFormat: 'plus', countryCodeValue: '44' },
    ...{ url: 'https://gateway.example.com/other', constants: [{ attribute: 'route', value: '5' }] },
  }
  const SENT = fieldsOf(smsConfigurations).filter(
    (field) => ![...CHOOSES, ...NOTIFIED, ...NAMES, ...OF_TESTS, ...RECORDS, ...JUDGES].includes(field),
  )
  const requestOf = async (form: object) => {
    const { data } = await admin.call(smsConfigurations.create, form)
    const gateway = await findSmsGateway(server.db, server.keys.seal, data._id)
    if (gateway === null) throw new Error('it was not stored')
    const sms = { to: '9876543210', text: 'आपका कोड', registeredId: '1107160000000000001' }
    return { request: JSON.stringify(smsRequest(gateway, sms, 'one')), success: gateway.options.success }
  }

  test.each(SENT)('is changed by the field %s', async (field) => {
    const before = await requestOf(WHOLE)
    const after = await requestOf({ ...WHOLE, [field]: OTHERS[field] ?? `${WHOLE[field]}2` })
    expect(after.request).not.toBe(before.request)
  })

  test.each([...RECORDS, ...OF_TESTS.slice(1), ...NAMES])('is not changed by the field %s', async (field) => {
    const before = await requestOf(WHOLE)
    expect((await requestOf({ ...WHOLE, [field]: `${WHOLE[field]}2` })).request).toBe(before.request)
  })

  test.each([
    [{ successRule: 'text', successText: 'queued' }, { successText: 'sent' }],
    [{ successRule: 'json', successPath: 'a', successValue: '1' }, { successPath: 'b' }],
    [{ successRule: 'json', successPath: 'a', successValue: '1' }, { successValue: '2' }],
    [
      { successRule: 'text', successText: 'queued' },
      { successRule: 'json', successPath: 'x', successValue: '' },
    ],
  ])('is the same with %j and %j, but not what counts as accepted', async (rule, change) => {
    const answer = { status: 200, text: '{"a":1,"state":"queued"}' }
    expect(isAccepted((await requestOf({ ...WHOLE, ...rule })).success, answer)).toBe(true)
    expect(isAccepted((await requestOf({ ...WHOLE, ...rule, ...change })).success, answer)).toBe(false)
  })
})

describe('the message of a mail server', () => {
  let mailServers: SMTPServer[]
  let ports: number[]
  let seen: object
  beforeAll(async () => {
    const start = async (place: number) => {
      let credentials: object
      const mailServer = new SMTPServer({
        ...{ disabledCommands: ['STARTTLS'], allowInsecureAuth: true, authMethods: ['PLAIN', 'XOAUTH2'] },
        onAuth: ({ username, password, accessToken }, _session, done) => {
          credentials = { username, password, accessToken }
          done(null, { user: username })
        },
        onData: (stream, { envelope }, done) => {
          void text(stream).then((raw) => {
            const headers = raw.split('\r\n').filter((line) => /^(from|reply-to|cc):/i.test(line))
            const to = envelope.rcptTo.map(({ address }) => address)
            seen = { place, credentials, headers, from: (envelope.mailFrom || { address: '' }).address, to }
            done()
          })
        },
      })
      await new Promise<void>((resolve) => {
        mailServer.listen(0, '127.0.0.1', resolve)
      })
      return mailServer
    }
    mailServers = await Promise.all([start(0), start(1)])
    ports = mailServers.map((mailServer) => (mailServer.server.address() as AddressInfo).port)
  })
  afterAll(() => {
    for (const mailServer of mailServers) mailServer.close()
  })

  const whole = () =>
    anEmailConfiguration({
      host: 'localhost',
      postNo: ports[0],
      fromName: 'Claims',
      replyTo: 'help@claims.example.com',
    })
  const sentBy = async (form: object) => {
    const { data } = await admin.call(emailConfigurations.create, form)
    const gateway = await findEmailGateway(server.db, server.keys.seal, data._id)
    if (gateway === null) throw new Error('it was not stored')
    const mail = { to: 'asha@example.com', subject: 'Hello', text: 'Hello', html: '', isConfidential: false }
    await configuredMail(server.config, 'portal.example.com')(gateway, mail, 'one')
    return { host: gateway.host, ...seen }
  }
  const OTHERS: Record<string, () => object> = {
    fromMailId: () => ({ fromMailId: 'other@claims.example.com' }),
    fromName: () => ({ fromName: 'Desk' }),
    replyTo: () => ({ replyTo: '' }),
    ccMailId: () => ({ ccMailId: ['third@claims.example.com'] }),
    host: () => ({ host: '127.0.0.1' }),
    postNo: () => ({ postNo: ports[1] }),
    userName: () => ({ userName: 'another' }),
    password: () => ({ password: 'Another-Secret-2' }),
    type: () => ({ type: 'OAuth2' }),
    token: () => ({ type: 'OAuth2', token: 'Another-Token-2' }),
  }
  const SENT = fieldsOf(emailConfigurations).filter(
    (field) => ![...CHOOSES, ...NOTIFIED, ...OF_TESTS, ...EMAIL_RECORDS].includes(field),
  )

  test.each(SENT)('is changed by the field %s', async (field) => {
    const before = await sentBy({ ...whole(), ...(field === 'token' && { type: 'OAuth2' }) })
    expect(await sentBy({ ...whole(), ...OTHERS[field]?.() })).not.toEqual(before)
  })

  test('is not changed by the test address and the record', async () => {
    const before = await sentBy(whole())
    const records = { defaultTo: 'else@claims.example.com', url: 'https://provider.example.com' }
    expect(await sentBy({ ...whole(), ...records })).toEqual(before)
  })
})
