import { createContext, useContext, useLayoutEffect } from 'react'

/** What the parts of a dialog with a form use of it (WorkDialog). */
export type WorkInDialog = {
  /** Closes it, after a question if anything would be lost. */
  requestClose: () => void
  /** Puts something else in the place of what was entered, after the same question. */
  requestReplace: (replace: () => void) => void
  setPartUnsaved: (isUnsaved: boolean) => void
  setPartBusy: (isBusy: boolean) => void
}

export const WorkInDialogContext = createContext<WorkInDialog | null>(null)

/** @throws outside a WorkDialog */
export function useWorkInDialog(): WorkInDialog {
  const work = useContext(WorkInDialogContext)
  if (work === null) throw new Error('There is no WorkDialog around this part.')
  return work
}

/** Says of a form that is a part of a dialog whether it holds what is not saved; no longer once the form is gone. */
export function useUnsavedPart(isUnsaved: boolean): void {
  const { setPartUnsaved } = useWorkInDialog()
  // The dialog knows before the next key: with `useEffect` an Escape right after a letter would find nothing unsaved.
  useLayoutEffect(() => {
    setPartUnsaved(isUnsaved)
    return () => setPartUnsaved(false)
  }, [isUnsaved, setPartUnsaved])
}

/** Says of a part of a dialog whether it is being sent. */
export function useBusyPart(isBusy: boolean): void {
  const { setPartBusy } = useWorkInDialog()
  useLayoutEffect(() => {
    setPartBusy(isBusy)
    return () => setPartBusy(false)
  }, [isBusy, setPartBusy])
}
