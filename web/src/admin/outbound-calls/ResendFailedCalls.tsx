import { RESEND_MAX } from '@gatehouse/contract/admin/messages/messages.ts'
import { resendFailedCalls } from '@gatehouse/contract/admin/outbound-calls/calls.ts'
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

/** Makes all calls again that were given up and that the filters leave: after the other side was down for long. */
export function ResendFailedCalls({ filter }: Pick<Input<typeof resendFailedCalls>, 'filter'>) {
  const { t, i18n } = useTranslation()
  const cache = useQueryClient()
  const toasts = useToasts()
  const [isAsking, setIsAsking] = useState(false)
  const number = (count: number) => formatNumber(count, i18n.language)
  const resend = useAction(async () => {
    const { resent } = await call(resendFailedCalls, { filter })
    setIsAsking(false)
    toasts.success(
      resent === 0
        ? t('None can be sent again: newer calls have replaced them.')
        : t('{{number}} queued for sending', { number: number(resent) }),
    )
    void cache.invalidateQueries({ queryKey: ['messages'] })
  })
  return (
    <div className="selection-bar">
      <p>{t('When the other system works again, you can retry all of them.')}</p>
      <div className="selection-actions">
        <Button variant="neutral" onClick={() => setIsAsking(true)}>
          {t('Retry all')}
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={t('Retry all failed calls?')}
          confirmLabel={t('Retry all')}
          isBusy={resend.isBusy}
          onConfirm={() => void resend.run()}
          onClose={() => setIsAsking(false)}
        >
          <p>
            {t(
              'Failed calls that match the filters are sent again, oldest first, up to {{number}}. Calls replaced by a newer one are skipped.',
              { number: number(RESEND_MAX) },
            )}
          </p>
          <ErrorAlert error={resend.error} />
        </ConfirmDialog>
      )}
    </div>
  )
}
