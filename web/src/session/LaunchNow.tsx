import type { Launch } from '@gatehouse/contract/launch.ts'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, isPassingFailure } from '../api-error.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { CardPage } from '../ui/CardPage.tsx'
import { ErrorAlert } from '../ui/ErrorAlert.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { useAction } from '../ui/use-action.ts'
import './launch-now.css'
import { type ClientChoice, ClientChooser } from './ClientChooser.tsx'
import { confirmationOf } from './confirmation-of.ts'
import { leaveFor } from './open-launch.ts'
import { usePageTitle } from './use-page-title.ts'

/** `client`: the one that was chosen, where there are several. */
type Props = {
  ask: (client?: string) => Promise<Launch>
  /** The address does not say which application to open. */
  isIncomplete?: boolean
}

/**
 * Asks for a launch and sends this window there at once. A failure leads back to the dashboard only: an address that
 * the server refused must not become a link (requirement L5).
 */
export function LaunchNow({ ask, isIncomplete = false }: Props) {
  const { t } = useTranslation()
  const asked = useRef<string>(undefined)
  const { run, error, isBusy } = useAction(async (client?: string) => {
    asked.current = client
    leaveFor(await ask(client).catch(signInFirst))
  })
  const hasStarted = useRef(false)
  usePageTitle(t('Authenticating...'))

  useEffect(() => {
    if (isIncomplete || hasStarted.current) return // A launch token is granted once, even where effects run twice.
    hasStarted.current = true
    void run()
  })

  const clients = clientsOf(error)
  if (clients !== null)
    return (
      <CardPage title={t('Choose a client')}>
        <ClientChooser
          clients={clients}
          lead={t('This application is assigned to you for several clients.')}
          onChoose={(client) => void run(client)}
          buttons={
            <Button type="submit" size="large" isBusy={isBusy}>
              {t('Continue')}
            </Button>
          }
        />
      </CardPage>
    )
  if (error || isIncomplete) {
    return (
      <CardPage title={t('This application could not be opened')}>
        {isIncomplete && (
          <Alert tone="error">{t('This link is incomplete. Open the application from the dashboard.')}</Alert>
        )}
        <ErrorAlert error={error}>
          {isPassingFailure(error) && (
            <Button variant="neutral" isBusy={isBusy} onClick={() => void run(asked.current)}>
              {t('Retry')}
            </Button>
          )}
        </ErrorAlert>
        <Link to="/dashboard/app" className="button button-primary button-large">
          {t('Back to the dashboard')}
        </Link>
      </CardPage>
    )
  }
  return (
    <div className="launch-now" role="status">
      <Spinner size={28} />
      <h1>{t('Authenticating...')}</h1>
    </div>
  )
}

/**
 * Goes where the person signs in as the application needs it, and comes back here; never returns then.
 *
 * @throws any other failure
 */
async function signInFirst(error: unknown): Promise<never> {
  const needed = confirmationOf(error)
  if (needed === null) throw error
  const returnTo = location.pathname + location.search
  location.replace(
    needed.needsStrong
      ? `/dashboard/signInMethods?${new URLSearchParams({ returnTo, ...(needed.needsPasskey && { needs: 'passkey' }) })}`
      : `/login?${new URLSearchParams({ returnTo, again: '1', steps: '2' })}`,
  )
  return new Promise(() => {})
}

/** What the server wants chosen; `null` where that is not what is missing. */
function clientsOf(error: unknown): ClientChoice[] | null {
  const clients = error instanceof ApiError ? error.data.clients : undefined
  return Array.isArray(clients) ? (clients as ClientChoice[]) : null
}
