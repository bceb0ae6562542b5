import { type Call, resendCall } from '@gatehouse/contract/admin/outbound-calls/calls.ts'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../session/use-session.ts'
import { RowMenu } from '../../ui/RowMenu.tsx'
import { LinesTable } from '../engine/lines/LinesTable.tsx'
import { RESENDS } from '../messages/message-words.ts'
import type { MessagesSearch } from '../messages/messages-search.ts'
import { useResend } from '../messages/use-resend.ts'
import { CallsToolbar } from './CallsToolbar.tsx'
import { KINDS } from './calls-words.ts'
import { ResendFailedCalls } from './ResendFailedCalls.tsx'
import { useCallColumns } from './use-call-columns.tsx'
import { useCalls } from './use-calls.ts'

type Props = { shown: MessagesSearch; onShow: (change: Partial<MessagesSearch>) => void }

/** Calls to other systems, newest first; each opens to what was said and its tries. */
export function CallsTable({ shown, onShow }: Props) {
  const { t } = useTranslation()
  const { permissions } = useSession()
  const columns = useCallColumns((open) => onShow({ open }))
  const list = useCalls(shown)
  const resend = useResend(resendCall)
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
      {canWrite && shown.state === 'failed' && list.hasRows && <ResendFailedCalls filter={list.filter} />}
      <LinesTable
        label={t('Calls to other systems')}
        columns={columns}
        loaded={list}
        rowKey={({ _id }) => _id}
        rowName={nameOf}
        page={shown.page}
        onShow={({ page }) => onShow({ page })}
        rowMenu={(call) => <RowMenu name={nameOf(call)} items={() => items(call)} />}
        menuLabel={t('Actions')}
        empty={
          Object.keys(list.filter).length > 0
            ? t('No call matches these filters.')
            : t('No other system was called in the last 30 days.')
        }
      />
    </div>
  )
}
