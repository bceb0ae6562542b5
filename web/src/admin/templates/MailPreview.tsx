import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { ErrorAlert } from '../../ui/ErrorAlert.tsx'
import { HtmlFrame } from '../../ui/HtmlFrame.tsx'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import './mail-preview.css'
import type { usePreviewOf } from './use-template-preview.ts'

/** Of a mail in the window of a desktop program: most are made for 600 and a margin. */
const DESKTOP_WIDTH_PX = 720

type Shown = 'desktop' | 'phone' | 'text'

type Props = { title: string; preview: ReturnType<typeof usePreviewOf> }

/** An email as it is read, with the sample values of its variables. */
export function MailPreview({ title, preview }: Props) {
  const { t } = useTranslation()
  const [shown, setShown] = useState<Shown>('desktop')
  const { data, error, isPlaceholderData, refetch } = preview
  if (error)
    return (
      <ErrorAlert error={error} takesFocus={false}>
        <Button variant="neutral" onClick={() => void refetch()}>
          {t('Retry')}
        </Button>
      </ErrorAlert>
    )
  if (data === undefined) return <Spinner size={24} />
  if (data.rendered === null) return <Alert tone="info">{t('It can be shown once its variables can be read.')}</Alert>
  const { subject, html, text } = data.rendered
  return (
    <div className="mail-preview" data-stale={isPlaceholderData || undefined}>
      <div className="mail-preview-head">
        <p className="mail-preview-subject">
          <span className="visually-hidden">{t('Subject')}: </span>
          {subject}
        </p>
        <SegmentedControl
          label={t('Show as')}
          value={shown}
          onChange={setShown}
          choices={[
            { value: 'desktop', label: t('Desktop') },
            { value: 'phone', label: t('Phone') },
            { value: 'text', label: t('Plain text') },
          ]}
        />
      </div>
      {shown === 'text' ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <pre className="mail-preview-text" tabIndex={0}>
          {text}
        </pre>
      ) : (
        <div className={`mail-preview-${shown}`}>
          <HtmlFrame html={html} title={title} {...(shown === 'desktop' && { widthPx: DESKTOP_WIDTH_PX })} />
        </div>
      )}
    </div>
  )
}
