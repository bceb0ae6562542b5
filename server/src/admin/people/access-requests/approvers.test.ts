import { listOwnAccessRequests } from '@gatehouse/contract/access-requests.ts'
import { endActing } from '@gatehouse/contract/acting.ts'
import { previewRequestSteps } from '@gatehouse/contract/admin/applications/request-steps.ts'
import { applicationRoles } from '@gatehouse/contract/admin/approvals/application-roles.ts'
import { documentApprovals } from '@gatehouse/contract/admin/approvals/document-approvals.ts'
import { pages } from '@gatehouse/contract/admin/approvals/pages.ts'
import { GIVES_ACCESS } from '@gatehouse/contract/admin/approvals/second-person.ts'
import { listAccessRequests } from '@gatehouse/contract/admin/people/access-requests.ts'
import { startActing } from '@gatehouse/contract/admin/people/acting.ts'
import { listAssignments } from '@gatehouse/contract/admin/people/assignments.ts'
import { listTiles } from '@gatehouse/contract/launch.ts'
import * as owned from '@gatehouse/contract/owned-requests.ts'
import { publishPages } from '@gatehouse/contract/pages.ts'
import { getSession } from '@gatehouse/contract/session.ts'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { askFor, openToRequests, saveRequestRule } from '../../../../test/access-requests.ts'
import { aDraft } from '../../../../test/approval-drafts.ts'
import { aMatrix } from '../../../../test/approvals.ts'
import { anApplication, anAssignment, someoneSignedIn } from '../../../../test/builders.ts'
import { auditOf, someoneWith, useAdministrator } from '../../../../test/console.ts'
import { noticesTo } from '../../../../test/messages.ts'
import { useTestServer } from '../../../../test/server.ts'
import { keepRequestDates } from './keep-request-dates.ts'

const server = useTestServer()
const admin = useAdministrator(server)

type Someone = Awaited<ReturnType<typeof someoneSignedIn>>
type Row = Parameters<Awaited<ReturnType<typeof aMatrix>>['row']>[1]

const LADDER: Record<string, Row> = { Lead: { sequence: 1 }, Head: { sequence: 2, action: 'Final Approval' } }

/** An application whose matrix decides about the role Clerk, with somebody in each role of it, an owner, and somebody who asks. */
async function aSituation(rows: Record<string, Row> = LADDER, parallel: 'all-of' | 'one-of' | '2-of' = 'all-of') {
  const matrix = await aMatrix(server, 'Access requests')
  const { application, client, pageId } = matrix
  const ids: Record<string, { id: string; roleId: string }> = {}
  for (const [role, row] of Object.entries(rows)) ids[role] = await matrix.row(role, row)
  await server.db.execute(sql`
    insert into approval_routings (id, application_id, mode, parallel, rejection)
    values (gen_random_uuid(), ${application.id}, 'ladder', ${parallel}, 'stop')`)
  await openToRequests(server, application.id, [client.id])
  const inRole = async (role: string) => {
    const someone = await someoneSignedIn(server)
    await anAssignment(server, someone.person.id, application.id, client.id, role)
    return someone
  }
  const [owner, asker] = [await someoneSignedIn(server), await someoneSignedIn(server)] as [Someone, Someone]
  await anAssignment(server, asker.person.id, (await anApplication(server)).id, client.id)
  const rule = { requestRule: 'matrix', requestPageId: pageId, owners: [owner.person.email] }
  const saved = await saveRequestRule(admin, application.id, rule)
  expect(saved).toMatchObject({ status: 200, data: { ...rule, requestPage: 'Access requests' } })
  const ask = (who = asker) => askFor(server, who, application.id, client.id)
  const approve = (requestId: string, { visitor }: Someone, more: object = {}) =>
    visitor.call(owned.approveOwnedRequest, { requestId, clientId: client.id, role: 'Clerk', ...more })
  const decline = (requestId: string, { visitor }: Someone) =>
    visitor.call(owned.declineOwnedRequest, { requestId, answer: 'Not now' })
  /** Who is said to be asked, at which step, and which of these people have it in their list. */
  const asked = async (requestId: string, ...people: Someone[]) => {
    const [row] = (await admin.call(listAccessRequests, { requestId })).data.rows
    const lists = people.map(async ({ visitor }) => (await visitor.call(owned.listOwnedRequests, {})).data.rows)
    const listed = (await Promise.all(lists)).map((own) =>
      own.some(({ _id, mayDecide }) => _id === requestId && mayDecide),
    )
    return [row?.askedOf, row?.steps?.step, row?.steps?.problem ?? null, ...listed]
  }
  const hasIt = async () => (await asker.visitor.call(listTiles)).data.some(({ _id }) => _id === application.id)
  return { matrix, ids, application, client, pageId, owner, asker, inRole, ask, approve, decline, asked, hasIt }
}

const hears = async ({ person }: Someone) =>
  (await noticesTo(server, person.id)).map(({ notice }) => notice).filter((notice) => notice.startsWith('access-'))

test('two people approve one step after the other, and the last one gives what the first has approved', async () => {
  const { asker, application, client, owner, inRole, ask, approve, asked, hasIt, ids } = await aSituation()
  const [lead, head, clerk] = [await inRole('Lead'), await inRole('Head'), await inRole('Clerk')] as const
  expect((await lead.visitor.call(getSession)).data.session).toMatchObject({ decidesRequests: true, permissions: [] })
  expect((await clerk.visitor.call(getSession)).data.session).toMatchObject({ decidesRequests: false })
  const requestId = await ask()
  expect(await asked(requestId, lead, head, owner, clerk)).toEqual(['matrix', 1, null, true, false, false, false])
  for (const one of [head, owner, clerk, asker]) expect(await approve(requestId, one)).toMatchObject({ status: 404 })
  const until = { lastDay: '2099-12-31' }
  const first = await approve(requestId, lead, { ...until, answer: 'She counts for us' })
  expect(first).toMatchObject({ status: 200, data: { isGranted: false } })
  expect(await hasIt()).toBe(false)
  expect(await asked(requestId, lead, head, owner)).toEqual(['matrix', 2, null, false, true, false])
  const own = (await asker.visitor.call(listOwnAccessRequests)).data
  expect(own).toMatchObject([{ state: 'waiting', askedOf: 'matrix', progress: { step: 2, of: 2 } }])
  expect(JSON.stringify(own)).not.toContain('She counts for us')
  expect([await hears(lead), await hears(head), await hears(asker)]).toEqual([
    ...[['access-requested'], ['access-requested'], ['access-step']],
  ])
  // Who took part reads on; what the first step approved is not another thing at the second.
  const { data } = await lead.visitor.call(owned.listOwnedRequests, { requestId })
  expect(data.rows).toMatchObject([{ mayDecide: false, approvals: [{ step: 1, of: 2, byRole: 'Lead', counts: true }] }])
  const decided = { what: 'step-approved', by: 'Asha Rao', role: expect.any(String) }
  expect(await approve(requestId, lead)).toMatchObject({ status: 409, data: { decided } })
  expect(await approve(requestId, head, { lastDay: '2098-12-31' })).toMatchObject({ status: 409 })
  // Each step has two days of its own.
  const age = (days: number, table: 'access_requests' | 'access_request_approvals') =>
    server.db.execute({
      text: `update ${table} set created_at = created_at - make_interval(days => ${days}, mins => 1)
        where ${table === 'access_requests' ? 'id' : 'request_id'} = '${requestId}'`,
      values: [],
    } as never)
  await age(9, 'access_requests')
  await keepRequestDates(server)
  expect(await hears(head)).toEqual(['access-requested'])
  await age(2, 'access_request_approvals')
  await keepRequestDates(server)
  expect([await hears(lead), await hears(head)]).toEqual([
    ['access-requested'],
    ['access-requested', 'access-reminder'],
  ])
  // Two at once: one of them gives it.
  const both = await Promise.all([approve(requestId, head, until), approve(requestId, head, until)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(both.find(({ status }) => status === 200)?.data).toEqual({ isGranted: true })
  expect(await hasIt()).toBe(true)
  const { data: list } = await admin.call(listAssignments, { userId: asker.person.id, applicationId: application.id })
  expect(list.rows).toMatchObject([
    {
      ...{ role: 'Clerk', client: { _id: client.id } },
      request: {
        approvals: [
          {
            step: 1,
            of: 2,
            byRole: 'Lead',
            by: 'Asha Rao',
            onBehalfOf: '',
            answer: 'She counts for us',
            role: 'Clerk',
          },
          { step: 2, of: 2, byRole: 'Head', lastDay: '2099-12-31' },
        ],
      },
    },
  ])
  const lines = (await auditOf(server, asker.person.id)).filter(({ event }) => event === 'users.access-step-approved')
  expect(lines).toMatchObject([
    { actorId: lead.person.id, detail: { step: 1, of: 2, row: ids.Lead?.id, byRole: 'Lead' } },
    { actorId: head.person.id, detail: { step: 2, of: 2, row: ids.Head?.id } },
  ])
  expect((await lead.visitor.call(owned.listOwnedRequests, { state: 'decided' })).data.rows).toMatchObject([
    { _id: requestId, state: 'approved', mayDecide: false },
  ])
  expect((await owner.visitor.call(owned.listOwnedRequests, { state: 'decided' })).data.rows).toEqual([])
})

test.each([
  ['all of them approve', 'all-of'],
  ['one of them approves', 'one-of'],
] as const)('where a step has two roles, %s', async (_, parallel) => {
  const rows = { Lead: { sequence: 1 }, Auditor: { sequence: 1 } }
  const { inRole, ask, approve, asked, hasIt } = await aSituation(rows, parallel)
  const [lead, auditor, second] = [await inRole('Lead'), await inRole('Auditor'), await inRole('Lead')] as const
  const requestId = await ask()
  expect(await asked(requestId, lead, auditor, second)).toEqual(['matrix', 1, null, true, true, true])
  const isAlone = parallel === 'one-of'
  // Of two people of one role at the same moment, one approves for it.
  const answers = await Promise.all([approve(requestId, lead), approve(requestId, second)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const decided = { what: isAlone ? 'approved' : 'step-approved', by: 'Asha Rao' }
  expect(answers.find(({ status }) => status === 409)?.data).toMatchObject({ decided })
  expect(answers.find(({ status }) => status === 200)?.data).toEqual({ isGranted: isAlone })
  expect(await hasIt()).toBe(isAlone)
  expect(await hears(auditor)).toEqual(['access-requested'])
  if (isAlone) return
  expect(await asked(requestId, lead, auditor, second)).toEqual(['matrix', 1, null, false, true, false])
  expect(await approve(requestId, auditor)).toMatchObject({ data: { isGranted: true } })
  expect(await hasIt()).toBe(true)
})

test('where a step has three roles and the matrix asks for two, the second approval gives it', async () => {
  const rows = { Lead: { sequence: 1 }, Auditor: { sequence: 1 }, Controller: { sequence: 1 } }
  const { application, pageId, inRole, ask, approve, asked, hasIt } = await aSituation(rows, '2-of')
  const [lead, auditor] = [await inRole('Lead'), await inRole('Auditor')] as const
  const preview = async () =>
    (await admin.call(previewRequestSteps, { applicationId: application.id, pageId })).data.clients
  // Nobody has the third role, and two are enough.
  expect(await preview()).toMatchObject([{ problem: null, steps: [{ isOneEnough: false, needed: 2 }] }])
  const requestId = await ask()
  const needed = async () => {
    const [row] = (await admin.call(listAccessRequests, { requestId })).data.rows
    return [row?.steps?.needed, row?.steps?.isOneEnough, row?.steps?.roles.toSorted()]
  }
  expect(await needed()).toEqual([2, false, ['Auditor', 'Controller', 'Lead']])
  expect(await approve(requestId, lead)).toMatchObject({ data: { isGranted: false } })
  expect(await needed()).toEqual([1, true, ['Auditor', 'Controller']])
  expect(await asked(requestId, lead, auditor)).toEqual(['matrix', 1, null, false, true])
  expect([await hasIt(), (await approve(requestId, auditor)).data, await hasIt()]).toEqual([
    ...[false, { isGranted: true }, true],
  ])
})

test('nobody approves for themselves, for a lender twice, or for people who may do more', async () => {
  const { matrix, asker, owner, client, application, inRole, ask, approve, asked } = await aSituation()
  const [lead, head] = [await inRole('Lead'), await inRole('Head')] as const
  const standIn = await inRole('Clerk')
  await matrix.standIn(lead.person, standIn.person, 'Lead')
  await matrix.standIn(head.person, standIn.person, 'Head')
  expect((await standIn.visitor.call(getSession)).data.session).toMatchObject({ decidesRequests: true })
  const requestId = await ask()
  expect(await asked(requestId, standIn, lead)).toEqual(['matrix', 1, null, true, true])
  expect(await approve(requestId, standIn)).toMatchObject({ data: { isGranted: false } })
  const { data } = await lead.visitor.call(owned.listOwnedRequests, { requestId })
  expect(data.rows).toEqual([])
  // Neither the stand-in nor the lender approves another step, whose role they hold or are lent.
  await server.db.execute(sql`
    update assignments set role = 'Head' where user_id = ${lead.person.id} and application_id = ${application.id}`)
  expect(await asked(requestId, standIn, lead, head)).toEqual(['matrix', 2, null, false, false, true])
  expect(await approve(requestId, standIn)).toMatchObject({ status: 404 })
  expect(await approve(requestId, lead)).toMatchObject({ status: 409 })
  const [row] = (await admin.call(listAccessRequests, { requestId })).data.rows
  expect(row?.approvals).toMatchObject([{ by: 'Asha Rao', onBehalfOf: 'Asha Rao', byRole: 'Lead' }])
  // The only head asks for another role of theirs: somebody else has to give it.
  const strong = await someoneWith(server, ['audit:read'])
  await anAssignment(server, strong.person.id, (await anApplication(server)).id, client.id)
  const above = await ask(strong as never)
  expect(await asked(above, head, owner)).toEqual(['administrators', 1, 'people', false, false])
  expect(await approve(above, standIn)).toMatchObject({ status: 404 })
  expect(await hears(asker)).toEqual(['access-step'])
})

test('where the matrix names nobody, the owners decide, and administrators read why', async () => {
  const { application, client, pageId, owner, asker, inRole, ask, approve, decline, asked, hasIt } = await aSituation()
  const [lead, head] = [await inRole('Lead'), await inRole('Head')] as const
  const requestId = await ask()
  const set = (fields: string) => server.db.execute({ text: `update ${fields}`, values: [] } as never)
  const preview = async () =>
    (await admin.call(previewRequestSteps, { applicationId: application.id, pageId })).data.clients
  const roles = (people: number) => [[{ name: 'Lead', people: 1 }], [{ name: 'Head', people }]]
  const shown = (people: number, problem: string | null) => [
    { _id: client.id, problem, steps: roles(people).map((ofStep) => ({ roles: ofStep, isOneEnough: false })) },
  ]
  expect(await preview()).toMatchObject(shown(1, null))
  const byMatrix = ['matrix', 1, null, true, false]
  for (const [why, problem, before, after] of [
    [
      'nobody has the role',
      'people',
      `assignments set role = 'Clerk' where user_id = '${lead.person.id}'`,
      `assignments set role = 'Lead' where user_id = '${lead.person.id}'`,
    ],
    [
      'the account is inactive',
      'people',
      `users set is_active = false where id = '${lead.person.id}'`,
      `users set is_active = true where id = '${lead.person.id}'`,
    ],
    [
      'the client is inactive',
      'place',
      `clients set status = 'INACTIVE' where id = '${client.id}'`,
      `clients set status = 'ACTIVE' where id = '${client.id}'`,
    ],
    [
      'the page is no longer named',
      'place',
      `applications set request_page_id = null where id = '${application.id}'`,
      `applications set request_page_id = '${pageId}' where id = '${application.id}'`,
    ],
    [
      'the rule is another one',
      null,
      `applications set request_rule = 'owners' where id = '${application.id}'`,
      `applications set request_rule = 'matrix' where id = '${application.id}'`,
    ],
  ] as const) {
    await set(before)
    const [of, , found, ...listed] = await asked(requestId, owner)
    expect([of, found, ...listed], why).toEqual(['owners', problem, true])
    expect(await approve(requestId, lead), why).not.toMatchObject({ status: 200 })
    await set(after)
    expect(await asked(requestId, lead, owner), why).toEqual(byMatrix)
  }
  // The approver's role is taken away between reading and deciding, and the step is given to somebody else.
  expect(await approve(requestId, lead)).toMatchObject({ data: { isGranted: false } })
  await set(`assignments set role = 'Clerk' where user_id = '${head.person.id}'`)
  expect(await approve(requestId, head)).toMatchObject({ status: 404 })
  expect(await asked(requestId, head, owner)).toEqual(['owners', 2, 'people', false, true])
  expect(await preview()).toMatchObject(shown(0, 'people'))
  await set(`assignments set role = 'Head' where user_id = '${head.person.id}'`)
  // A request that names no client has no matrix.
  const none = await askFor(server, await someoneSignedIn(server), application.id, null)
  expect(await asked(none, owner)).toEqual(['owners', undefined, null, true])
  // Switched while it waits: what is true then counts, and the former steps stay on record.
  await saveRequestRule(admin, application.id, { requestRule: 'owners' })
  expect(await approve(requestId, head)).toMatchObject({ status: 404 })
  await saveRequestRule(admin, application.id, { requestRule: 'matrix' })
  expect(await decline(requestId, head)).toMatchObject({ status: 200 })
  expect(await hasIt()).toBe(false)
  expect((await asker.visitor.call(listOwnAccessRequests)).data).toMatchObject([
    { state: 'declined', answer: 'Not now', progress: null },
  ])
  expect(await approve(requestId, head)).not.toMatchObject({ status: 200 })
})

test('what a step has approved is asked again when the role may do more by then', async () => {
  const { application, client, inRole, ask, approve, asked, hasIt } = await aSituation()
  const [lead, head] = [await inRole('Lead'), await inRole('Head')] as const
  const requestId = await ask()
  expect(await approve(requestId, lead)).toMatchObject({ data: { isGranted: false } })
  expect(await asked(requestId, lead, head)).toEqual(['matrix', 2, null, false, true])
  const change = async (role: string, changes: object) => {
    const { rows } = await server.db.execute<{ id: string; roleId: string }>(sql`
      select id, role_id as "roleId" from application_roles where application_id = ${application.id} and name = ${role}`)
    const ofRole = { applicationRoleMasteId: rows[0]?.id, role, roleId: rows[0]?.roleId }
    const form = { ...ofRole, applicationId: application.id, clientId: client.id, regions: ['All'], ...changes }
    expect(await admin.call(applicationRoles.update, form as never)).toMatchObject({ status: 200 })
  }
  // A change of another role changes nothing about what was approved.
  await change('Head', { sequence: 2, actionOfRole: 'Final Approval', rangeFrom: 0, rangeTo: 900 })
  expect(await asked(requestId, lead, head)).toEqual(['matrix', 2, null, false, true])
  await change('Clerk', { sequence: 9, actionOfRole: 'Final Approval', rangeFrom: 0, rangeTo: null })
  expect(await asked(requestId, lead, head)).toEqual(['matrix', 1, null, true, false])
  expect(await approve(requestId, head)).toMatchObject({ status: 409 })
  expect(await approve(requestId, lead)).toMatchObject({ data: { isGranted: false } })
  expect(await approve(requestId, head)).toMatchObject({ data: { isGranted: true } })
  expect(await hasIt()).toBe(true)
})

test('an owner decides nothing alone by blocking the application, or because no client was named', async () => {
  const { application, client, owner, asker, inRole, ask, approve, asked, hasIt } = await aSituation()
  const [lead] = [await inRole('Lead'), await inRole('Head')]
  const requestId = await ask()
  const set = (status: string) =>
    server.db.execute(sql`update applications set status = ${status} where id = ${application.id}`)
  await set('INACTIVE')
  expect(await asked(requestId, lead, owner)).toEqual(['administrators', 0, 'place', false, false])
  expect(await approve(requestId, owner)).toMatchObject({ status: 404 })
  await set('ACTIVE')
  expect(await asked(requestId, lead, owner)).toEqual(['matrix', 1, null, true, false])
  await server.db.execute(sql`update access_requests set state = 'withdrawn' where id = ${requestId}`)

  const unnamed = await askFor(server, asker, application.id, null)
  expect(await asked(unnamed, lead, owner)).toEqual(['owners', undefined, null, false, true])
  expect(await approve(unnamed, owner)).toMatchObject({
    ...{ status: 400, msg: 'For this client others decide. An administrator can assign the application.' },
  })
  expect(await hasIt()).toBe(false)
  // An owner who is an approver, too, begins the steps of that client.
  await anAssignment(server, owner.person.id, application.id, client.id, 'Lead')
  expect(await approve(unnamed, owner)).toMatchObject({ status: 200, data: { isGranted: false } })
  expect(await asked(unnamed, lead, owner)).toEqual(['matrix', 2, null, false, false])
})

test('a change of the matrix between two steps counts at once, and only who may give access makes one', async () => {
  const { matrix, application, client, pageId, ids, asker, inRole, ask, approve, asked } = await aSituation()
  const [lead, head] = [await inRole('Lead'), await inRole('Head')] as const
  const requestId = await ask()
  expect(await approve(requestId, lead)).toMatchObject({ data: { isGranted: false } })
  const editor = await someoneWith(server, [
    'approvals:read',
    'approvals:write',
    'pages:write',
    'applications:read',
    'applications:write',
  ])
  const giver = await someoneWith(server, ['approvals:read', 'approvals:write', 'users:write'])
  const change = {
    ...{
      applicationRoleMasteId: ids.Lead?.roleId,
      applicationId: application.id,
      clientId: client.id,
      role: 'Lead',
      roleId: 'Le',
    },
    ...{ regions: ['All'], sequence: 3, actionOfRole: 'Approval', rangeFrom: null, rangeTo: null },
  }
  const refused = { status: 403, msg: GIVES_ACCESS }
  expect(await editor.visitor.call(applicationRoles.update, change as never)).toMatchObject(refused)
  const removal = { documnetMasteId: ids.Head?.id }
  expect(await editor.visitor.call(documentApprovals.remove, removal as never)).toMatchObject(refused)
  const page = { pageId, page: 'Access requests', description: '', applicationId: application.id, status: 'INACTIVE' }
  expect(await editor.visitor.call(pages.update, page as never)).toMatchObject(refused)
  for (const rule of [{ requestRule: 'owners' }, { requestPageId: null, requestRule: 'owners' }])
    expect(await saveRequestRule(editor.visitor, application.id, rule)).toMatchObject({ status: 403 })
  const { draftId: _, ...theirs } = await aDraft(editor.visitor as never, matrix)
  await theirs.remove(ids.Lead?.roleId ?? '', pageId)
  expect(await theirs.publish('Faster')).toMatchObject(refused)
  // The application itself names its pages, which says nothing about who approves.
  const { authorization } = application
  const manifest = {
    pages: [
      { id: 'requests', name: 'Access requests' },
      { id: 'more', name: 'More' },
    ],
  }
  const published = await server.visitor({ web: false }).call(publishPages, manifest as never, { authorization })
  expect(published).toMatchObject({ status: 200 })
  // A role without a rule decides nothing.
  const free = {
    ...change,
    applicationRoleMasteId: undefined,
    role: 'Guest',
    roleId: 'Gu',
    sequence: null,
    actionOfRole: '',
  }
  expect(await editor.visitor.call(applicationRoles.create, free as never)).toMatchObject({ status: 200 })
  // The lead becomes the second of two: the head, who gives the final approval, is asked next and is the last.
  expect(await giver.visitor.call(applicationRoles.update, change as never)).toMatchObject({ status: 200 })
  expect(await asked(requestId, lead, head)).toEqual(['matrix', 1, null, false, true])
  expect(await saveRequestRule(admin, application.id, { requestPageId: null, requestRule: 'matrix' })).toMatchObject({
    status: 400,
  })
  const other = await aMatrix(server, 'Elsewhere')
  expect(await saveRequestRule(admin, application.id, { requestPageId: other.pageId })).toMatchObject({ status: 400 })
  // The role that the first step has approved is gone: its approval no longer counts.
  await server.db.execute(sql`
    update application_roles set name = 'Clerk II' where application_id = ${application.id} and name = 'Clerk'`)
  expect(await approve(requestId, head)).toMatchObject({ status: 400 })
  expect(await approve(requestId, head, { role: 'Clerk II' })).toMatchObject({ data: { isGranted: true } })
  const { data } = await admin.call(listAssignments, { userId: asker.person.id, applicationId: application.id })
  expect(data.rows).toMatchObject([{ role: 'Clerk II' }])
})

test('whoever has asked while acting for the person approves no step, and lends nobody authority over it', async () => {
  const { matrix, asker, application, client, inRole, approve, decline, asked } = await aSituation({
    Lead: { sequence: 1, action: 'Final Approval' },
  })
  const [lead, other, standIn] = [
    await someoneWith(server, ['users:act', 'users:act-change']),
    await inRole('Lead'),
    await inRole('Clerk'),
  ] as const
  await anAssignment(server, lead.person.id, application.id, client.id, 'Lead')
  await matrix.standIn(lead.person as never, standIn.person, 'Lead')
  const acting = { userId: asker.person.id, reason: 'She asked for it', mayChange: true }
  expect(await lead.visitor.call(startActing, acting)).toMatchObject({ status: 200 })
  const requestId = await askFor(server, { visitor: lead.visitor, person: asker.person }, application.id, client.id)
  await lead.visitor.call(endActing)
  expect(await asked(requestId, lead as never, standIn, other)).toEqual(['matrix', 1, null, false, false, true])
  for (const one of [lead as never, standIn]) {
    expect(await approve(requestId, one)).toMatchObject({ status: 404 })
    expect(await decline(requestId, one)).toMatchObject({ status: 404 })
  }
  // Authority that somebody else has lent counts, and is the one that is recorded.
  await matrix.standIn(other.person, standIn.person, 'Lead')
  expect(await asked(requestId, standIn)).toEqual(['matrix', 1, null, true])
  expect(await approve(requestId, standIn)).toMatchObject({ status: 200, data: { isGranted: true } })
  const { rows } = await server.db.execute(
    sql`select on_behalf_of as lender from access_request_approvals where request_id = ${requestId}`,
  )
  expect(rows).toEqual([{ lender: other.person.id }])
})
