import { type listMessages, RESEND_MAX, resendFailed } from '@gatehouse/contract/admin/messages/messages.ts'
import type { Input } from '@gatehouse/contract/endpoint.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { formatNumber } from '../../i18n/format.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { ErrorAlert } from '../../ui/ErrorAlert.tsx'
import { useAction } from '../../ui/use-action.ts'
import { useToasts } from '../../ui/use-toasts.ts'

type Props = {
  selected: ReadonlySet<string>
  /** What the list is narrowed to. */
  filter: Omit<Input<typeof listMessages>, 'page' | 'pageSize'>
  onDone: () => void
}

/** Tries failed messages again: those that are selected, or all that the filters leave. */
export function ResendFailed({ selected, filter, onDone }: Props) {
  const { t, i18n } = useTranslation()
  const cache = useQueryClient()
  const toasts = useToasts()
  const [isAsking, setIsAsking] = useState(false)
  const number = (count: number) => formatNumber(count, i18n.language)
  const resend = useAction(async (which: { ids: string[] } | { filter: Props['filter'] }) => {
    const { resent } = await call(resendFailed, which)
    setIsAsking(false)
    onDone()
    toasts.success(
      resent === 0
        ? t('None can be sent again: codes and links are not sent twice.')
        : t('{{number}} queued for sending', { number: number(resent) }),
    )
    void cache.invalidateQueries({ queryKey: ['messages'] })
  })

  return (
    <div className="selection-bar">
      <p role="status">
        {selected.size > 0
          ? t('{{number}} selected', { number: number(selected.size) })
          : t('Select messages, or retry all of them.')}
      </p>
      {selected.size > 0 && (
        <Button variant="link" onClick={onDone}>
          {t('Clear selection')}
        </Button>
      )}
      <div className="selection-actions">
        {selected.size > 0 ? (
          <Button variant="neutral" isBusy={resend.isBusy} onClick={() => void resend.run({ ids: [...selected] })}>
            {t('Try again')}
          </Button>
        ) : (
          <Button variant="neutral" onClick={() => setIsAsking(true)}>
            {t('Retry all')}
          </Button>
        )}
      </div>
      {!isAsking && <ErrorAlert error={resend.error} />}
      {isAsking && (
        <ConfirmDialog
          title={t('Retry all failed messages?')}
          confirmLabel={t('Retry all')}
          isBusy={resend.isBusy}
          onConfirm={() => void resend.run({ filter })}
          onClose={() => setIsAsking(false)}
        >
          <p>
            {t(
              'The newest failed messages that match the filters are retried, up to {{number}}. Codes and links are not sent twice.',
              { number: number(RESEND_MAX) },
            )}
          </p>
          <ErrorAlert error={resend.error} />
        </ConfirmDialog>
      )}
    </div>
  )
}
