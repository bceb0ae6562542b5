import { readFile } from 'node:fs/promises'
import { APPROVAL_FINDINGS, approvalCheck } from '@gatehouse/contract/admin/approvals/check.ts'
import { approvalMends } from '@gatehouse/contract/admin/approvals/mends.ts'
import { pages } from '@gatehouse/contract/admin/approvals/pages.ts'
import { approvalRoutings } from '@gatehouse/contract/admin/approvals/routing.ts'
import { DEFAULT_ROUTING } from '@gatehouse/contract/admin/approvals/routing-choices.ts'
import { decide } from '@gatehouse/contract/approvals.ts'
import { REGIONS } from '@gatehouse/contract/regions.ts'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { aMatrix, aPage, type TestMatrix } from '../../../test/approvals.ts'
import { aClient, someoneSignedIn } from '../../../test/builders.ts'
import { someoneWith, useAdministrator } from '../../../test/console.ts'
import { useTestServer } from '../../../test/server.ts'
import { aProgram } from '../../../test/service-accounts.ts'
import { newId } from '../../crypto/ids.ts'

const server = useTestServer()
const admin = useAdministrator(server)

const LAKH = 1_00_000_00
const STATES = Object.keys(REGIONS).filter((code) => code !== 'Panindia')

const placeOf = ({ application, client }: TestMatrix) => ({ applicationId: application.id, clientId: client.id })
const check = (matrix: TestMatrix, more: object = {}) => admin.call(approvalCheck, { ...placeOf(matrix), ...more })

const named = (name: string, _id: string) => ({ _id, name })

const met = new Set<string>()
/** The sentences of a check, each after its pages. */
async function textsOf(matrix: TestMatrix, more: object = {}) {
  const { findings } = (await check(matrix, more)).data
  for (const { code } of findings) met.add(code)
  return findings.map((found) => [...found.pages.map(({ name }) => name), found.text].join(': '))
}

/** One more page for a role, which keeps its range there. */
const alsoOn = (pageId: string, roleId: string) =>
  server.db.execute(sql`
    insert into document_approvals (id, application_role_id, page_id) values (${newId()}, ${roleId}, ${pageId})`)

test('approvals in order have no finding, and gaps are denied to an application that asks', async () => {
  const matrix = await aMatrix(server)
  const low = await matrix.row('Director', { action: 'Final Approval', range: [0, LAKH] })
  const people = [await matrix.person('director'), await matrix.person('Chairman')]
  const ask = (person: number, amount: string) =>
    server
      .visitor({ web: false, headers: { authorization: matrix.application.authorization } })
      .call(decide, { ...matrix.question({ action: 'Final Approval', amount }), person: people[person]?.id })
  expect((await check(matrix)).data).toMatchObject({
    counts: { error: 1, warning: 0, note: 0 },
    findings: [
      {
        ...{ code: 'nobody', severity: 'error', pages: [{ name: 'Claims' }], rows: [low.id], step: null },
        ...{
          roles: [{ _id: low.roleId, name: 'Director', clientId: matrix.client.id }],
          from: 100000.01,
          to: null,
          regions: [],
        },
        text: 'Nobody approves ₹1,00,000.01 and more.',
      },
    ],
  })
  expect((await ask(0, '100000')).data.decision).toBe('allow')
  expect((await ask(0, '100000.01')).data.reasons).toContain('nobody-approves')
  await matrix.row('Chairman', { action: 'Final Approval', range: [LAKH + 1, null] })
  expect((await check(matrix)).data).toEqual({
    ...{ version: expect.any(Number), draft: null, at: null },
    ...{ counts: { error: 0, warning: 0, note: 0 }, findings: [], intended: [] },
    routing: { ...DEFAULT_ROUTING, catchAllClient: '' },
    pages: [{ _id: matrix.pageId, name: 'Claims' }],
  })
  expect((await ask(1, '100000.01')).data.decision).toBe('allow')
})

test('a matrix is judged by its own routing', async () => {
  const matrix = await aMatrix(server)
  const { row, person, application } = matrix
  await row('Manager', { range: [0, LAKH] })
  await row('Head', { sequence: 2, range: [0, 5 * LAKH] })
  await row('Auditor', { sequence: 2, range: [0, 5 * LAKH] })
  await row('Director', { sequence: 3 })
  await row('Observer', { sequence: 3, action: 'Authorised' })
  await row('Chairman', { sequence: 4, action: 'Final Approval' })
  for (const role of ['Manager', 'Head', 'Observer']) await person(role)
  const routing = { applicationId: application.id, mode: 'first-qualified', parallel: 'all-of' }
  const { data } = await admin.call(approvalRoutings.create, routing as never)
  const texts = await textsOf(matrix)
  expect(texts).toEqual([
    'Claims: No active person has the role Auditor, so nobody can act for it.',
    'Claims: No active person has the role Director, so nobody can act for it.',
    'Claims: Chairman is never asked: a lower level has authority for each of its amounts.',
    'Claims: Head and Auditor have the same sequence: all of them must approve ₹1,00,000.01 to ₹5,00,000.',
  ])
  await admin.call(approvalRoutings.update, { routingId: data._id, ...routing, parallel: 'one-of' } as never)
  expect(await textsOf(matrix)).toEqual([
    'Claims: No active person has the role Director, so nobody can act for it.',
    'Claims: No active person has the role Auditor, but others of its step can approve.',
    'Claims: Chairman is never asked: a lower level has authority for each of its amounts.',
    'Claims: Of Director and Observer, only the one with the furthest action is asked for ₹5,00,000.01 and more, and one is enough.',
    'Claims: Head and Auditor have the same sequence: one of them is enough for ₹1,00,000.01 to ₹5,00,000.',
  ])
})

test('each finding is a sentence with its page, the most severe first; equal ones of two pages are one', async () => {
  const matrix = await aMatrix(server)
  const { row, person, application } = matrix
  const other = await aPage(server, application.id, 'Advice')
  await aPage(server, application.id, 'Start')
  const old = await aPage(server, application.id, 'Old', 'INACTIVE')
  const clerk = await row('Clerk', { action: 'Creator', sequence: 0 })
  const low = await row('Manager', { range: [0, 3 * LAKH], sequence: 1 })
  const high = await row('Head', { range: [5 * LAKH, null], regions: ['IN-KL'], sequence: 1 })
  const north = await row('North', { range: [3 * LAKH + 100, null], regions: STATES.slice(0, 3), sequence: 1 })
  const rest = await row('Rest', { range: [3 * LAKH, null], regions: STATES.slice(3), sequence: 1 })
  const final = await row('Director', { action: 'Final Approval', sequence: null, range: [0, 9 * LAKH] })
  for (const { roleId } of [clerk, low, high, north, rest, final]) await alsoOn(other, roleId)
  await alsoOn(old, low.roleId)
  for (const role of ['Clerk', 'Manager', 'Head', 'North', 'Rest']) await person(role)
  const both = 'Advice: Claims: '
  expect(await textsOf(matrix)).toEqual([
    `${both}No active person has the role Director, so nobody can act for it.`,
    `${both}Director: this role has no sequence, so it comes last.`,
    'Old: This page is not active, so every question about it is denied.',
    `${both}Manager and Rest both act on ₹3,00,000 everywhere but Panindia, Andhra Pradesh, Arunachal Pradesh, and Assam: one range ends where the other begins.`,
    `${both}Nobody approves ₹3,00,000.01 to ₹3,00,000.99 in Andhra Pradesh, Arunachal Pradesh, and Assam at step 1: the ranges of Manager and North do not quite meet.`,
    `${both}Nobody gives the final approval of ₹9,00,000.01 and more everywhere but Panindia.`,
    `${both}Nobody approves ₹9,00,000.01 and more in Panindia.`,
    'Start: No role acts on this page, so every question about it is denied.',
    `${both}Head and Rest have the same sequence: all of them must approve ₹5,00,000 and more in Kerala.`,
  ])
  const { counts, pages: judged, findings } = (await check(matrix, { pageId: matrix.pageId })).data
  expect({ counts, judged }).toEqual({
    counts: { error: 1, warning: 5, note: 1 },
    judged: [named('Claims', matrix.pageId)],
  })
  expect(findings.flatMap((found) => found.pages)).toEqual(findings.map(() => named('Claims', matrix.pageId)))
})

test('what no row covers is a note where a role catches it, and nobody having that role an error', async () => {
  const matrix = await aMatrix(server)
  const { roleId } = await matrix.row('Chairman', { action: 'Final Approval' })
  await server.db.execute(
    sql`update document_approvals set first_day = '2999-01-01' where application_role_id = ${roleId}`,
  )
  const routing = { applicationId: matrix.application.id, catchAllRole: 'chairman' }
  expect(await admin.call(approvalRoutings.create, routing as never)).toMatchObject({ status: 200 })
  expect(await textsOf(matrix)).toEqual([
    'No active person has the catch-all role Chairman, so nobody approves what no row covers.',
    'Claims: No row covers any amount: the catch-all role approves it.',
    'Claims: Chairman: this document approval has not begun yet, so it approves nothing today.',
  ])
  await matrix.person('Chairman')
  expect((await check(matrix)).data.counts).toEqual({ error: 0, warning: 0, note: 2 })
})

test('of equals of which a number is enough, a check says so, and lets nobody be taken away', async () => {
  const matrix = await aMatrix(server)
  for (const role of ['Auditor', 'Head', 'Treasurer']) {
    await matrix.row(role, { action: 'Final Approval' })
    await matrix.person(role)
  }
  const asked = { applicationId: matrix.application.id, mode: 'ladder', parallel: '2-of' }
  const { data } = await admin.call(approvalRoutings.create, asked as never)
  expect(await textsOf(matrix)).toEqual([
    'Claims: Auditor, Head, and Treasurer have the same sequence: as many of them as the routing asks for approve any amount.',
  ])
  await admin.call(approvalRoutings.update, { routingId: data._id, ...asked, parallel: '3-of' } as never)
  const [finding] = (await check(matrix)).data.findings
  expect(finding?.code).toBe('same-sequence')
  const { data: mended } = await admin.call(approvalMends, { ...placeOf(matrix), finding: finding?.key ?? '' })
  expect(mended.mends).toEqual([])
})

test('every other kind of finding has its sentence, too, and none of the contract is left out', async () => {
  const steps = await aMatrix(server)
  await steps.row('Manager', { range: [0, 3 * LAKH], sequence: 4 })
  await steps.row('Head', { range: [5 * LAKH + 1, null], sequence: 4 })
  await steps.row('Treasurer', { sequence: 6, range: [4 * LAKH, 6 * LAKH] })
  await steps.row('Director', { action: 'Final Approval', sequence: 7, range: [0, 9 * LAKH] })
  await steps.row('Observer', { sequence: 8, action: 'Authorised', range: [8 * LAKH, null] })
  await steps.row('Auditor', { sequence: 9, action: 'Authorised Approval', range: [0, 100] })
  await steps.row('Nowhere', { regions: [], action: 'Authorised' })
  await steps.row('Backwards', { range: [2, 1], action: 'Authorised' })
  await steps.row('Former', { days: [null, -1] })
  await steps.row('Next', { days: [1, null] })
  const paused = await steps.row('Paused')
  await server.db.execute(sql`update document_approvals set status = 'INACTIVE' where id = ${paused.id}`)
  const unused = await steps.row('Unused')
  await server.db.execute(sql`delete from document_approvals where id = ${unused.id}`)
  await server.db.execute(sql`update applications set status = 'INACTIVE' where id = ${steps.application.id}`)
  await server.db.execute(sql`update clients set status = 'INACTIVE' where id = ${steps.client.id}`)
  const texts = (await textsOf(steps)).filter((text) => !text.includes('No active person'))
  expect(texts).toEqual([
    'The application is not active, so every question is denied.',
    'The client is not active, so every question is denied.',
    'Claims: Auditor comes after the final approval of every amount, and is never asked.',
    'Claims: Former: the last day of this document approval is over, so it approves nothing any more.',
    'Claims: Nowhere: no region is chosen, so this role approves nothing.',
    'Unused: no page has a document approval of this role, so it approves nothing.',
    'Claims: Backwards: the range ends below its start, so this role approves nothing.',
    'Claims: Nobody approves ₹3,00,000.01 to ₹5,00,000 at step 4, but lower and higher amounts have somebody there.',
    'Claims: Head and Treasurer do the same, one after the other, for ₹5,00,000.01 to ₹6,00,000.',
    'Claims: Observer comes after the final approval of ₹8,00,000 to ₹9,00,000, and is never asked.',
    'Claims: Nobody gives the final approval of ₹9,00,000.01 and more.',
    'Claims: Next: this document approval has not begun yet, so it approves nothing today.',
    'Claims: Paused: this document approval is not active, so it approves nothing.',
  ])
  expect(await textsOf(await aMatrix(server))).toEqual(['Nobody approves anything.'])
  expect([...met].toSorted()).toEqual(APPROVAL_FINDINGS.toSorted())
  const guide = await readFile(new URL('../../../../docs/integrating.md', import.meta.url), 'utf8')
  for (const code of APPROVAL_FINDINGS) expect(guide).toContain(`\`${code}\``)
})

test('people count who can act now: active, with a current assignment for this client', async () => {
  const matrix = await aMatrix(server)
  await matrix.row('Director', { action: 'Final Approval' })
  const nobody = 'Claims: No active person has the role Director, so nobody can act for it.'
  expect(await textsOf(matrix)).toEqual([nobody])
  const { id } = await matrix.person('DIRECTOR')
  expect(await textsOf(matrix)).toEqual([])
  await server.db.execute(sql`update assignments set valid_until = now() where user_id = ${id}`)
  expect(await textsOf(matrix)).toEqual([nobody])
})

test('a change counts at once, and other clients and applications do not', async () => {
  const matrix = await aMatrix(server)
  await (await aMatrix(server)).row('Director', { action: 'Final Approval' })
  expect(await textsOf(matrix)).toEqual(['Nobody approves anything.'])
  await matrix.row('Director', { action: 'Final Approval' })
  await matrix.person('Director')
  expect(await textsOf(matrix)).toEqual([])
  await admin.call(pages.update, { pageId: matrix.pageId, page: 'Claims', status: 'INACTIVE' })
  expect(await textsOf(matrix)).toEqual(['Claims: This page is not active, so every question about it is denied.'])
})

test('the check of approvals needs the permission to see approvals; a service account may have it', async () => {
  const place = placeOf(await aMatrix(server))
  expect((await server.visitor().call(approvalCheck, place)).status).toBe(401)
  expect((await (await someoneSignedIn(server)).visitor.call(approvalCheck, place)).status).toBe(403)
  expect((await (await someoneWith(server, ['approvals:read'])).visitor.call(approvalCheck, place)).status).toBe(200)
  const { visitor } = await aProgram(server, ['approvals:read'])
  expect((await visitor.call(approvalCheck, place)).data.findings).toMatchObject([{ code: 'no-rows' }])
})

test.each([
  [{ applicationId: undefined }, 400],
  [{ clientId: 'All' }, 400],
  [{ applicationId: newId() }, 404],
  [{ clientId: newId() }, 404],
  [{ pageId: newId() }, 404],
])(
  'the check of approvals needs an application, a client, and a page of that application: %j',
  async (part, status) => {
    expect((await check(await aMatrix(server), part)).status).toBe(status)
  },
)

test('a finding about a row for all clients names the client whose role it is', async () => {
  const matrix = await aMatrix(server)
  const { id, roleId } = await matrix.row('Director', { action: 'Final Approval', range: [0, LAKH] })
  await server.db.execute(sql`update document_approvals set all_clients = true where id = ${id}`)
  const other = await aClient(server)
  const { data } = await check({ ...matrix, client: other })
  expect(data.findings.find(({ code }) => code === 'nobody')?.roles).toEqual([
    { _id: roleId, name: 'Director', clientId: matrix.client.id },
  ])
})
