import sql from 'sql-template-tag'
import type { Executor, Tx } from '../../../db/database.ts'
import { today } from '../../../db/today.ts'
import { refuseFields } from '../../engine/refuse-fields.ts'

/** @throws AppError invalid_request for a last day that is over: the account would end at once */
export async function requireDayToCome(tx: Executor, day: string | null | undefined, timeZone: string): Promise<void> {
  if (day === undefined || day === null) return
  const { rows } = await tx.execute<{ isOver: boolean }>(sql`select ${day}::date < ${today(timeZone)} as "isOver"`)
  refuseFields({ lastDay: rows[0]?.isOver ? 'The last day must be in the future' : null })
}

/** Somebody who comes back has no last day until one is given again. */
export async function dropPastDay(tx: Tx, userId: string, timeZone: string): Promise<void> {
  await tx.execute(sql`update users set last_day = null where id = ${userId} and last_day < ${today(timeZone)}`)
}
