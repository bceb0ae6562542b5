import { type ComponentProps, useMemo, useRef, useState } from 'react'
import { Dialog } from '../Dialog.tsx'
import { UnsavedQuestion } from './UnsavedQuestion.tsx'
import { useUnsaved } from './use-unsaved.ts'
import { WorkInDialogContext } from './work-in-dialog.ts'

type Props = Omit<ComponentProps<typeof Dialog>, 'onCloseRequest' | 'isUnsaved'> & {
  /** Whether something was entered that closing would lose. Its parts can say so, too (useUnsavedPart). */
  hasUnsaved?: boolean
}

/** A dialog with a form: it asks before it loses what was entered, however it is left. */
export function WorkDialog({ hasUnsaved = false, isBusy = false, onClose, children, ...dialog }: Props) {
  const [isPartUnsaved, setPartUnsaved] = useState(false)
  // What is being sent is not lost.
  const isUnsaved = (hasUnsaved || isPartUnsaved) && !isBusy
  const unsaved = useUnsaved(isUnsaved, onClose)
  const latest = useRef(unsaved)
  latest.current = unsaved
  const work = useMemo(() => ({ requestClose: () => latest.current.requestClose(), setPartUnsaved }), [])
  return (
    <>
      <Dialog {...dialog} isBusy={isBusy} isUnsaved={isUnsaved} onClose={onClose} onCloseRequest={unsaved.requestClose}>
        <WorkInDialogContext value={work}>{children}</WorkInDialogContext>
      </Dialog>
      <UnsavedQuestion unsaved={unsaved} />
    </>
  )
}
