import * as calls from '@gatehouse/contract/admin/approvals/drafts.ts'
import * as publishing from '@gatehouse/contract/admin/approvals/publish-draft.ts'
import { decide } from '@gatehouse/contract/approvals.ts'
import { expect } from 'vitest'
import { aMatrix, type TestMatrix } from './approvals.ts'
import type { Stored } from './builders.ts'
import type { useAdministrator } from './console.ts'
import type { useTestServer } from './server.ts'

export const LAKH = 1_00_000_00

type Server = ReturnType<typeof useTestServer>
type Admin = ReturnType<typeof useAdministrator>

/** A director gives the final approval, up to a lakh and above by the chairman. */
export async function inOrder(server: Stored) {
  const matrix = await aMatrix(server)
  const low = await matrix.row('Director', { action: 'Final Approval', range: [0, LAKH] })
  const high = await matrix.row('Chairman', { action: 'Final Approval', range: [LAKH + 1, null] })
  const people = { director: await matrix.person('Director'), chairman: await matrix.person('Chairman') }
  return { matrix, low, high, people }
}

type InOrder = Awaited<ReturnType<typeof inOrder>>

export async function aDraft(admin: Admin, matrix: TestMatrix, more: object = {}) {
  const made = await admin.call(calls.createApprovalDraft, {
    applicationId: matrix.application.id,
    name: 'April',
    ...more,
  })
  expect(made).toMatchObject({ status: 200 })
  return draftOf(admin, made.data._id)
}

/** A draft that has been made, by its calls. */
export function draftOf(admin: Admin, draftId: string) {
  const read = async () => (await admin.call(calls.readApprovalDraft, { draftId })).data
  return {
    ...{ draftId, read },
    compare: async () => (await admin.call(publishing.compareApprovalDraft, { draftId })).data,
    differences: async () => (await admin.call(publishing.listDraftDifferences, { draftId })).data.rows,
    people: async () => (await admin.call(publishing.listDraftPeople, { draftId })).data,
    limits: async (roleId: string, limits: object) =>
      admin.call(calls.saveDraftRole, {
        ...{
          draftId,
          revision: (await read()).revision,
          roleId,
          actionOfRole: 'Final Approval',
          sequence: 1,
          regions: ['All'],
        },
        ...{ rangeFrom: null, rangeTo: null, bounds: '[]', ...limits },
      } as never),
    rule: async (roleId: string, pageId: string, days: object = {}) =>
      admin.call(calls.saveDraftRule, { draftId, revision: (await read()).revision, roleId, pageId, ...days }),
    remove: async (roleId: string, pageId: string) =>
      admin.call(calls.removeDraftRule, { draftId, revision: (await read()).revision, roleId, pageId }),
    publish: async (reason = '', headers = {}) => {
      const { revision, version } = (await admin.call(publishing.compareApprovalDraft, { draftId })).data
      return admin.call(publishing.publishApprovalDraft, { draftId, revision, version, reason }, headers)
    },
  }
}

/** A draft that gives the director more, up to five lakh, of a matrix that has been made (`inOrder`). */
export async function aWiderDraft(server: Server, admin: Admin, { matrix, low, high, people }: InOrder) {
  const draft = await aDraft(admin, matrix)
  await draft.limits(low.roleId, { rangeFrom: 0, rangeTo: 500000 })
  await draft.limits(high.roleId, { rangeFrom: 500000.01 })
  const seen = async () => {
    const { revision, version } = await draft.compare()
    return { revision, version }
  }
  /** Whether the director may approve three lakh. */
  const counts = async () => (await ask(server, matrix, people.director, '300000')).data.decision
  return { draft, draftId: draft.draftId, seen, counts }
}

/** Asks for the final approval of a person. */
export const ask = (server: Server, matrix: TestMatrix, person: { id: string }, amount: string) =>
  server
    .visitor({ web: false, headers: { authorization: matrix.application.authorization } })
    .call(decide, { ...matrix.question({ action: 'Final Approval', amount }), person: person.id })

export const versions = async (admin: Admin, { application }: TestMatrix) =>
  (await admin.call(publishing.listApprovalVersions, { applicationId: application.id })).data.rows
