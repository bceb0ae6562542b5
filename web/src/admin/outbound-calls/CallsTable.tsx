import type { Call } from '@gatehouse/contract/admin/outbound-calls/calls.ts'
import { Inbox } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../session/use-session.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { RowMenu } from '../../ui/RowMenu.tsx'
import { ListFailure } from '../engine/list/ListFailure.tsx'
import { LINES_PER_PAGE } from '../engine/list/lines-per-page.ts'
import { NewerOlder } from '../engine/list/NewerOlder.tsx'
import { RESENDS } from '../messages/message-words.ts'
import type { MessagesSearch } from '../messages/messages-search.ts'
import { CallsToolbar } from './CallsToolbar.tsx'
import { KINDS } from './calls-words.ts'
import { ResendFailedCalls } from './ResendFailedCalls.tsx'
import { useCallColumns } from './use-call-columns.tsx'
import { useCalls } from './use-calls.ts'
import { useResendCall } from './use-resend-call.ts'

type Props = { shown: MessagesSearch; onShow: (change: Partial<MessagesSearch>) => void }

/** Calls to other systems, newest first; each opens to what was said and its tries. */
export function CallsTable({ shown, onShow }: Props) {
  const { t } = useTranslation()
  const { permissions } = useSession()
  const columns = useCallColumns((open) => onShow({ open }))
  const list = useCalls(shown)
  const { data, error, isPlaceholderData, isFetching, refetch, filter, hasOlder } = list
  const resend = useResendCall()
  const canWrite = permissions.includes('messages:write')
  const nameOf = ({ kind, person, application }: Call) =>
    [t(KINDS[kind]), application?.name, person?.name].filter(Boolean).join(' ')
  const items = (call: Call) => [
    { label: t('Details'), onChoose: () => onShow({ open: call._id }) },
    ...(canWrite && call.resend ? [{ label: t(RESENDS[call.resend].label), onChoose: () => void resend(call) }] : []),
  ]
  return (
    <div className="list-card">
      <CallsToolbar shown={shown} onShow={onShow} />
      {canWrite && shown.state === 'failed' && list.hasRows && <ResendFailedCalls filter={filter} />}
      <DataTable
        label={t('Calls to other systems')}
        columns={columns}
        rows={data?.rows}
        rowKey={({ _id }) => _id}
        rowName={nameOf}
        size={LINES_PER_PAGE}
        sorting={null}
        onSort={() => undefined}
        isStale={isPlaceholderData}
        rowMenu={(call) => <RowMenu name={nameOf(call)} items={items(call)} />}
        menuLabel={t('Actions')}
        notice={
          list.isFailed ? (
            <ListFailure error={error} isBusy={isFetching} onRetry={() => void refetch()} />
          ) : (
            list.isEmpty && (
              <div className="list-notice">
                <Inbox size={28} aria-hidden />
                <p>
                  {Object.keys(filter).length > 0
                    ? t('No call matches these filters.')
                    : t('No other system was called in the last 30 days.')}
                </p>
              </div>
            )
          )
        }
      />
      {data && !list.isFailed && (
        <NewerOlder {...data} page={shown.page} hasOlder={hasOlder} onShow={({ page }) => onShow({ page })} />
      )}
    </div>
  )
}
