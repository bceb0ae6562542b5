import { approvalCheck } from '@gatehouse/contract/admin/approvals/check.ts'
import * as calls from '@gatehouse/contract/admin/approvals/drafts.ts'
import { explainApproval } from '@gatehouse/contract/admin/approvals/explain.ts'
import { DRAFT_HAS_ERRORS } from '@gatehouse/contract/admin/approvals/publish-draft.ts'
import * as replays from '@gatehouse/contract/admin/approvals/replays.ts'
import { approvalRoutings } from '@gatehouse/contract/admin/approvals/routing.ts'
import { DEFAULT_ROUTING } from '@gatehouse/contract/admin/approvals/routing-choices.ts'
import { decide, whoMay } from '@gatehouse/contract/approvals.ts'
import type { Endpoint } from '@gatehouse/contract/endpoint.ts'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { aDraft } from '../../test/approval-drafts.ts'
import { aMatrix } from '../../test/approvals.ts'
import { useAdministrator } from '../../test/console.ts'
import { runJobs } from '../../test/jobs.ts'
import { useTestServer } from '../../test/server.ts'

const server = useTestServer()
const admin = useAdministrator(server)

/** A board of three roles, of which one person each, and a director after them. */
async function aBoard() {
  const matrix = await aMatrix(server)
  const rows = {
    head: await matrix.row('Head', { sequence: 1 }),
    auditor: await matrix.row('Auditor', { sequence: 1 }),
    treasurer: await matrix.row('Treasurer', { sequence: 1 }),
    director: await matrix.row('Director', { sequence: 2, action: 'Final Approval' }),
  }
  const people = {
    ...{ head: await matrix.person('Head'), auditor: await matrix.person('Auditor') },
    ...{ treasurer: await matrix.person('Treasurer'), director: await matrix.person('Director') },
  }
  const ask = async <E extends Endpoint>(endpoint: E, input: unknown) =>
    (await server.visitor({ web: false }).call(endpoint, input, { authorization: matrix.application.authorization }))
      .data
  const decided = (person: { id: string }, approvals: object[], more: object = {}) =>
    ask(decide, matrix.question({ person: person.id, approvals, ...more }))
  const by = (role: 'head' | 'auditor' | 'treasurer') => ({ by: people[role].id, row: rows[role].id })
  const place = { applicationId: matrix.application.id, clientId: matrix.client.id }
  return { matrix, rows, people, ask, decided, by, place }
}

const inShort = (steps: { needs: string; rows: { role: string }[] }[]) =>
  steps.map(({ needs, rows }) => [needs, ...rows.map(({ role }) => role).toSorted()].join(' '))

test('two of three are published with a draft, and the second approval is enough from then on', async () => {
  const { matrix, people, ask, decided, by, place } = await aBoard()
  const before = await matrix.moment()
  const draft = await aDraft(admin, matrix)
  const routing = { ...DEFAULT_ROUTING, parallel: '2-of' as const }
  const revision = (await draft.read()).revision
  expect(await admin.call(calls.saveDraftRouting, { draftId: draft.draftId, revision, ...routing })).toMatchObject({
    status: 200,
  })
  expect(await draft.compare()).toMatchObject({ routing: { before: DEFAULT_ROUTING, after: routing }, errors: [] })
  // Until it is published all of them are asked.
  expect(inShort((await decided(people.head, [by('auditor')])).stillNeeded)).toEqual([
    ...['all-of Head Treasurer', 'all-of Director'],
  ])
  expect(await draft.publish('Signed by the board')).toMatchObject({ status: 200 })

  const first = await decided(people.head, [])
  expect([first.decision, ...inShort(first.stillNeeded)]).toEqual([
    ...['allow', '2-of Auditor Head Treasurer', 'all-of Director'],
  ])
  const second = await decided(people.treasurer, [by('head')])
  expect([second.decision, ...inShort(second.stillNeeded)]).toEqual([
    ...['allow', 'one-of Auditor Treasurer', 'all-of Director'],
  ])
  expect(await decided(people.head, [by('head')])).toMatchObject({ reasons: ['already-approved'] })
  expect(await decided(people.treasurer, [by('head'), by('auditor')])).toMatchObject({ reasons: ['already-approved'] })
  const final = await decided(people.director, [by('head'), by('auditor')], { action: 'Final Approval' })
  expect([final.decision, ...inShort(final.stillNeeded)]).toEqual(['allow', 'all-of Director'])
  const who = await ask(whoMay, matrix.question({ approvals: [by('head')] }))
  expect(who.people.map(({ _id }) => _id).toSorted()).toEqual([people.auditor.id, people.treasurer.id].toSorted())
  // What applied before is answered as it was.
  expect(inShort((await decided(people.head, [by('auditor')], { at: before })).stillNeeded)).toEqual([
    ...['all-of Head Treasurer', 'all-of Director'],
  ])
  const { data } = await admin.call(approvalCheck, place)
  expect(data.findings.map(({ code, text }) => [code, text])).toContainEqual([
    'some-are-enough',
    'Head, Auditor, and Treasurer have the same sequence: as many of them as the routing asks for approve any amount.',
  ])
})

test('a draft that asks for more people than there are is not published, and a replay counts what nobody approves', async () => {
  const { matrix, people, decided, place } = await aBoard()
  await admin.call(approvalRoutings.create, { applicationId: place.applicationId, parallel: 'one-of' } as never)
  await decided(people.head, [])
  const setActive = (id: string, isActive: boolean) =>
    server.db.execute(sql`update users set is_active = ${isActive} where id = ${id}`)
  for (const { id } of [people.auditor, people.treasurer]) await setActive(id, false)
  const draft = await aDraft(admin, matrix)
  const revision = (await draft.read()).revision
  const routing = { ...DEFAULT_ROUTING, parallel: '2-of' as const }
  await admin.call(calls.saveDraftRouting, { draftId: draft.draftId, revision, ...routing })
  const explained = await admin.call(explainApproval, {
    ...{ ...place, pageId: matrix.pageId, amount: '900', region: 'IN-KL', draftId: draft.draftId },
  })
  expect(explained.data.steps.map(({ needs }) => needs)).toEqual(['2-of', 'all-of'])
  const replayed = async () => {
    const [{ day } = { day: '' }] = (
      await server.db.execute<{ day: string }>(sql`
        select (now() at time zone ${server.config.timeZone})::date::text as day`)
    ).rows
    const asked = { applicationId: place.applicationId, draftId: draft.draftId, firstDay: day, lastDay: day }
    const { data } = await admin.call(replays.startApprovalReplay, asked)
    await runJobs(server)
    return (await admin.call(replays.readApprovalReplay, { replayId: data._id })).data
  }
  expect(await replayed()).toMatchObject({ replayed: 1, allowToDeny: 0, unapprovable: 1 })
  expect((await draft.compare()).errors.map(({ code }) => code)).toContain('no-people')
  expect(await draft.publish('Too few')).toMatchObject({ status: 400, msg: DRAFT_HAS_ERRORS })
  await setActive(people.treasurer.id, true)
  expect(await replayed()).toMatchObject({ replayed: 1, allowToDeny: 0, unapprovable: 0 })
  expect((await draft.compare()).errors).toEqual([])
  expect(await draft.publish('Enough')).toMatchObject({ status: 200 })
})

test('a lender and their stand-in are one of the two', async () => {
  const { matrix, people, decided, by, rows, place } = await aBoard()
  await admin.call(approvalRoutings.create, { applicationId: place.applicationId, parallel: '2-of' } as never)
  const clerk = await matrix.person('Clerk')
  await matrix.standIn(people.head, clerk, 'Head')
  await matrix.standIn(people.auditor, clerk, 'Auditor')
  const lent = { by: clerk.id, row: rows.head.id, onBehalfOf: people.head.id }
  expect(await decided(clerk, [])).toMatchObject({ decision: 'allow' })
  expect(await decided(clerk, [lent])).toMatchObject({
    decision: 'deny',
    reasons: ['already-approved', 'same-person-twice'],
  })
  // Sent all the same, it counts for nothing.
  const both = [lent, { by: clerk.id, row: rows.auditor.id, onBehalfOf: people.auditor.id }]
  expect(inShort((await decided(people.treasurer, both)).stillNeeded)[0]).toBe('one-of Auditor Treasurer')
  expect((await decided(people.treasurer, [lent, by('auditor')])).stillNeeded).toHaveLength(1)
})

test.each(['1-of', '10-of', '0-of', 'n-of', '2-OF', 2])('%j is no number of equals', async (parallel) => {
  const { place } = await aBoard()
  const answer = await admin.call(approvalRoutings.create, { applicationId: place.applicationId, parallel } as never)
  expect(answer).toMatchObject({ status: 400 })
})

test('a check finds a step in which too few roles have somebody', async () => {
  const { matrix, place } = await aBoard()
  await admin.call(approvalRoutings.create, { applicationId: place.applicationId, parallel: '3-of' } as never)
  await matrix.row('Controller', { sequence: 1 })
  const found = async () =>
    (await admin.call(approvalCheck, place)).data.findings
      .filter(({ code }) => code.includes('people'))
      .map(({ severity, code, roles }) => `${severity} ${code} ${roles.map(({ name }) => name)}`)
  expect(await found()).toEqual(['warning others-have-people Controller'])
  await matrix.row('Observer', { sequence: 1 })
  expect(await found()).toHaveLength(2)
  const { data } = await admin.call(approvalRoutings.list, { applicationId: place.applicationId, page: 0 })
  const [routing] = (data as { rows: { _id: string }[] }).rows
  const four = { routingId: routing?._id, applicationId: place.applicationId, parallel: '4-of' }
  expect(await admin.call(approvalRoutings.update, four as never)).toMatchObject({ status: 200 })
  expect(await found()).toEqual(['error no-people Controller', 'error no-people Observer'])
})

test('AuthZEN names the number, too', async () => {
  const { matrix, people, by, place } = await aBoard()
  await admin.call(approvalRoutings.create, { applicationId: place.applicationId, parallel: '2-of' } as never)
  const { client, amount, region, createdBy, page } = matrix.question({})
  const payload = {
    ...{ subject: { type: 'user', id: people.auditor.id }, action: { name: 'approval' } },
    resource: { type: 'page', id: page, properties: { client, amount, region, created_by: createdBy } },
  }
  const needed = async (prior_approvals: object[]) => {
    const answer = await server.app.inject({
      ...{ method: 'POST', url: '/access/v1/evaluation' },
      headers: { host: 'localhost:3000', authorization: matrix.application.authorization },
      payload: { ...payload, context: { prior_approvals } },
    })
    return answer.json().context.still_needed?.map(({ needs }: { needs: string }) => needs)
  }
  expect(await needed([])).toEqual(['2-of', 'all-of'])
  expect(await needed([by('head')])).toEqual(['one-of', 'all-of'])
})
