import { detachRoleToUser, users } from '@gatehouse/contract/admin/people/users.ts'
import sql from 'sql-template-tag'
import { beforeAll, expect, test } from 'vitest'
import { anAdministrator } from '../../../test/console.ts'
import { useTestServer, type Visitor } from '../../../test/server.ts'

const server = useTestServer()
let roleId: string
beforeAll(async () => {
  const { rows } = await server.db.execute<{ id: string }>(sql`select id from roles where system = 'admin'`)
  roleId = rows[0]?.id as string
})

type Removal = (by: Visitor, other: { id: string; email: string; phoneNumber: string }) => Promise<{ status: number }>

const demote: Removal = (by, { id }) => by.call(detachRoleToUser, { userId: id, roleId })
const remove: Removal = (by, { id }) => by.call(users.remove, { userId: id })
const deactivate: Removal = (by, { id, email, phoneNumber }) =>
  by.call(users.update, { userId: id, firstName: 'Asha', lastName: 'Rao', email, phoneNumber, isActive: false })

/** Restores the two people and their sessions. */
async function reset(ids: string[]) {
  await server.db.execute(sql`
    update users set role_id = ${roleId}, is_active = true, deleted_at = null where id = any(${ids}::uuid[])`)
  await server.db.execute(sql`
    update sessions set ended_at = null, end_reason = null where user_id = any(${ids}::uuid[])`)
}

async function activeAdministrators(): Promise<number> {
  const { rows } = await server.db.execute(
    sql`select 1 from users where role_id = ${roleId} and is_active and deleted_at is null`,
  )
  return rows.length
}

test('of two administrators who remove each other at the same time, one remains, in a hundred rounds (T083)', async () => {
  const [one, other] = [await anAdministrator(server), await anAdministrator(server)]
  const ways: [Removal, Removal][] = [
    [demote, demote],
    [remove, remove],
    [deactivate, deactivate],
    [demote, remove],
    [remove, deactivate],
  ]
  const outcomes: Record<string, number> = {}
  for (let round = 0; round < 100; round++) {
    await reset([one.person.id, other.person.id])
    const [first, second] = ways[round % ways.length] as [Removal, Removal]
    const statuses = (await Promise.all([first(one.visitor, other.person), second(other.visitor, one.person)])).map(
      ({ status }) => status,
    )
    expect(await activeAdministrators()).toBe(1)
    const outcome = statuses.toSorted().join(' ')
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
  }
  // One is removed and the other call is refused, either as the last administrator or because its caller was removed.
  expect(Object.keys(outcomes).filter((outcome) => !/^200 (401|403|409)$/.test(outcome))).toEqual([])
  // Most rounds really ran at the same time.
  expect(outcomes['200 409'] ?? 0).toBeGreaterThan(50)
})
