import { RecordList } from '../../engine/record/RecordList.tsx'
import { POCS } from '../pocs.tsx'
import type { ClientRow } from './client-row.ts'

/** Whom to call at a client. */
export function ClientContacts({ row }: { row: ClientRow }) {
  return (
    <RecordList
      screen={POCS}
      label="Points of Contact"
      filter="clientId"
      id={row._id}
      empty="This client has no point of contact yet."
      list={{ to: '/dashboard/poc', filter: 'clientId' }}
    />
  )
}
