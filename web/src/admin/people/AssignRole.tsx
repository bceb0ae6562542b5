import { attachRoleToUser, detachRoleToUser, roleBasedOnUserId } from '@gatehouse/contract/admin/people/users.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { AttachDialog } from '../engine/attach/AttachDialog.tsx'
import { pickerOf } from '../engine/fields/PickerInput.tsx'
import type { UserRow } from './user-row.ts'

const RolePicker = pickerOf({ kind: 'roles', isGrantable: true })

/**
 * A person has at most one role: it is shown in place of the picker. Asked for by itself, because the change may take the
 * person out of the list.
 */
export function AssignRole({ row, onClose }: { row: UserRow; onClose: () => void }) {
  const { t } = useTranslation()
  const userId = row._id
  const attached = useQuery({
    queryKey: ['roleBasedOnUserId', userId],
    queryFn: () => call(roleBasedOnUserId, { userId }),
    initialData: row.roleAttached,
    staleTime: 0,
  })
  return (
    <AttachDialog
      title={t('Assign Role - {{first}} {{last}}', { first: row.firstName, last: row.lastName })}
      attached={attached.data}
      failure={attached.error}
      onRetry={() => void attached.refetch()}
      Picker={RolePicker}
      pickLabel={t('Role')}
      emptyText={t('No role is attached, so this person has the role User.')}
      isSingle
      onAttach={async (roleId) => {
        // One is chosen only where none is shown, or put back after it was taken away.
        await call(attachRoleToUser, { userId, roleId, formerRoleId: null })
        return t(attachRoleToUser.message)
      }}
      onDetach={async (roleId) => {
        await call(detachRoleToUser, { userId, roleId })
        return t(detachRoleToUser.message)
      }}
      onClose={onClose}
    />
  )
}
