import { useTranslation } from 'react-i18next'
import { rangeText, useApprovalRole } from './approval-role.ts'
import './approval-role.css'
import type { FieldInputProps } from '../engine/fields/field.ts'
import { PickerInput } from '../engine/fields/PickerInput.tsx'

/** Selects a role of the chosen project and client, and shows its action in an approval. */
export function ApprovalRoleInput(props: FieldInputProps) {
  const { t } = useTranslation()
  const { role } = useApprovalRole()
  return (
    <>
      <PickerInput {...props} kind="applicationRoles" within={{ applicationId: 'projectId', clientId: 'clientId' }} />
      {role && (
        <dl className="approval-role">
          <div>
            <dt>{t('Action Of Role')}</dt>
            <dd>{role.actionOfRole ? t(role.actionOfRole) : '–'}</dd>
          </div>
          <div>
            <dt>{t('Range')}</dt>
            <dd>{rangeText(role) || '–'}</dd>
          </div>
          <div>
            <dt>{t('Sequence')}</dt>
            <dd>{role.sequence ?? '–'}</dd>
          </div>
        </dl>
      )}
    </>
  )
}
ApprovalRoleInput.kind = 'applicationRoles' as const
