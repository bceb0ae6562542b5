import { RESEND_MAX } from '@gatehouse/contract/admin/messages/messages.ts'
import { resendFailedCalls } from '@gatehouse/contract/admin/outbound-calls/calls.ts'
import type { Input } from '@gatehouse/contract/endpoint.ts'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { formatNumber } from '../../i18n/format.ts'
import { RetryBar } from '../engine/lines/RetryBar.tsx'

/** Makes all failed calls again that match the filters, after another system was down for long. */
export function ResendFailedCalls({ filter }: Pick<Input<typeof resendFailedCalls>, 'filter'>) {
  const { t, i18n } = useTranslation()
  return (
    <RetryBar
      words={{
        hint: t('When the other system works again, you can retry all of them.'),
        question: t('Retry all failed calls?'),
        explanation: t(
          'Failed calls that match the filters are sent again, oldest first, up to {{number}}. Calls replaced by a newer one are skipped.',
          { number: formatNumber(RESEND_MAX, i18n.language) },
        ),
        noneLeft: t('None can be sent again: newer calls have replaced them.'),
      }}
      onRetry={() => call(resendFailedCalls, { filter })}
    />
  )
}
