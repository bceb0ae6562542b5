import type { emailTemplates } from '@gatehouse/contract/admin/templates/templates.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import type { RowOf } from '../engine/screen.ts'
import { MailPreview } from './preview/MailPreview.tsx'
import { usePreviewOf } from './preview/use-template-preview.ts'
import { scopeOf } from './template-scope.ts'

type Row = RowOf<typeof emailTemplates>

/** A button that shows an email as its reader will see it. */
export function ViewTemplate({ template }: { template: Row }) {
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
        <Dialog title={template.TemplateName} size="page" onClose={() => setIsOpen(false)}>
          <Email template={template} />
        </Dialog>
      )}
    </>
  )
}

function Email({ template }: { template: Row }) {
  const { TemplateName: name, Subject: subject, Template: body } = template
  const preview = usePreviewOf({ channel: 'email', name, subject, body, ...scopeOf(template) })
  return <MailPreview title={name} preview={preview} />
}
