import { approvalCheck } from '@gatehouse/contract/admin/approvals/check.ts'
import * as calls from '@gatehouse/contract/admin/approvals/intended-gaps.ts'
import { FINDING_IS_GONE } from '@gatehouse/contract/admin/approvals/mends.ts'
import { MATRIX_CHANGED } from '@gatehouse/contract/admin/approvals/publish-draft.ts'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { aDraft, LAKH } from '../../../../test/approval-drafts.ts'
import { aMatrix, aPage, type TestMatrix } from '../../../../test/approvals.ts'
import { someoneSignedIn } from '../../../../test/builders.ts'
import { someoneWith, useAdministrator } from '../../../../test/console.ts'
import { noticesTo } from '../../../../test/messages.ts'
import { useTestServer } from '../../../../test/server.ts'
import { findMissingApprovals } from '../missing-approvals.ts'
import { checkDue } from '../nightly/nightly-check.ts'

const server = useTestServer()
const admin = useAdministrator(server)

const placeOf = ({ application, client }: TestMatrix) => ({ applicationId: application.id, clientId: client.id })
const check = async (matrix: TestMatrix) => (await admin.call(approvalCheck, placeOf(matrix))).data

/** The director approves up to a lakh, and nobody above. */
async function aGap() {
  const matrix = await aMatrix(server)
  const low = await matrix.row('Director', { action: 'Final Approval', range: [0, LAKH] })
  await matrix.person('Director')
  return { matrix, low }
}

const mark = async (matrix: TestMatrix, more: object = {}) => {
  const { version, findings } = await check(matrix)
  const key = findings.find(({ isGap }) => isGap)?.key ?? 'gone'
  return admin.call(calls.markIntendedGap, {
    ...{ ...placeOf(matrix), version, finding: key, reason: 'The board decides', ...more },
  } as never)
}

test('a gap that is meant is listed apart with its reason, asks for nothing, and is found again when the mark goes', async () => {
  const { matrix, low } = await aGap()
  const gaps = async () =>
    (await findMissingApprovals(server.db, 'Asia/Kolkata')).find(
      ({ application }) => application._id === matrix.application.id,
    )
  expect(await gaps()).toMatchObject({ count: 1 })
  expect((await mark(matrix)).status).toBe(200)
  const marked = await check(matrix)
  expect(marked).toMatchObject({
    ...{ counts: { error: 0, warning: 0, note: 0 }, findings: [] },
    intended: [
      {
        ...{
          code: 'nobody',
          from: 100000.01,
          to: null,
          pages: [{ name: 'Claims' }],
          reason: 'The board decides',
          lastDay: null,
        },
        markedBy: expect.stringMatching(/\w/),
      },
    ],
  })
  expect(await gaps()).toBeUndefined()
  const { rows: lines } = await server.db.execute<{ detail: object }>(sql`
    select detail from audit_events where event = 'intendedGaps.marked' and subject_id = ${marked.intended[0]?._id}`)
  expect(lines).toMatchObject([
    { detail: { name: 'Claims: Nobody approves ₹1,00,000.01 and more.', reason: 'The board decides' } },
  ])

  // No owner hears of it, and a draft that leaves it as it is needs no reason.
  const { person: owner } = await someoneSignedIn(server)
  await server.db.execute(
    sql`insert into application_owners (application_id, user_id) values (${matrix.application.id}, ${owner.id})`,
  )
  await checkDue(server)
  await server.db.execute(sql`update approval_nights set checked_on = checked_on - 2`)
  await checkDue(server)
  expect(await noticesTo(server, owner.id)).toEqual([])
  const draft = await aDraft(admin, matrix)
  await draft.limits(low.roleId, { rangeTo: 100000, sequence: 3 })
  expect(await draft.compare()).toMatchObject({ errors: [], warnings: [], kept: [], needsReason: false })

  const unmark = () => admin.call(calls.unmarkIntendedGap, { intendedGapId: marked.intended[0]?._id ?? '' })
  expect([(await unmark()).status, (await unmark()).status]).toEqual([200, 404])
  expect(await check(matrix)).toMatchObject({ counts: { error: 1 }, intended: [] })
  expect(await draft.compare()).toMatchObject({ kept: [{ code: 'nobody' }], needsReason: true })
  expect(await gaps()).toMatchObject({ count: 1 })
})

test('another gap is not meant, and neither is one whose last day is over', async () => {
  const { matrix, low } = await aGap()
  await mark(matrix)
  await server.db.execute(sql`update application_roles set range_to = ${LAKH - 100} where id = ${low.roleId}`)
  expect(await check(matrix)).toMatchObject({ findings: [{ from: 99999.01 }], intended: [] })
  expect(await mark(matrix, { lastDay: '2020-01-01' })).toMatchObject({
    ...{ status: 400, data: { fields: { lastDay: 'The last day must be in the future' } } },
  })
  await mark(matrix, { lastDay: '2099-01-01' })
  expect(await check(matrix)).toMatchObject({ findings: [], intended: [{ from: 99999.01, lastDay: '2099-01-01' }] })
  await server.db.execute(sql`update intended_gaps set last_day = current_date - 2 where last_day is not null`)
  expect(await check(matrix)).toMatchObject({ findings: [{ from: 99999.01 }], intended: [] })
  expect((await mark(matrix, { reason: 'Once more' })).status).toBe(200)
  // The same gap of another page is its own.
  const other = await aPage(server, matrix.application.id, 'Advice')
  await server.db.execute(sql`
    insert into document_approvals (id, application_role_id, page_id) values (gen_random_uuid(), ${low.roleId}, ${other})`)
  expect(await check(matrix)).toMatchObject({
    ...{
      findings: [{ pages: [{ name: 'Advice' }] }],
      intended: [{ reason: 'Once more', pages: [{ name: 'Claims' }] }],
    },
  })
})

test('only a gap that was seen is marked, with a reason, by who may change approvals', async () => {
  const { matrix } = await aGap()
  await matrix.row('Former', { days: [null, -1] })
  const { version, findings } = await check(matrix)
  const expired = findings.find(({ code }) => code === 'expired')?.key
  expect(await mark(matrix, { reason: '' })).toMatchObject({ status: 400 })
  expect(await mark(matrix, { version: version - 1 })).toMatchObject({ status: 409, msg: MATRIX_CHANGED })
  expect(await mark(matrix, { finding: 'unknown' })).toMatchObject({ status: 409, msg: FINDING_IS_GONE })
  expect(await mark(matrix, { finding: expired })).toMatchObject({ status: 400, msg: calls.GAP_NOT_MARKED })
  const { visitor: reader } = await someoneWith(server, ['approvals:read'])
  const form = { ...placeOf(matrix), version, finding: findings[0]?.key ?? '', reason: 'Because' }
  expect((await reader.call(calls.markIntendedGap, form)).status).toBe(403)
  expect((await check(matrix)).intended).toEqual([])
})
