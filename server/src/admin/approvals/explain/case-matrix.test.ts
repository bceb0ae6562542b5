import { approvalCheck } from '@gatehouse/contract/admin/approvals/check.ts'
import { createApprovalDraft } from '@gatehouse/contract/admin/approvals/drafts.ts'
import {
  explainApproval,
  NO_SUCH_DRAFT,
  NO_SUCH_VERSION,
  ONE_MATRIX,
} from '@gatehouse/contract/admin/approvals/explain.ts'
import { listWhoCan, whoCanFile } from '@gatehouse/contract/admin/approvals/explain-page.ts'
import { approvalCoverage, approvalPicture } from '@gatehouse/contract/admin/approvals/picture.ts'
import { startApprovalReplay } from '@gatehouse/contract/admin/approvals/replays.ts'
import { matrixFile, matrixWorkbook } from '@gatehouse/contract/admin/approvals/sheets.ts'
import { APPROVAL_REASONS } from '@gatehouse/contract/approval-reasons.ts'
import type { Endpoint } from '@gatehouse/contract/endpoint.ts'
import { describe, expect, test } from 'vitest'
import { aDraft } from '../../../../test/approval-drafts.ts'
import { aMatrix, type TestMatrix } from '../../../../test/approvals.ts'
import { useAdministrator } from '../../../../test/console.ts'
import { proofOf } from '../../../../test/pictures.ts'
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

describe('a draft, version or day that does not exist is refused with the same words by', () => {
  const days = { firstDay: '2026-01-01', lastDay: '2026-01-02' }
  type Place = ReturnType<typeof placeOf>
  type Answer = Promise<{ status: number; msg: string; data: unknown }>
  /** What each call needs beside the place and the matrix that is to answer, and which of these it takes. */
  const called = (call: Endpoint, more: (pageId: string) => object) => (place: Place, pageId: string, which: object) =>
    admin.call(call, { ...place, ...more(pageId), ...which } as never) as Answer
  const loaded =
    (path: string, more: (pageId: string) => object) => async (place: Place, pageId: string, which: object) => {
      const { clientId, ...others } = { ...place, ...more(pageId), ...which }
      const query = (clientId === undefined ? others : { ...others, clientId }) as Record<string, string>
      const answer = await server.app.inject({ url: path, query, headers: await proofOf(admin) })
      return { ...(answer.json() as Awaited<Answer>), status: answer.statusCode }
    }
  const document = (pageId: string) => ({ pageId, amount: '1', region: 'IN-KL' })
  const everyClient = () => ({ clientId: undefined })
  const ALL = ['draft', 'version', 'day'] as const
  test.each<[string, (place: Place, pageId: string, which: object) => Answer, readonly (typeof ALL)[number][]]>([
    ['the check', called(approvalCheck, () => ({})), ALL],
    ['the picture', called(approvalPicture, () => ({})), ALL],
    ['the coverage', called(approvalCoverage, () => ({})), ALL],
    ['a case', called(explainApproval, document), ALL],
    ['who can', called(listWhoCan, document), ALL],
    ['the file of who can', loaded(whoCanFile.path, document), ALL],
    ['the sheet', loaded(matrixFile.path, everyClient), ['draft', 'version']],
    ['the workbook', loaded(matrixWorkbook.path, everyClient), ['draft', 'version']],
    ['a replay', called(startApprovalReplay, () => days), ['draft', 'version']],
    ['a new draft', called(createApprovalDraft, () => ({ name: 'Back' })), ['version']],
  ])('%s', async (what, ask, kinds) => {
    const { matrix, draftId } = await changing()
    const other = await aMatrix(server, 'Fire')
    const refusal = async (which: object, of: TestMatrix = matrix) => {
      const { status, msg, data } = await ask(placeOf(of), of.pageId, which)
      return [status, msg, data]
    }
    if (kinds.includes('draft')) {
      expect(await refusal({ draftId: newId() })).toEqual([404, NO_SUCH_DRAFT, null])
      expect(await refusal({ draftId }, other)).toEqual([404, NO_SUCH_DRAFT, null])
    }
    // A form sends a number, an address has text.
    const version = what === 'a new draft' ? 999_999 : '999999'
    if (kinds.includes('version')) expect(await refusal({ version })).toEqual([404, NO_SUCH_VERSION, null])
    if (kinds.includes('day')) {
      for (const [day, reason] of [
        ['2001-01-01', 'moment-unknown'],
        ['2090-01-01', 'moment-to-come'],
      ] as const) {
        const msg = APPROVAL_REASONS[reason]
        expect(await refusal({ day })).toEqual([400, msg, { fields: { day: msg } }])
      }
      expect((await refusal({ draftId, day: '2026-01-01' })).slice(0, 2)).toEqual([400, ONE_MATRIX])
    }
  })
})

test.each([approvalCheck, approvalPicture, approvalCoverage])(
  '$path has no client that does not exist',
  async (call) => {
    const { place } = await changing()
    expect((await admin.call(call, { ...place, clientId: newId() } as never)).status).toBe(404)
  },
)
