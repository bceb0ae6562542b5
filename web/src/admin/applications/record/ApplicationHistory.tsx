import { RecordActivity } from '../../activity/RecordActivity.tsx'
import type { ApplicationRow } from './application-row.ts'

/** What happened to an application. */
export function ApplicationHistory({ row }: { row: ApplicationRow }) {
  return <RecordActivity id={row._id} />
}
