import { VISITOR_ERRORS } from '@gatehouse/contract/visitor-errors.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isPassingFailure, messageOf } from '../api-error.ts'
import { usePageTitle } from '../session/use-page-title.ts'
import { useSession } from '../session/use-session.ts'
import { ApplicationLogo } from '../ui/ApplicationLogo.tsx'
import { Button } from '../ui/Button.tsx'
import { CardPage } from '../ui/CardPage.tsx'
import { ErrorAlert } from '../ui/ErrorAlert.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import type { WaitingRequest } from './use-waiting-request.ts'
import './waiting-page.css'

type Props = {
  title: string
  waiting: WaitingRequest | null
  /** `retry` asks for the request again. */
  failure: { error: unknown; retry: () => Promise<void>; isBusy: boolean }
  children: (waiting: WaitingRequest) => ReactNode
}

/** The card in which an application's request waits for somebody: what asks, and whom. */
export function WaitingPage({ title, waiting, failure: { error, retry, isBusy }, children }: Props) {
  const { t } = useTranslation()
  const { user } = useSession()
  const hasFailed = !waiting && Boolean(error)
  // Whoever comes back to a request that was answered may be signed in.
  const failed =
    messageOf(error) === VISITOR_ERRORS.request_expired.msg
      ? t('This request is over')
      : t('You could not be signed in')
  const heading = waiting ? title : hasFailed ? failed : t('Authenticating...')
  usePageTitle(heading)
  return (
    <CardPage title={heading}>
      <ErrorAlert error={error} />
      {hasFailed && isPassingFailure(error) && (
        <Button size="large" isBusy={isBusy} onClick={() => void retry()}>
          {t('Retry')}
        </Button>
      )}
      {hasFailed && !isPassingFailure(error) && (
        <a href="/" className="button button-primary button-large">
          {t('Go to the portal')}
        </a>
      )}
      {!waiting && !error && <Spinner size={28} />}
      {waiting && (
        <>
          <div className="waiting-who">
            <ApplicationLogo {...waiting.application} />
            <div>
              <p className="waiting-application">{waiting.application.name}</p>
              <p className="waiting-person">{user.email}</p>
            </div>
          </div>
          {children(waiting)}
        </>
      )}
    </CardPage>
  )
}
