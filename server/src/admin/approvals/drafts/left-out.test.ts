import { applicationRoles } from '@gatehouse/contract/admin/approvals/application-roles.ts'
import { listDraftRoles, saveDraftRole } from '@gatehouse/contract/admin/approvals/drafts.ts'
import { roleConflicts } from '@gatehouse/contract/admin/approvals/role-conflicts.ts'
import { expect, test } from 'vitest'
import { aDraft } from '../../../../test/approval-drafts.ts'
import { aMatrix } from '../../../../test/approvals.ts'
import { aClient, anApplication } from '../../../../test/builders.ts'
import { useAdministrator } from '../../../../test/console.ts'
import { useTestServer } from '../../../../test/server.ts'

const server = useTestServer()
const admin = useAdministrator(server)

const LIMITS = {
  ...{ regions: ['IN-KA'], sequence: 3, actionOfRole: 'Approval', bounds: '(]' },
  ...{ rangeFrom: 100.29, rangeTo: 250_000.57 },
} as const

const REST = ['regions', 'sequence', 'actionOfRole', 'bounds', 'rangeFrom', 'rangeTo'] as const
const without = (name: (typeof REST)[number]) =>
  Object.fromEntries(Object.entries(LIMITS).filter(([one]) => one !== name))

async function aRole() {
  const needed = {
    ...{ applicationId: (await anApplication(server)).id, clientId: (await aClient(server)).id },
    ...{ role: 'Manager', roleId: 'M-1' },
  }
  const { data } = await admin.call(applicationRoles.create, { ...needed, ...LIMITS, regions: ['IN-KA'] })
  const update = (changes: object) =>
    admin.call(applicationRoles.update, { ...needed, applicationRoleMasteId: data._id, ...changes } as never)
  return { update, data }
}

test('an update of a role without a limit keeps that limit, and has no limit only where it says so', async () => {
  const { update, data } = await aRole()
  expect(data).toMatchObject(LIMITS)
  for (const name of REST) expect((await update(without(name))).data).toMatchObject(LIMITS)
  expect((await update({})).data).toMatchObject(LIMITS)
  expect((await update({ rangeTo: '' })).data).toMatchObject({ ...LIMITS, rangeTo: null })
  expect((await update({ rangeTo: 5000 })).data).toMatchObject({ ...LIMITS, rangeTo: 5000 })
  // The limits that stay are judged with those that are sent.
  expect(await update({ rangeFrom: 6000 })).toMatchObject({
    ...{ status: 400, data: { fields: { rangeTo: 'The range cannot end below its start.' } } },
  })
  const cleared = { regions: [], sequence: '', actionOfRole: '', rangeFrom: 'NA', rangeTo: null }
  expect((await update(cleared)).data).toMatchObject({
    ...{ regions: [], sequence: null, actionOfRole: '', rangeFrom: null, rangeTo: null, bounds: '(]' },
  })
})

test('a role in a draft keeps what is left out, first as it counts and then as the draft has it', async () => {
  const matrix = await aMatrix(server)
  const { roleId } = await matrix.row('Manager', { range: [null, 10_000_057] })
  const draft = await aDraft(admin, matrix)
  const save = async (limits: object) => {
    const { revision } = await draft.read()
    return admin.call(saveDraftRole, { draftId: draft.draftId, revision, roleId, ...limits } as never)
  }
  const drafted = async () => {
    const { data } = await admin.call(listDraftRoles, { draftId: draft.draftId })
    return data.rows.find(({ _id }) => _id === roleId)
  }
  const before = (await drafted())?.current
  expect(before).toMatchObject({ rangeTo: 100_000.57 })
  expect(await save({})).toMatchObject({ status: 200 })
  expect(await drafted()).toMatchObject({ state: 'same', draft: before })
  expect(await save({ rangeFrom: 10 })).toMatchObject({ status: 200 })
  expect(await drafted()).toMatchObject({ draft: { ...before, rangeFrom: 10 } })
  await save(LIMITS)
  for (const name of REST) {
    expect(await save(without(name))).toMatchObject({ status: 200 })
    expect((await drafted())?.draft).toEqual(LIMITS)
  }
  expect(await save({ rangeFrom: 300_000 })).toMatchObject({ status: 400 })
  expect(await save({ rangeTo: null, regions: ['All'] })).toMatchObject({ status: 200 })
  expect((await drafted())?.draft).toEqual({ ...LIMITS, rangeTo: null, regions: ['All'] })
})

test('an update of a rule of separation of duties keeps the parts, scope and effect that are left out', async () => {
  const matrix = await aMatrix(server)
  await matrix.row('Clerk', { action: 'Creator', sequence: 0 })
  const needed = { applicationId: matrix.application.id, name: 'Payments', roles: ['Clerk'] }
  const given = {
    ...{ description: 'Two pairs of eyes', duties: ['/Final Approval', 'Claims/'] },
    ...{ scope: 'application', effect: 'report' },
  } as const
  const { data: rule } = await admin.call(roleConflicts.create, { ...needed, ...given, duties: [...given.duties] })
  expect(rule).toMatchObject(given)
  const alone = { ...needed, roles: undefined, name: 'Pages alone', duties: ['/Creator', 'Claims/'] } as never
  expect(await admin.call(roleConflicts.create, alone)).toMatchObject({ status: 200, data: { roles: [] } })
  const update = (changes: object) =>
    admin.call(roleConflicts.update, { ...needed, ruleId: rule._id, ...changes } as never)
  expect(await update({})).toMatchObject({ status: 200, data: given })
  expect(await update({ effect: 'prevent' })).toMatchObject({ status: 200, data: { ...given, effect: 'prevent' } })
  expect(await update({ roles: undefined })).toMatchObject({ status: 200, data: { roles: ['Clerk'] } })
  expect(await update({ duties: [] })).toMatchObject({ status: 400 })
})
