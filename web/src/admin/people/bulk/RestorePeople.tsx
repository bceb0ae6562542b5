import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/Button.tsx'
import type { Selection } from '../../engine/list/use-selection.ts'
import { BulkDialog } from './BulkDialog.tsx'

/** Brings deleted people back: a job, as all that is done to many people. */
export function RestorePeople({ selection, onDone }: { selection: Selection; onDone: () => void }) {
  const { t } = useTranslation()
  // Kept from the press on: who has come back is no longer in the list.
  const [started, setStarted] = useState<Selection | null>(null)

  function handleClose() {
    setStarted(null)
    onDone()
  }

  return (
    <>
      <Button variant="neutral" onClick={() => setStarted(selection)}>
        {t('Restore')}
      </Button>
      {started && <BulkDialog action="restore" selection={started} onClose={handleClose} />}
    </>
  )
}
