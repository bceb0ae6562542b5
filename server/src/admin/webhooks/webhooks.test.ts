import * as calls from '@gatehouse/contract/admin/webhooks/webhooks.ts'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { behavesAsResource } from '../../../test/conformance.ts'
import type { Sent } from '../../../test/conformance-calls.ts'
import { auditOf, someoneWith, useAdministrator } from '../../../test/console.ts'
import { useTestServer } from '../../../test/server.ts'

const server = useTestServer()
const admin = useAdministrator(server)

let made = 0
const aForm = (changes: Sent = {}): Sent => ({
  name: `Ledger ${++made}`,
  url: `https://ledger${made}.example.com/hooks`,
  events: made % 2 === 0 ? ['application.created'] : ['application.deleted', 'client.updated'],
  status: made % 2 === 0 ? 'ACTIVE' : 'INACTIVE',
  ...changes,
})

behavesAsResource(() => server, {
  resource: calls.webhooks,
  table: 'webhooks',
  form: async () => aForm(),
  change: { name: 'Archive', events: ['role.created'], status: 'INACTIVE', url: 'https://archive.example.com/hooks' },
  shown: (form) => form,
  changed: { name: 'Archive', events: ['role.created'], status: 'INACTIVE', url: 'https://archive.example.com/hooks' },
  values: {
    name: ({ name }) => name,
    url: ({ url }) => url,
    events: ({ events }) => events.join(', '),
    status: ({ status }) => status,
  },
  refused: [
    [{ name: undefined }, 'Name is required'],
    [{ name: 'x'.repeat(101) }, 'Too Long!'],
    [{ url: undefined }, 'URL is required'],
    [{ url: 'ledger.example.com' }, 'Enter a full web address, such as https://app.example.com/login'],
    [
      { url: 'http://ledger.example.com/' },
      'Use https://. The operator can allow http:// for a host with OUTBOUND_ALLOW.',
    ],
    [{ events: undefined }, 'Choose at least one event'],
    [{ events: [] }, 'Choose at least one event'],
    [{ events: ['user.created', 'user.exploded'] }, 'There is no such event.'],
    [{ events: ['webhook.test'] }, 'There is no such event.'],
    [{ status: 'PAUSED' }, 'Status is required'],
  ],
})

const create = async (changes: Sent = {}) => (await admin.call(calls.webhooks.create, aForm(changes))).data
const update = (id: string, changes: Sent) =>
  admin.call(calls.webhooks.update, { ...aForm(), ...changes, webhookId: id })
const rotate = async (webhookId: string, keeps?: calls.KeptSecret) =>
  (await admin.call(calls.rotateWebhookSecret, { webhookId, ...(keeps && { keeps }) })).data.secret
const secretsOf = async (id: string) => {
  const { rows } = await server.db.execute<{ current: boolean; former: boolean; until: Date | null }>(sql`
    select sealed_secret is not null as current, sealed_previous_secret is not null as former, previous_until as until
    from webhooks where id = ${id}`)
  return rows[0]
}

describe('the address of a webhook', () => {
  test.each([
    ...['https://127.0.0.1/', 'https://2130706433/', 'https://0x7f.1/', 'https://[::1]/', 'https://[::ffff:7f00:1]/'],
    ...['https://169.254.169.254/latest/meta-data', 'https://10.0.0.1/', 'https://192.168.1.1/', 'https://localhost/'],
    ...['https://metadata.google.internal/', 'https://printer/', 'https://[fd00::1]/', 'https://0.0.0.0/'],
    ...['https://[64:ff9b::7f00:1]/', 'https://１２７.0.0.1/', 'https://127。0。0。1/'],
  ])('is refused at its field inside the network: %s', async (url) => {
    const row = await create()
    for (const answer of [await admin.call(calls.webhooks.create, aForm({ url })), await update(row._id, { url })])
      expect(answer).toMatchObject({
        status: 400,
        data: { fields: { url: expect.stringContaining('inside the network') } },
      })
  })

  test.each(['https://user:secret@example.com/', 'https://example.com\\@127.0.0.1/', 'ftp://example.com/'])(
    'is refused if it cannot be called: %s',
    async (url) => {
      expect(await admin.call(calls.webhooks.create, aForm({ url }))).toMatchObject({
        status: 400,
        data: { fields: {} },
      })
    },
  )
})

describe('the secret of a webhook', () => {
  test('is shown once, when it is created; later answers only say that there is one', async () => {
    const row = await create()
    expect(row).toMatchObject({ hasSecret: false, previousSecretUntil: null })
    const answer = await admin.call(calls.rotateWebhookSecret, { webhookId: row._id })
    expect(answer).toMatchObject({ status: 200, msg: 'Secret Renewed' })
    const { secret } = answer.data
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const found = (await admin.call(calls.webhooks.list, { page: 0, field: 'name', search: row.name })).data
    expect(found).toMatchObject({ rows: [{ hasSecret: true, previousSecretUntil: null }] })

    const lines = await auditOf(server, row._id)
    expect(lines.at(-1)).toMatchObject({ event: 'webhooks.secret-renewed', detail: { name: row.name } })
    const { rows } = await server.db.execute<{ all: string }>(sql`
      select (select string_agg(w::text, '') from webhooks w) || (select string_agg(e::text, '') from audit_events e)
        || coalesce((select string_agg(o::text, '') from outbox o), '') as all`)
    const base64 = secret.slice('whsec_'.length)
    const asBytes = Buffer.from(base64).toString('hex')
    for (const readable of [secret, base64, asBytes]) {
      expect(JSON.stringify([found, lines])).not.toContain(readable)
      expect(rows[0]?.all).not.toContain(readable)
    }
  })

  test('stays valid for one day after its renewal; an older one is void', async () => {
    const { _id } = await create()
    const secrets = [await rotate(_id), await rotate(_id), await rotate(_id, 'current')]
    expect(new Set(secrets).size).toBe(3)
    const { current, former, until } = (await secretsOf(_id)) ?? {}
    expect({ current, former }).toEqual({ current: true, former: true })
    const hours = ((until?.getTime() ?? 0) - Date.now()) / 3_600_000
    expect(hours).toBeGreaterThan(23.9)
    expect(hours).toBeLessThan(24.1)
  })

  test('is a change of the webhook: who has not seen it neither moves the webhook nor makes another secret', async () => {
    const { _id, version, name } = await create()
    await rotate(_id)
    const before = await secretsOf(_id)
    expect(await update(_id, { url: 'https://elsewhere.example.com/', version })).toMatchObject({
      ...{ status: 409, data: { current: { name, version: version + 1, hasSecret: true } } },
    })
    expect(await admin.call(calls.rotateWebhookSecret, { webhookId: _id, version })).toMatchObject({
      ...{ status: 409, data: { version: version + 1, previousSecretUntil: null } },
    })
    expect(await secretsOf(_id)).toEqual(before)
    const seen = await admin.call(calls.rotateWebhookSecret, { webhookId: _id, version: version + 1 })
    expect(seen.status).toBe(200)
  })

  test('is not made a third time while two sign, unless it is said which of them goes on', async () => {
    const { _id } = await create()
    await rotate(_id)
    const renewals = await Promise.all([1, 2].map(() => admin.call(calls.rotateWebhookSecret, { webhookId: _id })))
    expect(renewals.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const refused = renewals.find(({ status }) => status === 409)
    const until = (await secretsOf(_id))?.until?.toISOString()
    expect(refused).toMatchObject({
      msg: 'Two secrets sign already. Say which of them the receiver has: the other one ends as soon as there is a new one.',
      data: { previousSecretUntil: until },
    })
    expect(await rotate(_id, 'former')).toMatch(/^whsec_/)
    // A day later nothing is asked.
    await server.db.execute(sql`update webhooks set previous_until = now() where id = ${_id}`)
    expect(await rotate(_id)).toMatch(/^whsec_/)
  })

  test('cannot be decrypted in another row or column', async () => {
    const { _id } = await create({ status: 'ACTIVE' })
    const other = await create()
    await rotate(_id)
    await rotate(other._id)
    await server.db.execute(sql`
      update webhooks set sealed_secret = (select sealed_secret from webhooks where id = ${other._id}) where id = ${_id}`)
    const answer = await admin.call(calls.rotateWebhookSecret, { webhookId: _id })
    expect(answer.status).toBe(500)
  })

  test('is dropped when the host changes, and a new one must be made', async () => {
    const { _id, url } = await create()
    await rotate(_id)
    await rotate(_id)
    expect((await update(_id, { url: `${url}/elsewhere?on=the+same+host` })).data.hasSecret).toBe(true)
    expect(await secretsOf(_id)).toMatchObject({ current: true, former: true })
    for (const moved of ['https://elsewhere.example.com/hooks', 'https://elsewhere.example.com:8443/hooks']) {
      await rotate(_id, 'current')
      expect((await update(_id, { url: moved })).data).toMatchObject({ hasSecret: false, previousSecretUntil: null })
      expect(await secretsOf(_id)).toEqual({ current: false, former: false, until: null })
    }
    expect((await auditOf(server, _id)).at(-1)?.detail.changes).toContainEqual({
      field: 'hasSecret',
      before: true,
      after: false,
    })
  })

  test('is not made for an unknown or deleted webhook', async () => {
    const { _id } = await create()
    await admin.call(calls.webhooks.remove, { webhookId: _id })
    for (const webhookId of [_id, '018f0000-0000-7000-8000-000000000000'])
      expect(await admin.call(calls.rotateWebhookSecret, { webhookId })).toMatchObject({ status: 404 })
  })
})

test('a caller who may only see webhooks can neither send a test nor renew a secret', async () => {
  const row = await create()
  const { visitor } = await someoneWith(server, ['webhooks:read'])
  const deliveryId = (await admin.call(calls.sendTestEvent, { webhookId: row._id })).data.deliveryId
  expect((await visitor.call(calls.listDeliveries, { webhookId: row._id })).data.rows).toHaveLength(1)
  expect((await visitor.call(calls.readDelivery, { deliveryId })).status).toBe(200)
  const before = await auditOf(server, row._id)
  for (const [call, input] of [
    [calls.rotateWebhookSecret, { webhookId: row._id }],
    [calls.sendTestEvent, { webhookId: row._id }],
    [calls.redeliver, { deliveryId }],
  ] as const)
    expect((await visitor.call(call, input)).status).toBe(403)
  expect(await auditOf(server, row._id)).toEqual(before)
  const other = await someoneWith(server, ['messages:write', 'users:write'])
  expect((await other.visitor.call(calls.readDelivery, { deliveryId })).status).toBe(403)
})
