import type { Resource } from '@gatehouse/contract/admin/engine/resource.ts'
import { emailConfigurations } from '@gatehouse/contract/admin/gateways/email-configurations.ts'
import { smsConfigurations } from '@gatehouse/contract/admin/gateways/sms-configurations.ts'
import { listLossesOf } from '@gatehouse/contract/admin/jobs/leavers.ts'
import { users } from '@gatehouse/contract/admin/people/users.ts'
import { downloadOwnData } from '@gatehouse/contract/own-data.ts'
import type { Permission } from '@gatehouse/contract/permissions.ts'
import { describe, expect, test } from 'vitest'
import { anApplication, aPerson, someoneSignedIn } from '../../../test/builders.ts'
import type { Sent } from '../../../test/conformance-calls.ts'
import { auditOf, someoneWith, useAdministrator } from '../../../test/console.ts'
import { anEmailConfiguration, anSmsConfiguration } from '../../../test/message-configurations.ts'
import { useTestServer, type Visitor } from '../../../test/server.ts'

const server = useTestServer({ config: { outboundAllow: ['gateway.example.com', 'smtp.claims.example.com'] } })
const admin = useAdministrator(server)

const KINDS = [
  {
    resource: emailConfigurations as unknown as Resource,
    form: (changes: Sent = {}) => anEmailConfiguration({ url: '', ...changes }),
    scope: ({ name }: { name: string }) => name,
    name: 'All · no-reply@claims.example.com',
  },
  {
    resource: smsConfigurations as unknown as Resource,
    form: anSmsConfiguration,
    scope: ({ id }: { id: string }) => id,
    name: 'Quick SMS',
  },
]
const LOST = 'gateways that nobody else owns'

describe.each(KINDS)('owners of $name', ({ resource, form, scope, name }) => {
  const save = (id: string, changes: Sent, by: Visitor = admin) =>
    by.call(resource.update, { ...form(changes), [resource.idKey]: id })
  const create = async (owners: string[], changes: Sent = {}) => {
    const { status, data } = await admin.call(resource.create, form({ owners, ...changes }))
    expect(status).toBe(200)
    return (data as { _id: string })._id
  }
  const ownersNow = async (id: string, by: Visitor = admin) => {
    const { data } = await by.call(resource.list, {})
    return (data as unknown as { _id: string; owners: string[] }[]).find(({ _id }) => _id === id)?.owners
  }
  const lostWith = async (...ids: string[]) => {
    const { data } = await admin.call(listLossesOf, { ids })
    return data.find(({ kind }) => kind === LOST)?.names ?? []
  }

  test('the file of what is stored about an owner names the gateway as the list does', async () => {
    const { person, visitor } = await someoneSignedIn(server)
    await create([person.email])
    expect((await visitor.call(downloadOwnData, {})).data.ownedGateways).toEqual([{ gateway: name }])
  })

  test('they are people, by their email addresses, and stay when a change leaves them out', async () => {
    const [one, two] = [await aPerson(server), await aPerson(server)]
    const id = await create([one.email.toUpperCase(), one.email])
    expect(await ownersNow(id)).toEqual([one.email])
    // As a server of the release before sends it.
    expect(await save(id, {})).toMatchObject({ status: 200, data: { owners: [one.email] } })
    expect(await save(id, { owners: [two.email] })).toMatchObject({ status: 200, data: { owners: [two.email] } })
    expect((await auditOf(server, id)).at(-1)?.detail).toMatchObject({
      changes: [{ field: 'owners', before: [one.email], after: [two.email] }],
    })
    expect(await save(id, { owners: [two.email, 'nobody@example.com'] })).toMatchObject({
      ...{ status: 400, msg: 'Nobody has this email address: nobody@example.com' },
    })
    expect(await ownersNow(id)).toEqual([two.email])
    expect(await save(id, { owners: [] })).toMatchObject({ status: 200, data: { owners: [] } })
    await admin.call(resource.remove, { [resource.idKey]: id })
  })

  test('who changes the gateway chooses them, if they may read people, and learns no address otherwise', async () => {
    const [owner, other] = [await aPerson(server), await aPerson(server)]
    // Nobody is in its scope, so it carries nobody's codes.
    const narrow = { application: scope(await anApplication(server)) }
    const id = await create([owner.email], narrow)
    const needed: Permission[] = ['messages:read', 'messages:write']
    const blind = (await someoneWith(server, needed)).visitor
    expect(await ownersNow(id, blind)).toEqual([])
    // A form sends what it was given.
    expect(await save(id, { ...narrow, owners: [] }, blind)).toMatchObject({ status: 200, data: { owners: [] } })
    // Neither who is an owner, nor who has an account.
    for (const email of [owner.email, other.email, 'nobody@example.com'])
      expect(await save(id, { ...narrow, owners: [email] }, blind)).toMatchObject({
        ...{ status: 403, msg: 'To choose owners you also need users:read.' },
      })
    expect(await ownersNow(id)).toEqual([owner.email])
    const { visitor, person } = await someoneWith(server, [...needed, 'users:read'])
    expect(await save(id, { ...narrow, owners: [person.email] }, visitor)).toMatchObject({
      ...{ status: 200, data: { owners: [person.email] } },
    })
    const reader = (await someoneWith(server, ['messages:read', 'users:read'])).visitor
    expect(await save(id, { ...narrow, owners: [] }, reader)).toMatchObject({ status: 403 })
    await admin.call(resource.remove, { [resource.idKey]: id })
  })

  test('an owner gets no rights by it', async () => {
    const { visitor, person } = await someoneSignedIn(server)
    const id = await create([person.email])
    expect((await visitor.call(resource.list, {})).status).toBe(403)
    expect((await save(id, {}, visitor)).status).toBe(403)
    await admin.call(resource.remove, { [resource.idKey]: id })
  })

  test('what would be lost with a person names the gateways of which they are the only active owner', async () => {
    const [one, two] = [await aPerson(server), await aPerson(server)]
    const id = await create([one.email, two.email])
    expect([await lostWith(one.id), await lostWith(two.id)]).toEqual([[], []])
    expect(await lostWith(one.id, two.id)).toEqual([name])
    expect((await admin.call(users.uses, { id: one.id })).data).toEqual([])
    expect(await admin.call(users.remove, { [users.idKey]: two.id } as never)).toMatchObject({ status: 200 })
    expect(await ownersNow(id)).toEqual([one.email])
    expect(await lostWith(one.id)).toEqual([name])
    const writer = await someoneWith(server, ['users:read', 'users:write'])
    // Names are for those who may read what they belong to.
    expect((await writer.visitor.call(users.uses, { id: one.id })).data).toEqual([
      { kind: LOST, effect: 'leaves', count: 1, names: [] },
    ])
    // A change meanwhile keeps the deleted owner, who counts again when restored.
    expect((await save(id, { owners: [one.email] })).status).toBe(200)
    expect(await admin.call(users.restore, { id: two.id } as never)).toMatchObject({ status: 200 })
    expect(await ownersNow(id)).toEqual([one.email, two.email].toSorted())
    expect(await lostWith(one.id)).toEqual([])
    await admin.call(resource.remove, { [resource.idKey]: id })
    expect(await lostWith(one.id, two.id)).toEqual([])
  })
})
