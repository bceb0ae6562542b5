import { checkTypedRole, checkTypedRow } from '@gatehouse/contract/admin/approvals/publish-draft.ts'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { aDraft, inOrder } from '../../../../test/approval-drafts.ts'
import { aPage } from '../../../../test/approvals.ts'
import { whileSaving } from '../../../../test/at-once.ts'
import { someoneWith, useAdministrator } from '../../../../test/console.ts'
import { useTestServer } from '../../../../test/server.ts'

const server = useTestServer()
const admin = useAdministrator(server)
const LIMITS = { actionOfRole: 'Final Approval', sequence: 1, regions: ['All'], bounds: '[]' }

test('what a typed role would cause is found against what counts, or with a draft, and nothing is changed', async () => {
  const { matrix, low } = await inOrder(server)
  const { id: applicationId } = matrix.application
  const stored = async () =>
    (
      await server.db.execute(sql`
        select (select count(*)::int from approval_drafts) as drafts, (select count(*)::int from approval_draft_changes) as changes,
          (select max(number) from audit_events) as lines, (select version from approval_matrices where application_id = ${applicationId})`)
    ).rows
  const typed = async (limits: object, draftId?: string) =>
    admin.call(checkTypedRole, { applicationId, draftId, roleId: low.roleId, ...LIMITS, ...limits } as never)
  const before = await stored()
  const codesOf = async (limits: object, draftId?: string) =>
    (await typed(limits, draftId)).data.findings.map(({ code, from, to }) => [code, from, to])
  expect(await codesOf({ rangeFrom: 0, rangeTo: 100000 })).toEqual([])
  expect(await codesOf({ rangeFrom: 0, rangeTo: 50000 })).toEqual([['nobody', 50000.01, 100000]])
  expect((await typed({ rangeFrom: 0, rangeTo: 50000 })).data.findings[0]?.text).toMatch(/Nobody approves/)
  expect(await codesOf({ rangeFrom: 0, rangeTo: 200000, sequence: 2 })).not.toEqual([])
  expect(await typed({ rangeFrom: 5, rangeTo: 1 })).toMatchObject({ status: 400 })
  expect(await stored()).toEqual(before)
  const draft = await aDraft(admin, matrix)
  await draft.limits(low.roleId, { rangeFrom: 0, rangeTo: 1 })
  const withDraft = await stored()
  expect(await codesOf({ rangeFrom: 0, rangeTo: 100000 }, draft.draftId)).toEqual([])
  expect(await stored()).toEqual(withDraft)
})

test('it is found while somebody else saves in the draft, or the application', async () => {
  const { matrix, low, high } = await inOrder(server)
  const { id: applicationId } = matrix.application
  const { draftId, limits } = await aDraft(admin, matrix)
  const typed = (more: object) => () =>
    admin.call(checkTypedRole, { applicationId, roleId: low.roleId, ...LIMITS, rangeTo: 50000, ...more } as never)
  const found = { status: 200, data: { findings: [{ code: 'nobody', from: 50000.01, to: 100000 }] } }
  expect(await whileSaving(server, { table: 'applications', id: applicationId }, typed({}))).toMatchObject(found)
  expect(await whileSaving(server, { table: 'approval_drafts', id: draftId }, typed({ draftId }))).toMatchObject(found)
  const checks = Array.from({ length: 5 }, () => typed({ draftId })())
  const saved = Array.from({ length: 5 }, () => limits(high.roleId, { rangeFrom: 100000.01, sequence: 2 }))
  expect((await Promise.all(checks)).map(({ status }) => status)).toEqual(Array(5).fill(200))
  await Promise.all(saved)
})

test('so is what a typed document approval would cause; only for those who may write approvals', async () => {
  const { matrix, low } = await inOrder(server)
  const pageId = await aPage(server, matrix.application.id, 'Advice')
  const typed = { applicationId: matrix.application.id, roleId: low.roleId, pageId }
  const { data } = await admin.call(checkTypedRow, typed as never)
  expect(data.findings).toMatchObject([{ code: 'nobody', from: 100000.01, pages: [{ name: 'Advice' }] }])
  const inactive = await admin.call(checkTypedRow, { ...typed, status: 'INACTIVE' } as never)
  expect(inactive.data.findings).toMatchObject([{ code: 'nobody', from: 0 }])
  const byName = {
    applicationId: typed.applicationId,
    clientId: matrix.client.id,
    role: 'DIRECTOR',
    ...LIMITS,
    rangeFrom: 0,
    rangeTo: 5,
  }
  expect((await admin.call(checkTypedRole, byName as never)).data.findings).toMatchObject([
    { code: 'nobody', from: 5.01 },
  ])
  expect((await admin.call(checkTypedRole, { ...byName, role: 'Nobody' } as never)).data.findings).toEqual([])
  const reader = await someoneWith(server, ['approvals:read'])
  expect((await reader.visitor.call(checkTypedRow, typed as never)).status).toBe(403)
})
