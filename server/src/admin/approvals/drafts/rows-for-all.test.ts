import { approvalCheck } from '@gatehouse/contract/admin/approvals/check.ts'
import { documentApprovals } from '@gatehouse/contract/admin/approvals/document-approvals.ts'
import { explainApproval } from '@gatehouse/contract/admin/approvals/explain.ts'
import { approvalPicture } from '@gatehouse/contract/admin/approvals/picture.ts'
import { matrixFile, previewSheet } from '@gatehouse/contract/admin/approvals/sheets.ts'
import { decide } from '@gatehouse/contract/approvals.ts'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { aDraft, versions } from '../../../../test/approval-drafts.ts'
import { aMatrix, aPage } from '../../../../test/approvals.ts'
import { aClient, anAssignment, aPerson } from '../../../../test/builders.ts'
import { useAdministrator } from '../../../../test/console.ts'
import { proofOf, send } from '../../../../test/pictures.ts'
import { useTestServer } from '../../../../test/server.ts'

const server = useTestServer()
const admin = useAdministrator(server)

/** A matrix with a director for one client and page, and a director of another client. */
async function twoClients() {
  const matrix = await aMatrix(server)
  const row = await matrix.row('Director', { action: 'Final Approval', range: [0, 1000_00] })
  const other = await aClient(server)
  const director = await aPerson(server)
  await anAssignment(server, director.id, matrix.application.id, other.id, 'Director')
  const place = {
    projectId: matrix.application.id,
    clientId: matrix.client.id,
    roleId: row.roleId,
    pageId: matrix.pageId,
  }
  const names = { projectName: '', clientName: '', roleName: '', pageName: '' }
  const update = (changes: object) =>
    admin.call(documentApprovals.update, {
      ...place,
      ...names,
      firstDay: null,
      lastDay: null,
      documnetMasteId: row.id,
      ...changes,
    } as never)
  const asked = async (about: object = {}) => {
    const question = matrix.question({
      client: other.id,
      action: 'Final Approval',
      amount: 500,
      person: director.id,
      ...about,
    })
    const { data } = await server
      .visitor({ web: false, headers: { authorization: matrix.application.authorization } })
      .call(decide, question)
    return data.reasons
  }
  return { matrix, row, other, director, update, asked }
}

test('a row counts for all clients and on all pages when it says so, and nowhere while it is inactive', async () => {
  const { matrix, row, other, update, asked } = await twoClients()
  expect(await asked()).toEqual(['no-row', 'nobody-approves'])
  expect(await update({ allClients: true })).toMatchObject({ status: 200, data: { allClients: true, allPages: false } })
  expect(await asked()).toEqual(['row-allows'])
  await aPage(server, matrix.application.id, 'Advice')
  expect(await asked({ page: 'Advice' })).toEqual(['no-row', 'nobody-approves'])
  expect(await update({ allPages: true })).toMatchObject({ status: 200, data: { allClients: true, allPages: true } })
  expect(await asked({ page: 'Advice' })).toEqual(['row-allows'])
  // Also on a page that comes later.
  await aPage(server, matrix.application.id, 'Later')
  expect(await asked({ page: 'Later' })).toEqual(['row-allows'])
  // What the role has for this client and page comes before it.
  const place = { application: matrix.application, client: other }
  await (await aMatrix(server, 'Payments', place)).row('Director', { action: 'Final Approval', range: [0, 100_00] })
  expect(await asked({ page: 'Payments' })).toEqual(['amount-above-limit', 'nobody-approves'])
  expect(await asked({ page: 'Payments', amount: 100 })).toEqual(['row-allows'])

  const before = await versions(admin, matrix)
  expect(await update({ status: 'INACTIVE' })).toMatchObject({
    status: 200,
    data: { status: 'INACTIVE', allPages: true },
  })
  expect(await asked()).toEqual(['row-inactive', 'nobody-approves'])
  expect(await versions(admin, matrix)).toHaveLength(before.length + 1)
  const { findings } = (
    await admin.call(approvalCheck, { applicationId: matrix.application.id, clientId: other.id, pageId: matrix.pageId })
  ).data
  expect(findings).toContainEqual(
    expect.objectContaining({
      code: 'inactive',
      severity: 'note',
      rows: [row.id],
      text: expect.stringContaining('not active'),
    }),
  )
  const { rows } = (
    await admin.call(documentApprovals.list, { ...{ page: 0, pageSize: 10 }, clientId: other.id } as never)
  ).data as never as { rows: { _id: string }[] }
  expect(rows.map(({ _id }) => _id)).toContain(row.id)
})

test('the picture and the explanation of another client say how far a row reaches, and whose role it is', async () => {
  const { matrix, other, director, update } = await twoClients()
  await update({ allClients: true, allPages: true })
  const place = { applicationId: matrix.application.id, clientId: other.id, pageId: matrix.pageId }
  const reach = { allClients: true, allPages: true }
  const { lanes } = (await admin.call(approvalPicture, place)).data
  expect(lanes).toMatchObject([{ bars: [{ role: 'Director', ...reach, roleClientId: matrix.client.id }] }])
  const asked = { ...place, amount: '500', region: 'IN-KL', userId: director.id }
  const { steps, person } = (await admin.call(explainApproval, asked)).data
  expect(steps).toMatchObject([{ rows: [reach] }])
  expect(person?.rows).toMatchObject([reach])
  await update({ allClients: false, allPages: false })
  const own = (await admin.call(approvalPicture, { ...place, clientId: matrix.client.id })).data
  expect(own.lanes).toMatchObject([{ bars: [{ allClients: false, allPages: false }] }])
})

test('a draft says where and whether a row counts, whom that concerns, and publishes it', async () => {
  const { matrix, row, director, asked } = await twoClients()
  const draft = await aDraft(admin, matrix)
  expect(await draft.rule(row.roleId, matrix.pageId, { allClients: true })).toMatchObject({ status: 200 })
  expect(await draft.differences()).toMatchObject([
    { gains: true, loses: false, before: { allClients: false }, after: { allClients: true, status: 'ACTIVE' } },
  ])
  expect((await draft.people()).rows).toMatchObject([{ person: { _id: director.id }, client: '', role: 'Director' }])
  // What it counts as now is no change.
  await draft.rule(row.roleId, matrix.pageId, { allClients: false })
  expect(await draft.read()).toMatchObject({ changes: 0 })
  await draft.rule(row.roleId, matrix.pageId, { allClients: true, allPages: true })
  expect(await asked()).toEqual(['no-row', 'nobody-approves'])
  expect(await draft.publish('All offices')).toMatchObject({ status: 200 })
  expect(await asked()).toEqual(['row-allows'])

  const [latest] = await versions(admin, matrix)
  const pausing = await aDraft(admin, matrix)
  await pausing.rule(row.roleId, matrix.pageId, { status: 'INACTIVE' })
  expect(await pausing.differences()).toMatchObject([
    { gains: false, loses: true, after: { status: 'INACTIVE', allClients: true, allPages: true } },
  ])
  await server.db.execute(sql`update document_approvals set status = 'INACTIVE' where id = ${row.id}`)
  const restoring = await aDraft(admin, matrix, { version: latest?.version })
  expect(await restoring.differences()).toMatchObject([
    { gains: true, loses: false, before: { status: 'INACTIVE' }, after: { status: 'ACTIVE', allClients: true } },
  ])
})

test('a file has both, and says them again', async () => {
  const { matrix, update } = await twoClients()
  const applicationId = matrix.application.id
  await update({ allClients: true, status: 'INACTIVE' })
  const file = await server.app.inject({
    url: `${matrixFile.path}?applicationId=${applicationId}`,
    headers: await proofOf(admin),
  })
  expect(file.payload).toContain('"All clients","All pages","Status"')
  expect(file.payload).toContain('"Yes","No","Inactive"')
  const preview = async (content: string) => {
    const path = `${previewSheet.path}?applicationId=${applicationId}` as const
    const { data } = await send(server, admin, { field: previewSheet.field, path: path as '/api/x' }, content, {
      filename: 'matrix.csv',
    })
    return data
  }
  expect(await preview(file.payload)).toMatchObject({ changes: 0, findings: [] })
  expect(await preview(file.payload.replace('"Yes","No","Inactive"', 'no,yes,In force'))).toMatchObject({
    ...{ changes: 1, findings: [] },
    lines: [{ allClients: false, allPages: true, status: 'ACTIVE' }],
  })
  expect(await preview(file.payload.replace('"Yes","No"', 'perhaps,No'))).toMatchObject({
    findings: [{ code: 'cell-unknown', value: 'perhaps' }],
  })
})
