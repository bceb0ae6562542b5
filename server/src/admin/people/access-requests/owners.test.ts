import { applications } from '@gatehouse/contract/admin/applications/applications.ts'
import { approveAccess, declineAccess } from '@gatehouse/contract/admin/people/access-requests.ts'
import { explainAccess } from '@gatehouse/contract/admin/people/assignments.ts'
import { addUserApplicationClinetRole, users } from '@gatehouse/contract/admin/people/users.ts'
import { listTiles } from '@gatehouse/contract/launch.ts'
import * as owned from '@gatehouse/contract/owned-requests.ts'
import { getSession } from '@gatehouse/contract/session.ts'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { type Asker, askFor, openToRequests, saveRequestRule, useDecider } from '../../../../test/access-requests.ts'
import { aClient, anApplication, anAssignment, someoneSignedIn } from '../../../../test/builders.ts'
import { auditOf, someoneWith, useAdministrator } from '../../../../test/console.ts'
import { noticesTo } from '../../../../test/messages.ts'
import { useTestServer, type Visitor } from '../../../../test/server.ts'
import { countWaiting } from '../../../../test/waiting.ts'
import { newId } from '../../../crypto/ids.ts'

const server = useTestServer()
const admin = useAdministrator(server)

const decider = useDecider(server)

const appoint = (id: string, owners: string[], who: Visitor = admin) => saveRequestRule(who, id, { owners })

const hears = async (userId: string) =>
  (await noticesTo(server, userId)).filter(({ notice }) => notice === 'access-requested').length

/** An application with an owner and the role Clerk for two clients, and somebody who has asked for it. */
async function aSituation() {
  const [owner, asker] = await Promise.all([someoneSignedIn(server), someoneSignedIn(server)])
  const [client, other, application] = await Promise.all([aClient(server), aClient(server), anApplication(server)])
  await openToRequests(server, application.id, [client.id, other.id])
  expect(await appoint(application.id, [owner.person.email])).toMatchObject({ status: 200 })
  const ask = (who: Asker = asker) => askFor(server, who, application.id)
  const listed = async (query: object = {}, who = owner) =>
    (await who.visitor.call(owned.listOwnedRequests, query)).data.rows.map(({ _id, state }) => [_id, state])
  const approve = (requestId: string, more: object = {}, who = owner) =>
    who.visitor.call(owned.approveOwnedRequest, { requestId, clientId: client.id, role: 'Clerk', ...more })
  return { owner, asker, client, other, application, ask, listed, approve }
}

test('an owner decides with the sign-in that opening the application needs', async () => {
  const { application, ask, approve, owner } = await aSituation()
  const requestId = await ask()
  const need = (isNeeded: boolean) =>
    server.db.execute(sql`update applications set needs_strong_sign_in = ${isNeeded} where id = ${application.id}`)
  await need(true)
  const refused = { status: 403, data: { needsStrong: true, hasStrongFactor: false } }
  expect(await approve(requestId)).toMatchObject(refused)
  expect(await owner.visitor.call(owned.declineOwnedRequest, { requestId, answer: 'No' })).toMatchObject(refused)
  await need(false)
  expect(await approve(requestId)).toMatchObject({ status: 200 })
})

test('the owner of an application decides about a request for it, without a permission', async () => {
  const { owner, asker, client, other, application, ask, listed, approve } = await aSituation()
  const before = await hears(decider.person.id)
  const requestId = await ask()
  expect([await hears(owner.person.id), await hears(decider.person.id)]).toEqual([1, before])
  expect((await owner.visitor.call(getSession)).data.session).toMatchObject({ decidesRequests: true, permissions: [] })
  expect(await listed()).toEqual([[requestId, 'waiting']])
  const { data: choices } = await owner.visitor.call(owned.listOwnedRequestChoices, { requestId })
  expect(choices.map(({ _id, roles }) => [_id, roles])).toEqual(
    expect.arrayContaining([client, other].map(({ id }) => [id, ['Clerk']])),
  )
  const answer = 'For this year'
  expect(await approve(requestId, { lastDay: '2099-12-31', answer })).toMatchObject({ msg: 'Request Approved' })
  expect((await asker.visitor.call(listTiles)).data.map(({ _id }) => _id)).toEqual([application.id])
  const explained = await admin.call(explainAccess, { userId: asker.person.id, applicationId: application.id })
  expect(explained.data.assignments).toMatchObject([
    { role: 'Clerk', administrator: 'Asha Rao', request: { reason: 'The yearly count', answer } },
  ])
  const lines = await auditOf(server, asker.person.id)
  for (const event of ['users.access-approved', 'users.application-assigned'])
    expect(lines.find((line) => line.event === event)).toMatchObject({ actorId: owner.person.id })
  expect(await approve(requestId)).toMatchObject({ status: 409 })
  const again = await ask(await someoneSignedIn(server))
  const decline = (by: Visitor, id = again) =>
    by.call(owned.declineOwnedRequest, { requestId: id, answer: 'Ask me first' })
  expect(await decline(asker.visitor)).toMatchObject({ status: 404 })
  expect(await decline(owner.visitor)).toMatchObject({ status: 200 })
  expect(await decline(owner.visitor)).toMatchObject({ status: 409 })
  expect(await listed()).toEqual([])
  expect(await listed({ state: 'decided' })).toEqual([
    [again, 'declined'],
    [requestId, 'approved'],
  ])
  expect(await listed({ requestId })).toEqual([[requestId, 'approved']])
})

test('an owner gives no client and no role but those of the request and the application', async () => {
  const { asker, client, other, ask, approve } = await aSituation()
  const requestId = await ask()
  const refused = { status: 400, msg: 'This application has no such role for this client' }
  const stranger = await aClient(server)
  for (const more of [{ role: 'Manager' }, { role: 'User' }, { clientId: stranger.id }, { clientId: newId() }])
    expect(await approve(requestId, more)).toMatchObject(refused)
  await server.db.execute(sql`update access_requests set client_id = ${client.id} where id = ${requestId}`)
  expect(await approve(requestId, { clientId: other.id })).toMatchObject(refused)
  expect(await approve(requestId, { lastDay: '2020-01-01' })).toMatchObject({ msg: 'The end must be in the future' })
  const { rows } = await server.db.execute(sql`select from assignments where user_id = ${asker.person.id}`)
  expect(rows).toEqual([])
  expect(await approve(requestId)).toMatchObject({ status: 200 })
})

test('an owner changes nothing that is assigned already, and gives no more days than were asked for', async () => {
  const { owner, asker, client, other, application, ask, approve } = await aSituation()
  await anAssignment(server, asker.person.id, application.id, client.id, 'Reader')
  const requestId = await ask()
  await server.db.execute(sql`update access_requests set last_day = '2099-12-31' where id = ${requestId}`)
  const { data: choices } = await owner.visitor.call(owned.listOwnedRequestChoices, { requestId })
  expect(choices.map(({ _id }) => _id)).toEqual([other.id])
  expect(await approve(requestId)).toMatchObject({ status: 400 })
  expect(await approve(requestId, { clientId: other.id })).toMatchObject({ status: 200 })
  const { rows } = await server.db.execute(sql`
    select client_id as client, role, valid_until is not null as ends from assignments where user_id = ${asker.person.id} order by role`)
  expect(rows).toEqual([
    { client: other.id, role: 'Clerk', ends: true },
    { client: client.id, role: 'Reader', ends: false },
  ])
})

test('nobody decides about their own request, about people with more permissions, or about an application of others', async () => {
  const { owner, asker, client, ask, listed, approve } = await aSituation()
  const own = await ask(owner)
  const strong = await someoneWith(server, ['audit:read'])
  const above = await ask(strong)
  const stranger = await someoneSignedIn(server)
  const usual = await ask()
  expect(await listed()).toEqual([[usual, 'waiting']])
  for (const [requestId, who] of [
    [own, owner],
    [above, owner],
    [usual, stranger],
    [usual, asker],
  ] as const) {
    expect(await approve(requestId, {}, who)).toMatchObject({ status: 404 })
    expect((await who.visitor.call(owned.listOwnedRequestChoices, { requestId })).data).toEqual([])
    const decline = await who.visitor.call(owned.declineOwnedRequest, { requestId, answer: 'No' })
    expect(decline).toMatchObject({ status: 404 })
    expect(await listed({ requestId }, who)).toEqual([])
  }
  // The console's call needs the permission as before.
  const approval = { requestId: usual, userId: asker.person.id, clientId: client.id, role: 'Clerk' }
  expect(await owner.visitor.call(approveAccess, approval)).toMatchObject({ status: 403 })
  // In the console, a decline is judged as an approval is.
  const ofDecider = await ask(decider)
  for (const [requestId, status] of [
    [ofDecider, 409],
    [above, 403],
    [usual, 200],
  ] as const)
    expect(await decider.visitor.call(declineAccess, { requestId, answer: 'No' })).toMatchObject({ status })
})

test('where no active owner is left, administrators are notified and decide', async () => {
  const { owner, asker, client, application, ask, listed } = await aSituation()
  const heard = async () => [await hears(owner.person.id), await hears(decider.person.id)]
  const [, before = 0] = await heard()
  const strong = await someoneWith(server, ['audit:read'])
  await ask(strong)
  expect(await heard()).toEqual([0, before + 1])
  await ask(owner)
  expect(await heard()).toEqual([0, before + 2])
  await server.db.execute(sql`update users set is_active = false where id = ${owner.person.id}`)
  const requestId = await ask()
  expect(await heard()).toEqual([0, before + 3])
  await server.db.execute(sql`update users set is_active = true where id = ${owner.person.id}`)
  expect(await listed()).toEqual([[requestId, 'waiting']])
  await appoint(application.id, [])
  expect(await listed()).toEqual([])
  const approval = { requestId, userId: asker.person.id, clientId: client.id, role: 'Clerk' }
  expect(await decider.visitor.call(approveAccess, approval)).toMatchObject({ status: 200 })
})

test('who chooses owners may assign applications, and is judged about each of them', async () => {
  const { owner, application } = await aSituation()
  const ownersNow = async () => {
    const { data } = await admin.call(applications.list, { id: application.id, page: 0 })
    return 'rows' in data && data.rows[0]?.owners
  }
  const manager = await someoneWith(server, ['applications:read', 'applications:write', 'users:write'])
  const weak = await someoneWith(server, ['applications:read', 'applications:write'])
  const both = [owner.person.email, (await someoneSignedIn(server)).person.email]
  // The answer says neither who has an account nor who is an owner.
  for (const emails of [both, ['nobody@example.com'], [owner.person.email]])
    expect(await appoint(application.id, emails, weak.visitor)).toMatchObject({
      ...{ status: 403, msg: 'Owners give access. To choose them you also need users:write.' },
    })
  // The same owners are no change for who sees them.
  const reader = await someoneWith(server, ['applications:read', 'applications:write', 'users:read'])
  expect(await appoint(application.id, [owner.person.email], reader.visitor)).toMatchObject({ status: 200 })
  expect(await appoint(application.id, [...both, 'nobody@example.com'], manager.visitor)).toMatchObject({
    ...{ status: 400, msg: 'Nobody has this email address: nobody@example.com' },
  })
  expect(await appoint(application.id, [manager.person.email], manager.visitor)).toMatchObject({ status: 409 })
  const strong = await someoneWith(server, ['audit:read'])
  expect(await appoint(application.id, [strong.person.email], manager.visitor)).toMatchObject({ status: 403 })
  expect(await ownersNow()).toEqual([owner.person.email])
  expect(await appoint(application.id, [...both, ...both], manager.visitor)).toMatchObject({ status: 200 })
  expect(await ownersNow()).toEqual(both.toSorted())
  expect((await auditOf(server, application.id)).at(-1)?.detail).toMatchObject({
    changes: [{ field: 'owners', before: [owner.person.email], after: both.toSorted() }],
  })
  const uses = await admin.call(users.uses, { id: owner.person.id } as never)
  expect(JSON.stringify(uses.data)).not.toContain('applications that nobody else owns')
  await appoint(application.id, [owner.person.email])
  const { data } = await admin.call(users.uses, { id: owner.person.id } as never)
  expect(JSON.stringify(data)).toContain('applications that nobody else owns')
})

test.each(['appointed', 'approved', 'declined', 'declined by an administrator'])(
  'a person who is %s waits for a change of their access, and holds nothing that it needs',
  async (how) => {
    const { owner, asker, application, ask, approve } = await aSituation()
    const requestId = await ask()
    const call = {
      appointed: () => appoint(application.id, [owner.person.email, asker.person.email]),
      approved: () => approve(requestId),
      declined: () => owner.visitor.call(owned.declineOwnedRequest, { requestId, answer: 'No' }),
      'declined by an administrator': () => decider.visitor.call(declineAccess, { requestId, answer: 'No' }),
    }[how]
    // The locks of a change of assignments, in its order.
    const answer = await server.db.transaction(async (tx) => {
      await tx.execute(sql`select from users where id = ${asker.person.id} for update`)
      const answered = call?.()
      await expect.poll(() => countWaiting(server)).toBeGreaterThan(0)
      await tx.execute(sql`select from applications where id = ${application.id} for update nowait`)
      await tx.execute(sql`select from access_requests where id = ${requestId} for update nowait`)
      return { answered }
    })
    expect(await answer.answered).toMatchObject({ status: 200 })
  },
)

test('owners change while the application is assigned to one of them', async () => {
  const { owner, asker, client, application } = await aSituation()
  const assign = (role: string) =>
    admin.call(addUserApplicationClinetRole, {
      userId: asker.person.id,
      applicationId: application.id,
      clientId: client.id,
      role,
    })
  for (const owners of [[asker], [owner], [owner, asker], [owner]]) {
    const emails = owners.map(({ person }) => person.email)
    const answers = await Promise.all([
      ...[appoint(application.id, emails), assign('User'), assign('Clerk')],
      ...[appoint(application.id, emails), assign('User')],
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  }
})
