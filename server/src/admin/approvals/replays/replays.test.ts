import { endConflictException, exceptFromRule } from '@gatehouse/contract/admin/approvals/conflict-exceptions.ts'
import { deleteApprovalDraft } from '@gatehouse/contract/admin/approvals/drafts.ts'
import * as calls from '@gatehouse/contract/admin/approvals/replays.ts'
import { roleConflicts } from '@gatehouse/contract/admin/approvals/role-conflicts.ts'
import { cancelJob, listJobs } from '@gatehouse/contract/admin/jobs/jobs.ts'
import { decideAll } from '@gatehouse/contract/approvals.ts'
import { decodeJwt } from 'jose'
import sql from 'sql-template-tag'
import { beforeEach, describe, expect, test } from 'vitest'
import { aDraft, inOrder, LAKH, versions } from '../../../../test/approval-drafts.ts'
import { aPage, type TestMatrix } from '../../../../test/approvals.ts'
import { aClient, anAssignment } from '../../../../test/builders.ts'
import { auditOf, someoneWith, useAdministrator } from '../../../../test/console.ts'
import { runJobs } from '../../../../test/jobs.ts'
import { proofOf } from '../../../../test/pictures.ts'
import { useTestServer, type Visitor } from '../../../../test/server.ts'
import { newId } from '../../../crypto/ids.ts'
import { claimJob, releaseJob } from '../../jobs/job-table.ts'
import { openReplay } from './replay-job.ts'

const server = useTestServer()
const admin = useAdministrator(server)

type Setting = Awaited<ReturnType<typeof inOrder>>
let setting: Setting
let days: { firstDay: string; lastDay: string }
beforeEach(async () => {
  setting = await inOrder(server)
  const { rows } = await server.db.execute<typeof days>(sql`
    select d::text as "lastDay", (d - 1)::text as "firstDay" from (select (now() at time zone ${server.config.timeZone})::date as d) t`)
  days = rows[0] as typeof days
})

/** The application of the matrix asks for final approvals. */
async function ask(matrix: TestMatrix, ...questions: object[]) {
  const visitor = server.visitor({ web: false, headers: { authorization: matrix.application.authorization } })
  const asked = questions.map((one) => matrix.question({ action: 'Final Approval', ...one }))
  return (await visitor.call(decideAll, { questions: asked })).data.decisions.map(({ decision }) => decision)
}
const start = (target: object, application = setting.matrix.application) =>
  admin.call(calls.startApprovalReplay, { applicationId: application.id, ...days, ...target })
const read = async (replayId: string) => (await admin.call(calls.readApprovalReplay, { replayId })).data
const changes = async (replayId: string, more: object = {}) =>
  (await admin.call(calls.listReplayChanges, { replayId, ...more })).data
async function replay(target: object) {
  const { data, status } = await start(target)
  expect(status).toBe(200)
  await runJobs(server)
  return read(data._id)
}

test('decisions are asked of a draft again: what changes, what nobody approves any more, and what changed anyway', async () => {
  const { matrix, low, high, people } = setting
  const director = { person: people.director.id }
  expect(
    await ask(
      matrix,
      { ...director, amount: '50000' },
      { ...director, amount: '99999.50' },
      { ...director, amount: '300000' },
      { person: people.chairman.id, amount: '300000' },
      { person: newId(), amount: '10' },
      { ...director, amount: '1,000' },
      { ...director, amount: '10', earlierAmount: '49990' },
    ),
  ).toEqual(['allow', 'allow', 'deny', 'allow', 'deny', 'deny', 'allow'])
  const draft = await aDraft(admin, matrix)
  // The director from 60,000 on, and above a lakh, too; nobody below.
  await draft.limits(low.roleId, { rangeFrom: 60000, rangeTo: 500000 })
  const before = await versions(admin, matrix)
  const done = await replay({ draftId: draft.draftId })
  expect(done).toMatchObject({
    ...{ state: 'done', draftName: 'April', draftId: draft.draftId, version: null, total: 7, position: 7, replayed: 7 },
    ...{ allowToDeny: 2, denyToAllow: 1, changedAnyway: 0, unapprovable: 3, notReplayed: [] },
    ...{ application: { _id: matrix.application.id }, createdBy: expect.stringMatching(/\w/), error: '' },
  })
  const { rows, total } = await changes(done._id)
  expect(total).toBe(4)
  expect(rows).toMatchObject([
    {
      ...{ person: { _id: people.director.id, name: 'Asha Rao' }, client: { _id: matrix.client.id }, amount: '50000' },
      ...{ page: { _id: matrix.pageId, name: 'Claims' }, before: 'allow', after: 'deny', current: 'allow' },
      ...{ isUnapprovable: true, reasonsBefore: ['row-allows'] },
      reasonsAfter: expect.arrayContaining(['amount-below-range', 'nobody-approves']),
    },
    { amount: '300000', before: 'deny', after: 'allow', current: 'deny', isUnapprovable: false },
    { person: null, amount: '10', earlierAmount: '', before: 'deny', after: 'deny', isUnapprovable: true },
    { amount: '10', earlierAmount: '49990', before: 'allow', after: 'deny', current: 'allow', isUnapprovable: true },
  ])
  expect((await changes(done._id, { change: 'deny-to-allow' })).rows).toMatchObject([{ amount: '300000' }])
  expect((await changes(done._id, { change: 'unapprovable', page: 1, pageSize: 1 })).rows).toMatchObject([
    { amount: '10' },
  ])
  // Nothing has changed, and the line of the audit says how much was replayed.
  expect(await versions(admin, matrix)).toEqual(before)
  expect(await auditOf(server, done._id)).toMatchObject([
    { event: 'jobs.started', detail: { name: 'replay', total: 7 } },
  ])

  // What counts is changed meanwhile: the draft has no part in it.
  await server.db.execute(sql`update application_roles set range_to = ${50 * LAKH} where id = ${low.roleId}`)
  await server.db.execute(sql`update document_approvals set deleted_at = now() where id = ${high.id}`)
  const other = await aDraft(admin, matrix)
  await other.rule(low.roleId, await aPage(server, matrix.application.id, 'Advice'))
  expect(await replay({ draftId: other.draftId })).toMatchObject({
    ...{ allowToDeny: 1, denyToAllow: 1, changedAnyway: 2, unapprovable: 0 },
  })
  // Against the first version the answers are those of then.
  const [{ version } = { version: 0 }] = before
  expect(await replay({ version })).toMatchObject({ allowToDeny: 0, denyToAllow: 0, version, draftName: '' })
})

test('roles and earlier approvals are those of then; what cannot be asked again is counted with its reason', async () => {
  const { matrix, people } = setting
  const [leaver, detached, mover, lender, helper] = [
    await matrix.person('Director'),
    await matrix.person('Director'),
    await matrix.person('Director'),
    await matrix.person('Director'),
    await matrix.person('Clerk'),
  ]
  await matrix.standIn(lender, helper, 'Director')
  const [gonePage, goneClient] = [await aPage(server, matrix.application.id, 'Gone'), await aClient(server)]
  await anAssignment(server, people.director.id, matrix.application.id, goneClient.id, 'Director')
  const answers = await ask(
    matrix,
    { person: leaver.id, amount: '1' },
    { person: detached.id, amount: '2' },
    { person: mover.id, amount: '3' },
    { person: helper.id, amount: '4' },
    { person: people.director.id, amount: '5', page: 'Gone' },
    { person: people.director.id, amount: '6', client: goneClient.id },
    { person: people.director.id, amount: '7', createdBy: people.director.id },
    { person: helper.id, amount: '8', createdBy: lender.id },
  )
  expect(answers).toEqual(['allow', 'allow', 'allow', 'allow', 'deny', 'deny', 'deny', 'deny'])
  await server.db.execute(sql`update users set is_active = false where id = ${leaver.id}`)
  await server.db.execute(sql`delete from assignments where user_id = ${detached.id}`)
  await server.db.execute(sql`update assignments set role = 'Clerk' where user_id = ${mover.id}`)
  await server.db.execute(sql`update stand_ins set ended_at = now() where lender_id = ${lender.id}`)
  await server.db.execute(sql`update pages set deleted_at = now() where id = ${gonePage}`)
  await server.db.execute(sql`update clients set deleted_at = now() where id = ${goneClient.id}`)
  const [{ version } = { version: 0 }] = await versions(admin, matrix)
  const done = await replay({ version })
  expect(done).toMatchObject({ total: 8, replayed: 3, allowToDeny: 0, denyToAllow: 0, unapprovable: 0 })
  expect(Object.fromEntries(done.notReplayed.map(({ reason, count }) => [reason, count]))).toEqual({
    ...{ 'person-gone': 1, 'assignment-gone': 1, 'stand-in-gone': 1, 'page-gone': 1, 'client-gone': 1 },
  })
})

test('a decision is found by the id of its answer, and names who stood in for whom', async () => {
  const { matrix, low } = setting
  const [lender, helper] = [await matrix.person('Director'), await matrix.person('Clerk')]
  await matrix.standIn(lender, helper, 'Director')
  const visitor = server.visitor({ web: false, headers: { authorization: matrix.application.authorization } })
  const asked = { ...matrix.question({ action: 'Final Approval', amount: '40' }), person: helper.id, receipt: true }
  const answers = await visitor.call(decideAll, { questions: [asked, { ...asked, amount: '41' }] })
  const [first, second] = answers.data.decisions
  const draft = await aDraft(admin, matrix)
  await draft.limits(low.roleId, { rangeFrom: 50 })
  const { _id } = await replay({ draftId: draft.draftId })
  const names = { person: { _id: helper.id, name: 'Asha Rao' }, onBehalfOf: { _id: lender.id, name: 'Asha Rao' } }
  expect((await changes(_id)).rows).toMatchObject([
    { ...names, decisionId: first?._id, amount: '40' },
    { ...names, decisionId: second?._id, amount: '41' },
  ])
  const id = decodeJwt(second?.receipt as string).jti as string
  expect(await changes(_id, { decision: id.toUpperCase() })).toMatchObject({ total: 1, rows: [{ amount: '41' }] })
  expect(await changes(_id, { decision: 'CL-77' })).toMatchObject({ total: 0, rows: [] })
  const { visitor: reader } = await someoneWith(server, ['approvals:read'])
  expect((await reader.call(calls.listReplayChanges, { replayId: _id })).data.rows[0]).toMatchObject({
    ...{ person: null, onBehalfOf: null, decisionId: first?._id },
  })
  const file = await server.app.inject({
    ...{ url: calls.replayChangesFile.path, query: { replayId: _id }, headers: await proofOf(admin) },
  })
  expect(file.body).toContain(`"${first?._id}","Asha Rao","Asha Rao"`)
})

test('what a conflict rule refused is refused again while one refuses, and an exception that has ended changes nothing', async () => {
  const { matrix, low } = setting
  await matrix.row('Recorder', { action: 'Creator', sequence: 0 })
  const [refused, excepted] = [await matrix.person('Recorder'), await matrix.person('Recorder')]
  const rule = {
    ...{ applicationId: matrix.application.id, name: 'Records', roles: ['Recorder', 'Director'], duties: [] },
    scope: 'client' as const,
  }
  const { data: kept } = await admin.call(roleConflicts.create, rule)
  const exception = { ruleId: kept._id, userId: excepted.id, reason: 'A small branch' }
  const validUntil = new Date(Date.now() + 86_400_000).toISOString()
  const { data: granted } = await admin.call(exceptFromRule, { ...exception, validUntil })
  const recorded = [refused, excepted].map(({ id }) => ({
    ...{ person: id, action: 'Creator', amount: '10', approvals: [{ by: id, row: low.id }] },
  }))
  expect(await ask(matrix, ...recorded)).toEqual(['deny', 'allow'])
  const [{ version } = { version: 0 }] = await versions(admin, matrix)
  await admin.call(endConflictException, { exceptionId: granted._id })
  await admin.call(exceptFromRule, { ...exception, userId: refused.id, validUntil })
  const same = { allowToDeny: 0, denyToAllow: 0, changedAnyway: 0 }
  expect(await replay({ version })).toMatchObject({ total: 2, replayed: 2, ...same, notReplayed: [] })
  // It refuses still when it asks.
  await admin.call(roleConflicts.update, { ...rule, ruleId: kept._id, effect: 'ask' })
  expect(await replay({ version })).toMatchObject({ total: 2, replayed: 2, notReplayed: [] })
  await admin.call(roleConflicts.update, { ...rule, ruleId: kept._id, effect: 'report' })
  expect(await replay({ version })).toMatchObject({
    ...{ total: 2, replayed: 1, ...same },
    notReplayed: [{ reason: 'rule-gone', count: 1 }],
  })
})

test('a server that stops leaves the rest to another; a draft that was changed meanwhile is replayed from the beginning', async () => {
  const { matrix, low, people } = setting
  const questions = Array.from({ length: 450 }, (_, index) => ({ person: people.director.id, amount: index + 1 }))
  await ask(matrix, ...questions)
  const draft = await aDraft(admin, matrix)
  await draft.limits(low.roleId, { rangeFrom: 101, rangeTo: 100000 })
  const { data } = await start({ draftId: draft.draftId })
  const workOnce = async () => {
    const job = await claimJob(server.db, 30)
    if (job === null) throw new Error('nothing to do')
    const open = await openReplay(server, job)
    if (typeof open === 'string') throw new Error(open)
    expect(await open.next(30)).toBe('more')
    return { job, open }
  }
  const { job } = await workOnce()
  expect(await read(data._id)).toMatchObject({ state: 'running', position: 200, replayed: 200, allowToDeny: 100 })
  await releaseJob(server.db, job)
  const { job: second, open } = await workOnce()
  expect(await read(data._id)).toMatchObject({ position: 400, replayed: 400, allowToDeny: 100 })
  await draft.limits(low.roleId, { rangeFrom: 201, rangeTo: 100000 })
  await releaseJob(server.db, second)
  await runJobs(server)
  expect(await read(data._id)).toMatchObject({ state: 'done', position: 450, replayed: 450, allowToDeny: 200 })
  expect(await changes(data._id, { pageSize: 1 })).toMatchObject({ total: 200 })
  // A server that has lost the job adds nothing.
  expect(await open.next(30)).toBe('end')
  expect(await read(data._id)).toMatchObject({ replayed: 450 })
})

test('cancelled, or without its draft, it stops; what a server of the former release has ended is not called done', async () => {
  const { matrix, people } = setting
  await ask(matrix, { person: people.director.id, amount: '1' })
  const draft = await aDraft(admin, matrix)
  const { data: first } = await start({ draftId: draft.draftId })
  expect((await admin.call(calls.cancelApprovalReplay, { replayId: first._id })).status).toBe(200)
  await runJobs(server)
  expect(await read(first._id)).toMatchObject({ state: 'cancelled', replayed: 0 })
  const { data: second } = await start({ draftId: draft.draftId })
  await admin.call(deleteApprovalDraft, { draftId: draft.draftId })
  await runJobs(server)
  expect(await read(second._id)).toMatchObject({
    ...{ state: 'failed', error: 'The draft was deleted or published.', draftId: null, draftName: 'April' },
  })
  await server.db.execute(sql`update jobs set state = 'done', error = null where id = ${second._id}`)
  expect(await read(second._id)).toMatchObject({ state: 'failed', error: expect.stringContaining('former release') })
  const { data: listed } = await admin.call(calls.listApprovalReplays, { applicationId: matrix.application.id })
  expect(listed).toMatchObject({ total: 2, rows: [{ _id: second._id }, { _id: first._id }] })
  // It is no job about people.
  expect((await admin.call(listJobs)).data.map(({ _id }) => _id)).not.toContain(second._id)
  expect((await admin.call(cancelJob, { id: second._id })).status).toBe(404)
})

describe('who may', () => {
  test('goes on when its starter has signed out, and no longer once they may not do it', async () => {
    const { matrix, people } = setting
    await ask(matrix, { person: people.director.id, amount: '1' })
    const draft = await aDraft(admin, matrix)
    const target = { applicationId: matrix.application.id, draftId: draft.draftId, ...days }
    const { visitor, person } = await someoneWith(server, ['approvals:read', 'approvals:write'])
    const [stays, loses] = [
      await visitor.call(calls.startApprovalReplay, target),
      await visitor.call(calls.startApprovalReplay, target),
    ].map(({ data }) => data._id) as [string, string]
    const hold = (until: string) =>
      server.db.execute(sql`update jobs set claimed_until = now() + ${until}::interval where id = ${loses}`)
    await hold('4 minutes')
    await server.db.execute(sql`delete from sessions where user_id = ${person.id}`)
    await runJobs(server)
    expect(await read(stays)).toMatchObject({ state: 'done', replayed: 1 })
    await server.db.execute(sql`update users set role_id = null where id = ${person.id}`)
    await hold('-1 second')
    await runJobs(server)
    expect(await read(loses)).toMatchObject({ state: 'failed', replayed: 0 })
  })

  test('names are for those who may see people; starting and cancelling need the right to change approvals', async () => {
    const { matrix, low, people } = setting
    await ask(matrix, { person: people.director.id, amount: '15' }, { person: people.director.id, amount: '5' })
    const draft = await aDraft(admin, matrix)
    await draft.limits(low.roleId, { rangeFrom: 10 })
    const { _id } = await replay({ draftId: draft.draftId })
    const { visitor } = await someoneWith(server, ['approvals:read'])
    expect((await visitor.call(calls.listReplayChanges, { replayId: _id })).data.rows).toMatchObject([{ person: null }])
    expect((await visitor.call(calls.cancelApprovalReplay, { replayId: _id })).status).toBe(403)
    const target = { applicationId: matrix.application.id, draftId: draft.draftId, ...days }
    expect((await visitor.call(calls.startApprovalReplay, target)).status).toBe(403)
    const linesFor = async (one: Visitor) => {
      const { path: url } = calls.replayChangesFile
      const answer = await server.app.inject({ url, query: { replayId: _id }, headers: await proofOf(one) })
      return answer.statusCode === 200 ? answer.body.trim().split('\r\n') : answer.statusCode
    }
    expect(await linesFor(admin)).toEqual([
      expect.stringContaining('"At","Decision","Person","On behalf of","Client"'),
      expect.stringMatching(
        /"Asha Rao".*"Claims","Final Approval","5","","IN-KL","allow","deny","allow","yes","row-allows"/,
      ),
    ])
    expect(await linesFor(visitor)).toEqual([expect.anything(), expect.not.stringContaining('Asha Rao')])
    expect(await linesFor((await someoneWith(server, ['users:read'])).visitor)).toBe(403)
  })

  test('refused: no target, two, another application’s, days without decisions, and a fourth one at once', async () => {
    const { matrix, people } = setting
    const draft = await aDraft(admin, matrix)
    const { draftId } = draft
    expect(await start({ draftId })).toMatchObject({ status: 400, msg: calls.NO_DECISIONS })
    await ask(matrix, { person: people.director.id, amount: '1' })
    expect(await start({})).toMatchObject({ status: 400, msg: calls.ONE_TARGET })
    expect(await start({ draftId, version: 1 })).toMatchObject({ status: 400, msg: calls.ONE_TARGET })
    expect(await start({ version: 999_999 })).toMatchObject({ status: 404 })
    const other = await inOrder(server)
    expect(await start({ draftId }, other.matrix.application)).toMatchObject({ status: 404 })
    expect(await start({ draftId, firstDay: days.lastDay, lastDay: days.firstDay })).toMatchObject({
      ...{ status: 400, data: { fields: { firstDay: calls.DAYS_UPSIDE_DOWN } } },
    })
    for (let count = 0; count < calls.REPLAYS_AT_ONCE; count++) expect((await start({ draftId })).status).toBe(200)
    expect(await start({ draftId })).toMatchObject({ status: 400, msg: calls.TOO_MANY_REPLAYS })
    await runJobs(server)
    expect((await admin.call(calls.readApprovalReplay, { replayId: newId() })).status).toBe(404)
  })
})
