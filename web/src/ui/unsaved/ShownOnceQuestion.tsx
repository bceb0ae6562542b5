import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../Dialog.tsx'
import { QuestionEnd } from '../QuestionEnd.tsx'
import type { useShownOnce } from './use-shown-once.ts'

type Props = {
  shown: ReturnType<typeof useShownOnce>
  title: string
  /** What is lost. */
  children: ReactNode
}

/** Asks before what is shown only once is lost. */
export function ShownOnceQuestion({ shown: { isAsking, discard, keep }, title, children }: Props) {
  const { t } = useTranslation()
  if (!isAsking) return null
  return (
    <Dialog title={title} onClose={keep}>
      <div className="form">
        <p>{children}</p>
        <QuestionEnd confirmLabel={t('Close anyway')} tone="danger" onConfirm={discard} onKeep={keep} />
      </div>
    </Dialog>
  )
}
