import type { OwnAccessRequest } from '@gatehouse/contract/access-requests.ts'
import sql, { raw } from 'sql-template-tag'
import type { Executor } from '../../../db/database.ts'
import { isPersonActive } from '../../../db/is-person-active.ts'

/** A request with the accounts that never decide about it: the person, and the administrator who asked while acting for them. */
type Asked = Pick<OwnAccessRequest, 'askedOf'> & { excluded: (string | null)[] }

/** One more than a request excludes, so that somebody else is among them. */
const ENOUGH = 3

/** Adds whether nobody may decide about each request at present: administrators are asked, and there is none but those excluded. */
export async function withDeciderLack<Row extends Asked>(
  on: Executor,
  rows: readonly Row[],
): Promise<(Omit<Row, 'excluded'> & { lacksDecider: boolean })[]> {
  const areNeeded = rows.some(({ askedOf }) => askedOf === 'administrators')
  const administrators = areNeeded ? await findSome(on) : []
  return rows.map(({ excluded, ...row }) => ({
    ...row,
    lacksDecider: row.askedOf === 'administrators' && administrators.every((id) => excluded.includes(id)),
  }))
}

/** Some who may decide in the console, also those who get no mail because their address is not verified. */
async function findSome(on: Executor): Promise<string[]> {
  const { rows } = await on.execute<{ id: string }>(sql`
    select u.id from users u join roles r on r.id = u.role_id and r.status = 'ACTIVE' and r.deleted_at is null
    where ${raw(isPersonActive('u'))} and exists (
      select 1 from role_permissions rp join permissions p on p.id = rp.permission_id
      where rp.role_id = r.id and p.name = 'users:write' and p.status = 'ACTIVE' and p.deleted_at is null)
    limit ${ENOUGH}`)
  return rows.map(({ id }) => id)
}
