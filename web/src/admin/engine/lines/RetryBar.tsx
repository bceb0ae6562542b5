import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../i18n/format.ts'
import { Button } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx'
import { useAction } from '../../../ui/use-action.ts'
import { useToasts } from '../../../ui/use-toasts.ts'

type Props = {
  /** Translated texts. */
  words: { hint: string; question: string; explanation: string; noneLeft: string }
  /** The selected lines, in a list where lines can be selected. */
  selected?: ReadonlySet<string>
  onClear?: () => void
  /** Retries these lines, or all that match the filters when left out; returns how many. */
  onRetry: (ids?: string[]) => Promise<{ resent: number }>
}

/** Above a list of what failed: retries the selected lines, or after a question all that match the filters. */
export function RetryBar({ words, selected = new Set(), onClear = () => {}, onRetry }: Props) {
  const { t, i18n } = useTranslation()
  const cache = useQueryClient()
  const toasts = useToasts()
  const [isAsking, setIsAsking] = useState(false)
  const number = (count: number) => formatNumber(count, i18n.language)
  const retry = useAction(async (ids?: string[]) => {
    const { resent } = await onRetry(ids)
    setIsAsking(false)
    onClear()
    toasts.success(resent === 0 ? words.noneLeft : t('{{number}} queued for sending', { number: number(resent) }))
    void cache.invalidateQueries({ queryKey: ['messages'] })
  })

  return (
    <div className="selection-bar">
      <p role="status">
        {selected.size > 0 ? t('{{number}} selected', { number: number(selected.size) }) : words.hint}
      </p>
      {selected.size > 0 && (
        <Button variant="link" onClick={onClear}>
          {t('Clear selection')}
        </Button>
      )}
      <div className="selection-actions">
        {selected.size > 0 ? (
          <Button variant="neutral" isBusy={retry.isBusy} onClick={() => void retry.run([...selected])}>
            {t('Retry')}
          </Button>
        ) : (
          <Button variant="neutral" onClick={() => setIsAsking(true)}>
            {t('Retry all')}
          </Button>
        )}
      </div>
      {!isAsking && <ErrorAlert error={retry.error} />}
      {isAsking && (
        <ConfirmDialog
          title={words.question}
          confirmLabel={t('Retry all')}
          isBusy={retry.isBusy}
          error={retry.error}
          onConfirm={() => void retry.run()}
          onClose={() => setIsAsking(false)}
        >
          <p>{words.explanation}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}
