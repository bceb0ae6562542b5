import type { Resource } from '@gatehouse/contract/admin/engine/resource.ts'
import { emailConfigurations } from '@gatehouse/contract/admin/gateways/email-configurations.ts'
import { smsConfigurations } from '@gatehouse/contract/admin/gateways/sms-configurations.ts'
import type { Endpoint } from '@gatehouse/contract/endpoint.ts'
import sql, { raw } from 'sql-template-tag'
import { beforeAll, describe, expect, test } from 'vitest'
import { anApplication } from '../../../test/builders.ts'
import type { Sent } from '../../../test/conformance-calls.ts'
import { auditOf, useAdministrator } from '../../../test/console.ts'
import { anEmailConfiguration, anSmsConfiguration } from '../../../test/message-configurations.ts'
import { useTestServer, type Visitor } from '../../../test/server.ts'
import { unseal } from '../../crypto/seal.ts'

const server = useTestServer({ config: { outboundAllow: ['gateway.example.com'] } })
const admin = useAdministrator(server)
let application: { id: string; name: string }
beforeAll(async () => {
  // A host that the operator allows may also be called without encryption.
  application = await anApplication(server, { name: 'Claims' })
})

const NOBODY = '018f0000-0000-7000-8000-000000000000'
const MASK = '********'

type Kind = {
  resource: Resource
  table: string
  form: (changes?: Sent) => Sent
  /** Secrets, each with its column. */
  secrets: Record<string, string>
  /** Changes that would send the secrets to another address. */
  moves: Sent[]
  /** A field that the tests change, and by which they recognise rows. */
  field: string
}
const KINDS: Kind[] = [
  {
    resource: emailConfigurations as unknown as Resource,
    table: 'email_configurations',
    form: (changes) => anEmailConfiguration({ application: 'Claims', ...changes }),
    secrets: { password: 'sealed_password', token: 'sealed_token' },
    moves: [{ host: 'smtp.elsewhere.example.com' }, { postNo: 465 }, { url: 'https://elsewhere.example.com' }],
    field: 'userName',
  },
  {
    resource: smsConfigurations as unknown as Resource,
    table: 'sms_configurations',
    form: (changes) => anSmsConfiguration({ application: application.id, ...changes }),
    secrets: { token: 'sealed_token', passwordValue: 'sealed_password', apiCodeValue: 'sealed_api_code' },
    moves: [
      { url: 'https://elsewhere.example.com/send' },
      { url: 'http://gateway.example.com/send' },
      { url: 'https://gateway.example.com:8443/send' },
    ],
    field: 'userNameValue',
  },
]

type Row = { _id: string; version: number } & Record<string, unknown>
const call = async (visitor: Visitor, endpoint: unknown, input: Sent = {}) => {
  const answer = await visitor.call(endpoint as Endpoint, input)
  return answer as { status: number; msg: string; data: unknown }
}
async function made({ resource, form }: Kind, changes: Sent = {}): Promise<Row> {
  const answer = await call(admin, resource.create, form(changes))
  expect(answer).toMatchObject({ status: 200 })
  return answer.data as Row
}
const updateOf = ({ resource, form }: Kind, { _id }: Row, changes: Sent = {}) =>
  call(admin, resource.update, { ...form(changes), [resource.idKey]: _id })
async function columnsOf(table: string, id: string) {
  const { rows } = await server.db.execute(sql`select * from ${raw(table)} where id = ${id}`)
  return rows[0] as Record<string, unknown>
}
const clear = (table: string) => server.db.execute(sql`delete from ${raw(table)}`)
const masked = ({ form, secrets }: Kind, changes: Sent = {}) =>
  form({ ...Object.fromEntries(Object.keys(secrets).map((name) => [name, MASK])), ...changes })

describe.each(KINDS.map((kind) => [kind.resource.name, kind] as const))('%s', (_name, kind) => {
  const { resource, table, form, secrets, field, moves } = kind
  const names = Object.keys(secrets)
  const [secret = ''] = names

  test('are created with what was sent, and their secrets are never returned', async () => {
    const answer = await call(admin, resource.create, { ...form(), createdBy: 'someone', _id: NOBODY, version: 9 })
    expect(answer).toMatchObject({ status: 200, data: { status: 'ACTIVE', version: 1, deletedAt: null } })
    const row = answer.data as Row
    expect(row._id).not.toBe(NOBODY)
    expect(names.map((name) => row[name])).toEqual(names.map(() => MASK))
    const stored = await columnsOf(table, row._id)
    for (const [name, column] of Object.entries(secrets))
      expect(await unseal(server.keys.seal, `${table}|${column}|${row._id}`, stored[column] as Buffer)).toBe(
        form()[name],
      )
    const [line] = await auditOf(server, row._id)
    expect(line).toMatchObject({ event: `${resource.name}.created` })
    expect(JSON.stringify(line)).toContain(MASK)
  })

  test('keep a secret that is omitted or sent as its mask, replace a new one, and remove an empty one', async () => {
    const row = await made(kind)
    const before = await columnsOf(table, row._id)
    const { [secret]: _, ...without } = form()
    expect(await call(admin, resource.update, { ...without, [resource.idKey]: row._id })).toMatchObject({ status: 200 })
    expect(await updateOf(kind, row, { [secret]: MASK })).toMatchObject({ status: 200, data: { [secret]: MASK } })
    const column = secrets[secret] as string
    expect((await columnsOf(table, row._id))[column]).toEqual(before[column])

    expect(await updateOf(kind, row, { [secret]: 'Another-96' })).toMatchObject({ data: { [secret]: MASK } })
    const replaced = await columnsOf(table, row._id)
    expect(await unseal(server.keys.seal, `${table}|${column}|${row._id}`, replaced[column] as Buffer)).toBe(
      'Another-96',
    )
    expect(await updateOf(kind, row, { [secret]: '' })).toMatchObject({ data: { [secret]: '' } })
    expect((await columnsOf(table, row._id))[column]).toBeNull()
  })

  test('record in the audit that a secret was replaced or removed, but not its value', async () => {
    const row = await made(kind)
    await call(admin, resource.update, { ...masked(kind, { [secret]: 'Another-96' }), [resource.idKey]: row._id })
    await call(admin, resource.update, { ...masked(kind, { [secret]: '' }), [resource.idKey]: row._id })
    const lines = await auditOf(server, row._id)
    expect(lines.map(({ event }) => event.split('.')[1])).toEqual(['created', 'secrets-replaced', 'updated', 'updated'])
    expect(lines[1]?.detail).toMatchObject({ replaced: [secret] })
    expect(lines[3]?.detail).toMatchObject({ changes: [{ field: secret, before: MASK, after: '' }] })
    expect(JSON.stringify(lines)).not.toMatch(/Another-96|Secret-9|Token-9|Api-9/)
  })

  test.each(moves)('need the secrets again when their address changes: %o', async (move) => {
    const row = await made(kind)
    const before = await columnsOf(table, row._id)
    const secretNeeded = {
      status: 400,
      msg: 'The address, or the name under which a secret is sent, has changed. Enter the password and other secrets again, so that they are not sent where they should not be.',
    }
    expect(await call(admin, resource.update, { ...masked(kind, move), [resource.idKey]: row._id })).toMatchObject(
      secretNeeded,
    )
    // All of the secrets are needed: entering one again is not enough.
    expect(await updateOf(kind, row, { ...move, [secret]: MASK })).toMatchObject(secretNeeded)
    expect(await columnsOf(table, row._id)).toEqual(before)
    expect(await updateOf(kind, row, move)).toMatchObject({ status: 200 })
  })

  test('can change their address freely without secrets', async () => {
    const none = Object.fromEntries(names.map((name) => [name, '']))
    const row = await made(kind, none)
    expect(names.map((name) => row[name])).toEqual(names.map(() => ''))
    expect(await call(admin, resource.update, { ...masked(kind, moves[0]), [resource.idKey]: row._id })).toMatchObject({
      status: 200,
    })
  })

  test('have secrets that cannot be decrypted in another row', async () => {
    const [one, two] = [await made(kind), await made(kind)]
    const column = secrets[secret] as string
    await server.db.execute(sql`
      update ${raw(table)} t set ${raw(column)} = o.${raw(column)} from ${raw(table)} o
      where t.id = ${one._id} and o.id = ${two._id}`)
    const swapped = (await columnsOf(table, one._id))[column] as Buffer
    await expect(unseal(server.keys.seal, `${table}|${column}|${one._id}`, swapped)).rejects.toThrow()
  })

  test('can be searched for a secret only as set or not set', async () => {
    await clear(table)
    const set = await made(kind, { [field]: 'with' })
    await made(kind, { [field]: 'without', [secret]: '' })
    const found = async (search: string) => {
      const { data } = await call(admin, resource.list, {
        page: 0,
        field: resource.fields.find((one) => one === secret || one === 'password'),
        search,
      })
      return (data as { rows: Row[] }).rows.map((row) => row[field])
    }
    expect(await found('set')).toEqual(['with'])
    expect(await found('NOT')).toEqual(['without'])
    expect(await found('not set')).toEqual(['without'])
    expect(await found(String(form()[secret]))).toEqual([])
    expect(set[secret]).toBe(MASK)
  })

  test('are deleted and restored, but not while their application is deleted', async () => {
    const row = await made(kind)
    expect(await call(admin, resource.remove, { [resource.idKey]: row._id })).toMatchObject({ status: 200 })
    expect(await updateOf(kind, row)).toMatchObject({ status: 404 })
    expect(await call(admin, resource.list, { deleted: true })).toMatchObject({ data: [{ _id: row._id }] })
    await server.db.execute(sql`update applications set deleted_at = now() where id = ${application.id}`)
    expect(await call(admin, resource.restore, { id: row._id })).toMatchObject({
      status: 409,
      msg: 'First restore the record that this belongs to.',
    })
    await server.db.execute(sql`update applications set deleted_at = null where id = ${application.id}`)
    expect(await call(admin, resource.restore, { id: row._id })).toMatchObject({ status: 200 })
    expect((await auditOf(server, row._id)).map(({ event }) => event.split('.')[1])).toEqual([
      'created',
      'deleted',
      'restored',
    ])
  })

  test('refuse the later one of two concurrent changes', async () => {
    const row = await made(kind)
    await call(admin, resource.update, { ...masked(kind, { [field]: 'first' }), [resource.idKey]: row._id, version: 1 })
    const late = await call(admin, resource.update, {
      ...masked(kind, { [field]: 'late' }),
      [resource.idKey]: row._id,
      version: 1,
    })
    expect(late).toMatchObject({
      status: 409,
      data: { changedBy: 'Asha Rao', current: { [field]: 'first', [secret]: MASK } },
    })
    expect(JSON.stringify(late)).not.toMatch(/Secret-9|Token-9|Api-9/)
  })
})

test('no table contains a secret in plain text', async () => {
  for (const kind of KINDS) await made(kind)
  const { rows: tables } = await server.db.execute<{ name: string }>(sql`
    select table_name as name from information_schema.tables where table_schema = 'public'`)
  expect(tables.length).toBeGreaterThan(20)
  for (const { name } of tables) {
    const { rows } = await server.db.execute<{ line: string }>(sql`select t::text as line from ${raw(`"${name}"`)} t`)
    const texts = rows.flatMap(({ line }) => [
      line,
      Buffer.from(line.replace(/.*\\x([0-9a-f]*).*/s, '$1'), 'hex').toString(),
    ])
    expect(texts.filter((text) => /(Mail|Sms)-(Secret|Token|Api)-9/.test(text))).toEqual([])
  }
})

const NAMES: [secret: string, change: Sent, before: Sent][] = [
  ['passwordValue', { passwordAttribute: 'text', messageAttribute: 'note' }, {}],
  ['apiCodeValue', { apiCodeAttribute: 'from', senderIdAttribute: '' }, {}],
  ['token', { tokenHeader: 'x-text' }, { tokenHeader: 'authorization' }],
]
test.each(NAMES)(
  'a gateway sends %s under another name only when it is entered again: %o',
  async (name, change, before) => {
    const [, kind] = KINDS as [Kind, Kind]
    const row = await made(kind, before)
    expect(await updateOf(kind, row, { ...before, ...change, [name]: MASK })).toMatchObject({
      status: 400,
      msg: expect.stringContaining('the name under which a secret is sent, has changed'),
    })
    // The other secrets are sent as before.
    const others = Object.fromEntries(Object.keys(kind.secrets).map((secret) => [secret, MASK]))
    expect(await updateOf(kind, row, { ...before, ...change, ...others, [name]: 'Entered-97' })).toMatchObject({
      status: 200,
    })
  },
)

test('a change that does not say in which header the token is sent needs no token', async () => {
  const [, kind] = KINDS as [Kind, Kind]
  const row = await made(kind, { tokenHeader: 'authorization' })
  expect(await updateOf(kind, row, { token: MASK, gatewayId: 'G-2' })).toMatchObject({ status: 200 })
})
