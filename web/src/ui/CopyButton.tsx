import { Check, Copy } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from './Alert.tsx'
import { Button } from './Button.tsx'
import { TextArea } from './TextArea.tsx'

type Props = {
  text: string
  label?: string
  variant?: 'primary' | 'neutral'
  /** In a dialog: the first thing to do there. */
  takesFocus?: boolean
  onCopied?: () => void
}

/** Puts a text on the clipboard. `label` says which, where several stand together. */
export function CopyButton({ text, label, variant = 'neutral', takesFocus, onCopied }: Props) {
  const { t } = useTranslation()
  const [copied, setCopied] = useState<string | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  const isCopied = copied === text

  function handleCopied() {
    setCopied(text)
    onCopied?.()
  }

  async function handleClick() {
    try {
      // There is no clipboard on a page without TLS.
      await navigator.clipboard.writeText(text)
      setRefused(null)
      handleCopied()
    } catch {
      setRefused(text)
    }
  }

  return (
    <>
      {refused === text && <CopyByHand text={text} onCopied={handleCopied} />}
      <Button
        variant={variant}
        data-first={takesFocus}
        onClick={handleClick}
        aria-label={label && !isCopied ? label : undefined}
      >
        {isCopied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
        {isCopied ? t('Copied') : t('Copy')}
      </Button>
    </>
  )
}

/** The text, selected, for a browser that does not let the page copy it. */
function CopyByHand({ text, onCopied }: { text: string; onCopied: () => void }) {
  const { t } = useTranslation()
  const area = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    area.current?.focus()
    area.current?.select()
  }, [])
  return (
    <Alert tone="error">
      <p>{t('It could not be copied. The text is selected below: copy it by hand.')}</p>
      <TextArea
        ref={area}
        label={t('Text to copy')}
        value={text}
        readOnly
        spellCheck={false}
        rows={2}
        onCopy={onCopied}
      />
    </Alert>
  )
}
