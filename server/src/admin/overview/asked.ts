import type { CountedEvent } from '../../audit/activity-counts.ts'
import type { Person } from '../../identity/actor.ts'
import type { Day } from './days.ts'

/** Who looks at the overview, which days it shows, and the activity of these, which is read once. */
export type Asked = { person: Person; days: Day[]; activity: () => Promise<Record<CountedEvent, number[]>> }
