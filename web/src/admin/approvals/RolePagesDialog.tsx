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
  return (
    <ChecklistDialog title={t('Assign Pages to Role - {{name}}', { name: row.role })} {...pages} onClose={onClose} />
  )
}
