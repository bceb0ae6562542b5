import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { HtmlFrame } from '../../../ui/HtmlFrame.tsx'
import { SegmentedControl } from '../../../ui/SegmentedControl.tsx'
import { useMedia } from '../../../ui/use-media.ts'
import './mail-preview.css'

/** The width of a desktop mail program: most emails are designed for 600 pixels and a margin. */
const DESKTOP_WIDTH_PX = 720

type Shown = 'desktop' | 'phone' | 'text'

type Props = { title: string; rendered: { subject: string; html: string; text: string }; isStale?: boolean }

/** An email as its reader sees it: on a desktop, on a phone, or without HTML. */
export function RenderedMail({ title, rendered: { subject, html, text }, isStale = false }: Props) {
  const { t } = useTranslation()
  // On a phone the desktop would be too small to read.
  const isPhone = useMedia('(max-width: 599px)')
  const [chosen, setShown] = useState<Shown | null>(null)
  const shown = chosen ?? (isPhone ? 'phone' : 'desktop')
  return (
    <div className="mail-preview" data-stale={isStale || undefined}>
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
