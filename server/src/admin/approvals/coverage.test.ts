import { approvalCheck } from '@gatehouse/contract/admin/approvals/check.ts'
import { markIntendedGap } from '@gatehouse/contract/admin/approvals/intended-gaps.ts'
import { approvalCoverage, approvalPicture } from '@gatehouse/contract/admin/approvals/picture.ts'
import { REGIONS } from '@gatehouse/contract/regions.ts'
import { expect, test } from 'vitest'
import { aMatrix, type TestMatrix } from '../../../test/approvals.ts'
import { useAdministrator } from '../../../test/console.ts'
import { useTestServer } from '../../../test/server.ts'
import { newId } from '../../crypto/ids.ts'

const server = useTestServer()
const admin = useAdministrator(server)

const LAKH = 1_00_000_00

const placeOf = ({ application, client }: TestMatrix) => ({ applicationId: application.id, clientId: client.id })
const cover = async (matrix: TestMatrix, more: object = {}) =>
  (await admin.call(approvalCoverage, { ...placeOf(matrix), ...more })).data

test('each region has the amounts about which each step is asked, regions with the same rows once', async () => {
  const matrix = await aMatrix(server)
  const { row } = matrix
  await row('Clerk', { action: 'Creator', sequence: 4 })
  await row('Manager', { sequence: 2, range: [0, LAKH] })
  await row('Head', { sequence: 2, range: [LAKH + 1, 3 * LAKH], regions: ['IN-KL', 'IN-TN'] })
  await row('Director', { action: 'Final Approval', sequence: 7, range: [0, 5 * LAKH] })
  await row('Observer', { sequence: 9, range: [0, 2 * LAKH] })
  const { pageId, steps, areas } = await cover(matrix)
  expect(pageId).toBe(matrix.pageId)
  expect(steps).toEqual([
    { isCreation: true, isCatchAll: false, sequence: null, roles: ['Clerk'] },
    { isCreation: false, isCatchAll: false, sequence: 2, roles: ['Manager', 'Head'] },
    { isCreation: false, isCatchAll: false, sequence: 7, roles: ['Director'] },
    { isCreation: false, isCatchAll: false, sequence: 9, roles: ['Observer'] },
  ])
  expect(areas.flatMap(({ regions }) => regions).toSorted()).toEqual(Object.keys(REGIONS).toSorted())
  const cellsOf = (region: string) => areas.find(({ regions }) => regions.includes(region))?.cells
  const everything = { asked: [{ from: 0, to: null }], hasRows: true }
  const last = [
    { asked: [{ from: 0, to: 5_00_000 }], hasRows: true },
    { asked: [], hasRows: true },
  ]
  expect(cellsOf('IN-KL')).toEqual([everything, { asked: [{ from: 0, to: 3_00_000 }], hasRows: true }, ...last])
  expect(cellsOf('IN-TN')).toBe(cellsOf('IN-KL'))
  expect(cellsOf('IN-GA')).toEqual([everything, { asked: [{ from: 0, to: 1_00_000 }], hasRows: true }, ...last])
})

test('a step of other regions alone has no rows here', async () => {
  const matrix = await aMatrix(server)
  await matrix.row('Manager', { regions: ['IN-GA'], sequence: 1 })
  await matrix.row('Director', { action: 'Final Approval', sequence: 2 })
  const { areas } = await cover(matrix)
  const kerala = areas.find(({ regions }) => regions.includes('IN-KL'))
  expect(kerala?.cells).toEqual([
    { asked: [], hasRows: false },
    { asked: [{ from: 0, to: null }], hasRows: true },
  ])
})

test('findings are those of every picture of the page; a gap that is meant is apart', async () => {
  const matrix = await aMatrix(server)
  await matrix.row('Director', { action: 'Final Approval', range: [0, LAKH], regions: ['IN-KL'] })
  await matrix.person('Director')
  const before = await cover(matrix)
  const drawn = await Promise.all(
    Object.keys(REGIONS).map(
      async (region) => (await admin.call(approvalPicture, { ...placeOf(matrix), region })).data,
    ),
  )
  const keys = (findings: { key: string }[]) => [...new Set(findings.map(({ key }) => key))].toSorted()
  expect(keys(before.findings)).toEqual(keys(drawn.flatMap(({ findings }) => findings)))
  const { version, findings } = (await admin.call(approvalCheck, placeOf(matrix))).data
  const [gap] = findings.filter(({ regions }) => regions.includes('IN-KL'))
  const mark = { ...placeOf(matrix), version, finding: gap?.key ?? '', reason: 'Never above a lakh' }
  expect(await admin.call(markIntendedGap, mark)).toMatchObject({ status: 200 })
  const after = await cover(matrix)
  expect(after.intended).toMatchObject([{ from: 1_00_000.01, regions: ['IN-KL'], reason: 'Never above a lakh' }])
  expect(after.findings).toHaveLength(before.findings.length - 1)
})

test('without rows nothing is covered; pages and clients of elsewhere are refused', async () => {
  const matrix = await aMatrix(server)
  expect(await cover(matrix)).toMatchObject({ pages: [], pageId: null, steps: [], areas: [] })
  const other = { ...placeOf(matrix), clientId: newId() }
  expect((await admin.call(approvalCoverage, { ...placeOf(matrix), pageId: newId() })).status).toBe(404)
  expect((await admin.call(approvalCoverage, other)).status).toBe(404)
})
