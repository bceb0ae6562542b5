import type { Message } from '@gatehouse/contract/admin/messages/messages.ts'
import { Mail, MessageSquare } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../i18n/format.ts'
import type { TableColumn } from '../../ui/DataTable.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { MessageState } from './MessageState.tsx'
import { CHANNELS, titleOf } from './message-words.ts'
import { Recipient } from './Recipient.tsx'

const ICONS = { email: Mail, sms: MessageSquare }

/** What the list tells of each message. */
export function useMessageColumns(onOpen: (id: string) => void): TableColumn<Message>[] {
  const { t, i18n } = useTranslation()
  return [
    {
      label: t('What'),
      cell: ({ _id, notice, channel }) => {
        const Icon = ICONS[channel]
        return (
          <div className="cell-lines">
            <button type="button" className="row-name" onClick={() => onOpen(_id)}>
              {t(titleOf(notice))}
            </button>
            <small>
              <Icon size={13} aria-hidden /> {t(CHANNELS[channel].label)}
            </small>
          </div>
        )
      },
    },
    { label: t('Recipient'), cell: (message) => <Recipient message={message} /> },
    {
      label: t('When'),
      cell: ({ createdAt }) => <Moment at={createdAt} />,
    },
    {
      label: t('About'),
      leftOutBelow: 600,
      cell: ({ application, client }) => {
        const [first = '–', second] = [application?.name, client?.name].filter((name) => name !== undefined)
        return <TwoLines first={first} second={second} />
      },
    },
    {
      label: t('Status'),
      isStatus: true,
      cell: ({ state, reason }) => (
        <div className="cell-lines">
          <MessageState state={state} reason={reason} />
          {reason !== '' && (
            <small className="message-reason" title={reason}>
              {reason}
            </small>
          )}
        </div>
      ),
    },
    {
      label: t('Gateway'),
      leftOutBelow: 900,
      cell: ({ gateway, attempts }) => (
        <TwoLines
          first={t(gateway) || '–'}
          second={
            attempts > 0 ? t('Attempts: {{number}}', { number: formatNumber(attempts, i18n.language) }) : undefined
          }
        />
      ),
    },
  ]
}

function TwoLines({ first, second }: { first: string; second: string | undefined }) {
  if (second === undefined) return first
  return (
    <div className="cell-lines">
      <span>{first}</span>
      <small>{second}</small>
    </div>
  )
}
