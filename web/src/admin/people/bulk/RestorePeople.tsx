import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/Button.tsx'
import type { Selection } from '../../engine/list/selection/use-selection.ts'
import { BulkDialog } from './BulkDialog.tsx'

/** Restores deleted people by a job, like all bulk changes. */
export function RestorePeople({ selection, onDone }: { selection: Selection; onDone: () => void }) {
  const { t } = useTranslation()
  // Kept at the click, because restored people leave the list.
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
