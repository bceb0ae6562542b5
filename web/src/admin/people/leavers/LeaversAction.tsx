import { UserMinus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { DialogAction } from '../../engine/list/actions/DialogAction.tsx'
import { LeaversDialog } from './LeaversDialog.tsx'

/** Opens the list of people who leave. */
export function LeaversAction() {
  const { t } = useTranslation()
  return <DialogAction label={t('Leavers')} Icon={UserMinus} permission="users:write" Form={LeaversDialog} />
}
