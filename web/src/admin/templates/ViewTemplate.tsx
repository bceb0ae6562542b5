import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { MailPreview } from './MailPreview.tsx'
import { usePreviewOf } from './use-template-preview.ts'

type Email = { TemplateName: string; Subject: string; Template: string }

/** A button that shows an email as its reader will see it. */
export function ViewTemplate({ template }: { template: Email }) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        variant="link"
        aria-label={t('View {{name}}', { name: template.TemplateName })}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        {t('View')}
      </Button>
      {isOpen && (
        <Dialog title={template.TemplateName} size="large" onClose={() => setIsOpen(false)}>
          <Email {...template} />
        </Dialog>
      )}
    </>
  )
}

function Email({ TemplateName, Subject, Template }: Email) {
  const preview = usePreviewOf({ channel: 'email', name: TemplateName, subject: Subject, body: Template })
  return <MailPreview title={TemplateName} preview={preview} />
}
