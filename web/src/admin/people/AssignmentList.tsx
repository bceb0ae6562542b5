import type { assignedApplicationWithClient } from '@gatehouse/contract/admin/people/users.ts'
import type { Output } from '@gatehouse/contract/endpoint.ts'
import { Pencil } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import '../engine/attach/attachments.css'
import { termInWords } from '../../access-requests/assignment-days.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { useWorkInDialog } from '../../ui/unsaved/work-in-dialog.ts'
import { DetachButton } from '../engine/attach/DetachButton.tsx'
import type { Assignment } from './AssignmentForm.tsx'

type Props = {
  assignments: Output<typeof assignedApplicationWithClient>
  /** Disables the change and the removal. */
  isBusy: boolean
  onChange: (pair: Pick<Assignment, 'applicationId' | 'clientId'>) => void
  onDetach: (assignment: Assignment) => void
}

export function AssignmentList({ assignments, isBusy, onChange, onDetach }: Props) {
  const { t, i18n } = useTranslation()
  const { requestReplace } = useWorkInDialog()
  if (assignments.length === 0) return <p className="attached-empty">{t('No applications are assigned yet.')}</p>
  return (
    <ul className="attached" aria-label={t('Assigned Apps')}>
      {assignments.map(({ _id, applicationData, clientdata, role, validFrom, validUntil }) => {
        const term = termInWords(t, i18n.language, { validFrom, validUntil })
        const name = `${applicationData.name.description}, ${clientdata.displayName}`
        const pair = { applicationId: applicationData._id, clientId: clientdata._id }
        return (
          <li key={_id}>
            <span>
              {applicationData.name.description}
              <span className="attached-detail">
                {[clientdata.displayName, role, term].filter(Boolean).join(' · ')}
              </span>
            </span>
            <span className="attached-actions">
              <IconButton
                size={16}
                label={t('Edit {{name}}', { name })}
                icon={Pencil}
                isOff={isBusy}
                onPress={() => requestReplace(() => onChange(pair))}
              />
              <DetachButton
                name={name}
                isBusy={isBusy}
                onDetach={() => onDetach({ ...pair, role, validFrom, validUntil })}
              />
            </span>
          </li>
        )
      })}
    </ul>
  )
}
