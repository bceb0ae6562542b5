import { type ComponentProps, useMemo, useRef, useState } from 'react'
import { DecidedMeanwhile } from '../DecidedMeanwhile.tsx'
import { Dialog } from '../Dialog.tsx'
import { decidedIn } from '../decided-in.ts'
import { UnsavedQuestion } from './UnsavedQuestion.tsx'
import { useFocusInDialog } from './use-focus-in-dialog.ts'
import { useUnsaved } from './use-unsaved.ts'
import { WorkInDialogContext } from './work-in-dialog.ts'

type Props = Omit<ComponentProps<typeof Dialog>, 'onCloseRequest' | 'isUnsaved' | 'onElement'> & {
  /** Whether something was entered that closing would lose. Its parts can say so, too (useUnsavedPart). */
  hasUnsaved?: boolean
  /** Why its form was refused: a decision that somebody else has made takes the place of the form. */
  refusal?: unknown
  /** What is announced when its work ends well after it was left, translated; without it, the work says so itself. */
  success?: string
}

/** A dialog with a form: it asks before it loses what was entered, or while that is being sent, however it is left. */
export function WorkDialog({ hasUnsaved = false, refusal, success, onClose, children, ...rest }: Props) {
  const { isBusy: isSending = false, ...dialog } = rest
  const [element, setElement] = useState<HTMLDialogElement | null>(null)
  useFocusInDialog(element)
  const [isPartUnsaved, setPartUnsaved] = useState(false)
  const [isPartBusy, setPartBusy] = useState(false)
  const isBusy = isSending || isPartBusy
  const decided = decidedIn(refusal)
  // What was typed is of no more use.
  const holds = (hasUnsaved || isPartUnsaved) && decided === null
  const unsaved = useUnsaved(holds, onClose, { isBusy, title: dialog.title, success })
  const latest = useRef(unsaved)
  latest.current = unsaved
  const work = useMemo(
    () => ({
      requestClose: () => latest.current.requestClose(),
      requestReplace: (replace: () => void) => latest.current.requestReplace(replace),
      setPartUnsaved,
      setPartBusy,
    }),
    [],
  )
  return (
    <>
      <Dialog
        {...dialog}
        onElement={setElement}
        isUnsaved={holds && !isBusy}
        onClose={onClose}
        onCloseRequest={unsaved.requestClose}
      >
        <WorkInDialogContext value={work}>
          {decided === null ? children : <DecidedMeanwhile decided={decided} onClose={onClose} />}
        </WorkInDialogContext>
      </Dialog>
      <UnsavedQuestion unsaved={unsaved} />
    </>
  )
}
