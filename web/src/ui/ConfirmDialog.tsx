import type { ReactNode } from 'react'
import { QuestionEnd, type QuestionEndProps } from './QuestionEnd.tsx'
import { WorkDialog } from './unsaved/WorkDialog.tsx'
import { useWorkInDialog } from './unsaved/work-in-dialog.ts'

type Props = QuestionEndProps & {
  title: string
  /** Whether something was typed that closing would lose. */
  hasUnsaved?: boolean
  onClose: () => void
  children: ReactNode
}

/** Asks before something is done. It stays open until that is done, so that the result is seen. */
export function ConfirmDialog({ title, hasUnsaved = false, onClose, children, ...end }: Props) {
  return (
    <WorkDialog
      title={title}
      hasUnsaved={hasUnsaved}
      isBusy={end.isBusy ?? false}
      refusal={end.error}
      onClose={onClose}
    >
      <div className="form">
        {children}
        <Answers {...end} />
      </div>
    </WorkDialog>
  )
}

function Answers(end: QuestionEndProps) {
  const { requestClose } = useWorkInDialog()
  return <QuestionEnd {...end} onKeep={requestClose} />
}
