import type { messagesOverview } from '@gatehouse/contract/admin/messages/messages.ts'
import type { Output } from '@gatehouse/contract/endpoint.ts'
import { useTranslation } from 'react-i18next'
import { formatMoment } from '../../i18n/format.ts'
import { Alert } from '../../ui/Alert.tsx'

const WORDS = {
  email: '{{name}} (email) has been failing since {{time}}.',
  sms: '{{name}} (SMS) has been failing since {{time}}.',
  logout: '{{name}} has received no logout notices since {{time}}.',
  webhook: 'The webhook {{name}} has been failing since {{time}}.',
  partner: 'The partner portal has been unreachable since {{time}}.',
} as const

type Props = Pick<Output<typeof messagesOverview>, 'alarms' | 'isNobodyNotified'>

/** What keeps failing, and that no email about it arrives where the mail servers are what fails. */
export function Alarms({ alarms, isNobodyNotified }: Props) {
  const { t, i18n } = useTranslation()
  if (alarms.length === 0) return null
  return (
    <div className="message-alarms">
      <Alert tone="error">
        {alarms.map(({ kind, name, since }) => (
          <p key={`${kind} ${name}`}>
            {t(WORDS[kind], { name: t(name), time: formatMoment(new Date(since), new Date(), i18n.language) })}
          </p>
        ))}
        {isNobodyNotified && <p>{t('No mail server works, so nobody is notified of this by email.')}</p>}
      </Alert>
    </div>
  )
}
