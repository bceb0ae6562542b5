import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { StartValues } from '../../../session/start-values.ts'
import { useSession } from '../../../session/use-session.ts'
import { Button } from '../../../ui/Button.tsx'
import { AssignApplication } from '../AssignApplication.tsx'
import { AssignmentsTable } from '../AssignmentsTable.tsx'
import type { UserRow } from '../user-row.ts'

/** What is assigned to a person, how that came about, and whether it opens. */
export function PersonApplications({ row }: { row: UserRow }) {
  const { t } = useTranslation()
  const { permissions } = useSession()
  /** What the open dialog starts with; `null`: it is closed. */
  const [start, setStart] = useState<StartValues | null>(null)
  const mayAssign = permissions.includes('users:write')
  return (
    <div className="list-card">
      <div className="record-bar">
        <p>{t('An assigned application opens only while every condition is met.')}</p>
        {mayAssign && (
          <Button variant="neutral" onClick={() => setStart({})}>
            <Plus size={16} aria-hidden />
            {t('Assign Application')}
          </Button>
        )}
      </div>
      <AssignmentsTable
        label="Applications"
        of="userId"
        id={row._id}
        empty="No applications are assigned yet."
        onChange={
          mayAssign
            ? ({ application, client }) => setStart({ applicationId: application._id, clientId: client._id })
            : undefined
        }
      />
      {start && <AssignApplication row={row} start={start} onClose={() => setStart(null)} />}
    </div>
  )
}
