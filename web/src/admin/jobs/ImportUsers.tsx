import { Upload } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { DialogAction } from '../engine/list/actions/DialogAction.tsx'
import { ImportDialog } from './ImportDialog.tsx'

/** Opens the import of people and assignments. */
export function ImportUsers() {
  const { t } = useTranslation()
  return <DialogAction label={t('Import')} Icon={Upload} permission="users:write" Form={ImportDialog} />
}
