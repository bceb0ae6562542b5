import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../../session/use-session.ts'
import { Button } from '../../../ui/Button.tsx'
import { AssignApplication } from '../AssignApplication.tsx'
import { AssignmentsTable } from '../AssignmentsTable.tsx'
import type { UserRow } from '../user-row.ts'

/** What is assigned to a person, how that came about, and whether it opens. */
export function PersonApplications({ row }: { row: UserRow }) {
  const { t } = useTranslation()
  const { permissions } = useSession()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className="list-card">
      <div className="record-bar">
        <p>{t('An assigned application opens only while every condition is met.')}</p>
        {permissions.includes('users:write') && (
          <Button variant="neutral" onClick={() => setIsOpen(true)}>
            <Plus size={16} aria-hidden />
            {t('Assign Application')}
          </Button>
        )}
      </div>
      <AssignmentsTable label="Applications" of="userId" id={row._id} empty="No applications are assigned yet." />
      {isOpen && <AssignApplication row={row} onClose={() => setIsOpen(false)} />}
    </div>
  )
}
