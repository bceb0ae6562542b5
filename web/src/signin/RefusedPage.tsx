import { NOT_NOW, REFUSAL, TOO_MANY } from '@gatehouse/contract/oidc.ts'
import { VISITOR_ERRORS } from '@gatehouse/contract/visitor-errors.ts'
import { useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { usePageTitle } from '../session/use-page-title.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { CardPage } from '../ui/CardPage.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import './refused-page.css'

/** Explains why a request of an application failed, if the error cannot be sent to the application. */
export function RefusedPage() {
  const { t } = useTranslation()
  const isLogout = useLocation().pathname === '/oauth2/logout'
  const word = readRefusal()
  const isPassing = word === NOT_NOW || word === TOO_MANY
  const isOver = word === 'request_expired'
  // Whoever comes back to a request that was answered may be signed in.
  const signIn = isOver ? t('This request is over') : t('You could not be signed in')
  const title = isLogout ? t('You could not be signed out') : signIn
  usePageTitle(title)
  const reasons: Record<string, string> = {
    request_expired: t(VISITOR_ERRORS.request_expired.msg),
    invalid_client: t('The application that sent you here is unknown or not active.'),
    invalid_redirect_uri: t(
      'The application asked to redirect you to an address that is not registered for it, so you were not redirected.',
    ),
    server_error: t('Something went wrong in the portal. Try again in a moment.'),
    [TOO_MANY]: t('Too many requests from your network. Wait a minute and try again.'),
    [NOT_NOW]: t('The service is not available right now. Try again in a moment.'),
  }

  return (
    <CardPage title={title}>
      <Alert tone="error">
        {reasons[word] ?? t('The application that sent you here made a request that the portal cannot accept.')}
      </Alert>
      {!isOver && !isPassing && (
        <div className="refused">
          <p>{t('For the operator of the application:')}</p>
          <code>{word}</code>
          <CopyButton text={word} />
        </div>
      )}
      {/* The address is the request itself: asking for it again goes on where it stopped. */}
      {isPassing ? (
        <Button size="large" onClick={() => window.location.reload()}>
          {t('Retry')}
        </Button>
      ) : (
        <a href="/" className="button button-primary button-large">
          {t('Go to the portal')}
        </a>
      )}
    </CardPage>
  )
}

/** The provider's word for it; for people who open this address by hand, no application asked anything. */
function readRefusal(): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${REFUSAL}"]`)?.content ?? 'invalid_request'
}
