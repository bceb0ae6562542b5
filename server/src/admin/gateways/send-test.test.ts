import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { emailConfigurations } from '@gatehouse/contract/admin/gateways/email-configurations.ts'
import { previewSmsRequest } from '@gatehouse/contract/admin/gateways/preview-sms-request.ts'
import * as tests from '@gatehouse/contract/admin/gateways/send-test.ts'
import { smsConfigurations } from '@gatehouse/contract/admin/gateways/sms-configurations.ts'
import { smsTemplates } from '@gatehouse/contract/admin/templates/templates.ts'
import { login } from '@gatehouse/contract/signin.ts'
import { SMTPServer } from 'smtp-server'
import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { anAddress, aPerson, PASSWORD } from '../../../test/builders.ts'
import { anAuthority } from '../../../test/certificates.ts'
import type { Sent } from '../../../test/conformance-calls.ts'
import { anAdministrator, auditOf, someoneWith } from '../../../test/console.ts'
import { anEmailConfiguration, anSmsConfiguration } from '../../../test/message-configurations.ts'
import { startTestServer, type TestServer, type Visitor } from '../../../test/server.ts'
import { anSmsGateway } from '../../../test/sms-gateway.ts'
import { UNREGISTERED } from '../../notifications/registered-text.ts'

const SECRETS = /Sms-Token-93|Sms-Api-94|Sms-Secret-95|Mail-Secret-91|Mail-Token-92/
const authority = anAuthority()
let server: TestServer
let admin: Visitor
let gateway: Awaited<ReturnType<typeof anSmsGateway>>
let mails: string[] = []
const mailServer = new SMTPServer({
  ...authority.vouchFor('localhost'),
  onAuth: ({ username, password }, _session, done) =>
    username === 'mailer' && password === 'Mail-Secret-91'
      ? done(null, { user: username })
      : done(Object.assign(new Error(`No: ${password}`), { responseCode: 535 })),
  onData: (stream, _session, done) =>
    void text(stream).then((raw) => {
      mails.push(raw)
      done(null, 'kept as 4711')
    }, done),
})

beforeAll(async () => {
  gateway = await anSmsGateway()
  await new Promise<void>((resolve) => {
    mailServer.listen(0, 'localhost', resolve)
  })
  server = await startTestServer({ config: { outboundAllow: ['localhost'], outboundCa: authority.cert } })
  admin = (await anAdministrator(server)).visitor
})
afterEach(async () => {
  await server.db.execute(sql`delete from sms_configurations`)
  await server.db.execute(sql`delete from email_configurations`)
  gateway.calls.length = 0
  mails = []
})
afterAll(async () => {
  await server.close()
  gateway.close()
  mailServer.close()
})

const aSmsGateway = async (changes: Sent = {}) => {
  const answer = await admin.call(smsConfigurations.create, anSmsConfiguration({ url: gateway.url, ...changes }))
  expect(answer).toMatchObject({ status: 200 })
  return answer.data
}
const aMailGateway = async (changes: Sent = {}) => {
  const { port } = mailServer.server.address() as AddressInfo
  const form = anEmailConfiguration({ host: 'localhost', postNo: port, ...changes })
  const answer = await admin.call(emailConfigurations.create, form)
  expect(answer).toMatchObject({ status: 200 })
  return answer.data
}
const signInAt = async (person: { email: string }) => {
  const { status } = await server.visitor({ ip: anAddress() }).call(login, { email: person.email, password: PASSWORD })
  expect(status).toBe(200)
}
const messagesOf = async (userId: string, channel: string) => {
  const { rows } = await server.db.execute<{ state: string; gateway: string; body: string; answers: string[] }>(sql`
    select state, gateway, body,
      array(select answer from delivery_attempts d where d.outbox_id = m.id order by number) as answers
    from messages m where user_id = ${userId} and channel = ${channel}`)
  return rows
}
/** No stored data reveals a secret of a gateway or a code that was sent. */
const expectNothingKept = async (code: string) => {
  const { rows } = await server.db.execute(sql`
    select (select json_agg(m) from messages m)::text || (select json_agg(d) from delivery_attempts d)::text
      || (select json_agg(a) from audit_events a)::text as kept`)
  const kept = String(rows[0]?.kept)
  expect(kept).not.toMatch(SECRETS)
  expect(kept).not.toContain(code)
}

describe('a sign-in code by SMS', () => {
  test('goes to the saved gateway in the configured format, with the id of its registered text', async () => {
    await aSmsGateway({ encoding: 'json', mobileNoAttribute: 'to.0', numberFormat: 'plus', countryCodeAttribute: 'NA' })
    const template = { Application: 'All', Client: 'All', TemplateId: '1107000000000000001', Status: 'ACTIVE' }
    const written = { ...template, TemplateName: 'login-otp', Template: '{{ code }} & nothing else' }
    const { data } = await admin.call(smsTemplates.create, written)
    const person = await aPerson(server)
    gateway.answer((response, { body, headers }) => void response.end(`Sent ${body} ${headers.authorization}`))
    await signInAt(person)
    await expect.poll(() => messagesOf(person.id, 'sms')).toMatchObject([{ state: 'sent', gateway: 'Quick SMS' }])
    const [called] = gateway.calls
    const sent = JSON.parse(called?.body ?? '')
    expect(sent).toEqual({
      ...{ user: 'sender', pass: 'Sms-Secret-95', api: 'Sms-Api-94', from: 'CLAIMS', to: [`+91${person.phoneNumber}`] },
      ...{ text: expect.stringMatching(/^\d{6} & nothing else$/), entityid: 'E-1', templateid: '1107000000000000001' },
    })
    expect(called?.headers.authorization).toBe('Bearer Sms-Token-93')
    const [message] = await messagesOf(person.id, 'sms')
    expect(message?.body).toBe('•••••• & nothing else')
    expect(message?.answers).toEqual([expect.stringContaining('HTTP 200: Sent {')])
    await expectNothingKept(sent.text.slice(0, 6))
    await server.db.execute(sql`delete from templates where id = ${data._id}`)
  })

  test('is retried with the next matching gateway when the gateway answers with an error', async () => {
    const rule = { successRule: 'text', successText: 'Accepted' }
    await aSmsGateway({ providerName: 'First SMS', ...rule })
    await aSmsGateway({ providerName: 'Second SMS', method: 'GET' })
    gateway.answer((response) => void response.end('ERR no credit'))
    const person = await aPerson(server)
    await signInAt(person)
    await expect
      .poll(() => messagesOf(person.id, 'sms'))
      .toMatchObject([
        {
          state: 'sent',
          gateway: 'Second SMS',
          answers: [0, 1].map(() => `${UNREGISTERED} · HTTP 200: ERR no credit`),
        },
      ])
    expect(gateway.calls.map(({ method }) => method)).toEqual(['POST', 'GET'])
    // Each attempt has the same id, by which the gateway recognises repeats.
    expect(new Set(gateway.calls.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
  })
})

test('a sign-in code by email goes through the saved mail server', async () => {
  await aMailGateway()
  const person = await aPerson(server)
  await signInAt(person)
  await expect.poll(() => messagesOf(person.id, 'email')).toMatchObject([{ state: 'sent', gateway: 'localhost' }])
  const [raw = ''] = mails
  expect(raw).toMatch(new RegExp(`^To: ${person.email}\r$`, 'm'))
  // A code is never copied to other recipients.
  expect(raw).not.toMatch(/audit@claims|head@claims/)
  await expectNothingKept(/\b\d{6}\b/.exec(raw)?.[0] ?? 'none')
})

describe('the request format of a gateway', () => {
  const DEFAULTS = {
    ...{ method: 'POST', encoding: 'form', tokenHeader: 'Authorization', numberFormat: 'national' },
    ...{ entityIdAttribute: 'entityid', templateIdAttribute: 'templateid', unicodeAttribute: '', unicodeValue: '' },
    ...{ constants: [], successRule: 'status', successText: '', successPath: '', successValue: '', perSecond: 0 },
  }
  const CHOSEN = {
    ...{ method: 'POST', encoding: 'json', tokenHeader: 'X-Key', numberFormat: 'plus' },
    ...{ entityIdAttribute: 'pe', templateIdAttribute: 'te', unicodeAttribute: 'u', unicodeValue: '1' },
    ...{ constants: [{ attribute: 'route', value: '4' }], successRule: 'json', successPath: 'a.0', successValue: 'ok' },
    perSecond: 7,
  }
  const rateOf = async (id: string) => {
    const lane = `sms:${id}`
    const { rows } = await server.db.execute(sql`select per_second as rate from outbox_lanes where lane = ${lane}`)
    return rows[0]?.rate
  }

  test('is the most common one when the specified call omits it', async () => {
    const row = await aSmsGateway()
    expect(row).toMatchObject(DEFAULTS)
    expect(await rateOf(row._id)).toBe(0)
  })

  test('is stored as chosen, and kept when the specified call changes something else', async () => {
    const row = await aSmsGateway(CHOSEN)
    expect(row).toMatchObject({ ...CHOSEN, successText: '' })
    expect(await rateOf(row._id)).toBe(7)
    const form = anSmsConfiguration({ url: gateway.url, providerName: 'Another', notificationId: row._id })
    const { data } = await admin.call(smsConfigurations.update, form)
    expect(data).toMatchObject({ ...CHOSEN, providerName: 'Another' })
    expect(await rateOf(row._id)).toBe(7)
  })

  test('by GET puts everything in the address, whatever the encoding is set to', async () => {
    expect(await aSmsGateway({ method: 'GET', encoding: 'json' })).toMatchObject({ method: 'GET', encoding: 'query' })
  })

  test.each<[Sent, string]>([
    [{ method: 'PUT' }, 'Method is required'],
    [{ tokenHeader: 'Host' }, 'Enter a header'],
    [{ tokenHeader: 'X-Key: a' }, 'Enter a header'],
    [{ tokenHeader: 'X-Key\r\nHost' }, 'Enter a header'],
    [{ constants: [{ attribute: '', value: '4' }] }, 'Attribute is required'],
    [{ successRule: 'text' }, 'Enter the text that a successful response contains'],
    [{ successRule: 'json', successValue: 'ok' }, 'Enter the path in the response, such as status.code'],
    [{ perSecond: 1001 }, 'Enter a whole number from 0 to 1,000'],
    [{ priority: 101 }, 'Enter a whole number from 0 to 100'],
    [
      { url: 'http://gateway.example.com/send' },
      'Use https://. The operator can allow http:// for a host with OUTBOUND_ALLOW.',
    ],
  ])('is refused as %j', async (changes, msg) => {
    const answer = await admin.call(smsConfigurations.create, anSmsConfiguration({ url: gateway.url, ...changes }))
    expect(answer).toMatchObject({ status: 400, msg })
  })

  test('of a mail server includes the number of messages a second', async () => {
    const row = await aMailGateway({ perSecond: 3 })
    const { rows } = await server.db.execute(
      sql`select per_second as rate from outbox_lanes where lane = ${`email:${row._id}`}`,
    )
    expect({ row: row.perSecond, lane: rows[0]?.rate }).toEqual({ row: 3, lane: 3 })
    const refused = anEmailConfiguration({ host: 'smtp.example.com', postNo: 5432 })
    expect(await admin.call(emailConfigurations.create, refused)).toMatchObject({
      status: 400,
      msg: expect.stringMatching(/port 25, 465, 587 or 2525/),
    })
  })
})

describe('the preview of a request', () => {
  const DRAFT = {
    ...anSmsConfiguration(),
    ...{ method: 'POST', encoding: 'form', numberFormat: 'national', tokenHeader: 'Authorization' },
    ...{ to: '9876543210', text: "It's 482913", constants: [{ attribute: 'route', value: '4' }] },
  }

  test('is the request that would be sent, without secrets', async () => {
    const { data, status } = await admin.call(previewSmsRequest, DRAFT)
    expect({ status, problem: data.problem }).toEqual({ status: 200, problem: null })
    expect(data.request).toMatchObject({ method: 'POST', url: 'https://gateway.example.com/send' })
    expect(data.request?.body).toBe(
      "user=sender&pass=********&api=********&from=CLAIMS&cc=91&to=9876543210&text=It's%20482913&route=4",
    )
    expect(data.request?.headers).toContainEqual({ name: 'Authorization', value: 'Bearer ********' })
    expect(data.request?.curl).toContain("-H 'Authorization: Bearer TOKEN'")
    expect(data.request?.curl).toContain(
      "pass=PASSWORD&api=API_CODE&from=CLAIMS&cc=91&to=9876543210&text=It'\\''s%20482913",
    )
    expect(JSON.stringify(data)).not.toMatch(SECRETS)
  })

  test('needs few fields, and gives the reason when there is none', async () => {
    const least = { method: 'GET', encoding: 'query', numberFormat: 'national' }
    expect((await admin.call(previewSmsRequest, least)).data).toEqual({ request: null, problem: null })
    const inside = { ...least, url: 'https://10.0.0.1/' }
    expect((await admin.call(previewSmsRequest, inside)).data).toMatchObject({
      request: null,
      problem: expect.stringContaining('is inside the network'),
    })
  })
})

describe('a test', () => {
  const SMS = { to: '9876543210', text: 'Hello & welcome', templateId: '1107' }

  test('of an inactive SMS gateway shows the answer of the gateway and is recorded in the audit', async () => {
    const { _id: id } = await aSmsGateway({ status: 'INACTIVE' })
    gateway.answer((response, { body }) => void response.writeHead(202).end(`Queued ${body}`))
    const answer = await admin.call(tests.testSmsConfiguration, { id, ...SMS })
    expect(answer).toMatchObject({ status: 200, data: { isSuccess: true, to: SMS.to } })
    expect(answer.data.answer).toMatch(/^HTTP 202: Queued user=sender&pass=••••••&/)
    expect(answer.data.tookMs).toBeGreaterThanOrEqual(0)
    expect(Object.fromEntries(new URLSearchParams(gateway.calls[0]?.body))).toMatchObject({
      ...{ pass: 'Sms-Secret-95', text: SMS.text, templateid: '1107' },
    })
    const tested = (await auditOf(server, id)).filter(({ event }) => event === 'smsConfigurations.tested')
    expect(tested).toMatchObject([{ detail: { name: 'Quick SMS', to: SMS.to, isSuccess: true } }])
    expect(JSON.stringify([answer, tested])).not.toMatch(SECRETS)
  })

  test('fails if the answer breaks the success rule of the gateway', async () => {
    const { _id: id } = await aSmsGateway({ successRule: 'json', successPath: 'ok', successValue: 'true' })
    gateway.answer((response) => void response.end('{"ok":false}'))
    const { data } = await admin.call(tests.testSmsConfiguration, { id, ...SMS })
    expect(data).toMatchObject({ isSuccess: false, answer: 'HTTP 200: {"ok":false}' })
  })

  test('of a mail server shows the answer of the server', async () => {
    const { _id: id } = await aMailGateway({ status: 'INACTIVE' })
    const good = await admin.call(tests.testEmailConfiguration, { id, to: 'asha@example.com' })
    expect(good.data).toMatchObject({ isSuccess: true, answer: expect.stringContaining('kept as 4711') })
    expect(mails[0]).toMatch(/^Subject: Test message from EAI\r$/m)
    const { _id: wrong } = await aMailGateway({ password: 'Mail-Secret-99' })
    const bad = await admin.call(tests.testEmailConfiguration, { id: wrong, to: 'asha@example.com' })
    expect(bad.data).toMatchObject({ isSuccess: false, answer: 'Invalid login: 535 No: ••••••' })
    expect((await auditOf(server, wrong)).at(-1)).toMatchObject({
      event: 'emailConfigurations.tested',
      detail: { isSuccess: false },
    })
  })

  test('needs the permission to change messages and an existing gateway', async () => {
    const { _id: id } = await aSmsGateway({ status: 'INACTIVE' })
    const { visitor } = await someoneWith(server, ['messages:read'])
    expect(await visitor.call(tests.testSmsConfiguration, { id, ...SMS })).toMatchObject({ status: 403 })
    expect(await visitor.call(tests.testEmailConfiguration, { id, to: 'a@example.com' })).toMatchObject({ status: 403 })
    const nobody = '018f0000-0000-7000-8000-000000000000'
    expect(await admin.call(tests.testSmsConfiguration, { id: nobody, ...SMS })).toMatchObject({ status: 404 })
    const mail = { id: nobody, to: 'a@example.com' }
    expect(await admin.call(tests.testEmailConfiguration, mail)).toMatchObject({ status: 404 })
    expect(await admin.call(tests.testSmsConfiguration, { id, ...SMS, to: '12' })).toMatchObject({ status: 400 })
    expect(gateway.calls).toEqual([])
  })

  test('can be sent 20 times an hour', async () => {
    const { visitor } = await someoneWith(server, ['messages:write'])
    const { _id: id } = await aSmsGateway({ status: 'INACTIVE' })
    for (let times = 0; times < 20; times++) {
      const { status } = await visitor.call(tests.testSmsConfiguration, { id, ...SMS })
      expect(status).toBe(200)
    }
    const refused = await visitor.call(tests.testSmsConfiguration, { id, ...SMS })
    expect(refused).toMatchObject({ status: 429 })
    expect(gateway.calls).toHaveLength(20)
  })

  test('can be sent 60 times a day, also hour by hour', async () => {
    const { visitor } = await someoneWith(server, ['messages:write'])
    const { _id: id } = await aSmsGateway({ status: 'INACTIVE' })
    const ask = async () => (await visitor.call(tests.testSmsConfiguration, { id, ...SMS })).status
    const answers: number[] = []
    for (let time = 0; time < 61; time++) {
      // Another hour has begun.
      if (time % 20 === 0) await server.db.execute(sql`delete from throttles where bucket = 'message-test'`)
      answers.push(await ask())
    }
    expect(answers).toEqual([...Array(60).fill(200), 429])
    expect(gateway.calls).toHaveLength(60)
  })
})
