import { monitorEventLoopDelay } from 'node:perf_hooks'
import { goesBy, NOTICE_NAMES, secretsOf, variablesOf } from '@gatehouse/contract/notices.ts'
import sql, { type Sql } from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aClient, anApplication, anAssignment, aPerson } from '../../test/builders.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'
import { truncate } from '../../test/truncate.ts'
import type { By } from '../admin/engine/store.ts'
import { resend } from '../admin/messages/resend.ts'
import { newId } from '../crypto/ids.ts'
import { seal } from '../crypto/seal.ts'
import { TryLater } from '../outbound/try-later.ts'
import { setLaneRate } from '../outbox/lanes.ts'
import { makeOutbox } from '../outbox/outbox.ts'
import { type Mail, RecipientRefused, type Senders, type Sms } from './channels/senders.ts'
import { messageHandler } from './deliver-message.ts'
import { notify } from './notify.ts'
import { makeTemplatePool, WHEN_SENT } from './template-pool.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ deliver: () => async () => 'left to the dispatcher of the test' })
})
afterAll(() => server.close())
beforeEach(() =>
  truncate(
    server.db,
    sql`outbox, outbox_lanes, delivery_attempts, messages, email_configurations, sms_configurations, templates cascade`,
  ),
)

type Scope = { application?: string | null; client?: string | null }

/** Configures a mail server, identified by its host. */
async function aMailServer(host: string, { application = null, client = null }: Scope = {}, status = 'ACTIVE') {
  const id = newId()
  const password = seal(server.keys.seal, `email_configurations|sealed_password|${id}`, `password of ${host}`)
  await server.db.execute(sql`
    insert into email_configurations (id, application_id, client_id, from_address, host, port, sealed_password, status)
    values (${id}, ${application}, ${client}, 'desk@example.com', ${host}, 587, ${password}, ${status})`)
  return id
}

async function anSmsGateway(name: string, { application = null, client = null }: Scope = {}) {
  const id = newId()
  await server.db.execute(sql`
    insert into sms_configurations (id, application_id, client_id, provider_name, url, gateway_id, gateway_name, user_name, sender_id, country_code, attributes, default_no, entity_id)
    values (${id}, ${application}, ${client}, ${name}, 'https://sms.example.com', 'g', 'g', 'u', 's', '91', '{}', '1', 'e')`)
  return id
}

type Written = { channel?: 'email' | 'sms'; name?: string; subject?: string; body: string; language?: string }

async function aTemplate(
  { channel = 'email', name = 'login-otp', subject = 'From a template', body, language = 'All' }: Written,
  { application = null, client = null }: Scope = {},
) {
  await server.db.execute(sql`
    insert into templates (id, channel, application_id, client_id, template_id, name, subject, body, language)
    values (${newId()}, ${channel}, ${application}, ${client}, 'T-1', ${name}, ${subject}, ${body}, ${language})`)
}

type Handed = { through: string; password: string; mail: Mail }

/** A dispatcher that records what goes through which gateway; those in `down` fail, with the error `why` when given. */
function aDispatcher(down: string[] = [], why?: Error, sentTemplates = server.sentTemplates) {
  const mails: Handed[] = []
  const texts: { through: string; sms: Sms }[] = []
  const requireUp = (name: string) => {
    if (down.includes(name)) throw why ?? new Error(`${name} is down`)
    return '250 accepted'
  }
  const senders: Senders = {
    email: async ({ name, password }, mail) => {
      const answer = requireUp(name)
      mails.push({ through: name, password, mail })
      return answer
    },
    sms: async ({ name }, sms) => {
      const answer = requireUp(name)
      texts.push({ through: name, sms })
      return `${answer}: ${sms.text}, ${encodeURIComponent(sms.text)}`
    },
  }
  const handler = messageHandler({ ...server, sentTemplates }, senders)
  const handlers = { message: handler, webhook: handler, partner: handler, logout: handler }
  const open = () => makeOutbox({ db: server.db, log: server.log, sealKeys: server.keys.seal, handlers })
  return { open, mails, texts }
}

/** Sends everything that is due. */
async function deliverAll(...how: Parameters<typeof aDispatcher>) {
  const { open, mails, texts } = aDispatcher(...how)
  for (let turns = 0; turns < 100; turns++) {
    const { rows } = await server.db.execute(sql`select 1 from outbox where state = 'ready' and run_at <= now()`)
    if (rows.length === 0) return { mails, texts }
    const outbox = open()
    outbox.wake()
    for (let waits = 0; waits < 200; waits++) {
      const due = await server.db.execute(sql`select 1 from outbox where state = 'ready' and run_at <= now()`)
      if (due.rows.length === 0) break
    }
    await outbox.stop()
  }
  throw new Error('it never ends')
}

const write = (
  userId: string,
  notice: (typeof NOTICE_NAMES)[number] = 'password-changed',
  values = {},
  scope?: Scope,
) =>
  server.db.transaction((tx) =>
    notify(server, tx, notice, userId, {
      values,
      ...(scope === undefined
        ? {}
        : { scope: { applicationId: scope.application ?? null, clientId: scope.client ?? null } }),
    }),
  )

async function messages(which: Sql = sql`true`) {
  const { rows } = await server.db.execute<Record<string, string>>(sql`
    select channel, notice, language, recipient, state, gateway, template, subject, body from messages where ${which} order by id`)
  return rows
}

test('every message with a code or link, that which locks the account too, is marked so that no copy of it is sent', async () => {
  const { id } = await aPerson(server)
  for (const name of NOTICE_NAMES.filter((one) => goesBy('email', one))) {
    await write(id, name, Object.fromEntries(variablesOf(name).map((variable) => [variable.name, variable.sample])))
    const { mails } = await deliverAll()
    const isConfidential = secretsOf(name).length > 0
    expect([name, mails.map(({ mail }) => mail.isConfidential)]).toEqual([name, [isConfidential]])
    expect([name, /\/lockaccount\//.test(mails[0]?.mail.text ?? '') && !isConfidential]).toEqual([name, false])
  }
})

describe('the gateway', () => {
  test('is the most specific active one (requirement M1)', async () => {
    const person = await aPerson(server)
    const [application, other] = [await anApplication(server), await anApplication(server)]
    const [client, stranger] = [await aClient(server), await aClient(server)]
    const about = { application: application.id, client: client.id }
    await aMailServer('all')
    await aMailServer('other application', { application: other.id })
    await aMailServer('other client', { application: application.id, client: stranger.id })
    const through = async () => {
      await write(person.id, 'password-changed', {}, about)
      return (await deliverAll()).mails.map((one) => one.through)
    }
    expect(await through()).toEqual(['all'])
    await aMailServer('client', { client: client.id })
    expect(await through()).toEqual(['client'])
    await aMailServer('application', { application: application.id })
    expect(await through()).toEqual(['application'])
    const both = await aMailServer('both', about)
    expect(await through()).toEqual(['both'])
    await server.db.execute(sql`update email_configurations set status = 'INACTIVE' where id = ${both}`)
    expect(await through()).toEqual(['application'])
    await server.db.execute(sql`update email_configurations set deleted_at = now()`)
    expect(await through()).toEqual(['The portal’s own mail server'])
  })

  test('is that of the application for a person who has only one', async () => {
    const person = await aPerson(server)
    const [application, client] = [await anApplication(server), await aClient(server)]
    await anAssignment(server, person.id, application.id, client.id)
    await aMailServer('its own', { application: application.id, client: client.id })
    await write(person.id)
    expect((await deliverAll()).mails).toMatchObject([{ through: 'its own', password: 'password of its own' }])
    await anAssignment(server, person.id, (await anApplication(server)).id, client.id)
    await write(person.id)
    expect((await deliverAll()).mails).toMatchObject([{ through: 'The portal’s own mail server' }])
  })

  test('that fails is followed by the next matching one, and finally by the portal’s own', async () => {
    const person = await aPerson(server)
    await aMailServer('first')
    await aMailServer('second')
    await write(person.id)
    expect((await deliverAll(['first'])).mails.map(({ through }) => through)).toEqual(['second'])
    await write(person.id)
    expect((await deliverAll(['first', 'second'])).mails.map(({ through }) => through)).toEqual([
      'The portal’s own mail server',
    ])
    expect(await messages()).toMatchObject([
      { state: 'sent', gateway: 'second' },
      { state: 'sent', gateway: 'The portal’s own mail server' },
    ])
    const { rows: attempts } = await server.db.execute(sql`
      select gateway, is_success as "isSuccess", answer from delivery_attempts order by outbox_id, number`)
    expect(attempts).toEqual([
      { gateway: 'first', isSuccess: false, answer: 'first is down' },
      { gateway: 'second', isSuccess: true, answer: '250 accepted' },
      { gateway: 'first', isSuccess: false, answer: 'first is down' },
      { gateway: 'second', isSuccess: false, answer: 'second is down' },
      { gateway: 'The portal’s own mail server', isSuccess: true, answer: '250 accepted' },
    ])
  })

  test('with the highest priority precedes others with the same scope', async () => {
    const person = await aPerson(server)
    await aMailServer('oldest')
    const preferred = await aMailServer('preferred')
    await server.db.execute(sql`update email_configurations set priority = 5 where id = ${preferred}`)
    await write(person.id)
    expect((await deliverAll()).mails.map(({ through }) => through)).toEqual(['preferred'])
  })

  test('that asks for a pause is not called that long', async () => {
    const person = await aPerson(server)
    await aMailServer('busy')
    await write(person.id)
    await deliverAll(['busy'], new TryLater('HTTP 429', 600))
    const { rows } = await server.db.execute(sql`
      select lane like 'email:%' as "isOwn", failures, round(extract(epoch from paused_until - now()) / 60)::int as minutes
      from outbox_lanes`)
    expect(rows).toEqual([{ isOwn: true, failures: 1, minutes: 10 }])
    await write(person.id)
    expect((await deliverAll()).mails.map(({ through }) => through)).toEqual(['The portal’s own mail server'])
  })

  test('with an unreadable secret is skipped, and the attempt says so', async () => {
    const person = await aPerson(server)
    const broken = await aMailServer('broken')
    await aMailServer('sound')
    await server.db.execute(sql`
      update email_configurations set sealed_password = set_byte(sealed_password, 30, 255 - get_byte(sealed_password, 30)) where id = ${broken}`)
    await write(person.id)
    expect((await deliverAll()).mails.map(({ through }) => through)).toEqual(['sound'])
    const { rows } = await server.db.execute(
      sql`select gateway, is_success as "isSuccess", answer from delivery_attempts`,
    )
    const answer = 'broken: its secrets cannot be read. Enter them again · 250 accepted'
    expect(rows).toEqual([{ gateway: 'sound', isSuccess: true, answer }])
  })

  test('for SMS that is the only one and unreadable leaves the message waiting, with the reason', async () => {
    const person = await aPerson(server)
    const id = await anSmsGateway('Broken')
    await server.db.execute(
      sql`update sms_configurations set sealed_token = ${Buffer.from('nothing')} where id = ${id}`,
    )
    await write(person.id, 'login-otp', { code: '482913', minutes: 5 })
    expect((await deliverAll()).mails).toHaveLength(1)
    expect(await messages(sql`channel = 'sms'`)).toMatchObject([{ state: 'waiting', gateway: 'Broken' }])
    const { rows } = await server.db.execute(sql`select answer from delivery_attempts where not is_success`)
    expect(rows).toEqual([{ answer: 'Broken: its secrets cannot be read. Enter them again' }])
  })

  test('that fails repeatedly is paused for a while, and its messages go to the next one', async () => {
    const person = await aPerson(server)
    await aMailServer('first')
    for (let times = 0; times < 5; times++) await write(person.id)
    await deliverAll(['first'])
    await write(person.id)
    const { mails } = await deliverAll()
    expect(mails).toMatchObject([{ through: 'The portal’s own mail server' }])
    await server.db.execute(sql`update outbox_lanes set paused_until = now()`)
    await write(person.id)
    expect((await deliverAll()).mails).toMatchObject([{ through: 'first' }])
    const { rows } = await server.db.execute(sql`select failures, paused_until from outbox_lanes`)
    expect(rows).toEqual([{ failures: 0, paused_until: null }])
  })

  test('that replaces a paused one keeps its rate limit', async () => {
    const person = await aPerson(server)
    const [first, second] = [await aMailServer('first'), await aMailServer('second')]
    for (let times = 0; times < 20; times++) await write(person.id)
    await pause(`email:${first}`)
    // For an hour the rate limit of this lane allows no message.
    await setLaneRate(server.db, `email:${second}`, 2)
    await server.db.execute(sql`update outbox_lanes set tokens = -7200, filled_at = now() where per_second = 2`)
    const { open, mails } = aDispatcher()
    const outbox = open()
    outbox.wake()
    const waiting = { lane: `email:${second}`, count: 20, tries: 0 }
    await expect.poll(() => lanes()).toEqual([waiting])
    await outbox.stop()
    expect(mails).toEqual([])
    expect(await lanes()).toEqual([waiting])
    await server.db.execute(sql`update outbox_lanes set per_second = 0`)
    expect((await deliverAll()).mails.map(({ through }) => through)).toEqual(Array(20).fill('second'))
  })

  test.each([
    ['without a mailbox is abandoned at once', '550 5.1.1 No such mailbox', [{ state: 'failed', gateway: 'first' }]],
    [
      'whom one gateway refuses is sent the message by the next one',
      '550 5.7.1 Blocked',
      [{ state: 'sent', gateway: 'second' }],
    ],
  ])('does not count a refused recipient as its failure: a person %s', async (_what, reason, expected) => {
    await aMailServer('first')
    await aMailServer('second')
    const refused = new RecipientRefused(reason, { isFinal: reason.includes('5.1.1') })
    for (let times = 0; times < 6; times++) await write((await aPerson(server)).id)
    await deliverAll(['first'], refused)
    expect(await messages()).toMatchObject(Array(6).fill(expected[0]))
    await write((await aPerson(server)).id)
    expect((await deliverAll()).mails).toMatchObject([{ through: 'first' }])
    const { rows } = await server.db.execute(sql`
      select distinct number, answer from delivery_attempts where gateway = 'first' and not is_success`)
    expect(rows).toEqual([{ number: 1, answer: reason }])
  })

  test('of a message that is sent again is the best match, not the last one tried', async () => {
    const person = await aPerson(server)
    const { id: application } = await anApplication(server)
    await aMailServer('its own', { application })
    await aMailServer('all')
    const everyOne = ['its own', 'all', 'The portal’s own mail server']
    const through = async (down: string[] = []) => (await deliverAll(down)).mails.map((one) => one.through)
    await write(person.id, 'password-changed', {}, { application })
    await server.db.execute(sql`update outbox set rounds = 6`)
    expect(await through(everyOne)).toEqual([])
    await sendAgain(person.id, 'again')
    expect(await through(['its own'])).toEqual(['all'])
    await sendAgain(person.id, 'anew')
    expect(await through()).toEqual(['its own'])
  })

  test('is waited for if all are paused', async () => {
    const person = await aPerson(server)
    const [first, second] = [await anSmsGateway('first'), await anSmsGateway('second')]
    const writeBySms = () => write(person.id, 'login-otp', { code: '482913', minutes: 5 })
    await writeBySms()
    await pause(`sms:${first}`)
    await pause(`sms:${second}`)
    expect((await deliverAll()).texts).toEqual([])
    expect(await lanes(sql`lane <> 'email'`)).toEqual([{ lane: `sms:${first}`, count: 1, tries: 0 }])
    await server.db.execute(sql`update outbox set run_at = now() where state = 'ready'`)
    await server.db.execute(sql`update outbox_lanes set paused_until = null where lane = ${`sms:${second}`}`)
    expect((await deliverAll()).texts).toMatchObject([{ through: 'second' }])
  })
})

/** Sends the only message again, in the way that an administrator does. */
async function sendAgain(userId: string, how: 'again' | 'anew') {
  const { rows } = await server.db.execute<{ id: string }>(sql`select id from messages`)
  // The person is needed only for the audit.
  const by = { person: { userId, sessionId: null }, ip: '203.0.113.1' } as unknown as By
  await server.db.transaction((tx) => resend(server, tx, by, { id: rows[0]?.id ?? '', resend: how }))
}

const pause = (lane: string) =>
  server.db.execute(sql`
    insert into outbox_lanes (lane, failures, paused_until) values (${lane}, 5, now() + interval '30 seconds')`)

/** The lane and the number of attempts of each message. */
async function lanes(which: Sql = sql`true`) {
  const { rows } = await server.db.execute(sql`
    select lane, count(*)::int as count, max(attempts)::int as tries from outbox where state = 'ready' and ${which} group by lane`)
  return rows
}

describe('a person with a phone number', () => {
  test('gets the code by SMS too if there is a gateway; the stored answer contains no code', async () => {
    const { id, phoneNumber } = await aPerson(server)
    const code = '482913'
    await write(id, 'login-otp', { code, minutes: 5 })
    expect((await deliverAll()).texts).toEqual([])
    await anSmsGateway('Example SMS')
    await write(id, 'login-otp', { code, minutes: 5 })
    const { mails, texts } = await deliverAll()
    expect(mails).toMatchObject([{ mail: { text: expect.stringContaining(code), isConfidential: true } }])
    expect(texts).toMatchObject([{ through: 'Example SMS', sms: { to: phoneNumber } }])
    expect(texts[0]?.sms.text).toBe(`${code} is your sign-in code for EAI. It is valid for 5 minutes.`)
    const sent = await messages(sql`channel = 'sms'`)
    expect(sent).toMatchObject([{ body: '•••••• is your sign-in code for EAI. It is valid for 5 minutes.' }])
    const { rows } = await server.db.execute<{ all: string }>(sql`
      select (select string_agg(m::text, ' ') from messages m) || (select string_agg(d::text, ' ') from delivery_attempts d)
        || (select string_agg(o::text, ' ') from outbox o) as all`)
    expect(rows[0]?.all).not.toContain(code)
  })

  test('gets other messages by SMS only if there is a template for SMS', async () => {
    const person = await aPerson(server)
    await anSmsGateway('Example SMS')
    await write(person.id)
    expect((await deliverAll()).texts).toEqual([])
    await aTemplate({ channel: 'sms', name: 'password-changed', body: 'Changed, {{ firstName }}.' })
    await write(person.id)
    expect((await deliverAll()).texts).toMatchObject([{ sms: { text: 'Changed, Asha.', registeredId: 'T-1' } }])
  })
})

describe('the template', () => {
  test('is the most specific one in the language of the person (requirement M2)', async () => {
    const person = await aPerson(server)
    const application = await anApplication(server)
    const about = { application: application.id }
    const text = async () => {
      await write(person.id, 'password-changed', {}, about)
      return (await deliverAll()).mails.map(({ mail }) => mail.text)
    }
    const writeTemplate = (body: string, scope: Scope = {}, language = 'All') =>
      aTemplate({ name: 'Password-Changed', body, language }, scope)
    expect(await text()).toEqual([expect.stringContaining('The password of your account was changed')])
    await writeTemplate('<p>All</p>')
    expect(await text()).toEqual(['All'])
    await writeTemplate('<p>All in Hindi</p>', {}, 'hi')
    expect(await text()).toEqual(['All'])
    await server.db.execute(sql`update users set language = 'hi' where id = ${person.id}`)
    expect(await text()).toEqual(['All in Hindi'])
    await writeTemplate('<p>The application</p>', about)
    expect(await text()).toEqual(['The application'])
    await server.db.execute(sql`update templates set status = 'INACTIVE' where application_id is not null`)
    expect(await text()).toEqual(['All in Hindi'])
  })
})

test('a template that was stored before templates were checked, and is never done, stops no message', async () => {
  const [pool, person, code] = [makeTemplatePool({ ...WHEN_SENT, taskMs: 3000 }), await aPerson(server), '482913']
  await anSmsGateway('Example SMS')
  // Each of them is searched for its end, through the whole text.
  await aTemplate({ channel: 'sms', body: '{{'.repeat(100_000) })
  await aTemplate({ body: '<p>Code {{ code }}</p>' })
  for (let number = 0; number < 4; number++) await write(person.id, 'login-otp', { code, minutes: 5 })
  const delay = monitorEventLoopDelay({ resolution: 1 })
  const began = performance.now()
  delay.enable()
  const { mails, texts } = await deliverAll([], undefined, pool)
  delay.disable()
  expect(delay.max / 1e6, 'no request waits for it').toBeLessThan((performance.now() - began) / 2)
  expect(mails.map(({ mail }) => mail.text)).toEqual(Array(4).fill(`Code ${code}`))
  const builtIn = `${code} is your sign-in code for EAI. It is valid for 5 minutes.`
  expect(texts.map(({ sms }) => sms.text)).toEqual(Array(4).fill(builtIn))
  const { rows } = await server.db.execute<{ answer: string }>(
    sql`select answer from delivery_attempts where gateway = 'Example SMS'`,
  )
  expect(rows).toHaveLength(4)
  for (const { answer } of rows) expect(answer).toContain('The template could not be used: it takes too long')
  await pool.close()
})

test('the stored answer contains no link, in whatever spelling the gateway repeats it', async () => {
  const person = await aPerson(server)
  const link = 'https://portal.example.com/resetpassword/018f0000-0000-7000-8000-000000000001'
  await anSmsGateway('Example SMS')
  await aTemplate({ channel: 'sms', name: 'reset-password', body: '{{ link }}' })
  await write(person.id, 'reset-password', { link, minutes: 30 })
  await deliverAll()
  const { rows } = await server.db.execute<{ answer: string }>(sql`
    select answer from delivery_attempts where gateway = 'Example SMS'`)
  expect(rows).toEqual([{ answer: '250 accepted: ••••••, ••••••' }])
})

test('a decoy message leaves no visible trace, and is not sent (T062)', async () => {
  await server.db.transaction((tx) =>
    notify(server, tx, 'reset-password', null, { minutes: 30, values: { link: 'x' } }),
  )
  expect((await deliverAll()).mails).toEqual([])
  expect(await messages(sql`recipient <> ''`)).toEqual([])
})
