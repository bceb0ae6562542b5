import { useTranslation } from 'react-i18next'
import { Dialog } from '../Dialog.tsx'
import { QuestionEnd } from '../QuestionEnd.tsx'
import type { useUnsaved } from './use-unsaved.ts'

type Props = { unsaved: Pick<ReturnType<typeof useUnsaved>, 'isAsking' | 'isBusy' | 'discard' | 'keep'> }

/** Asks before unsaved input is lost, or before the end of what is being sent. */
export function UnsavedQuestion({ unsaved: { isAsking, isBusy, discard, keep } }: Props) {
  const { t } = useTranslation()
  if (!isAsking) return null
  return (
    <Dialog title={isBusy ? t('Leave before it is done?') : t('Discard changes?')} onClose={keep}>
      <div className="form">
        <p>
          {isBusy
            ? t('It has been sent, and goes on if you leave. A message then says how it ended.')
            : t('What you entered has not been saved and will be lost.')}
        </p>
        <QuestionEnd
          confirmLabel={isBusy ? t('Leave') : t('Discard')}
          keepLabel={isBusy ? t('Wait') : t('Keep editing')}
          tone={isBusy ? 'primary' : 'danger'}
          onConfirm={discard}
          onKeep={keep}
        />
      </div>
    </Dialog>
  )
}
