import { useQueryClient } from '@tanstack/react-query'
import { Upload } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../session/use-session.ts'
import { ListAction } from '../engine/list/actions/ListAction.tsx'
import { ImportDialog } from './ImportDialog.tsx'

/** Opens the import of people and assignments. */
export function ImportUsers() {
  const { t } = useTranslation()
  const { permissions } = useSession()
  const cache = useQueryClient()
  const [isOpen, setIsOpen] = useState(false)

  function handleClose() {
    setIsOpen(false)
    void cache.invalidateQueries()
  }

  if (!permissions.includes('users:write')) return null
  return (
    <>
      <ListAction label={t('Import')} Icon={Upload} onChoose={() => setIsOpen(true)} />
      {isOpen && <ImportDialog onClose={handleClose} />}
    </>
  )
}
