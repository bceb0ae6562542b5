import { RecordActivity } from '../../activity/RecordActivity.tsx'
import type { ClientRow } from './client-row.ts'

/** What happened to a client. */
export function ClientHistory({ row }: { row: ClientRow }) {
  return <RecordActivity id={row._id} />
}
