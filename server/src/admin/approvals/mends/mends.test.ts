import { approvalCheck } from '@gatehouse/contract/admin/approvals/check.ts'
import { listDraftRoles, listDraftRules } from '@gatehouse/contract/admin/approvals/drafts.ts'
import * as calls from '@gatehouse/contract/admin/approvals/mends.ts'
import { MATRIX_CHANGED } from '@gatehouse/contract/admin/approvals/publish-draft.ts'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { aDraft, inOrder, LAKH, versions } from '../../../../test/approval-drafts.ts'
import { aMatrix, type TestMatrix } from '../../../../test/approvals.ts'
import { someoneWith, useAdministrator } from '../../../../test/console.ts'
import { useTestServer } from '../../../../test/server.ts'

const server = useTestServer()
const admin = useAdministrator(server)

const placeOf = ({ application, client }: TestMatrix) => ({ applicationId: application.id, clientId: client.id })
const check = async (matrix: TestMatrix) => (await admin.call(approvalCheck, placeOf(matrix))).data
const mends = (matrix: TestMatrix, finding: string, more: object = {}) =>
  admin.call(calls.approvalMends, { ...placeOf(matrix), finding, ...more })

/** The director stops at a lakh, and the chairman begins at a lakh and a rupee. */
async function apart() {
  const matrix = await aMatrix(server)
  const low = await matrix.row('Director', { action: 'Final Approval', range: [0, LAKH] })
  const high = await matrix.row('Chairman', { action: 'Final Approval', range: [LAKH + 100, null] })
  for (const role of ['Director', 'Chairman']) await matrix.person(role)
  return { matrix, low, high }
}

test('a finding of what counts is mended by a draft that is seen before it counts', async () => {
  const { matrix, low } = await apart()
  const { version, findings } = await check(matrix)
  const [gap] = findings
  expect(findings).toMatchObject([{ code: 'one-apart', mayBeMended: true }])
  const { data } = await mends(matrix, gap?.key ?? '')
  expect(data).toMatchObject({
    version,
    mends: [
      {
        ...{ kind: 'raise-end', roles: [{ _id: low.roleId, name: 'Director' }], pages: [{ name: 'Claims' }] },
        text: '₹1,00,000.01 to ₹1,00,000.99 is added to what Director may approve.',
      },
      { kind: 'lower-start', text: '₹1,00,000.01 to ₹1,00,000.99 is added to what Chairman may approve.' },
    ],
  })
  const form = { ...placeOf(matrix), name: 'Bounds', finding: gap?.key ?? '', mend: 'raise-end' as const }
  const before = await versions(admin, matrix)
  expect(await admin.call(calls.startMend, { ...form, version: version - 1 })).toMatchObject({
    ...{ status: 409, msg: MATRIX_CHANGED },
  })
  expect(await admin.call(calls.startMend, { ...form, version, mend: 'make-final' })).toMatchObject({
    ...{ status: 409, msg: calls.FINDING_IS_GONE },
  })
  expect((await server.db.execute(sql`select 1 from approval_drafts`)).rowCount).toBe(0)
  const { data: made } = await admin.call(calls.startMend, { ...form, version })
  expect(await versions(admin, matrix)).toEqual(before)
  const { data: roles } = await admin.call(listDraftRoles, { draftId: made._id, changed: true })
  // As people write it: below 1,00,001.
  expect(roles.rows).toMatchObject([{ name: 'Director', draft: { rangeFrom: 0, rangeTo: 100001, bounds: '[)' } }])
  expect(await mends(matrix, gap?.key ?? '', { draftId: made._id })).toMatchObject({ status: 409 })
  expect((await mends(matrix, gap?.key ?? '')).status).toBe(200)
})

test('a draft is mended where what the mend changes is as it was seen, and rows that act on nothing are removed in it', async () => {
  const { matrix, low, high } = await inOrder(server)
  await matrix.row('Former', { days: [null, -1] })
  const draft = await aDraft(admin, matrix)
  await draft.limits(low.roleId, { rangeTo: 50000 })
  await draft.limits(high.roleId, { rangeFrom: 100000.01 })
  const { errors, revision } = await draft.compare()
  expect(errors).toMatchObject([{ code: 'nobody', from: 50000.01, to: 100000, mayBeMended: true }])
  const mend = (finding: string, kind: calls.MendKind, at: number) =>
    admin.call(calls.mendDraft, {
      ...{ draftId: draft.draftId, revision: at, clientId: matrix.client.id, finding, mend: kind },
    })
  const key = errors[0]?.key ?? ''
  expect(await mend(key, 'lower-start', revision - 1)).toMatchObject({
    status: 409,
    data: { changedBy: expect.anything() },
  })
  expect(await mend(key, 'lower-start', revision)).toMatchObject({ status: 200, data: { revision: revision + 1 } })
  expect(await mend(key, 'lower-start', revision + 1)).toMatchObject({ status: 409, msg: calls.FINDING_IS_GONE })
  expect(await draft.compare()).toMatchObject({ revision: revision + 1, errors: [], rows: { changed: 2 } })
  const { data: roles } = await admin.call(listDraftRoles, { draftId: draft.draftId, search: 'Chairman' })
  expect(roles.rows).toMatchObject([{ _id: high.roleId, draft: { rangeFrom: 50000, rangeTo: null, bounds: '(]' } }])

  const expired = (await check(matrix)).findings.find(({ code }) => code === 'expired')
  expect(await mend(expired?.key ?? '', 'remove-rows', revision + 1)).toMatchObject({ status: 200 })
  const { data: rules } = await admin.call(listDraftRules, { draftId: draft.draftId, search: 'Former' })
  expect(rules.rows).toMatchObject([{ state: 'removed', draft: null }])
})

test('of roles that act together the one that was chosen stays, in a draft', async () => {
  const matrix = await aMatrix(server)
  const rows = [await matrix.row('Manager', { sequence: 1 }), await matrix.row('Surveyor', { sequence: 1 })]
  await matrix.row('Director', { action: 'Final Approval', sequence: 2 })
  for (const role of ['Manager', 'Surveyor', 'Director']) await matrix.person(role)
  const { version, findings } = await check(matrix)
  expect(findings).toMatchObject([{ code: 'same-sequence', severity: 'note', mayBeMended: true }])
  const finding = findings[0]?.key ?? ''
  const { data } = await mends(matrix, finding)
  expect(data.mends.map(({ kind, keeps, text }) => [kind, keeps?._id, text])).toEqual([
    ['leave-one', rows[0]?.roleId, 'Manager approves alone: the document approvals of Surveyor are removed on Claims.'],
    ['leave-one', rows[1]?.roleId, 'Surveyor approves alone: the document approvals of Manager are removed on Claims.'],
  ])
  const form = { ...placeOf(matrix), name: 'One of both', version, finding, mend: 'leave-one' as const }
  expect(await admin.call(calls.startMend, form)).toMatchObject({ status: 409, msg: calls.FINDING_IS_GONE })
  const { data: made } = await admin.call(calls.startMend, { ...form, keeps: rows[1]?.roleId ?? '' })
  const { data: rules } = await admin.call(listDraftRules, { draftId: made._id, changed: true })
  expect(rules.rows).toMatchObject([{ role: { name: 'Manager' }, state: 'removed' }])
})

test('a finding of a kind that has mends can have none, as the API document says', async () => {
  const matrix = await aMatrix(server)
  // Without its only row the page would have no rows.
  await matrix.row('Former', { days: [null, -1] })
  const { findings } = await check(matrix)
  const expired = findings.find(({ code }) => code === 'expired')
  expect(expired).toMatchObject({ mayBeMended: true })
  expect((await mends(matrix, expired?.key ?? '')).data.mends).toEqual([])
  const hopeless = findings.filter(({ mayBeMended }) => !mayBeMended)
  expect(hopeless.length).toBeGreaterThan(0)
  for (const { key } of hopeless) expect((await mends(matrix, key)).data.mends).toEqual([])
  const document = await server.app.inject({ url: '/openapi.json', headers: { host: 'localhost:3000' } })
  expect(document.body).toContain(`"mayBeMended":{"type":"boolean","description":"False: no mend removes this finding.`)
})

test('a mend of another application, client or draft is none', async () => {
  const { matrix } = await apart()
  const other = await apart()
  const key = (await check(matrix)).findings[0]?.key ?? ''
  const foreign = await aDraft(admin, other.matrix)
  expect((await mends(matrix, key, { draftId: foreign.draftId })).status).toBe(404)
  expect((await mends(matrix, key, { clientId: other.matrix.client.id })).status).toBe(409)
  const { visitor: reader } = await someoneWith(server, ['approvals:read'])
  expect((await reader.call(calls.approvalMends, { ...placeOf(matrix), finding: key })).status).toBe(200)
  const form = { ...placeOf(matrix), version: 1, name: 'Bounds', finding: key, mend: 'raise-end' as const }
  expect((await reader.call(calls.startMend, form)).status).toBe(403)
})
