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
        ? t('None of them is made again: something newer has been said.')
        : t('{{number}} on their way', { number: number(resent) }),
    )
    void cache.invalidateQueries({ queryKey: ['messages'] })
  })
  return (
    <div className="selection-bar">
      <p>{t('Once the other side works again, all of them can be made again.')}</p>
      <div className="selection-actions">
        <Button variant="neutral" onClick={() => setIsAsking(true)}>
          {t('Try all again')}
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={t('Try all failed calls again?')}
          confirmLabel={t('Try all again')}
          isBusy={resend.isBusy}
          onConfirm={() => void resend.run()}
          onClose={() => setIsAsking(false)}
        >
          <p>
            {t(
              'All failed calls that match the filters are sent again, oldest first, {{number}} at most. Calls that a newer one has replaced are left out.',
              { number: number(RESEND_MAX) },
            )}
          </p>
          <ErrorAlert error={resend.error} />
        </ConfirmDialog>
      )}
    </div>
  )
}
