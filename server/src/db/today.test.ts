import { listHeldConflicts, roleConflicts } from '@gatehouse/contract/admin/approvals/role-conflicts.ts'
import { users } from '@gatehouse/contract/admin/people/users.ts'
import { approveOwnedRequest } from '@gatehouse/contract/owned-requests.ts'
import { getSession } from '@gatehouse/contract/session.ts'
import { listOwnStandIns } from '@gatehouse/contract/stand-ins.ts'
import sql, { raw } from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { aMatrix } from '../../test/approvals.ts'
import { anAssignment, aPerson, someoneSignedIn } from '../../test/builders.ts'
import { useAdministrator } from '../../test/console.ts'
import { useTestServer } from '../../test/server.ts'
import { newId } from '../crypto/ids.ts'
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

  test.each([
    ['on its first day', { first_day: 0 }, true],
    ['not on the day before', { first_day: 1 }, false],
    ['on its last day', { last_day: 0 }, true],
    ['not on the day after', { last_day: -1 }, false],
  ])(
    'authority of a row of the matrix can be lent %s, and who has it decides about requests',
    async (_what, days, counts) => {
      const matrix = await aMatrix(server)
      const { application, client, pageId } = matrix
      const row = await matrix.row('Lead')
      const { person, visitor } = await someoneSignedIn(server)
      await anAssignment(server, person.id, application.id, client.id, 'Lead')
      const [column, ahead] = Object.entries(days)[0] as [string, number]
      await server.db.execute(sql`
      update document_approvals set ${raw(column)} = ${today(timeZone)} + ${ahead}::int where id = ${row.id}`)
      await server.db.execute(sql`
      update applications set request_rule = 'matrix', request_page_id = ${pageId} where id = ${application.id}`)
      expect((await visitor.call(listOwnStandIns)).data.lendable).toHaveLength(counts ? 1 : 0)
      expect((await visitor.call(getSession)).data.session).toMatchObject({
        usesStandIns: counts,
        decidesRequests: counts,
      })

      // Who is too late is told who has decided only where they were asked.
      const { rows } = await server.db.execute<{ id: string }>(sql`
      insert into access_requests (id, user_id, application_id, client_id, reason, state, decided_by, decided_at)
      values (${newId()}, ${(await aPerson(server)).id}, ${application.id}, ${client.id}, 'Work', 'declined', ${person.id}, now()) returning id`)
      const late = { requestId: rows[0]?.id ?? '', clientId: client.id, role: 'Clerk' }
      expect(await visitor.call(approveOwnedRequest, late)).toMatchObject({ status: counts ? 409 : 404 })
    },
  )
})
