import { attachPermissionsToRole, detachPermissionsToRole, type roles } from '@gatehouse/contract/admin/roles/roles.ts'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { ChecklistDialog } from '../engine/attach/ChecklistDialog.tsx'
import type { RowOf } from '../engine/screen.ts'
import { GRANTABLE_PERMISSIONS } from './grantable-permissions.ts'

export function RolePermissions({ row, onClose }: { row: RowOf<typeof roles>; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <ChecklistDialog
      title={t('Assign Permission - {{name}}', { name: row.name })}
      attached={row.permissions}
      options={GRANTABLE_PERMISSIONS}
      othersDetail={t('Inactive, or not yours to give. Once detached, you cannot attach it again.')}
      label={t('Permission')}
      emptyText={t('This role has no permissions yet.')}
      onAttach={async (permissionId) => {
        await call(attachPermissionsToRole, { roleId: row._id, permissionId })
        return t(attachPermissionsToRole.message)
      }}
      onDetach={async (permissionId) => {
        await call(detachPermissionsToRole, { roleId: row._id, permissionId })
        return t(detachPermissionsToRole.message)
      }}
      onClose={onClose}
    />
  )
}
