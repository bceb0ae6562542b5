import type { Preferences } from '@gatehouse/contract/own-preferences.ts'
import sql from 'sql-template-tag'
import type { Executor } from '../db/database.ts'
import { AppError } from '../errors.ts'

/** What a person has chosen. The language of their last sign-in is no choice. @throws AppError not_signed_in */
export async function readPreferences(on: Executor, userId: string): Promise<Preferences> {
  const { rows } = await on.execute<Preferences>(sql`
    select case when language_chosen then language end as language, theme, time_zone as "timeZone"
    from users where id = ${userId} and deleted_at is null`)
  const [row] = rows
  if (row === undefined) throw new AppError('not_signed_in')
  return row
}
