import { approvalCheck } from '@gatehouse/contract/admin/approvals/check.ts'
import { markIntendedGap } from '@gatehouse/contract/admin/approvals/intended-gaps.ts'
import { approvalPicture } from '@gatehouse/contract/admin/approvals/picture.ts'
import { expect, test } from 'vitest'
import { aMatrix, type TestMatrix } from '../../../test/approvals.ts'
import { useAdministrator } from '../../../test/console.ts'
import { useTestServer } from '../../../test/server.ts'
import { newId } from '../../crypto/ids.ts'

const server = useTestServer()
const admin = useAdministrator(server)

const LAKH = 1_00_000_00

const draw = async ({ application, client }: TestMatrix, more: object = {}) =>
  (await admin.call(approvalPicture, { applicationId: application.id, clientId: client.id, ...more })).data

test('the rows of a page stand in lanes by step, with their people, and what is never asked', async () => {
  const matrix = await aMatrix(server)
  const { row, person } = matrix
  await row('Director', { action: 'Final Approval', sequence: 7, range: [0, 5 * LAKH] })
  await row('Observer', { sequence: 9, range: [LAKH, null], action: 'Authorised' })
  await row('Head', { sequence: 2, range: [LAKH + 1, null], regions: ['IN-KL', 'IN-TN'] })
  await row('Manager', { sequence: 2, range: [0, LAKH] })
  await row('Clerk', { action: 'Creator', sequence: 4 })
  await row('Northern Head', { sequence: 3, regions: ['IN-WB'] })
  await row('Backwards', { sequence: 3, range: [2, 1] })
  await person('Manager')
  const picture = await draw(matrix)
  // Kerala, Tamil Nadu and West Bengal have the most rows; Kerala is the first of them.
  expect(picture).toMatchObject({ pages: [{ name: 'Claims' }], pageId: matrix.pageId, region: 'IN-KL' })
  expect(picture.lanes).toMatchObject([
    { isCreation: true, bars: [{ role: 'Clerk' }] },
    {
      ...{ isCreation: false, sequence: 2 },
      bars: [
        { role: 'Manager', rangeFrom: 0, rangeTo: 1_00_000, count: 1, neverAsked: [] },
        { role: 'Head', rangeFrom: 1_00_000.01, rangeTo: null, count: 0 },
      ],
    },
    { sequence: 7, bars: [{ role: 'Director' }] },
    { sequence: 9, bars: [{ role: 'Observer', neverAsked: [{ from: 1_00_000, to: 5_00_000 }] }] },
  ])
  const goa = await draw(matrix, { region: 'IN-GA' })
  expect(goa.lanes.map(({ bars }) => bars.map(({ role }) => role))).toEqual([
    ['Clerk'],
    ['Manager'],
    ['Director'],
    ['Observer'],
  ])
})

test('a region has the findings of its own, and each region its worst one', async () => {
  const matrix = await aMatrix(server)
  await matrix.row('Director', { action: 'Final Approval', sequence: 2, regions: ['IN-KL', 'IN-GA'] })
  await matrix.row('Manager', { regions: ['IN-GA'], sequence: null })
  for (const role of ['Director', 'Manager']) await matrix.person(role)
  const codes = async (region: string) => (await draw(matrix, { region })).findings.map(({ code }) => code)
  expect(await codes('IN-TN')).toEqual(['nobody'])
  expect(await codes('IN-GA')).toEqual(['no-sequence', 'unreachable'])
  expect(await codes('IN-KL')).toEqual([])
  const { regions } = await draw(matrix)
  expect(regions).toHaveLength(36)
  expect(regions.filter(({ severity }) => severity === 'warning')).toEqual([{ code: 'IN-GA', severity: 'warning' }])
})

test('a gap that is meant is drawn apart with its reason, and makes no region an error', async () => {
  const matrix = await aMatrix(server)
  await matrix.row('Director', { action: 'Final Approval', range: [0, LAKH] })
  await matrix.person('Director')
  const place = { applicationId: matrix.application.id, clientId: matrix.client.id }
  const { version, findings } = (await admin.call(approvalCheck, place)).data
  const gap = { ...place, version, finding: findings[0]?.key ?? '', reason: 'Never above a lakh' }
  expect(await draw(matrix)).toMatchObject({ findings: [{ code: 'nobody' }], intended: [] })
  expect(await admin.call(markIntendedGap, gap)).toMatchObject({ status: 200 })
  expect(await draw(matrix)).toMatchObject({
    ...{ findings: [], regions: [] },
    intended: [{ code: 'nobody', from: 1_00_000.01, to: null, reason: 'Never above a lakh' }],
  })
})

test('without rows there is nothing to draw; pages and regions of elsewhere are refused', async () => {
  const matrix = await aMatrix(server)
  expect(await draw(matrix)).toMatchObject({ pages: [], pageId: null, lanes: [], findings: [] })
  const place = { applicationId: matrix.application.id, clientId: matrix.client.id }
  expect((await admin.call(approvalPicture, { ...place, pageId: newId() })).status).toBe(404)
  expect((await admin.call(approvalPicture, { ...place, clientId: newId() })).status).toBe(404)
  expect((await admin.call(approvalPicture, { ...place, region: 'All' })).status).toBe(400)
})
