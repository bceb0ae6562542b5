import { pages } from '@gatehouse/contract/admin/approvals/pages.ts'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../session/use-session.ts'
import { Button } from '../../ui/Button.tsx'
import { FormDialog } from '../engine/form/FormDialog.tsx'
import { PAGES } from './pages.tsx'

const NEW_PAGE: typeof PAGES = { ...PAGES, dialogs: { ...PAGES.dialogs, create: 'Add New Page' } }

/** Creates a page of an application without leaving the screen (requirement A10). */
export function AddNewPage() {
  const { t } = useTranslation()
  const { permissions } = useSession()
  const [isOpen, setIsOpen] = useState(false)
  const handleClose = useCallback(() => setIsOpen(false), [])

  if (!permissions.includes(pages.write)) return null
  return (
    <>
      <Button variant="neutral" onClick={() => setIsOpen(true)}>
        {t('Add New Page')}
      </Button>
      {/* The new page is not in the list on the screen, so nothing is highlighted. */}
      {isOpen && <FormDialog screen={NEW_PAGE} row={null} onClose={handleClose} onSaved={handleClose} />}
    </>
  )
}
