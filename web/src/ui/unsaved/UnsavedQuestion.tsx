import { useTranslation } from 'react-i18next'
import { Dialog } from '../Dialog.tsx'
import { QuestionEnd } from '../QuestionEnd.tsx'
import type { useUnsaved } from './use-unsaved.ts'

type Props = { unsaved: Pick<ReturnType<typeof useUnsaved>, 'isAsking' | 'discard' | 'keep'> }

/** Asks before unsaved input is lost. */
export function UnsavedQuestion({ unsaved }: Props) {
  const { t } = useTranslation()
  if (!unsaved.isAsking) return null
  return (
    <Dialog title={t('Discard changes?')} onClose={unsaved.keep}>
      <div className="form">
        <p>{t('What you entered has not been saved and will be lost.')}</p>
        <QuestionEnd
          confirmLabel={t('Discard')}
          keepLabel={t('Keep editing')}
          tone="danger"
          onConfirm={unsaved.discard}
          onKeep={unsaved.keep}
        />
      </div>
    </Dialog>
  )
}
