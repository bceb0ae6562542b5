import {
  attachPermissionToRecord,
  detachPermissionFromRecord,
  type PERMISSION_HOLDERS,
  permissionsOfRecord,
} from '@gatehouse/contract/admin/roles/permissions.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { ChecklistDialog } from '../engine/attach/ChecklistDialog.tsx'
import { GRANTABLE_PERMISSIONS } from './grantable-permissions.ts'

type Props = { kind: (typeof PERMISSION_HOLDERS)[number]; id: string; name: string; onClose: () => void }

/** The permissions attached to a client, a point of contact or a clan (requirement C4). */
export function RecordPermissions({ kind, id, name, onClose }: Props) {
  const { t } = useTranslation()
  const attached = useQuery({
    queryKey: ['permissionsOfRecord', kind, id],
    queryFn: () => call(permissionsOfRecord, { kind, id }),
  })
  return (
    <ChecklistDialog
      title={t('Assign Permission - {{name}}', { name })}
      attached={attached.data}
      failure={attached.error}
      onRetry={() => void attached.refetch()}
      options={GRANTABLE_PERMISSIONS}
      othersDetail={t('Inactive, or not yours to give. Once detached, you cannot attach it again.')}
      label={t('Permission')}
      emptyText={t('No permissions are attached yet.')}
      onAttach={async (permissionId) => {
        await call(attachPermissionToRecord, { kind, id, permissionId })
        return t(attachPermissionToRecord.message)
      }}
      onDetach={async (permissionId) => {
        await call(detachPermissionFromRecord, { kind, id, permissionId })
        return t(detachPermissionFromRecord.message)
      }}
      onClose={onClose}
    />
  )
}
