import { useQueryClient } from '@tanstack/react-query'
import { UserMinus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../../session/use-session.ts'
import { ListAction } from '../../engine/list/actions/ListAction.tsx'
import { LeaversDialog } from './LeaversDialog.tsx'

/** Opens the list of people who leave. */
export function LeaversAction() {
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
      <ListAction label={t('Leavers')} Icon={UserMinus} onChoose={() => setIsOpen(true)} />
      {isOpen && <LeaversDialog onClose={handleClose} />}
    </>
  )
}
