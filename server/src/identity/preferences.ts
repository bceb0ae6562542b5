import type { Preferences } from '@gatehouse/contract/own-preferences.ts'
import { type Executor, prepared } from '../db/database.ts'

/** What a person has chosen. The language of their last sign-in is no choice. `null`: the person was deleted meanwhile. */
export async function findPreferences(on: Executor, userId: string): Promise<Preferences | null> {
  const { rows } = await on.execute<Preferences>(prepared('find-preferences')`
    select case when language_chosen then language end as language, theme, time_zone as "timeZone"
    from users where id = ${userId} and deleted_at is null`)
  return rows[0] ?? null
}
