import { readCall } from '@gatehouse/contract/admin/calls.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { useSession } from '../../session/use-session.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorAlert } from '../../ui/ErrorAlert.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { useAction } from '../../ui/use-action.ts'
import { RESENDS } from '../messages/message-words.ts'
import { Tries } from '../messages/Tries.tsx'
import { CallFacts } from './CallFacts.tsx'
import { KINDS } from './calls-words.ts'
import { useResendCall } from './use-resend-call.ts'

/** A call that waits may be out any moment. */
const POLL_MS = 2000

/** One call: whom it is about, why it is made, and what came back. */
export function CallDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation()
  const { permissions } = useSession()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['messages', 'call', id],
    queryFn: () => call(readCall, { id }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.state === 'waiting' ? POLL_MS : false),
  })
  const resend = useResendCall()
  const sending = useAction(async () => {
    if (data) await resend(data)
  })
  const canWrite = permissions.includes('messages:write')

  return (
    <Dialog title={data ? t(KINDS[data.kind]) : t('Call')} size="large" onClose={onClose}>
      <div className="form message">
        {!data && !error && <Spinner size={24} />}
        <ErrorAlert error={error}>
          <Button variant="neutral" isBusy={isFetching} onClick={() => void refetch()}>
            {t('Retry')}
          </Button>
        </ErrorAlert>
        {data && (
          <>
            <CallFacts call={data} />
            {data.said.length > 0 && (
              <>
                <h3>{t('What it said')}</h3>
                {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
                <section className="message-text" aria-label={t('What it said')} tabIndex={0}>
                  <dl className="message-facts">
                    {data.said.map(({ field, value }) => (
                      <div key={field}>
                        <dt>{field}</dt>
                        <dd>{value}</dd>
                      </div>
                    ))}
                  </dl>
                </section>
              </>
            )}
            <h3>{t('Tries')}</h3>
            <Tries tries={data.tries} />
            {canWrite && data.state !== 'sent' && data.refusal !== '' && (
              <p className="message-note">{t(data.refusal)}</p>
            )}
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
