import { APPLICATION_ROLES } from '../../approvals/application-roles.tsx'
import { RecordList } from '../../engine/record/RecordList.tsx'
import type { ClientRow } from './client-row.ts'

/** The applications that have roles for a client, and these roles. */
export function ClientRoles({ row }: { row: ClientRow }) {
  return (
    <RecordList
      screen={APPLICATION_ROLES}
      label="Applications and roles"
      filter="clientId"
      id={row._id}
      empty="No application has a role for this client yet."
      list={{ to: '/dashboard/Eroleclient', filter: 'clientId' }}
    />
  )
}
