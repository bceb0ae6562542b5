import {
  type applications,
  closeSelfRegistration,
  openSelfRegistration,
  selfRegistrations,
} from '@gatehouse/contract/admin/applications/applications.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { useSession } from '../../session/use-session.ts'
import { AttachDialog } from '../engine/attach/AttachDialog.tsx'
import type { AttachmentsProps } from '../engine/attach/Attachments.tsx'
import { pickerOf } from '../engine/fields/PickerInput.tsx'
import type { RowOf } from '../engine/screen.ts'

const ClientPicker = pickerOf({ kind: 'clients' })

type Row = RowOf<typeof applications>

/** The clients for which an application is open to self-registration (requirement S6). */
export function SelfRegistrations({ row, onClose }: { row: Row; onClose: () => void }) {
  const { t } = useTranslation()
  const title = t('Self-registration - {{name}}', { name: row.name.description })
  return <AttachDialog title={title} {...useSelfRegistrations(row)} onClose={onClose} />
}

/** The same as attachments: on the page of the application they stand by themselves. */
export function useSelfRegistrations({ _id: applicationId }: Row): AttachmentsProps {
  const { t } = useTranslation()
  const { permissions } = useSession()
  const mayOpen = permissions.includes('applications:write') && permissions.includes('users:write')
  const open = useQuery({
    queryKey: ['selfRegistrations', applicationId],
    queryFn: () => call(selfRegistrations, { applicationId }),
  })
  return {
    attached: open.data,
    failure: open.error,
    onRetry: () => void open.refetch(),
    Picker: ClientPicker,
    pickLabel: t('Client'),
    emptyText: mayOpen
      ? t('Self-registration is closed. Add a client to let anyone register with the role User.')
      : t('Self-registration is closed. To open it you need applications:write and users:write.'),
    canChange: permissions.includes('applications:write'),
    canAttach: mayOpen,
    onAttach: async (clientId) => {
      await call(openSelfRegistration, { applicationId, clientId })
      return t(openSelfRegistration.message)
    },
    onDetach: async (clientId) => {
      await call(closeSelfRegistration, { applicationId, clientId })
      return t(closeSelfRegistration.message)
    },
  }
}
