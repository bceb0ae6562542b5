import { attachPermissionsToRole, detachPermissionsToRole, type roles } from '@gatehouse/contract/admin/roles/roles.ts'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { AttachDialog } from '../engine/attach/AttachDialog.tsx'
import { pickerOf } from '../engine/fields/PickerInput.tsx'
import type { RowOf } from '../engine/screen.ts'

const PermissionPicker = pickerOf({ kind: 'permissions', isGrantable: true })

export function RolePermissions({ row, onClose }: { row: RowOf<typeof roles>; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <AttachDialog
      title={t('Assign Permission - {{name}}', { name: row.name })}
      attached={row.permissions}
      Picker={PermissionPicker}
      pickLabel={t('Permission')}
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
