import { readMessage } from '@gatehouse/contract/admin/messages.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { useSession } from '../../session/use-session.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorAlert } from '../../ui/ErrorAlert.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { useAction } from '../../ui/use-action.ts'
import { MessageFacts } from './MessageFacts.tsx'
import { RESENDS, titleOf } from './message-words.ts'
import { Tries } from './Tries.tsx'
import { useResend } from './use-resend.ts'

/** A message that waits may be out any moment. */
const POLL_MS = 2000

type Props = {
  id: string
  /** Shows another message: what went out anew. */
  onOpen: (id: string) => void
  onClose: () => void
}

/** One message: what it said, through what it went, and what came back. */
export function MessageDialog({ id, onOpen, onClose }: Props) {
  const { t } = useTranslation()
  const { permissions } = useSession()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['messages', 'one', id],
    queryFn: () => call(readMessage, { id }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.state === 'waiting' ? POLL_MS : false),
  })
  const resend = useResend()
  // An answer that comes after the dialog was closed opens nothing.
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  const sending = useAction(async () => {
    const sent = data && (await resend(data))
    if (sent && sent !== id && isOpen.current) onOpen(sent)
  })
  const canWrite = permissions.includes('messages:write')

  return (
    <Dialog title={data ? t(titleOf(data.notice)) : t('Message')} size="large" onClose={onClose}>
      <div className="form message">
        {!data && !error && <Spinner size={24} />}
        <ErrorAlert error={error}>
          <Button variant="neutral" isBusy={isFetching} onClick={() => void refetch()}>
            {t('Retry')}
          </Button>
        </ErrorAlert>
        {data && (
          <>
            <MessageFacts message={data} />
            {data.body !== '' && (
              <>
                <h3>{t('What it said')}</h3>
                {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
                <section className="message-text" aria-label={t('What it said')} tabIndex={0}>
                  {data.subject !== '' && <strong>{data.subject}</strong>}
                  <p>{data.body}</p>
                </section>
              </>
            )}
            <h3>{t('Tries')}</h3>
            <Tries tries={data.tries} />
            {canWrite && data.refusal !== '' && <p className="message-note">{t(data.refusal)}</p>}
          </>
        )}
        <div className="dialog-buttons">
          <Button variant="neutral" onClick={onClose}>
            {t('Close')}
          </Button>
          {canWrite && data?.resend && (
            <Button isBusy={sending.isBusy} onClick={() => void sending.run()}>
              {t(RESENDS[data.resend].label)}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  )
}
