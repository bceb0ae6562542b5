import { roleConflicts } from '@gatehouse/contract/admin/approvals/role-conflicts.ts'
import { IMPORT_COLUMNS, runImport, startBulkJob } from '@gatehouse/contract/admin/jobs/jobs.ts'
import sql from 'sql-template-tag'
import { beforeAll, expect, test } from 'vitest'
import { aMatrix, type TestMatrix } from '../../../../test/approvals.ts'
import { aClient } from '../../../../test/builders.ts'
import { useAdministrator } from '../../../../test/console.ts'
import { importCsv, jobOf, runJobs } from '../../../../test/jobs.ts'
import { useTestServer } from '../../../../test/server.ts'
import { newId } from '../../../crypto/ids.ts'

const server = useTestServer()
const admin = useAdministrator(server)

const REFUSED = 'A rule of separation of duties refuses this: Payments (Clerk, Manager)'

let matrix: TestMatrix
let other: Awaited<ReturnType<typeof aClient>>
beforeAll(async () => {
  matrix = await aMatrix(server)
  await matrix.row('Clerk', { action: 'Creator', sequence: 0 })
  other = await aClient(server)
  await server.db.execute(sql`
    insert into application_roles (id, application_id, client_id, name, role_id)
    values (${newId()}, ${matrix.application.id}, ${other.id}, 'Manager', 'MA')`)
  const rule = { name: 'Payments', roles: ['Clerk', 'Manager'], scope: 'application' }
  await admin.call(roleConflicts.create, { applicationId: matrix.application.id, ...rule })
})

const rolesOf = async (userId: string) => {
  const { rows } = await server.db.execute<{ role: string }>(
    sql`select role from assignments where user_id = ${userId} order by role`,
  )
  return rows.map(({ role }) => role)
}

test('a bulk assignment is refused for whoever holds the other role, and made for the others', async () => {
  const [clerk, auditor] = [await matrix.person('Clerk'), await matrix.person('User')]
  const change = { action: 'assign', applicationId: matrix.application.id, clientId: other.id, role: 'Manager' }
  const { data } = await admin.call(startBulkJob, { change, ids: [clerk.id, auditor.id] } as never)
  await runJobs(server)
  const { job, failed } = await jobOf(admin, data._id)
  expect(job).toMatchObject({ state: 'done', succeeded: 1, failed: 1 })
  expect(failed.rows).toMatchObject([{ message: REFUSED }])
  expect(await rolesOf(clerk.id)).toEqual(['Clerk'])
  expect(await rolesOf(auditor.id)).toEqual(['Manager', 'User'])
})

test('an import refuses the row in its dry run already, and makes no such assignment', async () => {
  const clerk = await matrix.person('Clerk')
  const values: Record<string, string> = {
    ...{ email: clerk.email, application: matrix.application.name, client: other.actualName, role: 'Manager' },
  }
  const row = IMPORT_COLUMNS.assignments.map((column) => values[column] ?? '')
  const csv = [IMPORT_COLUMNS.assignments, row].map((cells) => cells.join(',')).join('\r\n')
  const { data } = await importCsv(server, admin, 'assignments', csv)
  await runJobs(server)
  expect((await jobOf(admin, data._id)).failed.rows).toMatchObject([{ message: REFUSED }])
  await admin.call(runImport, { id: data._id })
  await runJobs(server)
  expect(await rolesOf(clerk.id)).toEqual(['Clerk'])
})
