import type { applicationRoles } from '@gatehouse/contract/admin/approvals/application-roles.ts'
import { useTranslation } from 'react-i18next'
import { ChecklistDialog } from '../engine/attach/ChecklistDialog.tsx'
import type { RowOf } from '../engine/screen.ts'
import { useRolePages } from './role-pages.ts'

export function RolePagesDialog({ row, onClose }: { row: RowOf<typeof applicationRoles>; onClose: () => void }) {
  const { t } = useTranslation()
  const pages = useRolePages(row._id, row.applicationData._id, {
    roleName: row.role,
    applicationName: row.applicationName,
    clientName: row.clientData?.displayName ?? '',
  })
  const { attached, failure, onAttach, onDetach, emptyText } = pages
  return (
    <ChecklistDialog
      title={t('Assign Pages to Role - {{name}}', { name: row.role })}
      {...{ attached, failure, onAttach, onDetach, emptyText }}
      options={{ kind: 'pages', applicationId: row.applicationData._id }}
      hasDetails={false}
      othersDetail={t('This page is inactive.')}
      label={t('Page')}
      onClose={onClose}
    />
  )
}
