import { RecordList } from '../../engine/record/RecordList.tsx'
import { CLANS } from '../clans.tsx'
import type { ClientRow } from './client-row.ts'

/** The clans of a client. */
export function ClientClans({ row }: { row: ClientRow }) {
  return (
    <RecordList
      screen={CLANS}
      label="Clans"
      filter="clientId"
      id={row._id}
      empty="This client has no clan yet."
      list={{ to: '/dashboard/clan', filter: 'clientId' }}
    />
  )
}
