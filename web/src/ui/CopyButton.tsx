import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './Button.tsx'
import { ErrorAlert } from './ErrorAlert.tsx'
import { useAction } from './use-action.ts'

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
  const copy = useAction(async () => {
    await navigator.clipboard.writeText(text)
    setCopied(text)
    onCopied?.()
  })
  const isCopied = copied === text

  return (
    <>
      <ErrorAlert error={copy.error} />
      <Button
        variant={variant}
        data-first={takesFocus}
        onClick={copy.run}
        aria-label={label && !isCopied ? label : undefined}
      >
        {isCopied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
        {isCopied ? t('Copied') : t('Copy')}
      </Button>
    </>
  )
}
