import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { aMatrix } from '../../../test/approvals.ts'
import { useTestServer } from '../../../test/server.ts'
import { findMissingApprovals } from './missing-approvals.ts'

const server = useTestServer()

test('a step whose role nobody has is counted at once, also as people come, go, and replace each other', async () => {
  const matrix = await aMatrix(server)
  await matrix.row('Manager', { sequence: 1 })
  await matrix.row('Auditor', { sequence: 1 })
  await matrix.row('Director', { sequence: 2, action: 'Final Approval' })
  // Nobody who creates is no approval that is missing.
  await matrix.row('Clerk', { sequence: 0, action: 'Creator' })
  const found = async () => {
    const all = await findMissingApprovals(server.db, 'Asia/Kolkata')
    const { count = 0, withoutPeople = 0 } =
      all.find(({ application }) => application._id === matrix.application.id) ?? {}
    return [count, withoutPeople]
  }
  expect(await found()).toEqual([0, 3])
  const manager = await matrix.person('MANAGER')
  const director = await matrix.person('Director')
  expect(await found()).toEqual([0, 1])
  const auditor = await matrix.person('Auditor')
  expect(await found()).toEqual([0, 0])
  await server.db.execute(sql`update users set is_active = false where id = ${director.id}`)
  expect(await found()).toEqual([0, 1])
  await server.db.execute(
    sql`update assignments set valid_until = now() where user_id in (${manager.id}, ${auditor.id})`,
  )
  expect(await found()).toEqual([0, 3])
  await server.db.execute(sql`
    insert into approval_routings (id, application_id, mode, parallel, rejection)
    values (gen_random_uuid(), ${matrix.application.id}, 'ladder', 'one-of', 'stop')`)
  await matrix.person('Manager')
  // One of both is enough.
  expect(await found()).toEqual([0, 1])
  await server.db.execute(
    sql`update approval_routings set parallel = '2-of' where application_id = ${matrix.application.id}`,
  )
  await matrix.row('Controller', { sequence: 1 })
  // Two of three are needed, and one has somebody.
  expect(await found()).toEqual([0, 3])
  await matrix.person('Controller')
  expect(await found()).toEqual([0, 1])
})
