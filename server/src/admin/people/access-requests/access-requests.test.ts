import * as own from '@gatehouse/contract/access-requests.ts'
import { approveAccess, declineAccess, listAccessRequests } from '@gatehouse/contract/admin/people/access-requests.ts'
import {
  addUserApplicationClinetRole as assign,
  assignedApplicationWithClient,
} from '@gatehouse/contract/admin/people/users.ts'
import { listTiles } from '@gatehouse/contract/launch.ts'
import { readRequestLink } from '@gatehouse/contract/owned-requests.ts'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { requestLinkTo } from '../../../../test/access-requests.ts'
import { aClient, anApplication, someoneSignedIn } from '../../../../test/builders.ts'
import { auditOf, someoneWith, useAdministrator } from '../../../../test/console.ts'
import { noticesTo } from '../../../../test/messages.ts'
import { useTestServer } from '../../../../test/server.ts'
import { newId } from '../../../crypto/ids.ts'

const server = useTestServer()
const admin = useAdministrator(server)

/** An application that may be asked for, and somebody who has another one for a client of theirs. */
async function aSituation() {
  const [{ person, visitor }, client, had, wanted] = await Promise.all([
    someoneSignedIn(server),
    aClient(server),
    anApplication(server),
    anApplication(server),
  ])
  await admin.call(assign, { userId: person.id, applicationId: had.id, clientId: client.id, role: 'User' })
  await openToRequests([wanted.id], client.id)
  const ask = (more: object = {}) =>
    visitor.call(own.requestAccess, { applicationId: wanted.id, clientId: client.id, reason: 'For audits', ...more })
  const waiting = async () =>
    (await admin.call(listAccessRequests, { userId: person.id })).data.rows.map(({ _id }) => _id)
  const states = async () => (await visitor.call(own.listOwnAccessRequests)).data.map(({ state }) => state)
  return { person, visitor, client, had, wanted, ask, waiting, states }
}

/** The applications may be asked for, and have a role for the client. */
async function openToRequests(ids: string[], clientId: string) {
  await server.db.execute(sql`update applications set is_requestable = true where id = any(${ids}::uuid[])`)
  for (const id of ids)
    await server.db.execute(sql`
      insert into application_roles (id, application_id, client_id, name, role_id) values (${newId()}, ${id}, ${clientId}, 'Clerk', 'C')`)
}

test('only what can be granted is offered: an application with a role, for the clients that it has one for', async () => {
  const one = await aSituation()
  const { person, client, had, wanted, ask } = one
  const bare = await aClient(server)
  await admin.call(assign, { userId: person.id, applicationId: had.id, clientId: bare.id, role: 'User' })
  expect((await offered(one))?.clients.map(({ _id }) => _id)).toEqual([client.id])
  expect(await ask({ clientId: bare.id })).toMatchObject({
    ...{ status: 400, msg: 'The application has no role for this client yet, so nobody could give it to you.' },
  })
  await server.db.execute(sql`update application_roles set client_id = ${bare.id} where application_id = ${wanted.id}`)
  expect((await offered(one))?.clients.map(({ _id }) => _id)).toEqual([bare.id])
  await server.db.execute(sql`update application_roles set deleted_at = now() where application_id = ${wanted.id}`)
  expect(await offered(one)).toBeUndefined()
  const refused = { status: 400, msg: 'This application cannot be asked for.' }
  expect(await ask({ clientId: undefined })).toMatchObject(refused)
  expect(await one.waiting()).toEqual([])
})

const offered = async ({ visitor, wanted }: Awaited<ReturnType<typeof aSituation>>) =>
  (await visitor.call(own.listRequestable)).data.find(({ _id }) => _id === wanted.id)

test('people ask for an application, administrators are notified, and approving it assigns it until its last day', async () => {
  const one = await aSituation()
  const { person, visitor, client, wanted, ask, waiting, states } = one
  const decider = await someoneWith(server, ['users:read', 'users:write'])
  await server.db.execute(sql`update users set email_verified_at = now() where id = ${decider.person.id}`)
  expect(await offered(one)).toMatchObject({ clients: [{ _id: client.id }], assignedFor: [], isRequested: false })
  expect(await ask({ lastDay: '2099-03-31' })).toMatchObject({ status: 200, msg: 'Request Sent' })
  expect(await offered(one)).toMatchObject({ isRequested: true })
  expect((await noticesTo(server, decider.person.id)).map(({ notice }) => notice)).toContain('access-requested')
  const [mail] = await server.inbox(decider.person.email)
  expect(mail?.text).toContain(`${wanted.name} · ${client.actualName}`)
  expect(mail?.text).not.toContain('For audits')
  const link = await requestLinkTo(server, decider)
  const { requestId: linked } = (await decider.visitor.call(readRequestLink, { link })).data
  expect((await decider.visitor.call(listAccessRequests, { requestId: linked })).data.rows).toMatchObject([
    { _id: linked, state: 'waiting' },
  ])

  const { data } = await decider.visitor.call(listAccessRequests, { applicationId: wanted.id })
  expect(data).toMatchObject({ total: 1, rows: [{ state: 'waiting', reason: 'For audits', lastDay: '2099-03-31' }] })
  const [requestId = ''] = await waiting()
  const approval = { requestId, userId: person.id, clientId: client.id, role: 'User', validUntil: '2099-03-31' }
  expect(await decider.visitor.call(approveAccess, approval)).toMatchObject({ status: 200, msg: 'Request Approved' })
  expect((await visitor.call(listTiles)).data.map(({ _id }) => _id)).toContain(wanted.id)
  const assigned = (await admin.call(assignedApplicationWithClient, { userId: person.id })).data
  expect(assigned.find(({ applicationData }) => applicationData._id === wanted.id)?.validUntil).toBe(
    '2099-03-31T18:30:00.000Z',
  )
  expect(await states()).toEqual(['approved'])
  expect(await offered(one)).toBeUndefined()
  const events = (await auditOf(server, person.id)).map(({ event }) => event)
  expect(events).toEqual(expect.arrayContaining(['users.access-requested', 'users.application-assigned']))
  // Decided once: whoever comes too late hears by whom and how, with a name if they may read names.
  const decided = { what: 'approved', by: 'Rohan Rao', at: expect.stringMatching(/^20.*Z$/), role: 'User', note: '' }
  const tooLate = { requestId, answer: 'Too late' }
  expect(await admin.call(approveAccess, approval)).toMatchObject({ status: 409, data: { decided } })
  expect(await admin.call(declineAccess, tooLate)).toMatchObject({ status: 409, data: { decided } })
  const unseeing = await someoneWith(server, ['users:write'])
  const unnamed = { status: 409, data: { decided: { ...decided, by: '' } } }
  expect(await unseeing.visitor.call(declineAccess, tooLate)).toMatchObject(unnamed)
  expect(await visitor.call(own.withdrawAccessRequest, { requestId })).toMatchObject(unnamed)
})

test('a declined request says why, and may be made again', async () => {
  const { person, client, wanted, visitor, ask, waiting, states } = await aSituation()
  await ask()
  const [requestId = ''] = await waiting()
  expect(await admin.call(declineAccess, { requestId, answer: '' })).toMatchObject({ status: 400, msg: 'Say why' })
  expect(await admin.call(declineAccess, { requestId, answer: 'Use the claims portal' })).toMatchObject({ status: 200 })
  expect((await visitor.call(own.listOwnAccessRequests)).data).toMatchObject([
    { state: 'declined', answer: 'Use the claims portal', application: { _id: wanted.id }, client: { _id: client.id } },
  ])
  const [mail] = await server.inbox(person.email)
  expect(mail?.text).toContain('Use the claims portal')
  expect((await auditOf(server, person.id)).at(-1)).toMatchObject({ event: 'users.access-declined' })
  expect(await ask()).toMatchObject({ status: 200 })
  expect(await states()).toEqual(['waiting', 'declined'])
})

test('of ten equal requests at the same moment one waits, and it can be withdrawn by its person alone', async () => {
  const { visitor, ask, waiting, states } = await aSituation()
  const other = await someoneSignedIn(server)
  const answers = await Promise.all(Array.from({ length: 10 }, () => ask()))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.find(({ status }) => status !== 200)).toMatchObject({
    ...{ status: 409, msg: 'You have already asked for this application.' },
  })
  const [requestId = ''] = await waiting()
  expect(await other.visitor.call(own.withdrawAccessRequest, { requestId })).toMatchObject({ status: 404 })
  expect(await visitor.call(own.withdrawAccessRequest, { requestId })).toMatchObject({ status: 200 })
  expect(await visitor.call(own.withdrawAccessRequest, { requestId })).toMatchObject({
    status: 409,
    data: { decided: { what: 'withdrawn' } },
  })
  expect(await states()).toEqual(['withdrawn'])
  expect(await waiting()).toEqual([])
})

test('of twelve requests for different applications at the same moment ten wait', async () => {
  const { client, ask, waiting } = await aSituation()
  const wanted = await Promise.all(Array.from({ length: 12 }, () => anApplication(server)))
  const ids = wanted.map(({ id }) => id)
  await openToRequests(ids, client.id)
  const answers = await Promise.all(ids.map((applicationId) => ask({ applicationId })))
  expect(await waiting()).toHaveLength(10)
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
  expect(answers.find(({ status }) => status !== 200)).toMatchObject({
    ...{ status: 409, msg: 'Ten of your requests are waiting. Withdraw one first.' },
  })
})

test('an assignment that is made elsewhere settles the request for the same client, or for none', async () => {
  const { person, client, wanted, ask, states } = await aSituation()
  const other = await aClient(server)
  const give = (clientId: string) =>
    admin.call(assign, { userId: person.id, applicationId: wanted.id, clientId, role: 'User' })
  await ask()
  await give(other.id)
  expect(await states()).toEqual(['waiting'])
  await give(client.id)
  expect(await states()).toEqual(['approved'])
})

test('nobody learns of applications that are not open to requests, or of clients of others', async () => {
  const one = await aSituation()
  const { visitor, wanted, had, ask } = one
  const stranger = await aClient(server)
  const refused = { status: 400, msg: 'This application cannot be asked for.' }
  expect(await ask({ clientId: stranger.id })).toMatchObject(refused)
  expect(await ask({ applicationId: '018f0000-0000-7000-8000-000000000000' })).toMatchObject(refused)
  const closed = await anApplication(server)
  expect(await ask({ applicationId: closed.id })).toMatchObject(refused)
  expect(await ask({ reason: ' ' })).toMatchObject({ status: 400, msg: 'Say what you need it for' })
  expect(await ask({ lastDay: '2020-01-01' })).toMatchObject({
    ...{ status: 400, data: { fields: { lastDay: 'The last day must be in the future' } } },
  })
  await server.db.execute(sql`update applications set is_requestable = true where id = ${had.id}`)
  expect(await ask({ applicationId: had.id })).toMatchObject({ status: 409 })
  const listed = (await visitor.call(own.listRequestable)).data
  expect(listed.map(({ _id }) => _id)).not.toContain(closed.id)
  // For all of the person's clients it is assigned already.
  expect(listed.map(({ _id }) => _id)).not.toContain(had.id)
  await server.db.execute(sql`update applications set status = 'INACTIVE' where id = ${wanted.id}`)
  expect(await offered(one)).toBeUndefined()
  expect(await ask()).toMatchObject(refused)
})

test('nobody decides about themselves or about somebody with more permissions, nor for another person than the one who asked', async () => {
  const { person, client, ask, waiting, states } = await aSituation()
  await ask()
  const [requestId = ''] = await waiting()
  const decider = await someoneWith(server, ['users:read', 'users:write'])
  const approval = { requestId, userId: person.id, clientId: client.id, role: 'User' }
  expect(await decider.visitor.call(approveAccess, { ...approval, userId: decider.person.id })).toMatchObject({
    status: 409,
  })
  const other = await someoneSignedIn(server)
  expect(await decider.visitor.call(approveAccess, { ...approval, userId: other.person.id })).toMatchObject({
    status: 404,
  })
  const reader = await someoneWith(server, ['users:read'])
  expect(await reader.visitor.call(approveAccess, approval)).toMatchObject({ status: 403 })
  expect(await reader.visitor.call(declineAccess, { requestId, answer: 'No' })).toMatchObject({ status: 403 })
  const strong = await someoneWith(server, ['users:read', 'audit:read'])
  await server.db.execute(sql`update access_requests set user_id = ${strong.person.id} where id = ${requestId}`)
  expect(await decider.visitor.call(approveAccess, { ...approval, userId: strong.person.id })).toMatchObject({
    status: 403,
  })
  await server.db.execute(sql`update access_requests set user_id = ${person.id} where id = ${requestId}`)
  expect(await states()).toEqual(['waiting'])
})
