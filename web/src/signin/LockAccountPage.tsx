import { lockAccount, lockLinkState } from '@gatehouse/contract/lock-account.ts'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../api.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { ErrorAlert } from '../ui/ErrorAlert.tsx'
import { useAction } from '../ui/use-action.ts'
import { LinkPage } from './LinkPage.tsx'
import { useOneTimeLink } from './use-one-time-link.ts'
import './lock-account-page.css'

/** Opened by the link of a message about something that its reader may not have done. */
export function LockAccountPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { token } = useParams({ strict: false })
  const [reopenedBy, setReopenedBy] = useState<'administrator' | 'owner'>('administrator')
  const link = useOneTimeLink({
    name: 'lockaccount',
    inPath: token,
    removeFromPath: () => void navigate({ to: '/lockaccount/{-$token}', params: { token: undefined }, replace: true }),
    isUsable: async (text) => (await call(lockLinkState, { token: text })).isUsable,
    isWellFormed: (text) => lockLinkState.request.safeParse({ token: text }).success,
    refusal: 'lock_link_invalid',
  })
  const locking = useAction(() =>
    link.use(async (text) => setReopenedBy((await call(lockAccount, { token: text })).reopenedBy)),
  )

  return (
    <LinkPage
      title={t('Lock your account')}
      link={link}
      dead={{
        next: { to: '/forgetpassword', label: t('Choose a new password') },
        children: (
          <p>{t('If somebody else uses your account, choose a new password now, and tell your administrator.')}</p>
        ),
      }}
    >
      {link.state === 'form' && (
        <>
          <p>{t('Was it somebody else? Then lock your account now.')}</p>
          <ul className="lock-effects">
            <li>{t('Everybody who is signed in to it is signed out, in all applications.')}</li>
            <li>{t('Its password, passkeys, codes and links no longer work.')}</li>
            <li>{t('Your administrators are notified. One of them speaks with you and reactivates it.')}</li>
          </ul>
          {locking.error && <ErrorAlert error={locking.error} />}
          <Button variant="danger" size="large" isBusy={locking.isBusy} onClick={() => void locking.run()}>
            {t('Lock my account')}
          </Button>
        </>
      )}
      {link.state === 'done' && (
        <Alert tone="info">
          <p>{t('Your account is locked.')}</p>
          <p>
            {t(
              'If your email address or phone number was changed, too, undo that first, by the link in the message about it: it works while your account is locked.',
            )}
          </p>
          <p>
            {reopenedBy === 'administrator'
              ? t(
                  'Speak with your administrator, who reactivates it. Somebody may read your mail: change its password, too, and that of every place where you use the same one.',
                )
              : t(
                  'Nobody else can reactivate it, so that you can: secure your mail first, then choose “Forgot password?” on the sign-in page.',
                )}
          </p>
        </Alert>
      )}
    </LinkPage>
  )
}
