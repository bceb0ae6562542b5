import type { Tx } from '../../db/database.ts'
import { requireMayGiveAccess } from '../engine/guard/gives-access.ts'
import { requireMayTouch } from '../engine/guard/guard.ts'
import { setOwners } from '../engine/owners.ts'
import type { Author } from '../engine/store.ts'

const MAY_NOT_CHOOSE = 'Owners give access. To choose them you also need users:write.'

/**
 * The owners of an application. An owner decides who gets it, as far as the guard lets them: so whoever changes that must be allowed to
 * assign applications, and is judged about each person who becomes an owner or no longer is one as about an assignment.
 *
 * @throws AppError not_allowed without `users:write`; invalid_request for an address that nobody has; above_you, not_yourself
 */
export const setApplicationOwners = (tx: Tx, by: Author, applicationId: string, emails: string[] | undefined) =>
  setOwners(tx, by, RULES, applicationId, emails)

const RULES = {
  table: 'application_owners',
  requireMayChoose: (by: Author) => requireMayGiveAccess(by, MAY_NOT_CHOOSE),
  requireMayTouch: async (tx: Tx, { person }: Author, id: string) => {
    if (person.userId !== null) await requireMayTouch(tx, person, 'assignment', id)
  },
} as const
