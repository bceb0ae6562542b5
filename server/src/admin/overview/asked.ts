import type { CountedEvent } from '../../audit/activity-counts.ts'
import type { Config } from '../../config.ts'
import type { Caller } from '../../identity/actor.ts'
import type { Day } from './days.ts'

/** The caller, the days of the overview, and the activity of these days, which is read once. */
export type Asked = {
  person: Caller
  days: Day[]
  activity: () => Promise<Record<CountedEvent, number[]>>
  config: Pick<Config, 'backups' | 'archive' | 'databaseUrl' | 'timeZone'>
}
