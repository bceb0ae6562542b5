import { applicationRoles } from '@gatehouse/contract/admin/approvals/application-roles.ts'
import { saveDraftRole } from '@gatehouse/contract/admin/approvals/drafts.ts'
import { checkTypedRole } from '@gatehouse/contract/admin/approvals/publish-draft.ts'
import { lendAuthority } from '@gatehouse/contract/admin/people/stand-ins.ts'
import { RUPEES_PROBLEM } from '@gatehouse/contract/rupees.ts'
import { lendOwnAuthority } from '@gatehouse/contract/stand-ins.ts'
import { expect, test } from 'vitest'
import { aDraft, inOrder } from '../../../../test/approval-drafts.ts'
import { anAssignment, someoneSignedIn } from '../../../../test/builders.ts'
import { useAdministrator } from '../../../../test/console.ts'
import { useTestServer } from '../../../../test/server.ts'

const server = useTestServer()
const admin = useAdministrator(server)

/** What the error text recommends. */
const RECOMMENDED = (RUPEES_PROBLEM.split('such as ')[1] ?? '').split(' or ')
const OTHERS = ['0.29', ' ₹ 2,50,000 ', '2.5 cr', 'Rs. 10,000/-', '', 'NA']
const REFUSED = ['ten', 'unlimited', '$5', '10.505', '-1', '5,00', '1e3', '2000 crore crore', '9999 crore']

/** Each call with an amount, as a function of the amount. */
async function doors() {
  const { matrix, low } = await inOrder(server)
  const { id: applicationId } = matrix.application
  const { draftId, read } = await aDraft(admin, matrix)
  const { person, visitor } = await someoneSignedIn(server)
  await anAssignment(server, person.id, applicationId, matrix.client.id, 'Director')
  const colleague = await matrix.person('Clerk')
  const validUntil = new Date(Date.now() + 86_400_000 * 3).toISOString()
  const lent = { applicationId, clientId: matrix.client.id, role: 'Director', standIn: colleague.email, validUntil }
  let made = 0
  const role = (name: string) => ({ applicationId, clientId: matrix.client.id, role: name, roleId: name })
  const created = await admin.call(applicationRoles.create, role('Auditor') as never)
  return {
    create: (rangeTo: unknown) => admin.call(applicationRoles.create, { ...role(`R${++made}`), rangeTo } as never),
    update: (rangeTo: unknown) =>
      admin.call(applicationRoles.update, {
        ...{ ...role('Auditor'), applicationRoleMasteId: created.data._id, rangeTo },
      } as never),
    draft: async (rangeTo: unknown) =>
      admin.call(saveDraftRole, { draftId, revision: (await read()).revision, roleId: low.roleId, rangeTo } as never),
    typed: (rangeTo: unknown) => admin.call(checkTypedRole, { applicationId, roleId: low.roleId, rangeTo } as never),
    lendOwn: (upTo: unknown) => visitor.call(lendOwnAuthority, { ...lent, upTo } as never),
    lend: (upTo: unknown) =>
      admin.call(lendAuthority, {
        ...lent,
        standIn: undefined,
        lenderId: person.id,
        userId: colleague.id,
        upTo,
      } as never),
  }
}

test('every amount that the error text recommends is accepted where the text is given', async () => {
  expect(RECOMMENDED).toEqual(['25,000.50', '5 lakh'])
  for (const [door, call] of Object.entries(await doors())) {
    for (const amount of REFUSED)
      expect([door, amount, await call(amount)]).toMatchObject([door, amount, { status: 400, msg: RUPEES_PROBLEM }])
    for (const amount of [...RECOMMENDED, ...OTHERS])
      expect([door, amount, await call(amount)]).toMatchObject([door, amount, { status: 200 }])
  }
})

test('an amount as people write it is stored as the same number of rupees', async () => {
  const { update } = await doors()
  for (const [written, rangeTo] of [
    ...([
      ['25,000.50', 25_000.5],
      ['5 lakh', 500_000],
      ['0.29', 0.29],
      ['₹ 2.5 cr', 25_000_000],
    ] as const),
    ...([
      ['', null],
      ['NA', null],
      [7, 7],
    ] as const),
  ])
    expect((await update(written)).data).toMatchObject({ rangeTo })
})
