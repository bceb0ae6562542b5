import { listHeldConflicts, roleConflicts } from '@gatehouse/contract/admin/approvals/role-conflicts.ts'
import { users } from '@gatehouse/contract/admin/people/users.ts'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { aMatrix } from '../../test/approvals.ts'
import { anAssignment } from '../../test/builders.ts'
import { useAdministrator } from '../../test/console.ts'
import { useTestServer } from '../../test/server.ts'
import { today } from './today.ts'

// At each hour, the day of one of them is not that of the database.
describe.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago'])('in %s', (timeZone) => {
  const server = useTestServer({ config: { timeZone } })
  const admin = useAdministrator(server)

  test.each([
    ['counts on its last day', 0, true],
    ['is over on the day after', -1, false],
  ])('a row of the matrix %s', async (_what, days, counts) => {
    const matrix = await aMatrix(server)
    const clerk = await matrix.row('Clerk', { action: 'Creator', sequence: 0 })
    const manager = await matrix.row('Manager')
    const person = await matrix.person('Manager')
    const other = await aMatrix(server)
    await server.db.execute(sql`
      update document_approvals set all_clients = true, last_day = ${today(timeZone)} + ${days}::int where id in (${clerk.id}, ${manager.id})`)
    await anAssignment(server, person.id, matrix.application.id, other.client.id, 'Clerk')
    const rule = { name: 'Payments', roles: [], duties: ['/Creator', '/Approval'], scope: 'application' }
    await admin.call(roleConflicts.create, { applicationId: matrix.application.id, ...rule } as never)
    const { rows } = (await admin.call(listHeldConflicts, {})).data
    expect(rows.some((one) => one.person._id === person.id)).toBe(counts)
    const { data } = await admin.call(users.uses, { id: person.id })
    expect(data.some(({ kind }) => kind === 'steps of approvals that nobody else can approve')).toBe(counts)
  })
})
