import type { Call } from '@gatehouse/contract/admin/outbound-calls/calls.ts'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../i18n/format.ts'
import type { TableColumn } from '../../ui/DataTable.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { MessageState } from '../messages/MessageState.tsx'
import { CallPerson } from './CallPerson.tsx'
import { CallReason } from './CallReason.tsx'
import { causeOf, KINDS } from './calls-words.ts'

/** What the list says of each call. */
export function useCallColumns(onOpen: (id: string) => void): TableColumn<Call>[] {
  const { t, i18n } = useTranslation()
  return [
    {
      label: t('What'),
      cell: (call) => (
        <div className="cell-lines">
          <button type="button" className="row-name" onClick={() => onOpen(call._id)}>
            {t(KINDS[call.kind])}
          </button>
          <small title={t(causeOf(call))}>{t(causeOf(call))}</small>
        </div>
      ),
    },
    {
      label: t('Sent to'),
      cell: ({ kind, target, application }) => (
        <div className="cell-lines">
          <span>{kind === 'logout' ? (application?.name ?? '–') : t('Partner portal')}</span>
          {kind === 'logout' && <small>{target}</small>}
        </div>
      ),
    },
    {
      label: t('When'),
      cell: ({ createdAt }) => <Moment at={createdAt} />,
    },
    {
      label: t('About'),
      leftOutBelow: 600,
      cell: ({ kind, person, application, client }) => (
        <div className="cell-lines">
          <CallPerson person={person} />
          {kind !== 'logout' && (
            <small>{[application?.name, client?.name].filter((name) => name !== undefined).join(' · ')}</small>
          )}
        </div>
      ),
    },
    {
      label: t('Status'),
      isStatus: true,
      cell: ({ state, reason }) => (
        <div className="cell-lines">
          <MessageState state={state} reason="" />
          {reason !== '' && (
            <small className="message-reason" title={reason}>
              <CallReason reason={reason} />
            </small>
          )}
        </div>
      ),
    },
    {
      label: t('Attempts'),
      isQuantity: true,
      leftOutBelow: 900,
      cell: ({ attempts }) => formatNumber(attempts, i18n.language),
    },
  ]
}
