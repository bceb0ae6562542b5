import { approvalCheck } from '@gatehouse/contract/admin/approvals/check.ts'
import { ONE_MATRIX } from '@gatehouse/contract/admin/approvals/explain.ts'
import { approvalCoverage, approvalPicture } from '@gatehouse/contract/admin/approvals/picture.ts'
import { APPROVAL_REASONS } from '@gatehouse/contract/approval-reasons.ts'
import { expect, test } from 'vitest'
import { aDraft } from '../../../../test/approval-drafts.ts'
import { aMatrix, type TestMatrix } from '../../../../test/approvals.ts'
import { useAdministrator } from '../../../../test/console.ts'
import { useTestServer } from '../../../../test/server.ts'
import { newId } from '../../../crypto/ids.ts'

const server = useTestServer()
const admin = useAdministrator(server)

const LAKH = 1_00_000
const placeOf = ({ application, client }: TestMatrix) => ({ applicationId: application.id, clientId: client.id })

/** A version with a gap, then one without, and a draft with another gap. */
async function changing() {
  const matrix = await aMatrix(server)
  const { roleId } = await matrix.row('Director', { action: 'Final Approval', range: [0, LAKH * 100] })
  await matrix.person('Director')
  const place = placeOf(matrix)
  const { version } = (await admin.call(approvalCheck, place)).data
  const wide = await aDraft(admin, matrix, { name: 'Wide' })
  await wide.limits(roleId, { rangeTo: null })
  expect((await wide.publish()).status).toBe(200)
  const { draftId, limits } = await aDraft(admin, matrix, { name: 'Narrow again' })
  await limits(roleId, { rangeTo: 5 * LAKH })
  return { matrix, place, version, draftId }
}

test('check, picture and coverage answer by what counts, by a draft, and by a version', async () => {
  const { place, version, draftId } = await changing()
  const answersTo = async (changes: object) => {
    const asked = { ...place, ...changes }
    const [{ data: checked }, { data: drawn }, { data: covered }] = await Promise.all([
      admin.call(approvalCheck, asked as never),
      admin.call(approvalPicture, asked as never),
      admin.call(approvalCoverage, asked as never),
    ])
    for (const { draft, at, version: number } of [drawn, covered])
      expect({ draft, at, version: number }).toEqual({ draft: checked.draft, at: checked.at, version: checked.version })
    const gapsOf = ({ findings }: typeof checked | typeof drawn | typeof covered) =>
      findings.filter(({ isGap }) => isGap).map(({ from }) => from)
    expect(gapsOf(drawn)).toEqual(gapsOf(checked))
    expect(gapsOf(covered)).toEqual(gapsOf(checked))
    return {
      ...{ draft: checked.draft?.name ?? null, isPast: checked.at !== null, gaps: gapsOf(checked) },
      bars: drawn.lanes.flatMap(({ bars }) => bars.map(({ rangeTo, count }) => [rangeTo, count])),
      asked: covered.areas.flatMap(({ cells }) => cells.flatMap((cell) => cell.asked)),
    }
  }
  expect(await answersTo({})).toEqual({
    ...{ draft: null, isPast: false, gaps: [], bars: [[null, 1]], asked: [{ from: 0, to: null }] },
  })
  expect(await answersTo({ draftId })).toEqual({
    ...{ draft: 'Narrow again', isPast: false, gaps: [5 * LAKH + 0.01], bars: [[5 * LAKH, 1]] },
    asked: [{ from: 0, to: 5 * LAKH }],
  })
  expect(await answersTo({ version: String(version) })).toEqual({
    ...{ draft: null, isPast: true, gaps: [LAKH + 0.01], bars: [[LAKH, 1]], asked: [{ from: 0, to: LAKH }] },
  })
})

test('a role without a page is found in what counts now alone', async () => {
  const { matrix, place, version, draftId } = await changing()
  await matrix.role('Unused')
  const codes = async (changes: object) =>
    (await admin.call(approvalCheck, { ...place, ...changes } as never)).data.findings.map(({ code }) => code)
  expect(await codes({})).toContain('no-page')
  expect(await codes({ draftId })).not.toContain('no-page')
  expect(await codes({ version: String(version) })).not.toContain('no-page')
})

test.each([approvalCheck, approvalPicture, approvalCoverage])(
  'refused by $path: two at once, those of others, and days without a matrix',
  async (call) => {
    const { place, draftId } = await changing()
    const refusal = async (changes: object) => {
      const { status, msg } = await admin.call(call, { ...place, ...changes } as never)
      return [status, msg]
    }
    expect(await refusal({ draftId, day: '2026-01-01' })).toEqual([400, ONE_MATRIX])
    expect(await refusal({ day: '2001-01-01' })).toEqual([400, APPROVAL_REASONS['moment-unknown']])
    expect(await refusal({ day: '2090-01-01' })).toEqual([400, APPROVAL_REASONS['moment-to-come']])
    const other = placeOf(await aMatrix(server, 'Fire'))
    expect((await refusal({ ...other, draftId }))[0]).toBe(404)
    expect((await refusal({ draftId: newId() }))[0]).toBe(404)
    expect((await refusal({ version: '999999' }))[0]).toBe(404)
    expect((await refusal({ clientId: newId() }))[0]).toBe(404)
  },
)
