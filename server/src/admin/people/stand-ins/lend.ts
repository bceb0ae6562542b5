import type { Input } from '@gatehouse/contract/endpoint.ts'
import { ALL_REGIONS } from '@gatehouse/contract/regions.ts'
import { LENT_DAYS_MAX, type Lendable, type lendOwnAuthority, STAND_INS_MAX } from '@gatehouse/contract/stand-ins.ts'
import sql, { raw } from 'sql-template-tag'
import { newId } from '../../../crypto/ids.ts'
import type { Tx } from '../../../db/database.ts'
import { isCurrent } from '../../../db/is-current.ts'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../errors.ts'
import { requireLentApart } from '../../approvals/conflicts/require-apart.ts'
import { takePersonTurn } from '../../approvals/conflicts/take-turn.ts'
import { lockPeople, requireOther } from '../../engine/guard/people.ts'
import { momentOf } from '../../engine/moment-of.ts'
import { refuseFields } from '../../engine/refuse-fields.ts'
import type { Author } from '../../engine/store.ts'
import { announce } from './announce.ts'
import { readLendable } from './lendable.ts'

export type Lent = Omit<Input<typeof lendOwnAuthority>, 'standIn'> & { lenderId: string; standInId: string | null }

const refuse = (msg: string) => new AppError('invalid_request', { msg })

/** The answer for somebody who does not exist, too: who has which application is not to be tried out. */
const NOBODY = 'Nobody with this name has the application for the same client.'

/**
 * Lends what the lender holds to somebody who has the application for the same client, and notifies both. Whether there is a person
 * (`standInId` is not null) is judged last, so that nobody learns it who has nothing to lend.
 *
 * @throws AppError invalid_request with the reason; not_found for a lender who is not active; not_yourself
 */
export async function lend(deps: Deps, tx: Tx, by: Author, lent: Lent): Promise<string> {
  const { lenderId, standInId, applicationId, clientId = null, pageIds } = lent
  if (lenderId === standInId) throw refuse('Nobody stands in for themselves.')
  // Not even whoever could give themselves the role: what they then approve would be in the name of somebody else.
  if (standInId !== null && lenderId !== by.person.userId) await requireOther(tx, standInId, by)
  // What both hold is judged. In this order, so that two who lend to each other do not wait for each other.
  await lockPeople(tx, sql`${lenderId}, ${standInId}`)
  if (standInId !== null) await takePersonTurn(tx, { userId: standInId, applicationId })
  await requireRoom(tx, lenderId)
  const held = requireHeld(await readLendable(tx, deps.config.timeZone, lenderId), lent)
  const clients = clientId === null ? held.clients.map(({ _id }) => _id) : [clientId]
  const { validFrom, validUntil } = await readTimes(tx, lent, deps.config.timeZone)
  if (standInId === null || !(await isColleague(tx, standInId, applicationId, clients))) throw refuse(NOBODY)
  const isEverywhere =
    lent.regions.length === 0 || lent.regions.some((one) => one === ALL_REGIONS || one === 'Panindia')
  const id = newId()
  await tx.execute(sql`
    insert into stand_ins (id, lender_id, stand_in_id, application_id, client_id, role, page_ids, up_to, all_regions,
      regions, note, valid_from, valid_until, created_by)
    values (${id}, ${lenderId}, ${standInId}, ${applicationId}, ${clientId}, ${held.role},
      ${pageIds.length === 0 ? null : [...new Set(pageIds)]}::uuid[],
      ${lent.upTo === null ? null : Math.round(lent.upTo * 100)}, ${isEverywhere},
      ${isEverywhere ? [] : [...new Set(lent.regions)]}, ${lent.note}, ${validFrom}, ${validUntil},
      ${by.person.userId ?? lenderId})`)
  const given = { standInId, lenderId, applicationId, clientId, role: held.role, timeZone: deps.config.timeZone }
  await requireLentApart(tx, by, given)
  await announce(deps, tx, by, id, 'added')
  return id
}

/** Locks the lender: of several at once, no more stand in than are allowed. */
async function requireRoom(tx: Tx, lenderId: string): Promise<void> {
  // Two statements: a count in the first one would be of the moment before the lock was had.
  const lender = await tx.execute(
    sql`select from users where id = ${lenderId} and is_active and deleted_at is null for no key update`,
  )
  if (lender.rowCount === 0) throw new AppError('not_found')
  const { rows } = await tx.execute<{ open: number }>(sql`
    select count(*)::int as open from stand_ins
    where lender_id = ${lenderId} and ended_at is null and valid_until > now()`)
  if ((rows[0]?.open ?? 0) >= STAND_INS_MAX) throw refuse('Twenty people stand in already. End one of them first.')
}

function requireHeld(lendable: readonly Lendable[], { applicationId, clientId, role, pageIds }: Lent): Lendable {
  const held = lendable.find((one) => one.application._id === applicationId && isSame(one.role, role))
  const isHeld = held !== undefined && (clientId == null || held.clients.some(({ _id }) => _id === clientId))
  if (!isHeld || !pageIds.every((id) => held.pages.some(({ _id }) => _id === id)))
    throw refuse('Only authority to approve that somebody holds can be lent.')
  return held
}

const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

async function isColleague(tx: Tx, userId: string, applicationId: string, clients: string[]): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select 1 from assignments s join users u on u.id = s.user_id and u.is_active and u.deleted_at is null
    where s.user_id = ${userId} and s.application_id = ${applicationId} and s.client_id = any(${clients}::uuid[])
      and ${raw(isCurrent('s'))} limit 1`)
  return rows.length > 0
}

/** By the clock of the database. Nothing is lent for a time that is past. */
async function readTimes(tx: Tx, { validFrom, validUntil }: Lent, timeZone: string) {
  const from = momentOf(validFrom ?? null, 0, timeZone)
  const until = momentOf(validUntil, 1, timeZone)
  const { rows } = await tx.execute<Times>(sql`
    select valid_from as "validFrom", valid_until as "validUntil", valid_until <= now() as "isOver",
      valid_until <= valid_from as "isEmpty", valid_until > valid_from + make_interval(days => ${LENT_DAYS_MAX}) as "isLong"
    from (select greatest(coalesce(${from}, now()), now()) as valid_from, ${until} as valid_until) asked`)
  const { isOver, isEmpty, isLong, ...times } = rows[0] as Times
  refuseFields({
    validUntil: isOver ? 'The end must be in the future' : isEmpty ? 'The end must be after the beginning' : null,
  })
  if (isLong) throw refuse('Authority is lent for a year at most.')
  return times
}

type Times = { validFrom: Date; validUntil: Date; isOver: boolean; isEmpty: boolean; isLong: boolean }
