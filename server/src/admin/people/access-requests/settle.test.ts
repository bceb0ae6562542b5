import * as requests from '@gatehouse/contract/access-requests.ts'
import { endActing } from '@gatehouse/contract/acting.ts'
import { runImport, startBulkJob } from '@gatehouse/contract/admin/jobs/jobs.ts'
import { listAccessRequests } from '@gatehouse/contract/admin/people/access-requests.ts'
import { startActing } from '@gatehouse/contract/admin/people/acting.ts'
import { addUserApplicationClinetRole as assign, detachClient } from '@gatehouse/contract/admin/people/users.ts'
import { CSRF_HEADER } from '@gatehouse/contract/envelope.ts'
import { getSession } from '@gatehouse/contract/session.ts'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { openToRequests, useDecider } from '../../../../test/access-requests.ts'
import { aClient, anApplication, anAssignment, someoneWithAccess } from '../../../../test/builders.ts'
import { someoneWith } from '../../../../test/console.ts'
import { importCsv, runJobs } from '../../../../test/jobs.ts'
import { useTestServer } from '../../../../test/server.ts'

const server = useTestServer()
const decider = useDecider(server)

const OWN = 'You have asked for this yourself, for this person. Somebody else decides about it.'

/** Somebody who has an application for a client and waits for it for any other one, as asked for by an administrator who acted for them. */
async function aWaitingRequest() {
  const [client, other, application] = [await aClient(server), await aClient(server), await anApplication(server)]
  await openToRequests(server, application.id, [client.id, other.id])
  await server.db.execute(sql`
    insert into application_roles (id, application_id, client_id, name, role_id)
    values (gen_random_uuid(), ${application.id}, ${client.id}, 'Boss', 'B')`)
  const someone = await someoneWithAccess(server)
  await anAssignment(server, someone.person.id, application.id, client.id, 'Boss')
  await anAssignment(server, someone.person.id, someone.application.id, other.id)
  const actor = await someoneWith(server, ['users:read', 'users:act', 'users:act-change', 'users:write'])
  await actor.visitor.call(startActing, { userId: someone.person.id, reason: 'You asked for help', mayChange: true })
  const token = { [CSRF_HEADER]: (await actor.visitor.call(getSession)).data.session?.csrfToken ?? '' }
  const wanted = { applicationId: application.id, clientId: null, reason: 'For audits' }
  const { status, data } = await actor.visitor.call(requests.requestAccess, wanted, token)
  expect(status).toBe(200)
  await actor.visitor.call(endActing)
  const key = { userId: someone.person.id, applicationId: application.id }
  const request = async () => (await decider.visitor.call(listAccessRequests, { requestId: data._id })).data.rows[0]
  return { someone, actor, client, other, application, request, key }
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

test('a request without a client waits on when what the person has already is saved, lowered or ended earlier', async () => {
  const { someone, client, other, application, request, key } = await aWaitingRequest()
  const { call } = decider.visitor
  const has = { ...key, clientId: client.id }
  expect(await call(assign, { ...has, role: 'Boss' })).toMatchObject({ status: 200 })
  expect(await request(), 'the same again').toMatchObject({ state: 'waiting', client: null })
  const csv = `email,application,client,role\n${someone.person.email},${application.name},${client.actualName},Boss\n`
  const imported = await importCsv(server, decider.visitor, 'assignments', csv)
  await runJobs(server)
  expect(await call(runImport, { id: imported.data._id })).toMatchObject({ status: 200 })
  await runJobs(server)
  expect(await request(), 'an import of the same').toMatchObject({ state: 'waiting', client: null })
  const change = { action: 'assign', applicationId: application.id, clientId: client.id, role: 'Clerk' } as const
  expect(await call(startBulkJob, { change, ids: [someone.person.id] } as never)).toMatchObject({ status: 200 })
  await runJobs(server)
  expect(await request(), 'a lower role by a job').toMatchObject({ state: 'waiting', client: null })
  expect(await call(assign, { ...has, role: 'Clerk', validUntil: inDays(2) })).toMatchObject({ status: 200 })
  expect(await request(), 'an earlier end').toMatchObject({ state: 'waiting', client: null, decidedBy: '' })
  expect(await call(assign, { ...key, clientId: other.id, role: 'Clerk' })).toMatchObject({ status: 200 })
  expect(await request(), 'another client').toMatchObject({
    state: 'approved',
    client: { _id: other.id },
    role: 'Clerk',
  })
})

test('whoever asked for it while acting still lowers and ends what the person has, but gives nothing that was asked for', async () => {
  const { actor, client, other, request, key } = await aWaitingRequest()
  const { call } = actor.visitor
  const has = { ...key, clientId: client.id }
  expect(await call(assign, { ...has, role: 'Clerk' })).toMatchObject({ status: 200 })
  expect(await call(assign, { ...has, role: 'Clerk', validUntil: inDays(2) })).toMatchObject({ status: 200 })
  expect(await call(assign, { ...key, clientId: other.id, role: 'Clerk' })).toMatchObject({ status: 409, msg: OWN })
  expect(await call(detachClient, has)).toMatchObject({ status: 200 })
  expect(await request()).toMatchObject({ state: 'waiting', client: null })
  expect(await call(assign, { ...has, role: 'Clerk' }), 'as it was').toMatchObject({ status: 409, msg: OWN })
})

test('access that has not begun is given by nobody who asked for it while acting, and settles the request when it begins now', async () => {
  const { actor, client, request, key } = await aWaitingRequest()
  const has = { ...key, clientId: client.id, role: 'Boss' }
  expect(await decider.visitor.call(assign, { ...has, validFrom: inDays(30) })).toMatchObject({ status: 200 })
  expect(await request(), 'a later beginning').toMatchObject({ state: 'waiting' })
  const now = { ...has, validFrom: null }
  for (const earlier of [now, { ...has, validFrom: inDays(1) }])
    expect(await actor.visitor.call(assign, earlier)).toMatchObject({ status: 409, msg: OWN })
  expect(await request()).toMatchObject({ state: 'waiting', client: null })
  expect(await decider.visitor.call(assign, now)).toMatchObject({ status: 200 })
  expect(await request()).toMatchObject({ state: 'approved', client: { _id: client.id } })
})
