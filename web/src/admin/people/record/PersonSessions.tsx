import { SessionsOfUser } from '../UserSessions.tsx'
import type { UserRow } from '../user-row.ts'

/** Where a person is signed in. */
export function PersonSessions({ row }: { row: UserRow }) {
  return (
    <div className="record-card">
      <SessionsOfUser userId={row._id} />
    </div>
  )
}
