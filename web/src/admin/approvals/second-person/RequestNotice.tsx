import { type PublishRequest, VOID_TEXTS } from '@gatehouse/contract/admin/approvals/second-person.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDayAndTime, formatMoment } from '../../../i18n/format.ts'
import { Alert } from '../../../ui/Alert.tsx'

type Props = {
  request: PublishRequest
  /** What the caller has asked for, and what somebody else asks for. */
  mine: string
  theirs: string
  children: ReactNode
}

/** What waits for a second person, or why it no longer can. */
export function RequestNotice({ request, mine, theirs, children }: Props) {
  const { t, i18n } = useTranslation()
  const { isMine, mayConfirm, voidBecause, reason, askedAt, publishAt } = request
  const since = formatMoment(new Date(askedAt), new Date(), i18n.language)
  return (
    <Alert tone={voidBecause === null ? 'info' : 'warning'}>
      <p>
        {isMine ? mine : theirs} {t('Asked: {{at}}.', { at: since })}{' '}
        {voidBecause === null && !isMine && !mayConfirm && t('You cannot confirm it.')}
      </p>
      {publishAt !== null && (
        <p>{t('It is to count from {{at}} on.', { at: formatDayAndTime(new Date(publishAt), i18n.language) })}</p>
      )}
      {reason !== '' && <p>{t('Reason: {{reason}}', { reason })}</p>}
      {voidBecause !== null && <p>{t(VOID_TEXTS[voidBecause])}</p>}
      {children}
    </Alert>
  )
}
