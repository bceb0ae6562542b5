import { undoContactChange, undoLinkState } from '@gatehouse/contract/own-contact.ts'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../api.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { ErrorAlert } from '../ui/ErrorAlert.tsx'
import { useAction } from '../ui/use-action.ts'
import { LinkPage } from './LinkPage.tsx'
import { useOneTimeLink } from './use-one-time-link.ts'

/** Where the message about a changed address leads: one button, so that programs which open links of a mail do nothing. */
export function UndoChangePage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { id } = useParams({ strict: false })
  const [kind, setKind] = useState<'email' | 'phone'>('email')
  const link = useOneTimeLink({
    name: 'undochange',
    inPath: id,
    removeFromPath: () => void navigate({ to: '/undochange/{-$id}', params: { id: undefined }, replace: true }),
    isUsable: async (uuid) => {
      const found = await call(undoLinkState, { uuid })
      if (found.kind !== null) setKind(found.kind)
      return found.kind !== null
    },
    isWellFormed: (uuid) => undoLinkState.request.safeParse({ uuid }).success,
    refusal: 'undo_link_invalid',
  })
  const undoing = useAction(() => link.use((uuid) => call(undoContactChange, { uuid })))

  return (
    <LinkPage title={t('Undo the change')} link={link}>
      {link.state === 'form' && (
        <>
          <p>
            {kind === 'email'
              ? t(
                  'The email address of your account was changed. If this was not you, undo it: the former address comes back.',
                )
              : t(
                  'The phone number of your account was changed. If this was not you, undo it: the former number comes back.',
                )}
          </p>
          <p>
            {t(
              'Everybody who is signed in to the account is signed out, and neither can be changed again for seven days.',
            )}
          </p>
          <p>
            {t(
              'A later change of the other one is undone too, passkeys, authenticator apps and recovery codes that were added since are removed, and authority to approve that was lent since ends.',
            )}
          </p>
          {undoing.error && <ErrorAlert error={undoing.error} />}
          <Button variant="danger" size="large" isBusy={undoing.isBusy} onClick={() => void undoing.run()}>
            {t('Undo the change')}
          </Button>
        </>
      )}
      {link.state === 'done' && (
        <>
          <Alert tone="info">
            {t(
              'The change is undone. Whoever made it may know your password: choose a new one now, and look at your sign-in methods.',
            )}
          </Alert>
          <Link to="/forgetpassword" className="button button-primary button-large">
            {t('Choose a new password')}
          </Link>
        </>
      )}
    </LinkPage>
  )
}
