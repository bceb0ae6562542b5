import type { Tx } from '../../db/database.ts'
import type { GATEWAY_OWNERS } from '../../db/owner-tables.ts'
import { AppError } from '../../errors.ts'
import { setOwners } from '../engine/owners.ts'
import { type Author, readsPeople } from '../engine/store.ts'

const MAY_NOT_CHOOSE = 'To choose owners you also need users:read.'

/**
 * The owners of a gateway, who are notified when it keeps failing and get no rights by it. Whoever changes the gateway chooses them, if they
 * may read people: the answer says which addresses have an account.
 *
 * @throws AppError not_allowed without `users:read`; invalid_request for an address that nobody has
 */
export const setGatewayOwners = (
  tx: Tx,
  by: Author,
  table: (typeof GATEWAY_OWNERS)[keyof typeof GATEWAY_OWNERS],
  id: string,
  emails: string[] | undefined,
) => setOwners(tx, by, { table, requireMayChoose }, id, emails)

function requireMayChoose({ person }: Author): void {
  if (person.userId !== null && !readsPeople(person)) throw new AppError('not_allowed', { msg: MAY_NOT_CHOOSE })
}
