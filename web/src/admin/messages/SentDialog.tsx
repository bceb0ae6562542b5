import type { Resend } from '@gatehouse/contract/admin/messages/messages.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../session/use-session.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorAlert } from '../../ui/ErrorAlert.tsx'
import { FormEnd } from '../../ui/FormEnd.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { useAction } from '../../ui/use-action.ts'
import { RESENDS } from './message-words.ts'
import { Tries } from './Tries.tsx'

/** What waits may be out any moment. */
const POLL_MS = 2000

/** For the query of what is shown. */
export const pollWhileWaiting = ({ state }: { state: { data?: { state: string } | undefined } }) =>
  state.data?.state === 'waiting' ? POLL_MS : false

type Sent = { resend: Resend | null; tries: ComponentProps<typeof Tries>['tries'] }

type Props<Shown extends Sent> = {
  title: string
  query: Pick<UseQueryResult<Shown>, 'data' | 'error' | 'isFetching' | 'refetch'>
  facts: (shown: Shown) => ReactNode
  /** The words of it, or `null` where nothing is kept. */
  said: (shown: Shown) => ReactNode
  /** Why it is not sent again; empty where that needs no word. */
  refusal: (shown: Shown) => string
  onResend: (shown: Shown) => Promise<void>
  onClose: () => void
}

/** A message, or a call to another system: its facts, what it said, its tries, and what sends it again. */
export function SentDialog<Shown extends Sent>(props: Props<Shown>) {
  const { title, query, facts, said, refusal, onResend, onClose } = props
  const { data, error, isFetching, refetch } = query
  const { t } = useTranslation()
  const canWrite = useSession().permissions.includes('messages:write')
  const sending = useAction(async () => {
    if (data) await onResend(data)
  })

  return (
    <Dialog title={title} size="large" onClose={onClose}>
      <div className="form message">
        {!data && !error && <Spinner size={24} />}
        <ErrorAlert error={error}>
          <Button variant="neutral" isBusy={isFetching} onClick={() => void refetch()}>
            {t('Retry')}
          </Button>
        </ErrorAlert>
        {data && (
          <>
            {facts(data)}
            <Said>{said(data)}</Said>
            <h3>{t('Attempts')}</h3>
            <Tries tries={data.tries} />
            {canWrite && refusal(data) !== '' && <p className="message-note">{t(refusal(data))}</p>}
          </>
        )}
        <FormEnd error={sending.error}>
          <Button variant="neutral" onClick={onClose}>
            {t('Close')}
          </Button>
          {canWrite && data?.resend && (
            <Button isBusy={sending.isBusy} onClick={() => void sending.run()}>
              {t(RESENDS[data.resend].label)}
            </Button>
          )}
        </FormEnd>
      </div>
    </Dialog>
  )
}

function Said({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const headingId = useId()
  if (children === null) return null
  return (
    <>
      <h3 id={headingId}>{t('Content')}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className="message-text" aria-labelledby={headingId} tabIndex={0}>
        {children}
      </section>
    </>
  )
}
