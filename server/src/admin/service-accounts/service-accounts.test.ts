import { users } from '@gatehouse/contract/admin/people/users.ts'
import { permissions, permissionsOfRecord } from '@gatehouse/contract/admin/roles/permissions.ts'
import * as calls from '@gatehouse/contract/admin/service-accounts/service-accounts.ts'
import { ONLY_PEOPLE } from '@gatehouse/contract/service-accounts.ts'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { aPerson } from '../../../test/builders.ts'
import { behavesAsResource } from '../../../test/conformance.ts'
import type { Sent } from '../../../test/conformance-calls.ts'
import { auditOf, someoneWith, useAdministrator } from '../../../test/console.ts'
import { useTestServer } from '../../../test/server.ts'
import { aProgram, aServiceAccount, aServiceKey, programWith } from '../../../test/service-accounts.ts'
import { notifyKeyEnds } from '../../service-accounts/notify-key-ends.ts'

const server = useTestServer()
const admin = useAdministrator(server)

let made = 0
const aForm = (changes: Sent = {}): Sent => ({
  name: `Importer ${String.fromCharCode(97 + (++made % 26))}${made}`,
  description: made % 2 === 0 ? 'From the directory' : 'Nightly',
  permissions: made % 2 === 0 ? ['audit:read'] : ['service-accounts:read'],
  networks: ['203.0.113.0/24', '2001:db8::/32'],
  status: made % 2 === 0 ? 'ACTIVE' : 'INACTIVE',
  ...changes,
})

const CHANGE = {
  ...{ description: 'Weekly', permissions: ['audit:read', 'service-accounts:write'] },
  ...{ networks: ['198.51.100.7'], status: 'INACTIVE' },
}

behavesAsResource(() => server, {
  resource: calls.serviceAccounts,
  table: 'service_accounts',
  form: async () => aForm(),
  change: CHANGE,
  shown: (form) => form,
  changed: CHANGE,
  values: {
    name: ({ name }) => name,
    description: ({ description }) => description,
    permissions: (row) => row.permissions.join(', '),
    status: ({ status }) => status,
    ownerName: ({ ownerName }) => ownerName,
  },
  duplicate: async ({ name }) => aForm({ name: String(name).toUpperCase() }),
  refused: [
    [{ name: undefined }, 'Name is required'],
    [{ permissions: undefined }, 'Choose at least one permission'],
    [{ permissions: [] }, 'Choose at least one permission'],
    [{ permissions: ['audit:read', 'no:such'] }, 'There is no such permission'],
    [{ ownerId: 'me' }, 'Owner is required'],
    [{ ownerId: '018f0000-0000-7000-8000-000000000000' }, 'Choose an active person'],
    [{ status: 'PAUSED' }, 'Status is required'],
    ...['203.0.113', '10.0.0.0/33', 'example.com', '::1/129', 'fe80::1%eth0', 'fe80::%eth0/64'].map(
      (network): [Sent, string] => [
        { networks: [network] },
        'Enter addresses or networks, such as 203.0.113.7 or 2001:db8::/32',
      ],
    ),
    [{ networks: ['203.0.113.7/24'] }, 'A network begins with its first address, such as 203.0.113.0/24'],
    [{ networks: ['2001:db8::1/32'] }, 'A network begins with its first address, such as 203.0.113.0/24'],
    [{ networks: ['::ffff:203.0.113.7'] }, 'Enter the IPv4 address itself, such as 203.0.113.7'],
  ],
})

const create = async (changes: Sent = {}) => (await admin.call(calls.serviceAccounts.create, aForm(changes))).data
const find = async (id: string) => {
  const { data } = await admin.call(calls.serviceAccounts.list, { page: 0, id })
  return 'rows' in data ? data.rows[0] : undefined
}
const addKey = (accountId: string, sent: Sent = {}) =>
  admin.call(calls.addServiceAccountKey, { accountId, name: 'Production', ...sent })
const keysOf = async (accountId: string) => (await admin.call(calls.serviceAccountKeys, { accountId })).data

describe('the keys of an account', () => {
  test('are shown once, two at a time, each with an end', async () => {
    const { _id, name } = await create({ status: 'ACTIVE', networks: [], permissions: ['users:read'] })
    const first = await addKey(_id)
    expect(first).toMatchObject({ status: 200, msg: 'Key Created' })
    const { key, expiresAt } = first.data
    expect(key).toMatch(/^gh_sa_[0-9A-Za-z]{49}$/)
    expect((Date.parse(expiresAt) - Date.now()) / 86_400_000).toBeCloseTo(calls.KEY_DAYS_DEFAULT, 1)
    expect((await programWith(server, key).call(users.list, { page: 0 })).status).toBe(200)

    const second = (await addKey(_id, { name: 'Staging', days: 365 })).data
    expect(await addKey(_id)).toMatchObject({
      status: 409,
      msg: 'Two keys are in use. Revoke one of them first.',
    })
    const listed = await keysOf(_id)
    expect(listed).toMatchObject([
      { name: 'Production', prefix: key.slice(0, 10), createdBy: 'Asha Rao', lastUsedFrom: expect.any(String) },
      { name: 'Staging', prefix: second.key.slice(0, 10), lastUsedAt: null, lastUsedFrom: null },
    ])
    expect(await find(_id)).toMatchObject({ keyCount: 2, keysEndAt: expiresAt, lastUsedAt: listed[0]?.lastUsedAt })

    const { rows } = await server.db.execute<{ all: string }>(sql`
      select (select string_agg(k::text, '') from service_account_keys k) || (select string_agg(e::text, '') from audit_events e) as all`)
    for (const readable of [key, Buffer.from(key).toString('hex'), key.slice(10)])
      expect(`${rows[0]?.all}${JSON.stringify(listed)}`).not.toContain(readable)
    expect((await auditOf(server, _id)).slice(-2)).toMatchObject([
      { event: 'serviceAccounts.key-added', detail: { name, key: 'Production', days: 90 } },
      { event: 'serviceAccounts.key-added', detail: { name, key: 'Staging', days: 365 } },
    ])
  })

  test('end at once when they are revoked, and another can be made then', async () => {
    const { _id } = await create({ status: 'ACTIVE', networks: [], permissions: ['users:read'] })
    const { key, keyId } = (await addKey(_id)).data
    await addKey(_id)
    const revoke = () => admin.call(calls.revokeServiceAccountKey, { accountId: _id, keyId })
    expect(await revoke()).toMatchObject({ status: 200, msg: 'Key Revoked' })
    expect((await programWith(server, key).call(users.list, { page: 0 })).status).toBe(401)
    expect((await revoke()).status).toBe(404)
    expect((await addKey(_id)).status).toBe(200)
    const events = (await auditOf(server, _id)).map(({ event }) => event)
    expect(events).toContain('serviceAccounts.key-revoked')
    expect(events).toContain('serviceAccounts.key-refused')
  })

  test('end with their account, and a restored account has none', async () => {
    const { _id } = await create({ status: 'ACTIVE', networks: [], permissions: ['users:read'] })
    const { key } = (await addKey(_id)).data
    await admin.call(calls.serviceAccounts.remove, { accountId: _id })
    expect(await addKey(_id)).toMatchObject({ status: 404 })
    await admin.call(calls.serviceAccounts.restore, { id: _id })
    expect((await programWith(server, key).call(users.list, { page: 0 })).status).toBe(401)
    expect(await keysOf(_id)).toEqual([])
  })

  test.each([[{ days: 0 }], [{ days: 366 }], [{ days: 1.5 }], [{ days: null }], [{ name: '' }]])(
    'are not made with %j',
    async (sent) => {
      const { _id } = await create()
      expect((await addKey(_id, sent)).status).toBe(400)
    },
  )

  test('of simultaneous requests for a last one, one is answered', async () => {
    const { _id } = await create()
    await addKey(_id)
    const statuses = (await Promise.all(Array.from({ length: 5 }, () => addKey(_id)))).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 409, 409, 409, 409])
  })
})

describe('nobody gets more by an account', () => {
  test('a person gives an account no permission that they lack', async () => {
    const { visitor } = await someoneWith(server, ['service-accounts:read', 'service-accounts:write'])
    const sent = aForm({ permissions: ['service-accounts:write'] })
    const { data } = await visitor.call(calls.serviceAccounts.create, sent)
    for (const [call, more] of [
      [calls.serviceAccounts.create, {}],
      [calls.serviceAccounts.update, { accountId: data._id }],
    ] as const)
      expect(
        await visitor.call(call, { ...aForm({ permissions: ['service-accounts:write', 'users:read'] }), ...more }),
      ).toMatchObject({ status: 403, msg: 'You cannot grant permissions that you do not have yourself.' })
    expect((await find(data._id))?.permissions).toEqual(['service-accounts:write'])
  })

  test('an account changes others and not itself, and keys are made by people', async () => {
    const held = ['service-accounts:read', 'service-accounts:write'] as const
    const { id, keyId, visitor } = await aProgram(server, held)
    for (const [call, input] of [
      [calls.serviceAccounts.update, { ...aForm({ permissions: held }), accountId: id }],
      [calls.revokeServiceAccountKey, { accountId: id, keyId }],
      [calls.serviceAccounts.remove, { accountId: id }],
    ] as const)
      expect(await visitor.call(call, input)).toMatchObject({ status: 409 })
    const { data } = await visitor.call(calls.serviceAccounts.create, aForm({ permissions: held }))
    expect(data).toMatchObject({ ownerId: null, hasOwner: false })
    for (const accountId of [id, data._id])
      expect(await visitor.call(calls.addServiceAccountKey, { accountId, name: 'Next' })).toMatchObject({
        status: 403,
        msg: ONLY_PEOPLE,
      })
    expect(await keysOf(data._id)).toEqual([])
  })

  test('an owner gives no account away with a key that works', async () => {
    const held = ['service-accounts:read', 'service-accounts:write'] as const
    const owner = await someoneWith(server, held)
    const other = await aPerson(server)
    const { id, visitor, keyId } = await aProgram(server, held, { ownerId: owner.person.id })
    const give = { ...aForm({ permissions: held, networks: [] }), status: 'ACTIVE', accountId: id, ownerId: other.id }
    expect(await owner.visitor.call(calls.serviceAccounts.update, give)).toMatchObject({
      ...{ status: 400, data: { fields: { ownerId: 'Revoke its keys before somebody else becomes its owner' } } },
    })
    expect((await visitor.call(calls.serviceAccounts.update, give)).status).toBe(409)
    await admin.call(calls.revokeServiceAccountKey, { accountId: id, keyId })
    expect((await owner.visitor.call(calls.serviceAccounts.update, give)).status).toBe(200)
  })

  test('a permission that an account holds is changed only by people who hold it', async () => {
    const right = { name: `claims:${made}`, description: 'A right', status: 'ACTIVE' }
    const { _id: permissionId } = (await admin.call(permissions.create, right)).data
    await create({ permissions: [right.name] })
    const { visitor } = await someoneWith(server, ['roles:read', 'roles:write'])
    expect((await visitor.call(permissions.remove, { permissionId })).status).toBe(403)
    expect((await admin.call(permissions.uses, { id: permissionId })).data).toContainEqual(
      expect.objectContaining({ kind: 'service accounts', effect: 'detaches', count: 1 }),
    )
  })

  test('a permission that is made inactive or taken away is gone at the next call', async () => {
    const { id, visitor } = await aProgram(server, ['users:read', 'roles:read'])
    expect((await visitor.call(users.list, { page: 0 })).status).toBe(200)
    await admin.call(calls.serviceAccounts.update, {
      ...aForm({ permissions: ['roles:read'] }),
      accountId: id,
      status: 'ACTIVE',
      networks: [],
    })
    expect((await visitor.call(users.list, { page: 0 })).status).toBe(403)
    const input = { kind: 'client', id: '018f0000-0000-7000-8000-000000000000' }
    expect((await visitor.call(permissionsOfRecord, input)).status).not.toBe(401)
  })
})

describe('the owner of an account', () => {
  test('is its creator at first, and missing once they are inactive or deleted: the account keeps working', async () => {
    const owner = await aPerson(server)
    const { _id } = await create({ ownerId: owner.id, status: 'ACTIVE', networks: [], permissions: ['users:read'] })
    const { key } = (await addKey(_id)).data
    expect(await find(_id)).toMatchObject({ ownerId: owner.id, ownerName: 'Asha Rao', hasOwner: true })
    for (const change of [sql`is_active = false`, sql`is_active = true, deleted_at = now()`]) {
      await server.db.execute(sql`update users set ${change} where id = ${owner.id}`)
      expect(await find(_id)).toMatchObject({ hasOwner: false })
      expect((await programWith(server, key).call(users.list, { page: 0 })).status).toBe(200)
    }
    const { data } = await admin.call(calls.serviceAccounts.list, { page: 0, isOwnerless: 'true' })
    expect(data).toMatchObject({ rows: expect.arrayContaining([expect.objectContaining({ _id })]) })
    const renamed = { ...aForm(), accountId: _id, permissions: ['users:read'] }
    expect((await admin.call(calls.serviceAccounts.update, renamed)).data).toMatchObject({ ownerId: owner.id })
    const own = await create()
    expect(own).toMatchObject({ ownerName: 'Asha Rao', hasOwner: true })
  })

  test('is notified 14 and 3 days before a key ends, once each', async () => {
    const owner = await aPerson(server)
    const account = await aServiceAccount(server, ['users:read'], { ownerId: owner.id })
    const orphan = await aServiceAccount(server, ['users:read'])
    const { id } = await aServiceKey(server, account.id, { days: 13, madeDaysAgo: 77 })
    await aServiceKey(server, account.id, { days: 7 })
    await aServiceKey(server, orphan.id, { days: 2, madeDaysAgo: 88 })
    const notified = async () => {
      await Promise.all([notifyKeyEnds(server), notifyKeyEnds(server)])
      return (await server.inbox(owner.email)).length
    }
    expect(await notified()).toBe(1)
    expect(await notified()).toBe(1)
    const [mail] = await server.inbox(owner.email)
    expect(mail).toMatchObject({ subject: `A key of ${account.name} expires`, text: expect.stringContaining('“Test”') })
    await server.db.execute(
      sql`update service_account_keys set expires_at = now() + interval '2 days' where id = ${id}`,
    )
    expect(await notified()).toBe(2)
    expect(await notified()).toBe(2)
    const { data } = await admin.call(calls.serviceAccounts.list, { page: 0, isEnding: 'true' })
    expect('rows' in data && data.rows.map(({ _id }) => _id)).toEqual(expect.arrayContaining([account.id, orphan.id]))
  })
})
