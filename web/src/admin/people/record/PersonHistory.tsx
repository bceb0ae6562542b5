import { RecordActivity } from '../../activity/RecordActivity.tsx'
import type { UserRow } from '../user-row.ts'

/** What happened to a person, and what they did. */
export function PersonHistory({ row }: { row: UserRow }) {
  return <RecordActivity id={row._id} isPerson />
}
