import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { UnsavedQuestion } from '../../../ui/unsaved/UnsavedQuestion.tsx'
import { useUnsaved } from '../../../ui/unsaved/use-unsaved.ts'
import { SecretShown } from '../cells/SecretShown.tsx'
import { NEVER_SHOWN, type useSecretChanges } from './use-secret-changes.ts'

type Props = {
  title: string
  state: Pick<ReturnType<typeof useSecretChanges>, 'change' | 'made' | 'fields' | 'isMaking'>
  /** The success message of a new one, translated. */
  message: string
  onClose: () => void
  /** The form, with the button that closes it. */
  children: (close: ReactNode) => ReactNode
}

/** The secrets or keys of a record, over the list. It stays open while one is made, as that is shown once. */
export function SecretsDialog({ title, state: { change, made, fields, isMaking }, message, onClose, children }: Props) {
  const { t } = useTranslation()
  const { isBusy } = change
  const hasUnsaved = fields.name !== ''
  const success = isMaking ? t(NEVER_SHOWN, { title }) : t('“{{title}}” is done.', { title })
  const unsaved = useUnsaved(hasUnsaved, onClose, { isBusy, title, success })
  if (made !== null) return <SecretShown title={title} secret={made} message={message} onClose={onClose} />
  return (
    <>
      <Dialog
        title={title}
        isBusy={isBusy}
        isUnsaved={hasUnsaved && !isBusy}
        onClose={onClose}
        onCloseRequest={unsaved.requestClose}
      >
        {children(
          <Button variant="neutral" isIdle={isBusy} onClick={unsaved.requestClose}>
            {t('Close')}
          </Button>,
        )}
      </Dialog>
      <UnsavedQuestion unsaved={unsaved} />
    </>
  )
}
