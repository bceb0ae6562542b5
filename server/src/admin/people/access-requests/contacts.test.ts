import { listOwnAccessRequests, listRequestable } from '@gatehouse/contract/access-requests.ts'
import { pocs } from '@gatehouse/contract/admin/clients/pocs.ts'
import { listAccessRequests } from '@gatehouse/contract/admin/people/access-requests.ts'
import * as owned from '@gatehouse/contract/owned-requests.ts'
import { getSession } from '@gatehouse/contract/session.ts'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { askFor, openToRequests, saveRequestRule, useDecider } from '../../../../test/access-requests.ts'
import { aClient, anApplication, anAssignment, someoneSignedIn } from '../../../../test/builders.ts'
import { auditOf, someoneWith, useAdministrator } from '../../../../test/console.ts'
import { noticesTo } from '../../../../test/messages.ts'
import { useTestServer, type Visitor } from '../../../../test/server.ts'
import { keepRequestDates } from './keep-request-dates.ts'

const server = useTestServer()
const admin = useAdministrator(server)

const decider = useDecider(server)

type Someone = Awaited<ReturnType<typeof someoneSignedIn>>

const aContact = (clientId: string, email: string, more: object = {}) => ({
  ...{
    clientId,
    pocName: 'Meera',
    pocAlternateName: 'Rohan',
    pocEmail: email,
    pocAlternateEmail: 'office@example.com',
  },
  ...{ pocContact: '9876543210', pocAlternateContact: '9876543211', decidesRequests: true, ...more },
})

const saveRule = (id: string, rule: object, who: Visitor = admin) => saveRequestRule(who, id, rule)

/** An application that contacts decide about, with an owner; a client with a contact who has an account, and an asker of the client. */
async function aSituation() {
  const [owner, contact, asker] = [
    ...[await someoneSignedIn(server), await someoneSignedIn(server)],
    await someoneSignedIn(server),
  ] as [Someone, Someone, Someone]
  const [client, application, present] = [
    await aClient(server),
    await anApplication(server),
    await anApplication(server),
  ]
  for (const { person } of [contact, asker]) await anAssignment(server, person.id, present.id, client.id)
  await openToRequests(server, application.id, [client.id])
  await server.db.execute(sql`update users set email_verified_at = now() where id = ${contact.person.id}`)
  const rule = { requestRule: 'contacts', owners: [owner.person.email] }
  expect(await saveRule(application.id, rule)).toMatchObject({ status: 200, data: { requestRule: 'contacts' } })
  const { data: poc } = await admin.call(pocs.create, aContact(client.id, contact.person.email.toUpperCase()) as never)
  expect(poc).toMatchObject({ decidesRequests: true })
  const ask = (who = asker, clientId: string | null = client.id) => askFor(server, who, application.id, clientId)
  /** Who decides, who is said to be asked, and how many messages the contact and the owner have got. */
  const asked = async (requestId: string) => {
    const listed = async ({ visitor }: Someone) =>
      (await visitor.call(owned.listOwnedRequests, { requestId })).data?.total ?? 0
    const [row] = (await admin.call(listAccessRequests, { requestId })).data.rows
    return { of: row?.askedOf, contact: await listed(contact), owner: await listed(owner) }
  }
  const approve = (requestId: string, who: Someone = contact) =>
    who.visitor.call(owned.approveOwnedRequest, { requestId, clientId: client.id, role: 'Clerk' })
  const decline = (requestId: string, who: Someone) =>
    who.visitor.call(owned.declineOwnedRequest, { requestId, answer: 'No' })
  return { owner, contact, asker, client, application, poc, ask, asked, approve, decline }
}

const hears = async ({ person }: { person: { id: string } }) =>
  (await noticesTo(server, person.id)).map(({ notice }) => notice).filter((notice) => notice.startsWith('access-'))

test('the contact of the client is asked, reminded and decides, for this client alone, and not the owner', async () => {
  const { owner, contact, asker, client, application, ask, asked, approve, decline } = await aSituation()
  const before = await hears(decider)
  expect((await contact.visitor.call(getSession)).data.session).toMatchObject({
    decidesRequests: true,
    permissions: [],
  })
  expect((await asker.visitor.call(getSession)).data.session).toMatchObject({ decidesRequests: false })
  expect((await asker.visitor.call(listRequestable)).data).toContainEqual(
    expect.objectContaining({ _id: application.id, requestRule: 'contacts' }),
  )
  const requestId = await ask()
  expect(await asked(requestId)).toEqual({ of: 'contacts', contact: 1, owner: 0 })
  const own = await asker.visitor.call(listOwnAccessRequests)
  expect(own.data).toMatchObject([{ _id: requestId, askedOf: 'contacts' }])
  await server.db.execute(
    sql`update access_requests set created_at = created_at - interval '2 days 1 minute' where id = ${requestId}`,
  )
  await keepRequestDates(server)
  expect(await hears(contact)).toEqual(['access-requested', 'access-reminder'])
  expect(await hears(owner)).toEqual([])
  expect(await hears(decider)).toEqual(before)
  const { data: choices } = await contact.visitor.call(owned.listOwnedRequestChoices, { requestId })
  expect(choices).toMatchObject([{ _id: client.id, roles: ['Clerk'] }])
  for (const who of [owner, asker]) {
    expect(await approve(requestId, who)).toMatchObject({ status: 404 })
    expect(await decline(requestId, who)).toMatchObject({ status: 404 })
  }
  const other = await aClient(server)
  const elsewhere = { requestId, clientId: other.id, role: 'Clerk' }
  expect(await contact.visitor.call(owned.approveOwnedRequest, elsewhere)).toMatchObject({ status: 400 })
  expect(await approve(requestId)).toMatchObject({ msg: 'Request Approved' })
  const lines = await auditOf(server, asker.person.id)
  expect(lines.find(({ event }) => event === 'users.access-approved')).toMatchObject({ actorId: contact.person.id })
  const requests = async () => (await asker.visitor.call(listOwnAccessRequests)).data
  expect(await requests()).toMatchObject([{ state: 'approved', askedOf: null, hasEnded: false }])
  const { id } = asker.person
  await server.db.execute(sql`update assignments set valid_until = now() where user_id = ${id}`)
  expect(await requests()).toMatchObject([{ state: 'approved', hasEnded: true }])
  await server.db.execute(sql`delete from assignments where user_id = ${id}`)
  expect(await requests()).toMatchObject([{ state: 'approved', hasEnded: true }])
})

test('where no contact may decide, the owner is asked, and without one administrators are', async () => {
  const { owner, contact, asker, client, application, poc, ask, asked } = await aSituation()
  const set = (fields: string) => server.db.execute({ text: `update ${fields}`, values: [] } as never)
  const [forClient, forNone] = [await ask(), await ask(await someoneSignedIn(server), null)]
  const byContact = { of: 'contacts', contact: 1, owner: 0 }
  const byOwner = { of: 'owners', contact: 0, owner: 1 }
  expect(await asked(forClient)).toEqual(byContact)
  expect(await asked(forNone)).toEqual(byOwner)
  const ofContact = `id = '${contact.person.id}'`
  const assigned = `assignments set valid_until`
  for (const [why, before, after] of [
    [
      'no account is active',
      `users set is_active = false where ${ofContact}`,
      `users set is_active = true where ${ofContact}`,
    ],
    [
      'the address is not confirmed',
      `users set email_verified_at = null where ${ofContact}`,
      `users set email_verified_at = now() where ${ofContact}`,
    ],
    [
      'the account is of another client',
      `${assigned} = now() where user_${ofContact}`,
      `${assigned} = null where user_${ofContact}`,
    ],
    [
      'it is not said of the contact',
      `pocs set decides_requests = false where id = '${poc._id}'`,
      `pocs set decides_requests = true where id = '${poc._id}'`,
    ],
    [
      'the rule is the other one',
      `applications set request_rule = 'owners' where id = '${application.id}'`,
      `applications set request_rule = 'contacts' where id = '${application.id}'`,
    ],
  ] as const) {
    await set(before)
    expect(await asked(forClient), why).toEqual(byOwner)
    await set(after)
    expect(await asked(forClient), why).toEqual(byContact)
  }
  // What only waits for something that is blocked waits for administrators: an owner may have blocked it.
  for (const [blocked, change] of [
    ['the application', `applications set status = 'STATUS' where id = '${application.id}'`],
    [
      'all that the contact opens for the client',
      `applications set status = 'STATUS' where id in (select application_id from assignments where user_${ofContact})`,
    ],
  ] as const) {
    await set(change.replace('STATUS', 'INACTIVE'))
    expect(await asked(forClient), blocked).toEqual({
      ...(blocked === 'the application' ? byContact : { of: 'administrators', contact: 0, owner: 0 }),
    })
    await set(change.replace('STATUS', 'ACTIVE'))
    expect(await asked(forClient), blocked).toEqual(byContact)
  }
  // Nobody decides about their own request, and a contact not about people with more permissions.
  expect(await asked(await ask(contact))).toEqual(byOwner)
  const strong = await someoneWith(server, ['audit:read'])
  await anAssignment(server, strong.person.id, (await anApplication(server)).id, client.id)
  const above = await ask(strong as never)
  expect(await asked(above)).toEqual({ of: 'administrators', contact: 0, owner: 0 })
  expect(await hears(owner)).toHaveLength(2)
  // A deleted contact does not decide again when it is restored.
  expect(await admin.call(pocs.remove, { pocId: poc._id } as never)).toMatchObject({ status: 200 })
  expect(await asked(forClient)).toEqual(byOwner)
  expect(await admin.call(pocs.restore, { id: poc._id } as never)).toMatchObject({ status: 200 })
  expect(await asked(forClient)).toEqual(byOwner)
  expect((await contact.visitor.call(getSession)).data.session).toMatchObject({ decidesRequests: false })
  expect(await hears(asker)).toEqual([])
})

test('an owner who is asked because no client was named gives nothing for a client with a contact', async () => {
  const { owner, contact, application, ask, approve } = await aSituation()
  const other = await aClient(server)
  await openToRequests(server, application.id, [other.id])
  const stranger = await someoneSignedIn(server)
  const requestId = await ask(stranger, null)
  expect(await approve(requestId, owner)).toMatchObject({
    ...{ status: 400, msg: 'For this client others decide. An administrator can assign the application.' },
  })
  expect(await approve(requestId, contact)).toMatchObject({ status: 404 })
  const elsewhere = { requestId, clientId: other.id, role: 'Clerk' }
  expect(await owner.visitor.call(owned.approveOwnedRequest, elsewhere)).toMatchObject({
    ...{ status: 200, data: { isGranted: true } },
  })
})

test('who chooses deciding contacts may assign applications, and is judged about each account', async () => {
  const { contact, client, application, poc } = await aSituation()
  const msg = 'Contacts who decide about requests give access. To change them you also need users:write.'
  const weak = await someoneWith(server, ['clients:read', 'clients:write', 'applications:read', 'applications:write'])
  const manager = await someoneWith(server, ['clients:read', 'clients:write', 'users:write'])
  const strong = await someoneWith(server, ['audit:read'])
  const { email } = contact.person
  const save = (more: object, who: Visitor) =>
    who.call(pocs.update, { pocId: poc._id, ...aContact(client.id, email), clientId: undefined, ...more } as never)
  for (const more of [
    ...[{ decidesRequests: false }, { pocEmail: weak.person.email }, { pocAlternateEmail: weak.person.email }],
    { clientId: (await aClient(server)).id },
  ])
    expect(await save(more, weak.visitor)).toMatchObject({ status: 403, msg })
  expect(await weak.visitor.call(pocs.create, aContact(client.id, email) as never)).toMatchObject({ status: 403, msg })
  // Without the contact, the owners would decide.
  expect(await weak.visitor.call(pocs.remove, { pocId: poc._id } as never)).toMatchObject({ status: 403, msg })
  // What decides nothing is theirs to change.
  const usual = aContact(client.id, email, { decidesRequests: undefined })
  expect(await weak.visitor.call(pocs.create, usual as never)).toMatchObject({ data: { decidesRequests: false } })
  expect(await save({ city: 'Pune', decidesRequests: undefined }, weak.visitor)).toMatchObject({
    data: { city: 'Pune', decidesRequests: true },
  })
  expect(await save({ pocEmail: manager.person.email }, manager.visitor)).toMatchObject({ status: 409 })
  expect(await save({ pocAlternateEmail: strong.person.email }, manager.visitor)).toMatchObject({ status: 403 })
  expect(await save({ city: 'Pune', pocAlternateEmail: 'nobody@example.com' }, manager.visitor)).toMatchObject({
    status: 200,
  })
  expect((await auditOf(server, poc._id)).at(-1)?.detail).toMatchObject({
    changes: [{ field: 'pocAlternateEmail', after: 'nobody@example.com' }],
  })
  expect(await saveRule(application.id, { requestRule: 'owners' }, weak.visitor)).toMatchObject({
    ...{
      status: 403,
      msg: 'Whoever decides about requests gives access. To choose who does you also need users:write.',
    },
  })
  expect(await saveRule(application.id, {}, weak.visitor)).toMatchObject({ data: { requestRule: 'contacts' } })
  expect(await saveRule(application.id, { requestRule: 'everybody' })).toMatchObject({ status: 400 })
})
