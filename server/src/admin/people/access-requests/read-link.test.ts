import { withdrawAccessRequest } from '@gatehouse/contract/access-requests.ts'
import { startActing } from '@gatehouse/contract/admin/people/acting.ts'
import { emailTemplates } from '@gatehouse/contract/admin/templates/templates.ts'
import * as owned from '@gatehouse/contract/owned-requests.ts'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { askFor, openToRequests, requestLinkTo, saveRequestRule, useDecider } from '../../../../test/access-requests.ts'
import { aMatrix } from '../../../../test/approvals.ts'
import { aClient, anApplication, anAssignment, someoneSignedIn } from '../../../../test/builders.ts'
import { someoneWith, useAdministrator } from '../../../../test/console.ts'
import { useTestServer } from '../../../../test/server.ts'
import { makeRequestToken } from '../../../crypto/request-token.ts'
import { keepRequestDates } from './keep-request-dates.ts'

const server = useTestServer()
const admin = useAdministrator(server)

const decider = useDecider(server)

type Someone = Awaited<ReturnType<typeof someoneSignedIn>>
type Row = Parameters<Awaited<ReturnType<typeof aMatrix>>['row']>[1]

const NOW = () => Date.now() / 1000
const YEAR = 365 * 86_400
const ANSWER = 'For this year'

const read = async ({ visitor }: Pick<Someone, 'visitor'>, link: string) =>
  (await visitor.call(owned.readRequestLink, { link })).data

/** A request that two owners of the application are asked about, and the link of each. */
async function aRequest() {
  const [owner, second, asker] = [
    await someoneSignedIn(server),
    await someoneSignedIn(server),
    await someoneSignedIn(server),
  ]
  const [client, application] = [await aClient(server), await anApplication(server)]
  await openToRequests(server, application.id, [client.id])
  const appoint = async (...owners: Someone[]) =>
    expect(
      await saveRequestRule(admin, application.id, { owners: owners.map(({ person }) => person.email) }),
    ).toMatchObject({
      status: 200,
    })
  await appoint(owner, second)
  const requestId = await askFor(server, asker, application.id)
  const [link, secondLink] = [await requestLinkTo(server, owner), await requestLinkTo(server, second)]
  const approve = ({ visitor }: Someone) =>
    visitor.call(owned.approveOwnedRequest, { requestId, clientId: client.id, role: 'Clerk', answer: ANSWER })
  return { owner, second, asker, client, application, requestId, link, secondLink, appoint, approve }
}

const nothing = { requestId: null, outcome: null }
const nobody = { by: '', isOwn: false, actedFor: '' }
const waiting = { state: 'waiting', ...nobody, at: null }
const at = expect.stringMatching(/^20.*Z$/)

test('the link of a message is made for its recipient, and leads to the request and its decision', async () => {
  const { owner, asker, requestId, link, secondLink, approve } = await aRequest()
  expect(link).toMatch(new RegExp(`^${requestId}_${owner.person.id}_\\d{10}_[0-9a-f]{64}$`))
  expect(secondLink).not.toBe(link)
  const [mail] = await server.inbox(owner.person.email)
  expect(mail?.html).toContain(`href="http://localhost:3000/dashboard/requestsToDecide?link=${link}"`)
  expect(await read(owner, link)).toEqual({ kind: 'own', requestId, outcome: waiting })
  // Reading changes nothing.
  expect(await read(owner, link)).toEqual({ kind: 'own', requestId, outcome: waiting })
  expect((await owner.visitor.call(owned.listOwnedRequests, { requestId })).data.rows).toMatchObject([
    { _id: requestId, mayDecide: true },
  ])
  expect(await server.visitor().call(owned.readRequestLink, { link })).toMatchObject({ status: 401 })
  expect(await read(asker, link)).toEqual({ kind: 'other', ...nothing })
  expect(await approve(owner)).toMatchObject({ status: 200 })
  expect(await read(owner, link)).toMatchObject({ kind: 'own', requestId, outcome: { state: 'approved' } })
})

test('the reminder, and the message that nobody has decided, have a link of their recipient', async () => {
  const { owner, requestId, link } = await aRequest()
  const age = (days: number) =>
    server.db.execute(sql`
      update access_requests set created_at = created_at - make_interval(days => ${days}, mins => 1),
        reminded_at = reminded_at - make_interval(days => ${days}, mins => 1) where id = ${requestId}`)
  await age(2)
  await keepRequestDates(server)
  const reminded = await requestLinkTo(server, owner)
  expect(reminded).toContain(`${requestId}_${owner.person.id}_`)
  expect(await read(owner, reminded)).toEqual(await read(owner, link))
  await age(3)
  await keepRequestDates(server)
  const undecided = await requestLinkTo(server, decider)
  expect(undecided).toContain(`${requestId}_${decider.person.id}_`)
  // In the console, where administrators read every request.
  expect(await read(decider, undecided)).toEqual({ kind: 'own', requestId, outcome: waiting })
})

test('the recipient reads what became of the request, with by whom and when', async () => {
  const one = await aRequest()
  await one.approve(one.second)
  const outcome = { state: 'approved', ...nobody, by: 'Asha Rao', at }
  expect(await read(one.owner, one.link)).toEqual({ kind: 'own', requestId: one.requestId, outcome })
  const two = await aRequest()
  await two.second.visitor.call(owned.declineOwnedRequest, { requestId: two.requestId, answer: 'No' })
  expect(await read(two.owner, two.link)).toMatchObject({ outcome: { ...outcome, state: 'declined' } })
  expect(await read(two.second, two.secondLink)).toMatchObject({ outcome: { state: 'declined', isOwn: true } })
  const three = await aRequest()
  await three.asker.visitor.call(withdrawAccessRequest, { requestId: three.requestId })
  expect(await read(three.owner, three.link)).toMatchObject({ outcome: { ...outcome, state: 'withdrawn' } })
  const gone = { kind: 'own', requestId: null, outcome: { state: 'gone', ...nobody, at: null } }
  await server.db.execute(sql`update users set deleted_at = now() where id = ${two.asker.person.id}`)
  expect(await read(two.owner, two.link)).toEqual(gone)
  await server.db.execute(sql`delete from access_requests where id = ${one.requestId}`)
  expect(await read(one.owner, one.link)).toEqual(gone)
  const four = await aRequest()
  await server.db.execute(sql`update applications set deleted_at = now() where id = ${four.application.id}`)
  expect(await read(four.owner, four.link)).toEqual(gone)
})

test('a recipient who lost the right to decide reads state and time, but no name, reason or answer', async () => {
  const { owner, second, requestId, link, appoint, approve } = await aRequest()
  await appoint(second)
  expect(await read(owner, link)).toEqual({ kind: 'own', requestId: null, outcome: waiting })
  expect(await approve(owner)).toMatchObject({ status: 404 })
  await approve(second)
  expect(await read(owner, link)).toEqual({
    kind: 'own',
    requestId: null,
    outcome: { state: 'approved', ...nobody, at },
  })
  expect((await owner.visitor.call(owned.listOwnedRequests, { requestId })).data.rows).toEqual([])
  await appoint(second, owner)
  expect(await read(owner, link)).toMatchObject({ requestId, outcome: { by: 'Asha Rao' } })
})

test('somebody else learns that the message was not theirs, and who may decide still can', async () => {
  const { owner, second, asker, requestId, link, approve } = await aRequest()
  const stranger = await someoneSignedIn(server)
  for (const one of [stranger, asker]) expect(await read(one, link)).toEqual({ kind: 'other', ...nothing })
  // Who may read the request anyway is led to it.
  for (const one of [second, decider])
    expect(await read(one, link)).toEqual({ kind: 'other', requestId, outcome: null })
  expect(await approve(second)).toMatchObject({ status: 200 })
  for (const one of [stranger, asker]) expect(await read(one, link)).toEqual({ kind: 'other', ...nothing })
  expect(JSON.stringify(await read(stranger, link))).not.toContain(owner.person.id)
})

test('a link that was changed, cut off or put together is nobody’s', async () => {
  const { owner, second, requestId, link, secondLink, asker } = await aRequest()
  const other = await aRequest()
  const parts = link.split('_')
  const [request = '', user = '', until = '', signature = ''] = parts
  const [, , , secondSignature = ''] = secondLink.split('_')
  const [otherRequest = ''] = other.link.split('_')
  const forged = {
    empty: '',
    words: 'no link',
    id: requestId,
    cut: link.slice(0, -1),
    unsigned: [request, user, until].join('_'),
    longer: `${link}0`,
    more: `${link}_0`,
    otherCase: link.toUpperCase(),
    signatureOfAnotherRecipient: [request, user, until, secondSignature].join('_'),
    anotherRecipient: [request, asker.person.id, until, signature].join('_'),
    anotherRequest: [otherRequest, user, until, signature].join('_'),
    longerTime: [request, user, String(Number(until) + 1), signature].join('_'),
    anotherKey: makeRequestToken(server.keys.lockLink, requestId, owner.person.id, NOW()),
    noId: makeRequestToken(server.keys.lockLink, 'x', 'y', NOW()),
  }
  for (const [what, text] of Object.entries(forged))
    for (const one of [owner, second, asker])
      expect(await read(one, text), what).toEqual({ kind: 'invalid', ...nothing })
  expect(await owner.visitor.call(owned.readRequestLink, { link: 'x'.repeat(501) })).toMatchObject({ status: 400 })
  expect(await read(owner, link)).toMatchObject({ kind: 'own' })
})

test('a link leads to its request for a year', async () => {
  const { owner, asker, requestId, link } = await aRequest()
  expect(Math.abs(Number(link.split('_')[2]) - NOW() - YEAR)).toBeLessThan(60)
  const madeAt = (seconds: number) => makeRequestToken(server.keys.requestLink, requestId, owner.person.id, seconds)
  expect(await read(owner, madeAt(NOW() - YEAR + 60))).toMatchObject({ kind: 'own', requestId })
  for (const one of [owner, asker])
    expect(await read(one, madeAt(NOW() - YEAR - 1))).toEqual({ kind: 'expired', ...nothing })
})

test('the link of a deactivated or deleted recipient opens nothing, and says to others only that it is not theirs', async () => {
  const { owner, asker, link, requestId } = await aRequest()
  const standing = (change: { isActive: boolean; isDeleted?: boolean }) =>
    server.db.execute(sql`
      update users set is_active = ${change.isActive}, deleted_at = case when ${change.isDeleted ?? false} then now() end
      where id = ${owner.person.id}`)
  for (const change of [{ isActive: false }, { isActive: true, isDeleted: true }]) {
    await standing(change)
    expect((await owner.visitor.call(owned.readRequestLink, { link })).status).toBe(401)
    expect(await read(asker, link)).toEqual({ kind: 'other', ...nothing })
  }
  await standing({ isActive: true })
  // Somebody new with the same address is another person.
  expect(await read(decider, link)).toEqual({ kind: 'other', requestId, outcome: null })
})

const STEPS: Record<string, Row> = { Lead: { sequence: 1 }, Head: { sequence: 2, action: 'Final Approval' } }

test('each step of a matrix has links of its own, and who was asked in one reads what the others did', async () => {
  const matrix = await aMatrix(server, 'Access requests')
  const { application, client, pageId } = matrix
  for (const [role, row] of Object.entries(STEPS)) await matrix.row(role, row)
  await openToRequests(server, application.id, [client.id])
  const inRole = async (role: string) => {
    const someone = await someoneSignedIn(server)
    await anAssignment(server, someone.person.id, application.id, client.id, role)
    return someone
  }
  const [lead, beside, former, head] = [
    ...[await inRole('Lead'), await inRole('Lead')],
    ...[await inRole('Lead'), await inRole('Head')],
  ] as [Someone, Someone, Someone, Someone]
  const asker = await someoneSignedIn(server)
  await anAssignment(server, asker.person.id, (await anApplication(server)).id, client.id)
  await saveRequestRule(admin, application.id, { requestRule: 'matrix', requestPageId: pageId })
  const requestId = await askFor(server, asker, application.id, client.id)
  const link = {
    ...{ lead: await requestLinkTo(server, lead), beside: await requestLinkTo(server, beside) },
    former: await requestLinkTo(server, former),
  }
  expect(await requestLinkTo(server, head)).toBe('')
  const approve = ({ visitor }: Someone) =>
    visitor.call(owned.approveOwnedRequest, { requestId, clientId: client.id, role: 'Clerk', answer: ANSWER })
  expect(await approve(lead)).toMatchObject({ status: 200, data: { isGranted: false } })
  const next = await requestLinkTo(server, head)
  expect(await read(head, next)).toEqual({ kind: 'own', requestId, outcome: waiting })
  expect(await read(lead, link.lead)).toEqual({ kind: 'own', requestId, outcome: waiting })
  // It waits for others now.
  expect(await read(beside, link.beside)).toEqual({ kind: 'own', requestId: null, outcome: waiting })
  await server.db.execute(sql`delete from assignments where user_id = ${former.person.id}`)
  expect(await approve(head)).toMatchObject({ status: 200, data: { isGranted: true } })
  const outcome = { state: 'approved', ...nobody, by: 'Asha Rao', at }
  expect(await read(lead, link.lead)).toEqual({ kind: 'own', requestId, outcome })
  expect(await read(beside, link.beside)).toEqual({ kind: 'own', requestId: null, outcome })
  expect(await read(former, link.former)).toEqual({ kind: 'own', requestId: null, outcome: { ...outcome, by: '' } })
})

test('an administrator who may no longer read people learns state and time', async () => {
  const [client, application] = [await aClient(server), await anApplication(server)]
  await openToRequests(server, application.id, [client.id])
  const former = await someoneWith(server, ['users:read', 'users:write'])
  await server.db.execute(sql`update users set email_verified_at = now() where id = ${former.person.id}`)
  const requestId = await askFor(server, await someoneSignedIn(server), application.id)
  const link = await requestLinkTo(server, former)
  expect(await read(former, link)).toEqual({ kind: 'own', requestId, outcome: waiting })
  await server.db.execute(sql`
    update access_requests set state = 'approved', decided_at = now(), decided_by = ${decider.person.id}, client_id = ${client.id}
    where id = ${requestId}`)
  expect(await read(former, link)).toMatchObject({ requestId, outcome: { state: 'approved', by: 'Rohan Rao' } })
  await server.db.execute(sql`delete from role_permissions where role_id = ${former.roleId}`)
  expect(await read(former, link)).toEqual({
    kind: 'own',
    requestId: null,
    outcome: { state: 'approved', ...nobody, at },
  })
})

test('who acts for the recipient does not open the link', async () => {
  const { owner, link } = await aRequest()
  const support = await someoneWith(server, ['users:read', 'users:act'])
  await support.visitor.call(startActing, { userId: owner.person.id, reason: 'A tile is missing' })
  const refused = await support.visitor.call(owned.listOwnedRequests, {})
  expect(refused.status).toBe(403)
  expect(await support.visitor.call(owned.readRequestLink, { link })).toMatchObject({
    ...{ status: 403, msg: refused.msg },
  })
})

test('a template may have the signed link as an address, and one of before keeps its own', async () => {
  const save = (Template: string, more: object = {}) =>
    admin.call(emailTemplates.create, {
      ...{
        TemplateName: 'access-requested',
        Application: 'All',
        Client: 'All',
        Subject: 'Asked',
        Status: 'ACTIVE',
        TemplateId: 'T',
      },
      ...{ Template, ...more },
    })
  const id = '{{ portal }}/dashboard/requestsToDecide?request={{ requestId }}'
  const { data, ...saved } = await save(
    `<p><a href="{{ requestLink }}">Decide</a> or <a href="${id}">look</a> {{ requestLink }}</p>`,
  )
  expect(saved).toMatchObject({ status: 200 })
  const { owner, requestId, link } = await aRequest()
  const [mail] = await server.inbox(owner.person.email)
  expect(mail?.html).toContain(`href="http://localhost:3000/dashboard/requestsToDecide?link=${link}"`)
  expect(mail?.html).toContain(`href="http://localhost:3000/dashboard/requestsToDecide?request=${requestId}"`)
  expect(await read(owner, link)).toMatchObject({ kind: 'own' })
  await server.db.execute(sql`delete from templates where id = ${data._id}`)
})
