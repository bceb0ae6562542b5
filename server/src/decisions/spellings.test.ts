import { applicationRoles } from '@gatehouse/contract/admin/approvals/application-roles.ts'
import { explainApproval } from '@gatehouse/contract/admin/approvals/explain.ts'
import { decide, whoMay } from '@gatehouse/contract/approvals.ts'
import { expect, test } from 'vitest'
import { aMatrix, type TestMatrix } from '../../test/approvals.ts'
import { useAdministrator } from '../../test/console.ts'
import { useTestServer } from '../../test/server.ts'

const server = useTestServer()
const admin = useAdministrator(server)

/** How each call that asks about a case understands it: `true` where somebody may act, or why nobody may. */
async function answersTo(matrix: TestMatrix, person: string, changes: { region?: string; amount?: string }) {
  const { authorization } = matrix.application
  const program = server.visitor({ web: false, headers: { authorization } })
  const { amount = '1000', region = 'IN-KL' } = changes
  const question = matrix.question({ amount, region })
  const case_ = { applicationId: matrix.application.id, clientId: matrix.client.id, pageId: matrix.pageId }
  const one = (await program.call(decide, { ...question, person } as never)).data
  const who = (await program.call(whoMay, question as never)).data
  const explained = (await admin.call(explainApproval, { ...case_, amount, region })).data
  const answer = await server.app.inject({
    ...{ method: 'POST', url: '/access/v1/evaluation', headers: { host: 'localhost:3000', authorization } },
    payload: {
      ...{ subject: { type: 'user', id: person }, action: { name: 'approval' } },
      resource: {
        ...{ type: 'page', id: 'Claims' },
        properties: { client: matrix.client.id, amount, region, created_by: null },
      },
    },
  })
  return [
    one.decision === 'allow' || one.reasons[0],
    who.people.length > 0 || who.reasons[0],
    explained.steps.length > 0 || explained.reasons[0],
    answer.json().decision || answer.json().context.reasons[0],
  ]
}

test('codes and names of regions are taken in any case by every call', async () => {
  const matrix = await aMatrix(server)
  await matrix.row('Manager', { regions: ['IN-KL'] })
  const { id } = await matrix.person('Manager')
  for (const region of ['IN-KL', 'in-kl', ' In-Kl ', 'Kerala', 'KERALA'])
    expect(await answersTo(matrix, id, { region }), region).toEqual([true, true, true, true])
  for (const region of ['in-xx', 'kl', 'all'])
    expect(await answersTo(matrix, id, { region }), region).toEqual(Array(4).fill('region-unknown'))
  await matrix.row('Head', { sequence: 2 })
  const head = (await matrix.person('Head')).id
  for (const region of ['Panindia', 'panindia', 'PANINDIA'])
    expect(await answersTo(matrix, head, { region }), region).toEqual([true, true, true, true])
})

test('a role keeps the regions that it is given in any case as their codes', async () => {
  const matrix = await aMatrix(server)
  const { data } = await admin.call(applicationRoles.create, {
    ...{ applicationId: matrix.application.id, clientId: matrix.client.id, role: 'Surveyor', roleId: 'SV' },
    ...{ action: 'Approval', regions: ['in-kl', 'tamil nadu', 'PANINDIA'] },
  } as never)
  expect(data).toMatchObject({ regions: ['IN-KL', 'IN-TN', 'Panindia'] })
})

test('an amount with three decimals is refused by every call, also when they are zeros', async () => {
  const matrix = await aMatrix(server)
  await matrix.row('Manager')
  const { id } = await matrix.person('Manager')
  for (const amount of ['1.000', '10.500', '1000.00000'])
    expect(await answersTo(matrix, id, { amount }), amount).toEqual(Array(4).fill('amount-too-precise'))
  for (const amount of ['1', '1.0', '10.50', '1000.00'])
    expect(await answersTo(matrix, id, { amount }), amount).toEqual([true, true, true, true])
})
