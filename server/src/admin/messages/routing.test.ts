import { listGatewayHealth } from '@gatehouse/contract/admin/messages/messages.ts'
import { explainMessage } from '@gatehouse/contract/admin/messages/routing.ts'
import sql from 'sql-template-tag'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aClient, anApplication, anAssignment, aPerson } from '../../../test/builders.ts'
import { someoneWith, useAdministrator } from '../../../test/console.ts'
import { useTestServer } from '../../../test/server.ts'
import { truncate } from '../../../test/truncate.ts'
import { newId } from '../../crypto/ids.ts'
import { SMS_OPTIONS } from '../../db/sms-options.ts'
import { notify } from '../../notifications/notify.ts'

const server = useTestServer()
const admin = useAdministrator(server)
let roadside: string
let claims: string
let acme: string
let person: Awaited<ReturnType<typeof aPerson>>
beforeAll(async () => {
  roadside = (await anApplication(server, { name: 'Roadside' })).id
  claims = (await anApplication(server, { name: 'Claims' })).id
  acme = (await aClient(server, { actualName: 'Acme' })).id
  person = await aPerson(server)
  await anAssignment(server, person.id, roadside, acme)
})
beforeEach(() =>
  truncate(
    server.db,
    sql`email_configurations, sms_configurations, templates, template_versions, outbox_lanes cascade`,
  ),
)

const damage = (id: string) =>
  server.db.execute(sql`update email_configurations set sealed_password = '\\x00' where id = ${id}`)

type Meant = { application?: string; client?: string; status?: string }

async function aMailServer(host: string, { application, client, status = 'ACTIVE' }: Meant = {}) {
  const id = newId()
  await server.db.execute(sql`
    insert into email_configurations (id, application_id, client_id, from_address, host, port, status)
    values (${id}, ${application ?? null}, ${client ?? null}, 'a@example.com', ${host}, 587, ${status})`)
  return id
}

async function anSmsGateway(name: string) {
  await server.db.execute(sql`
    insert into sms_configurations (id, provider_name, url, gateway_id, gateway_name, user_name, sender_id, country_code,
      attributes, default_no, entity_id, options)
    values (${newId()}, ${name}, 'https://sms.example.com', '', '', '', '', '91', '{}', '', '', ${JSON.stringify(SMS_OPTIONS)}::jsonb)`)
}

type Written = Meant & { channel?: 'email' | 'sms'; language?: string; name?: string }

async function aTemplate(body: string, { channel = 'email', name = 'login-otp', language = 'All', ...meant }: Written) {
  const { application = null, client = null, status = 'ACTIVE' } = meant
  await server.db.execute(sql`
    insert into templates (id, channel, application_id, client_id, template_id, name, language, body, status)
    values (${newId()}, ${channel}, ${application}, ${client}, ${body}, ${name}, ${language}, ${body}, ${status})`)
}

const explained = async (query: object) => (await admin.call(explainMessage, query)).data
const fitsOf = (gateways: { name: string; fit: string }[]) => gateways.map(({ name, fit }) => [name, fit])

test('a gateway with unreadable secrets is marked, and the next gateway is chosen', async () => {
  await damage(await aMailServer('first'))
  await aMailServer('second')
  const { email } = await explained({ notice: 'login-otp' })
  expect(fitsOf(email.gateways)).toEqual([
    ['second', 'chosen'],
    ['The portal’s own mail server', 'later'],
    ['first', 'unreadable'],
  ])
  const { data } = await admin.call(listGatewayHealth, {})
  expect(data.map(({ name, isUnreadable }) => [name, isUnreadable])).toEqual([
    ['first', true],
    ['second', false],
    ['The portal’s own mail server', false],
  ])
})

describe('the routing explanation', () => {
  test("without a configuration shows the portal's own mail server and the built-in text", async () => {
    expect(await explained({ notice: 'login-otp', userId: person.id })).toEqual({
      person: { _id: person.id, name: 'Asha Rao' },
      application: { _id: roadside, name: 'Roadside' },
      client: { _id: acme, name: 'Acme' },
      language: 'en',
      email: {
        obstacle: null,
        gateways: [
          {
            ...{ _id: null, name: 'The portal’s own mail server', application: null, client: null },
            ...{ fit: 'chosen', pausedUntil: null },
          },
        ],
        templates: [],
        hasBuiltIn: true,
      },
      sms: { obstacle: 'gateway', gateways: [], templates: [], hasBuiltIn: true },
    })
  })

  test('shows the most specific gateway first, and for each other one why it was not chosen', async () => {
    await aMailServer('all.example')
    await aMailServer('roadside.example', { application: roadside })
    await aMailServer('both.example', { application: roadside, client: acme })
    await aMailServer('off.example', { application: roadside, client: acme, status: 'INACTIVE' })
    await aMailServer('claims.example', { application: claims })
    await aMailServer('other.example', { application: roadside, client: (await aClient(server)).id })
    const { email } = await explained({ notice: 'login-otp', userId: person.id })
    expect(fitsOf(email.gateways)).toEqual([
      ['both.example', 'chosen'],
      ['roadside.example', 'later'],
      ['all.example', 'later'],
      ['The portal’s own mail server', 'later'],
      ['off.example', 'inactive'],
      ['other.example', 'client'],
      ['claims.example', 'application'],
    ])
    expect(email.gateways[0]).toMatchObject({ application: { name: 'Roadside' }, client: { name: 'Acme' } })
  })

  test('agrees with the gateway of the message sent afterwards', async () => {
    await aMailServer('all.example')
    const both = await aMailServer('both.example', { application: roadside, client: acme })
    const { email } = await explained({ notice: 'password-changed', userId: person.id })
    expect(email.gateways[0]?._id).toBe(both)
    await server.db.transaction((tx) => notify(server, tx, 'password-changed', person.id))
    const { rows } = await server.db.execute(sql`select lane from outbox order by id desc limit 1`)
    expect(rows).toEqual([{ lane: `email:${both}` }])
  })

  test('skips a paused gateway if there is another', async () => {
    const paused = await aMailServer('dead.example', { application: roadside })
    await aMailServer('all.example')
    await server.db.execute(sql`
      insert into outbox_lanes (lane, failures, paused_until) values (${`email:${paused}`}, 5, now() + interval '30 seconds')`)
    const { email } = await explained({ notice: 'login-otp', userId: person.id })
    expect(fitsOf(email.gateways).slice(0, 2)).toEqual([
      ['dead.example', 'paused'],
      ['all.example', 'chosen'],
    ])
    expect(email.gateways[0]?.pausedUntil).toMatch(/^20.*Z$/)
  })

  test('shows the most specific template of the language first, and for each other one why it was not chosen', async () => {
    await aTemplate('For all', {})
    await aTemplate('Roadside', { application: roadside })
    await aTemplate('Hindi', { application: roadside, language: 'hi' })
    await aTemplate('Claims', { application: claims })
    await aTemplate('Off', { status: 'INACTIVE' })
    await aTemplate('Another', { name: 'verify-email' })
    const query = { notice: 'login-otp', applicationId: roadside, clientId: acme }
    const fits = async (language: string) =>
      (await explained({ ...query, language })).email.templates.map(({ fit, language, application }) => [
        fit,
        language,
        application?.name ?? 'All',
      ])
    expect(await fits('en')).toEqual([
      ['chosen', 'All', 'Roadside'],
      ['later', 'All', 'All'],
      ['language', 'hi', 'Roadside'],
      ['application', 'All', 'Claims'],
      ['inactive', 'All', 'All'],
    ])
    expect((await fits('hi')).slice(0, 3)).toEqual([
      ['chosen', 'hi', 'Roadside'],
      ['later', 'All', 'Roadside'],
      ['later', 'All', 'All'],
    ])
  })

  test('names what an SMS lacks: a number, a gateway or a text', async () => {
    const obstacle = async (query: object) => (await explained(query)).sms.obstacle
    await anSmsGateway('Kaleyra')
    expect(await obstacle({ notice: 'login-otp', userId: person.id })).toBe(null)
    expect(await obstacle({ notice: 'login-otp' })).toBe(null)
    expect(await obstacle({ notice: 'new-device', userId: person.id })).toBe('text')
    await aTemplate('New device', { channel: 'sms', name: 'new-device' })
    expect(await obstacle({ notice: 'new-device', userId: person.id })).toBe(null)
    await server.db.execute(sql`update users set phone_number = '' where id = ${person.id}`)
    expect(await obstacle({ notice: 'login-otp', userId: person.id })).toBe('phone')
  })

  test('tells who may not see people nothing about a person: no name, number, application or language', async () => {
    const { visitor, person: caller } = await someoneWith(server, ['messages:read'])
    const ask = (userId?: string) => visitor.call(explainMessage, { notice: 'login-otp', ...(userId && { userId }) })
    for (const userId of [person.id, newId()]) expect(await ask(userId)).toMatchObject({ status: 403, data: null })
    expect((await ask(caller.id)).data).toMatchObject({ person: { _id: caller.id } })
    expect((await ask()).data).toMatchObject({ person: null, application: null })
    const reader = await someoneWith(server, ['messages:read', 'users:read'])
    const { data } = await reader.visitor.call(explainMessage, { notice: 'login-otp', userId: person.id })
    expect(data).toMatchObject({ person: { _id: person.id }, application: { _id: roadside } })
  })

  test('is refused for unknown messages and people', async () => {
    expect(await admin.call(explainMessage, {})).toMatchObject({ status: 400, msg: 'Choose a message' })
    expect(await admin.call(explainMessage, { notice: 'x' })).toMatchObject({ status: 400 })
    expect(await admin.call(explainMessage, { notice: 'login-otp', userId: newId() })).toMatchObject({ status: 404 })
  })
})

test('the list of gateways shows waiting messages, failures and pauses', async () => {
  const id = await aMailServer('dead.example', { application: roadside })
  await aMailServer('off.example', { status: 'INACTIVE' })
  await anSmsGateway('Kaleyra')
  const lane = `email:${id}`
  await server.db.execute(sql`
    insert into outbox_lanes (lane, failures, paused_until) values (${lane}, 7, now() + interval '30 seconds')`)
  const done = newId()
  await server.db.execute(sql`
    insert into outbox (id, kind, lane, state, run_at) values (${newId()}, 'message', ${lane}, 'ready', now() + interval '1 hour'),
      (${newId()}, 'message', ${lane}, 'ready', now() + interval '1 hour'), (${done}, 'message', ${lane}, 'done', now())`)
  await server.db.execute(sql`
    insert into delivery_attempts (outbox_id, number, at, gateway, is_success, answer, took_ms)
    values (${done}, 1, now(), 'dead.example', false, '', 1), (${done}, 2, now(), 'dead.example', true, '', 1),
      (${done}, 3, now() - interval '2 hours', 'dead.example', true, '', 1)`)
  const { data } = await admin.call(listGatewayHealth)
  expect(data.map(({ name, isActive, waiting, failures, sent }) => [name, isActive, waiting, failures, sent])).toEqual([
    ['dead.example', true, 2, 7, 1],
    ['off.example', false, 0, 0, 0],
    ['The portal’s own mail server', true, 0, 0, expect.any(Number)],
    ['Kaleyra', true, 0, 0, 0],
  ])
  expect(data[0]).toMatchObject({ application: { name: 'Roadside' }, pausedUntil: expect.stringMatching(/^20/) })
})
