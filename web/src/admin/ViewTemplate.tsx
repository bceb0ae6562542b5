import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { HtmlFrame } from '../ui/HtmlFrame.tsx'

type Props = { template: { TemplateName: string; Subject: string; Template: string } }

/** A button that shows an email as its reader will see it. */
export function ViewTemplate({ template: { TemplateName, Subject, Template } }: Props) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        variant="link"
        aria-label={t('View {{name}}', { name: TemplateName })}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        {t('View')}
      </Button>
      {isOpen && (
        <Dialog title={TemplateName} size="large" onClose={() => setIsOpen(false)}>
          <div className="form">
            <p>
              {t('Subject')}: <strong>{Subject}</strong>
            </p>
            <HtmlFrame html={Template} title={TemplateName} />
          </div>
        </Dialog>
      )}
    </>
  )
}
