import { useQueryClient } from '@tanstack/react-query'
import { Upload } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../session/use-session.ts'
import { Button } from '../../ui/Button.tsx'
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
      <Button variant="neutral" onClick={() => setIsOpen(true)}>
        <Upload size={16} aria-hidden />
        {t('Import')}
      </Button>
      {isOpen && <ImportDialog onClose={handleClose} />}
    </>
  )
}
