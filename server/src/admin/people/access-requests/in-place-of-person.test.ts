import {
  ACCOUNT_IS_GONE,
  listOwnAccessRequests,
  requestAccess,
  withdrawAccessRequest,
} from '@gatehouse/contract/access-requests.ts'
import { endActing } from '@gatehouse/contract/acting.ts'
import { approveAccess, listAccessRequests } from '@gatehouse/contract/admin/people/access-requests.ts'
import { startActing } from '@gatehouse/contract/admin/people/acting.ts'
import { listAssignments } from '@gatehouse/contract/admin/people/assignments.ts'
import { listOwnAccess } from '@gatehouse/contract/own-access.ts'
import { downloadOwnData } from '@gatehouse/contract/own-data.ts'
import * as owned from '@gatehouse/contract/owned-requests.ts'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { askFor, openToRequests, requestLinkTo, saveRequestRule, useDecider } from '../../../../test/access-requests.ts'
import { aMatrix } from '../../../../test/approvals.ts'
import { aClient, anApplication, anAssignment, someoneSignedIn, someoneWithAccess } from '../../../../test/builders.ts'
import { someoneWith, useAdministrator } from '../../../../test/console.ts'
import { useTestServer } from '../../../../test/server.ts'

const server = useTestServer()
const admin = useAdministrator(server)
const decider = useDecider(server)

type Someone = Awaited<ReturnType<typeof someoneWith>>

const anActor = () => someoneWith(server, ['users:act', 'users:act-change'])

/** Does something while an administrator acts for a person. */
async function acting<Done>({ visitor }: Someone, userId: string, act: () => Promise<Done>): Promise<Done> {
  const asked = { userId, reason: 'You asked for help', mayChange: true }
  expect(await visitor.call(startActing, asked)).toMatchObject({ status: 200 })
  const done = await act()
  expect(await visitor.call(endActing)).toMatchObject({ status: 200 })
  return done
}

/** Somebody who may ask for an application of an owner. */
async function aSituation() {
  const [client, application, owner] = [
    await aClient(server),
    await anApplication(server),
    await someoneSignedIn(server),
  ]
  await openToRequests(server, application.id, [client.id])
  await saveRequestRule(admin, application.id, { owners: [owner.person.email] })
  const someone = await someoneWithAccess(server)
  await anAssignment(server, someone.person.id, someone.application.id, client.id)
  return { client, application, owner, someone, actor: await anActor() }
}

test('who withdraws a request while acting does not read who has approved its steps', async () => {
  const matrix = await aMatrix(server, 'Access requests')
  const { application, client, pageId } = matrix
  await matrix.row('Lead', { sequence: 1 })
  await matrix.row('Head', { sequence: 2, action: 'Final Approval' })
  await openToRequests(server, application.id, [client.id])
  const [lead, asker, owner] = [
    await someoneSignedIn(server),
    await someoneSignedIn(server),
    await someoneSignedIn(server),
  ]
  await anAssignment(server, lead.person.id, application.id, client.id, 'Lead')
  await anAssignment(server, asker.person.id, (await anApplication(server)).id, client.id)
  const rule = { requestRule: 'matrix', requestPageId: pageId, owners: [owner.person.email] }
  expect(await saveRequestRule(admin, application.id, rule)).toMatchObject({ status: 200 })
  const requestId = await askFor(server, asker, application.id, client.id)
  const approval = { requestId, clientId: client.id, role: 'Clerk', answer: 'For the Lead alone' }
  expect(await lead.visitor.call(owned.approveOwnedRequest, approval)).toMatchObject({ status: 200 })
  const actor = await anActor()
  await acting(actor, asker.person.id, () => actor.visitor.call(withdrawAccessRequest, { requestId }))
  const listed = async ({ visitor }: Pick<Someone, 'visitor'>) =>
    (await visitor.call(owned.listOwnedRequests, { requestId })).data.rows
  expect(await listed(actor)).toEqual([])
  expect(await listed(lead)).toMatchObject([{ state: 'withdrawn', withdrawnBy: 'Rohan Rao', decidedBy: '' }])
})

test('a request of the person that an administrator withdraws names both, and one of the administrator that the person withdraws does not', async () => {
  const { client, application, owner, someone, actor } = await aSituation()
  const wanted = { applicationId: application.id, clientId: client.id, reason: 'For audits' }
  const own = async () => (await someone.visitor.call(listOwnAccessRequests)).data[0]
  const outcome = async (link: string) => (await owner.visitor.call(owned.readRequestLink, { link })).data.outcome
  const { _id: first } = (await someone.visitor.call(requestAccess, wanted)).data
  const link = await requestLinkTo(server, owner)
  await acting(actor, someone.person.id, () => actor.visitor.call(withdrawAccessRequest, { requestId: first }))
  const withdrawn = { state: 'withdrawn', requestedBy: '', withdrawnBy: 'Rohan Rao' }
  expect(await own()).toMatchObject(withdrawn)
  const listed = async (requestId: string) => (await admin.call(listAccessRequests, { requestId })).data.rows[0]
  expect(await listed(first)).toMatchObject({ ...withdrawn, decidedBy: '' })
  expect(await outcome(link)).toMatchObject({ by: 'Rohan Rao', isOwn: false, actedFor: 'Asha Rao' })

  const { _id: second } = await acting(
    actor,
    someone.person.id,
    async () => (await actor.visitor.call(requestAccess, wanted)).data,
  )
  const next = await requestLinkTo(server, owner)
  await someone.visitor.call(withdrawAccessRequest, { requestId: second })
  expect(await own()).toMatchObject({ state: 'withdrawn', requestedBy: 'Rohan Rao', withdrawnBy: '' })
  expect(await outcome(next)).toMatchObject({ by: 'Asha Rao', isOwn: false, actedFor: '' })
})

test('who asked while acting stands with the access that it gave, also when the account is gone', async () => {
  const { client, application, someone, actor } = await aSituation()
  const wanted = { applicationId: application.id, clientId: client.id, reason: 'For audits' }
  const userId = someone.person.id
  const { _id: requestId } = await acting(
    actor,
    userId,
    async () => (await actor.visitor.call(requestAccess, wanted)).data,
  )
  const approval = { requestId, userId, clientId: client.id, role: 'Clerk' }
  expect(await decider.visitor.call(approveAccess, approval)).toMatchObject({ status: 200 })
  const named = async () => {
    const [own] = (await someone.visitor.call(listOwnAccessRequests)).data
    const { rows } = (await decider.visitor.call(listAccessRequests, { requestId })).data
    const why = (await decider.visitor.call(listAssignments, { userId, applicationId: application.id })).data.rows[0]
    const access = (await someone.visitor.call(listOwnAccess)).data.rows.find(({ _id }) => _id === application.id)
    const { requests } = (await someone.visitor.call(downloadOwnData)).data
    const given = [why?.request?.requestedBy, access?.assignments[0]?.request?.requestedBy]
    return [own?.requestedBy, rows[0]?.requestedBy, ...given, requests[0]?.requestedBy]
  }
  expect(await named()).toEqual(Array(5).fill('Rohan Rao'))
  await server.db.execute(sql`delete from users where id = ${actor.person.id}`)
  expect(await named()).toEqual(Array(5).fill(ACCOUNT_IS_GONE))
})
