import { type Message, resendMessage } from '@gatehouse/contract/admin/messages/messages.ts'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../session/use-session.ts'
import { RowMenu } from '../../ui/RowMenu.tsx'
import { LinesTable } from '../engine/lines/LinesTable.tsx'
import { LINES_PER_PAGE } from '../engine/lines/lines-per-page.ts'
import { RESENDS, titleOf } from './message-words.ts'
import { type MessagesSearch, toMessagesFilter } from './messages-search.ts'
import { ResendFailed } from './ResendFailed.tsx'
import type { RoutingAbout } from './routing/RoutingExplanation.tsx'
import { useFailedSelection } from './use-failed-selection.ts'
import { useMessageColumns } from './use-message-columns.tsx'
import { useMessages } from './use-messages.ts'
import { useResend } from './use-resend.ts'

type Props = {
  shown: MessagesSearch
  onShow: (change: Partial<MessagesSearch>) => void
  /** Which way a message like this goes. */
  onAsk: (about: RoutingAbout) => void
  /** Translated: stands there where there are none. */
  empty?: string
  /** Takes no more room than its rows need. */
  isCompact?: true
}

/** Messages, newest first; each opens to its text and its tries. */
export function MessagesTable({ shown, onShow, onAsk, empty, isCompact }: Props) {
  const { t } = useTranslation()
  const { permissions } = useSession()
  const columns = useMessageColumns((open) => onShow({ open }))
  const list = useMessages(shown)
  const resend = useResend(resendMessage)
  const canWrite = permissions.includes('messages:write')
  const selection = useFailedSelection(shown)
  const nameOf = ({ notice, recipient }: Message) => `${t(titleOf(notice))} ${recipient}`

  const items = (message: Message) => [
    { label: t('Details'), onChoose: () => onShow({ open: message._id }) },
    ...(canWrite && message.resend
      ? [{ label: t(RESENDS[message.resend].label), onChoose: () => void resend(message) }]
      : []),
    {
      label: t('Routing'),
      onChoose: () => onAsk(aboutOf(message)),
    },
  ]

  return (
    <>
      {canWrite && shown.state === 'failed' && list.hasRows && (
        <ResendFailed selected={selection.selected} filter={list.filter} onDone={selection.clear} />
      )}
      <LinesTable
        label={t('Messages')}
        columns={columns}
        loaded={list}
        rowKey={({ _id }) => _id}
        rowName={nameOf}
        size={isCompact ? (list.data?.rows.length ?? 1) : LINES_PER_PAGE}
        selection={
          canWrite && shown.state === 'failed'
            ? { isSelected: selection.isSelected, onSelect: selection.select }
            : undefined
        }
        rowMenu={(message) => <RowMenu name={nameOf(message)} items={() => items(message)} />}
        menuLabel={t('Actions')}
        empty={
          empty ??
          (Object.keys(toMessagesFilter(shown)).length > 0
            ? t('No message matches these filters.')
            : t('No message was sent in the last 90 days.'))
        }
        page={shown.page}
        onShow={({ page }) => onShow({ page })}
      />
    </>
  )
}

const aboutOf = ({ notice, person, application, client }: Message): RoutingAbout => ({
  notice,
  userId: person?._id ?? '',
  applicationId: application?._id ?? '',
  clientId: client?._id ?? '',
})
