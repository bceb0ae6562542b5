import { type ComponentProps, useMemo, useRef, useState } from 'react'
import { DecidedMeanwhile } from '../DecidedMeanwhile.tsx'
import { Dialog } from '../Dialog.tsx'
import { decidedIn } from '../decided-in.ts'
import { UnsavedQuestion } from './UnsavedQuestion.tsx'
import { useUnsaved } from './use-unsaved.ts'
import { WorkInDialogContext } from './work-in-dialog.ts'

type Props = Omit<ComponentProps<typeof Dialog>, 'onCloseRequest' | 'isUnsaved'> & {
  /** Whether something was entered that closing would lose. Its parts can say so, too (useUnsavedPart). */
  hasUnsaved?: boolean
  /** Why its form was refused: a decision that somebody else has made takes the place of the form. */
  refusal?: unknown
}

/** A dialog with a form: it asks before it loses what was entered, however it is left. */
export function WorkDialog({ hasUnsaved = false, isBusy = false, refusal, onClose, children, ...dialog }: Props) {
  const [isPartUnsaved, setPartUnsaved] = useState(false)
  const decided = decidedIn(refusal)
  // What is being sent is not lost, and what was typed is of no more use.
  const isUnsaved = (hasUnsaved || isPartUnsaved) && !isBusy && decided === null
  const unsaved = useUnsaved(isUnsaved, onClose)
  const latest = useRef(unsaved)
  latest.current = unsaved
  const work = useMemo(() => ({ requestClose: () => latest.current.requestClose(), setPartUnsaved }), [])
  return (
    <>
      <Dialog {...dialog} isBusy={isBusy} isUnsaved={isUnsaved} onClose={onClose} onCloseRequest={unsaved.requestClose}>
        <WorkInDialogContext value={work}>
          {decided === null ? children : <DecidedMeanwhile decided={decided} onClose={onClose} />}
        </WorkInDialogContext>
      </Dialog>
      <UnsavedQuestion unsaved={unsaved} />
    </>
  )
}
