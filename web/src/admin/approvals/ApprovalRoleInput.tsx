import { useTranslation } from 'react-i18next'
import { rangeText, useApprovalRole } from './approval-role.ts'
import './approval-role.css'
import type { FieldInputProps } from '../engine/fields/field.ts'
import { PickerInput } from '../engine/fields/PickerInput.tsx'

/** Selects a role of the chosen project and client, and shows its action in an approval. */
export function ApprovalRoleInput(props: FieldInputProps) {
  const { t } = useTranslation()
  const { role, isReading } = useApprovalRole()
  // The box has its place from the start, so that nothing below moves once the role is read.
  const shown = (text: string | number | undefined) => (isReading ? '…' : (text ?? '–'))
  return (
    <>
      <PickerInput {...props} kind="applicationRoles" within={{ applicationId: 'projectId', clientId: 'clientId' }} />
      {(role || isReading) && (
        <dl className="approval-role" aria-busy={isReading}>
          <div>
            <dt>{t('Action Of Role')}</dt>
            <dd>{shown(role?.actionOfRole ? t(role.actionOfRole) : undefined)}</dd>
          </div>
          <div>
            <dt>{t('Range')}</dt>
            <dd>{shown((role && rangeText(role)) || undefined)}</dd>
          </div>
          <div>
            <dt>{t('Sequence')}</dt>
            <dd>{shown(role?.sequence ?? undefined)}</dd>
          </div>
        </dl>
      )}
    </>
  )
}
ApprovalRoleInput.kind = 'applicationRoles' as const
