import { Attachments } from '../../engine/attach/Attachments.tsx'
import { useSelfRegistrations } from '../SelfRegistrations.tsx'
import type { ApplicationRow } from './application-row.ts'

/** For which clients anybody may register for an application. */
export function ApplicationRegistration({ row }: { row: ApplicationRow }) {
  return (
    <div className="record-card record-narrow">
      <Attachments {...useSelfRegistrations(row)} />
    </div>
  )
}
