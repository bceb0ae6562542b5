import { type listMessages, RESEND_MAX, resendFailed } from '@gatehouse/contract/admin/messages/messages.ts'
import type { Input } from '@gatehouse/contract/endpoint.ts'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { formatNumber } from '../../i18n/format.ts'
import { RetryBar } from '../engine/lines/RetryBar.tsx'

type Props = {
  selected: ReadonlySet<string>
  /** What the list is narrowed to. */
  filter: Omit<Input<typeof listMessages>, 'page' | 'pageSize'>
  onDone: () => void
}

/** Sends failed messages again. */
export function ResendFailed({ selected, filter, onDone }: Props) {
  const { t, i18n } = useTranslation()
  return (
    <RetryBar
      words={{
        hint: t('Select messages, or retry all of them.'),
        question: t('Retry all failed messages?'),
        explanation: t(
          'The newest failed messages that match the filters are retried, up to {{number}}. Codes and links are not sent twice.',
          { number: formatNumber(RESEND_MAX, i18n.language) },
        ),
        noneLeft: t('None can be sent again: codes and links are not sent twice.'),
      }}
      selected={selected}
      onClear={onDone}
      onRetry={(ids) => call(resendFailed, ids ? { ids } : { filter })}
    />
  )
}
