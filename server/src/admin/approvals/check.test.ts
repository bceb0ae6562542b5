import { applicationRoles } from '@gatehouse/contract/admin/approvals/application-roles.ts'
import { approvalCheck } from '@gatehouse/contract/admin/approvals/check.ts'
import { expect, test } from 'vitest'
import { aClient, anApplication, someoneSignedIn } from '../../../test/builders.ts'
import { someoneWith, useAdministrator } from '../../../test/console.ts'
import { useTestServer } from '../../../test/server.ts'

const server = useTestServer()
const admin = useAdministrator(server)

async function aPair() {
  const [application, client] = [await anApplication(server), await aClient(server)]
  return { applicationId: application.id, clientId: client.id }
}

const addRole = (pair: object, role: object) =>
  admin.call(applicationRoles.create, { ...pair, role: 'Manager', roleId: 'M', regions: ['All'], sequence: 1, ...role })

test('the check of approvals covers the approvals of one application for one client', async () => {
  const pair = await aPair()
  await addRole(pair, { actionOfRole: 'Final Approval', rangeFrom: 0, rangeTo: 1_00_000 })
  await addRole(await aPair(), { actionOfRole: 'Creator' })
  expect(await admin.call(approvalCheck, pair)).toMatchObject({
    status: 200,
    data: [
      {
        kind: 'nobody',
        roles: [],
        regions: [],
        from: 1_00_000_01,
        to: null,
        text: 'Nobody approves amounts of ₹1,00,000.01 and more.',
      },
      {
        kind: 'no-page',
        roles: ['Manager'],
        text: 'Manager: no page has a document approval of this role, so it approves nothing.',
      },
    ],
  })
})

test('the check of approvals ignores roles without an action and deleted roles', async () => {
  const pair = await aPair()
  await addRole(pair, { actionOfRole: '' })
  const { data } = await addRole(pair, { role: 'Auditor', actionOfRole: 'Creator' })
  const kinds = (await admin.call(approvalCheck, pair)).data.map(({ kind }) => kind)
  expect(kinds).toEqual(['nobody', 'no-page'])
  await admin.call(applicationRoles.remove, { applicationRoleMasteId: data._id })
  expect((await admin.call(approvalCheck, pair)).data).toMatchObject([{ text: 'Nobody approves anything.' }])
})

test('the check of approvals needs the permission to see approvals', async () => {
  const pair = await aPair()
  expect((await server.visitor().call(approvalCheck, pair)).status).toBe(401)
  expect((await (await someoneSignedIn(server)).visitor.call(approvalCheck, pair)).status).toBe(403)
  expect((await (await someoneWith(server, ['approvals:read'])).visitor.call(approvalCheck, pair)).status).toBe(200)
})

test.each([
  [{ applicationId: undefined }, 'Application is required'],
  [{ clientId: 'All' }, 'Client Name is required'],
])('the check of approvals needs an application and a client: %j', async (part, msg) => {
  expect(await admin.call(approvalCheck, { ...(await aPair()), ...part })).toMatchObject({ status: 400, msg })
})
