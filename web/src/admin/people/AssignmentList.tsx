import type { assignedApplicationWithClient } from '@gatehouse/contract/admin/people/users.ts'
import type { Output } from '@gatehouse/contract/endpoint.ts'
import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import '../engine/attach/attachments.css'

type Props = {
  assignments: Output<typeof assignedApplicationWithClient>
  /** Disables the removal. */
  isBusy: boolean
  onDetach: (assignment: { applicationId: string; clientId: string; role: string }) => void
}

export function AssignmentList({ assignments, isBusy, onDetach }: Props) {
  const { t } = useTranslation()
  if (assignments.length === 0) return <p className="attached-empty">{t('No applications are assigned yet.')}</p>
  return (
    <ul className="attached" aria-label={t('Assigned Apps')}>
      {assignments.map(({ _id, applicationData, clientdata, role }) => {
        const name = `${applicationData.name.description}, ${clientdata.displayName}`
        return (
          <li key={_id}>
            <span>
              {applicationData.name.description}
              <span className="attached-detail">
                {clientdata.displayName} · {role}
              </span>
            </span>
            <button
              type="button"
              className="icon-button"
              aria-label={t('Remove {{name}}', { name })}
              title={t('Remove {{name}}', { name })}
              aria-disabled={isBusy || undefined}
              onClick={() => onDetach({ applicationId: applicationData._id, clientId: clientdata._id, role })}
            >
              <X size={16} aria-hidden />
            </button>
          </li>
        )
      })}
    </ul>
  )
}
