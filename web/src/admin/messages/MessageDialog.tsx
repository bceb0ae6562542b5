import { readMessage, resendMessage } from '@gatehouse/contract/admin/messages/messages.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { MessageFacts } from './MessageFacts.tsx'
import { titleOf } from './message-words.ts'
import { pollWhileWaiting, SentDialog } from './SentDialog.tsx'
import { useResend } from './use-resend.ts'

type Props = {
  id: string
  /** Shows another message: the copy that was sent. */
  onOpen: (id: string) => void
  onClose: () => void
}

/** One message: what it said, through what it went, and what came back. */
export function MessageDialog({ id, onOpen, onClose }: Props) {
  const { t } = useTranslation()
  const query = useQuery({
    queryKey: ['messages', 'one', id],
    queryFn: () => call(readMessage, { id }),
    staleTime: 0,
    refetchInterval: pollWhileWaiting,
  })
  const resend = useResend(resendMessage)
  // An answer that comes after the dialog was closed opens nothing.
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])

  return (
    <SentDialog
      title={query.data ? t(titleOf(query.data.notice)) : t('Message')}
      query={query}
      facts={(shown) => <MessageFacts message={shown} />}
      said={({ subject, body }) =>
        body === '' ? null : (
          <>
            {subject !== '' && <strong>{subject}</strong>}
            <p>{body}</p>
          </>
        )
      }
      refusal={({ refusal }) => refusal}
      onResend={async (shown) => {
        const sent = await resend(shown)
        if (sent && sent._id !== id && isOpen.current) onOpen(sent._id)
      }}
      onClose={onClose}
    />
  )
}
